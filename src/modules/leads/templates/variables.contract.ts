// Variables of templates such as `{nome}` or, in English, `{name}`. The form and the server share these rules.

export const variables = [
  'name',
  'from',
  'to',
  'day',
  'time',
  'passengers',
  'luggage',
  'address',
  'fare',
  'conditions',
  'confirm',
  'code',
  'link',
  'company',
  'phone',
] as const
export type Variable = (typeof variables)[number]

/** Texts by variable; empty if the lead has no value. */
export type Values = Record<Variable, string>

export const italianNames: Record<Variable, string> = {
  name: 'nome',
  from: 'partenza',
  to: 'arrivo',
  day: 'giorno',
  time: 'ora',
  passengers: 'passeggeri',
  luggage: 'bagagli',
  address: 'indirizzo',
  fare: 'prezzo',
  conditions: 'condizioni',
  confirm: 'conferma',
  code: 'codice',
  link: 'link',
  company: 'azienda',
  phone: 'telefono',
}

const placeholder = /\{([^{}\n]*)\}/g

function variableOf(name: string): Variable | undefined {
  const plain = name.trim().toLowerCase()
  return variables.find((one) => one === plain || italianNames[one] === plain)
}

const namesIn = (text: string) => [...text.matchAll(placeholder)].map(([, name = '']) => name)
const variablesIn = (text: string) => namesIn(text).flatMap((name) => variableOf(name) ?? [])

/** Returns an empty text if every variable is known. */
export function unknownSentence(text: string): string {
  const unknown = [...new Set(namesIn(text).filter((name) => !variableOf(name)))]
  if (unknown.length === 0) return ''
  const known = variables.map((one) => `{${italianNames[one]}}`).join(', ')
  const written = unknown.map((name) => `{${name}}`).join(', ')
  return `${unknown.length === 1 ? 'Variabile sconosciuta' : 'Variabili sconosciute'}: ${written}. Quelle ammesse sono ${known}.`
}

/**
 * Returns the template with its values. A part in square brackets is left out if one of its variables has no value, and
 * so is a line of variables without values. Values are never read as a template, because customers write some of them.
 */
export function filled(template: string, values: Values): string {
  return template
    .split(/\n(?:[^\S\n]*\n)+/)
    .map((paragraph) => paragraph.split('\n').flatMap((line) => filledLine(line, values)))
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
    .trim()
}

function filledLine(line: string, values: Values): string[] {
  const kept = line.replace(/\[([^[\]]*)\]/g, (whole, part: string) => {
    const used = variablesIn(part)
    if (used.length === 0) return whole
    return used.every((one) => values[one]) ? part : ''
  })
  const isEmpty = variablesIn(line).length > 0 && variablesIn(kept).every((one) => !values[one])
  if (isEmpty && kept.replace(placeholder, '').trim() === '') return []
  return [
    kept.replace(placeholder, (whole, name: string) => {
      const variable = variableOf(name)
      return variable ? values[variable] : whole
    }),
  ]
}
