import { variablesOf } from '../../../kernel/variables.ts'

// Variables of reply templates, such as `{nome}` or `{name}`.

export const italianNames = {
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
export type Variable = keyof typeof italianNames

/** Texts by variable; empty if the lead has no value. */
export type Values = Record<Variable, string>

const { all, usedIn, unknownSentence, replaced } = variablesOf<Variable>(italianNames)

export { all as variables, unknownSentence }

/**
 * Leaves out a part in square brackets if one of its variables has no value, and a line that consists only of variables
 * without values. A value is never read as a template, because customers write some of the values.
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
    const used = usedIn(part)
    if (used.length === 0) return whole
    return used.every((one) => values[one]) ? part : ''
  })
  const isEmpty = usedIn(line).length > 0 && usedIn(kept).every((one) => !values[one])
  if (isEmpty && replaced(kept, () => '').trim() === '') return []
  return [replaced(kept, (variable) => values[variable])]
}
