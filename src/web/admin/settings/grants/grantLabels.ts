import type { Grant } from '../../../../modules/settings/grants/contract.ts'
import { deviceOf } from '../staff/deviceOf.ts'

export const kindNames: Record<Grant['kind'], string> = {
  session: 'Sessione del pannello',
  push: 'Notifiche',
  calendar: 'Calendario da abbonare',
  loginLink: 'Link di accesso',
}

/** Names of calendar programs, by a part of their user agent. */
const calendarPrograms = [
  ['Google-Calendar', 'Google Calendar'],
  ['Microsoft', 'Outlook'],
  ['dataaccessd', 'Calendario di iPhone o iPad'],
  ['macOS', 'Calendario del Mac'],
  ['Thunderbird', 'Thunderbird'],
] as const

/** Returns for example `Chrome su Android` or `Google Calendar`; empty before the first use of a calendar or link. */
export function deviceWords({ kind, userAgent }: Pick<Grant, 'kind' | 'userAgent'>): string {
  if (userAgent === null) return ''
  const program = kind === 'calendar' && calendarPrograms.find(([part]) => userAgent.includes(part))?.[1]
  return program || deviceOf(userAgent)
}

/** Returns for example `198.51.100.x`, because the product stores no full IP address; empty if it is unknown. */
export const networkWords = ({ network }: Pick<Grant, 'network'>): string =>
  network ? `${network}${network.includes(':') ? ':' : '.'}x` : ''

/** States what the end of each kind means for its owner. */
export const endWords: Record<Grant['kind'], string> = {
  session:
    'Non si può annullare: per rientrare da lì serve la password. Finiscono anche le notifiche di quel browser.',
  push: 'Non si può annullare: da quel browser si riattivano in Il Mio Account.',
  calendar: '',
  loginLink: 'Non si può annullare: l’ufficio può creare un link nuovo.',
}
