import { officeLanguage } from './office.ts'

const names = new Intl.DisplayNames(officeLanguage, { type: 'language' })

/** Returns the Italian name of a language, for example `Inglese`. */
export function languageName(code: string): string {
  const name = names.of(code) ?? code
  return name.charAt(0).toUpperCase() + name.slice(1)
}
