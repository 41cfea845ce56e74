import { variablesOf } from '../../../kernel/variables.ts'
import type { FieldType } from './contract.ts'

// Placeholders of prompts such as `{departure}` or, in Italian, `{partenza}`. Form and server share these rules.

export const italianNames = {
  departure: 'partenza',
  destination: 'destinazione',
  location: 'localita',
  language: 'lingua',
  text: 'testo',
}
export type Variable = keyof typeof italianNames
export type Values = Partial<Record<Variable, string>>

const { usedIn, unknownSentence, replaced } = variablesOf<Variable>(italianNames)

export { unknownSentence }

/** For each variable, the Italian names of the kinds of text in which it has a value. */
const textsWith: Record<Variable, string> = {
  departure: 'le tratte',
  destination: 'le tratte',
  location: 'tratte e località',
  language: 'le traduzioni',
  text: 'le traduzioni',
}

interface Kind {
  wanted: Variable[]
  /** Part of an Italian warning. States what `filled` appends if the prompt lacks a variable in `wanted`. */
  added: string
}

const place: Kind = { wanted: ['location'], added: 'la località verrà indicata' }
const kinds: Record<FieldType, Kind> = {
  general: { wanted: ['departure', 'destination'], added: 'la tratta verrà indicata' },
  description: place,
  tourist: place,
  translation: { wanted: ['language', 'text'], added: 'lingua e testo verranno indicati' },
}

export const variablesFor = (fieldType: FieldType): Variable[] => kinds[fieldType].wanted

/** Returns warnings about placeholders that are missing from the text or have no value. */
export function warningsOf(text: string, fieldType: FieldType): string[] {
  const used = usedIn(text)
  const { wanted, added } = kinds[fieldType]
  const missing = wanted.filter((one) => !used.includes(one)).map((one) => `{${italianNames[one]}}`)
  const warnings: string[] = []
  if (missing.length > 0) warnings.push(`Manca ${missing.join(' e ')}: ${added} in fondo al prompt.`)
  // A prompt for routes may also describe the destination.
  const known = fieldType === 'general' ? [...wanted, 'location'] : wanted
  const idle = used.filter((one) => !known.includes(one))
  for (const [texts, variables] of Map.groupBy(idle, (one) => textsWith[one])) {
    const names = variables.map((one) => `{${italianNames[one]}}`).join(' e ')
    const [applies, has] = variables.length === 1 ? ['vale', 'ha'] : ['valgono', 'hanno']
    warnings.push(`${names} ${applies} solo per ${texts}: qui non ${has} un valore.`)
  }
  return warnings
}

/** Appends the values that the prompt lacks. A variable without a value stays as written (see `missingIn`). */
export function filled(text: string, values: Values): string {
  const body = replaced(text, (variable) => values[variable])
  const used = usedIn(text)
  if (values.language && values.text) {
    const language = used.includes('language') ? '' : `\n\nLingua: ${values.language}`
    return body + language + (used.includes('text') ? '' : `\n\n${values.text}`)
  }
  if (values.departure && values.destination) {
    const isNamed = used.includes('departure') && used.includes('destination')
    return isNamed ? body : `${body}\n\nTratta: ${values.departure} → ${values.destination}`
  }
  return used.includes('location') || !values.location ? body : `${body}\n\nLocalità: ${values.location}`
}

export function missingIn(text: string, values: Values): Variable[] {
  return usedIn(text).filter((one) => !values[one])
}
