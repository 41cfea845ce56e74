import { audit } from '../../../kernel/audit.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import { comparable } from '../../../kernel/pasted.ts'
import { ridesOf } from './contract.ts'
import { dispatched } from './dispatchedTrips.ts'
import { JoinTrips, SplitTrip, tripSplit, tripsJoined, waitMinutesMax } from './joins.contract.ts'
import { lockedTrip, lockParties, refuseStarted, takeOut, takeOver } from './rides.writes.ts'
import { findTrip, impersonal, shownTrip, type TripRow } from './trips.queries.ts'

const join = dispatched(JoinTrips, tripsJoined, async (tx, { id, tripIds }, caller) => {
  await lockParties(tx)
  const ids = [id, ...tripIds.filter((other) => other !== id)]
  // Locks the trips in the order of their ids, which prevents deadlocks.
  const locked: TripRow[] = []
  for (const one of ids.toSorted((a, b) => a - b)) locked.push(await lockedTrip(tx, one))
  const host = locked.find((one) => one.id === id)
  const others = locked.filter((one) => one.id !== id)
  if (!host || others.length === 0) throw new HttpError(422, 'Scegli un altro viaggio da unire.')
  for (const trip of locked) refuseAlone(trip)
  for (const other of others) refuseDifferent(host, other)
  await takeOver(tx, host, others)
  const after = await findTrip(tx, id)
  const before = { ...impersonal(host), joined: others.map((other) => other.id) }
  await audit(tx, caller, tripsJoined, `trips/${id}`, before, impersonal(after))
  return shownTrip(after)
})

export const joinTrips = handle(JoinTrips, join)

const split = dispatched(SplitTrip, tripSplit, async (tx, { id, parties = [], addedIds = [] }, caller) => {
  await lockParties(tx)
  const trip = await lockedTrip(tx, id)
  refuseStarted(trip)
  const leaving = {
    parties: trip.parties.filter((party) =>
      parties.some(({ leadKind, leadId }) => leadKind === party.leadKind && leadId === party.leadId),
    ),
    addedIds: trip.added.map((ride) => ride.id).filter((one) => addedIds.includes(one)),
  }
  const count = leaving.parties.length + leaving.addedIds.length
  if (count === 0) throw new HttpError(409, 'Queste persone non sono più in questo viaggio.')
  if (count === ridesOf(trip)) throw new HttpError(409, 'Nel viaggio deve restare almeno una corsa.')
  const ownId = await takeOut(tx, trip, leaving)
  const after = await findTrip(tx, id)
  const own = await findTrip(tx, ownId)
  await audit(tx, caller, tripSplit, `trips/${id}`, impersonal(trip), {
    ...impersonal(after),
    split: ownId,
  })
  return shownTrip(own)
})

export const splitTrip = handle(SplitTrip, split)

function refuseAlone(trip: TripRow): void {
  refuseStarted(trip)
  if (trip.state === 'cancelled') throw new HttpError(409, 'Un viaggio annullato non si può unire.')
}

function refuseDifferent(host: TripRow, other: TripRow): void {
  const isSame = (one: string, two: string) => comparable(one) === comparable(two)
  if (!isSame(host.from, other.from) && !isSame(host.to, other.to))
    throw new HttpError(409, 'I viaggi non hanno né la stessa partenza né la stessa destinazione.')
  if (host.vehicleKind && other.vehicleKind && host.vehicleKind !== other.vehicleKind)
    throw new HttpError(409, 'I clienti hanno prenotato tipi di veicolo diversi.')
  const minutes = Math.abs(host.pickupAt.getTime() - other.pickupAt.getTime()) / 60_000
  if (minutes > waitMinutesMax)
    throw new HttpError(
      409,
      `Fra le due partenze passano ${minutes} minuti: chi arriva per primo ne aspetta al massimo ${waitMinutesMax}.`,
    )
}
