import { languages } from '../../../languages/messages.ts'
import type { Translate } from '../../../languages/translate.ts'

/** Path of a page's picture for social networks; without `name`, the path of the general picture. */
export function socialPath({ language }: Pick<Translate, 'language'>, name?: string): string {
  const start = language === languages[0] ? '' : `/${language}`
  return `${start}/condivisione${name ? `/${name}` : ''}.png`
}
