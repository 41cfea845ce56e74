import type { FleetWarning } from '../../../../modules/trips/reminders/contract.ts'
import { showNumericDay } from '../../kit/format.ts'

const documents = {
  licence: { words: (name: string) => `La patente di ${name} è`, list: 'autisti' },
  certificate: { words: (name: string) => `Il CAP / KB di ${name} è`, list: 'autisti' },
  authorization: { words: (name: string) => `L’autorizzazione del veicolo ${name} è`, list: 'veicoli' },
} as const

/** Returns the warning as a row of "Da curare", with the path of the form of its vehicle or driver. */
export function fleetMatter({ kind, id, name, day, until, isPast }: FleetWarning) {
  const tone = isPast ? ('bad' as const) : ('warn' as const)
  const row = { id: `${kind}-${id}`, tone, action: 'Apri' }
  if (kind === 'outOfService') {
    const end = until ? ` al ${showNumericDay(until)}` : ''
    const text = `Il veicolo ${name} è fuori servizio dal ${showNumericDay(day)}${end}.`
    return { ...row, text, to: `/admin/veicoli/${id}/` }
  }
  const { words, list } = documents[kind]
  const text = isPast
    ? `${words(name)} scaduta il ${showNumericDay(day)}.`
    : `${words(name)} valida fino al ${showNumericDay(day)}.`
  return { ...row, text, to: `/admin/${list}/${id}/` }
}
