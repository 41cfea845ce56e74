import type { FleetWarning } from '../../../../modules/trips/reminders/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { showNumericDay } from '../../kit/format.ts'

const documents = {
  licence: { words: (name: string) => `La patente di ${name} è`, ending: 'a', screen: 'autisti/:id/' },
  certificate: { words: (name: string) => `Il CAP / KB di ${name} è`, ending: 'o', screen: 'autisti/:id/' },
  authorization: {
    words: (name: string) => `L’autorizzazione del veicolo ${name} è`,
    ending: 'a',
    screen: 'veicoli/:id/',
  },
} as const

/** Returns a warning as a row of "Da curare". The row links to the form of the vehicle or driver. */
export function fleetMatter({ kind, id, name, day, until, isPast }: FleetWarning) {
  const tone = isPast ? ('bad' as const) : ('warn' as const)
  const row = { id: `${kind}-${id}`, tone, action: 'Apri' }
  if (kind === 'outOfService') {
    const end = until ? ` al ${showNumericDay(until)}` : ''
    const text = `Il veicolo ${name} è fuori servizio dal ${showNumericDay(day)}${end}.`
    return { ...row, text, to: adminPath('veicoli/:id/', { id }) }
  }
  const { words, ending, screen } = documents[kind]
  const state = isPast ? `scadut${ending} il` : `valid${ending} fino al`
  const text = `${words(name)} ${state} ${showNumericDay(day)}.`
  return { ...row, text, to: adminPath(screen, { id }) }
}
