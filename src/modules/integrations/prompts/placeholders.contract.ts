import type { FieldType } from './contract.ts'

// Placeholders such as `{departure}` or, in Italian, `{partenza}`. The form and the server share these rules.

export const variables = ['departure', 'destination', 'location', 'language', 'text'] as const
export type Variable = (typeof variables)[number]
export type Values = Partial<Record<Variable, string>>

export const italianNames: Record<Variable, string> = {
  departure: 'partenza',
  destination: 'destinazione',
  location: 'localita',
  language: 'lingua',
  text: 'testo',
}

const placeholder = /\{\{?\s*([\p{L}_]+)\s*\}?\}/gu

/** Returns the variable of a placeholder without regard to accents and case, so `{Località}` is `location`. */
function variableOf(name: string): Variable | undefined {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return variables.find((one) => one === plain || italianNames[one] === plain)
}

function namesIn(text: string): string[] {
  return [...text.matchAll(placeholder)].map(([, name = '']) => name)
}

export function variablesIn(text: string): Variable[] {
  return [...new Set(namesIn(text).flatMap((name) => variableOf(name) ?? []))]
}

/** Returns placeholders as written. */
export function unknownIn(text: string): string[] {
  return [...new Set(namesIn(text).filter((name) => !variableOf(name)))].map((name) => `{${name}}`)
}

export function unknownSentence(text: string): string {
  const unknown = unknownIn(text)
  if (unknown.length === 0) return ''
  const known = variables.map((one) => `{${italianNames[one]}}`).join(', ')
  return `${unknown.length === 1 ? 'Variabile sconosciuta' : 'Variabili sconosciute'}: ${unknown.join(', ')}. Quelle ammesse sono ${known}.`
}

interface Kind {
  wanted: Variable[]
  /** Words for the addition of the server if a wanted variable is missing. */
  added: string
  /** Prompts in which the other variables have a value. */
  elsewhere: string
}

const place: Kind = {
  wanted: ['location'],
  added: 'la località verrà indicata',
  elsewhere: 'vale solo per le tratte',
}
const kinds: Record<FieldType, Kind> = {
  general: {
    wanted: ['departure', 'destination'],
    added: 'la tratta verrà indicata',
    elsewhere: 'vale solo per le traduzioni',
  },
  description: place,
  tourist: place,
  translation: {
    wanted: ['language', 'text'],
    added: 'lingua e testo verranno indicati',
    elsewhere: 'vale solo per tratte e località',
  },
}

/** Returns warnings about placeholders that the text should use but does not, and about those that have no value. */
export function warningsOf(text: string, fieldType: FieldType): string[] {
  const used = variablesIn(text)
  const { wanted, added, elsewhere } = kinds[fieldType]
  const missing = wanted.filter((one) => !used.includes(one)).map((one) => `{${italianNames[one]}}`)
  const warnings: string[] = []
  if (missing.length > 0) warnings.push(`Manca ${missing.join(' e ')}: ${added} in fondo al prompt.`)
  // A prompt for routes may also describe the destination.
  const known = fieldType === 'general' ? [...wanted, 'location'] : wanted
  const idle = used.filter((one) => !known.includes(one)).map((one) => `{${italianNames[one]}}`)
  if (idle.length > 0) warnings.push(`${idle.join(' e ')} ${elsewhere}: qui non ha un valore.`)
  return warnings
}

/**
 * Appends the subject if the prompt does not contain it, so that the provider always gets it. A variable without a
 * value stays as written (see `missingIn`).
 */
export function filled(text: string, values: Values): string {
  const body = text.replace(placeholder, (whole, name: string) => {
    const variable = variableOf(name)
    return (variable && values[variable]) ?? whole
  })
  const used = variablesIn(text)
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
  return variablesIn(text).filter((one) => !values[one])
}
