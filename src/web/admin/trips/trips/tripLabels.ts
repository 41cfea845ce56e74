import type { Vehicle } from '../../../../modules/trips/fleet/contract.ts'
import type { Trip } from '../../../../modules/trips/trips/contract.ts'
import { countOf } from '../../kit/format.ts'

export const tripStates: Record<
  Trip['state'],
  { label: string; tone: 'info' | 'ok' | 'warn' | 'bad' | 'quiet' }
> = {
  planned: { label: 'da assegnare', tone: 'warn' },
  assigned: { label: 'assegnato', tone: 'ok' },
  started: { label: 'in viaggio', tone: 'info' },
  onSite: { label: 'sul posto', tone: 'info' },
  aboard: { label: 'a bordo', tone: 'info' },
  finished: { label: 'concluso', tone: 'quiet' },
  noShow: { label: 'cliente assente', tone: 'bad' },
  cancelled: { label: 'annullato', tone: 'quiet' },
}

/** Returns for example `3 posti, 1 bagaglio`. */
export const roomOf = ({ seats, bags }: Pick<Vehicle, 'seats' | 'bags'>) =>
  `${countOf(seats, ['posto', 'posti'])}, ${countOf(bags, ['bagaglio', 'bagagli'])}`
