import type { Static, TObject } from '@sinclair/typebox'
import { audit } from '../../../kernel/audit.ts'
import { type Conflict, type RecordedRow, restoredTable } from '../../../kernel/bulkActList.ts'
import { orNull } from '../../../kernel/httpError.ts'
import type { Act, Caller, Command } from '../../../kernel/message.ts'
import { recorded } from '../../../kernel/recordedAct.ts'
import type { Tx } from '../../../platform/db.ts'
import { isOtherRide, refuseClashes } from './clashes.ts'
import { type DispatchedTrip, type Trip, tripChanged } from './contract.ts'
import { lockLeads } from './leadMoves.ts'
import { lockParties } from './rides.writes.ts'
import { findTrip, impersonal, type TripRow } from './trips.queries.ts'

/** Makes the command of a dispatcher a recorded act, which staff undo as a whole. */
export function dispatched<I extends TObject, More extends unknown[]>(
  message: Command<I, typeof DispatchedTrip>,
  { label }: Act,
  fn: (tx: Tx, input: Static<I>, caller: Caller, ...more: More) => Promise<Trip>,
): (tx: Tx, input: Static<I>, caller: Caller, ...more: More) => Promise<DispatchedTrip> {
  return recorded({ message: message as unknown as Command, ...dispatchOf(label) }, fn)
}

/** Returns how staff undo an act of a dispatcher. */
export const dispatchOf = (title: string) => ({ title, lock: lockTrips, refusalOf })

/** Locks the leads of the trips, the parties and the trips, in the order of reactions to a changed lead. */
async function lockTrips(tx: Tx, rows: RecordedRow[]): Promise<void> {
  const ids = rows.flatMap(({ tableName, key }) => (tableName === 'trips' ? [Number(key.id)] : []))
  const ordered = [...new Set(ids)].toSorted((one, other) => one - other)
  for (const id of ordered) await lockLeads(tx, id)
  await lockParties(tx)
  await tx`select id from trips where id = any(${ordered}) order by id for update`
}

const columnWords: Record<string, string> = {
  vehicle_id: 'veicolo',
  driver_id: 'autista',
  state: 'stato',
  pickup_at: 'partenza',
  ends_at: 'arrivo',
  from_place: 'luogo di partenza',
  to_place: 'destinazione',
  address: 'indirizzo',
  passengers: 'passeggeri',
  bags: 'bagagli',
  flight_or_train: 'volo o treno',
  total: 'prezzo',
}

function refusalOf({ result, table, columns = [] }: Conflict): string {
  if (result === 'taken') return 'Il veicolo o l’autista non è più libero: assegna di nuovo il viaggio.'
  const isOfLead = columns.length > 0 && columns.every((column) => column.startsWith('asked_'))
  if ((table !== 'trips' && table !== 'rides') || isOfLead)
    return 'La richiesta è cambiata di nuovo in seguito: cambia il viaggio a mano.'
  if (result === 'gone') return 'Il viaggio non c’è più così: è stato unito, diviso o eliminato in seguito.'
  const words = columns.flatMap((column) => columnWords[column] ?? [])
  const details = words.length > 0 ? ` (${words.join(', ')})` : ''
  return `Il viaggio è cambiato di nuovo in seguito${details}: guarda com’è ora.`
}

restoredTable<TripRow>('trips', {
  read: (tx, { id }) => orNull(findTrip(tx, id)),
  announce: async (tx, before, after, caller) => {
    if (!after) return
    const { vehicleId, driverId } = after
    const isSameWork =
      before?.vehicleId === vehicleId && before.driverId === driverId && !isOtherRide(before, after)
    if (!isSameWork && vehicleId !== null && driverId !== null)
      await refuseClashes(tx, after, vehicleId, driverId)
    if (before)
      await audit(tx, caller, tripChanged, `trips/${after.id}`, impersonal(before), impersonal(after))
  },
})
