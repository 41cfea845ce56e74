import { HttpError } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import { clockOf, romanDay, shortDayWords } from '../../../kernel/romanDay.ts'
import { italian } from '../../../languages/catalogs.ts'
import type { Tx } from '../../../platform/db.ts'
import type { TripRow } from '../trips/queries.ts'
import { type Report, ReportEvent, tripEvents } from './contract.ts'
import { eventNames, refusalOf, startHours } from './order.contract.ts'
import { driverTrip, findOwnTrip } from './queries.ts'

export const reportEvent = handle(ReportEvent, async (tx, report, caller, { clock }) => {
  const { id, event, at, key, km = null } = report
  // The lock makes a second call with the same key wait for the first one.
  await tx`select id from trips where id = ${id} for update`
  const trip = await findOwnTrip(tx, id, caller)
  if (await isRepeated(tx, report)) return driverTrip(tx, trip)
  const refusal = refusalOf(event, trip.state) ?? earlyRefusal(report, trip, clock.now())
  if (refusal) throw new HttpError(409, refusal)
  refuseFewerKm(report, trip)
  await tx`
    insert into driver_events ${tx({ trip_id: id, event, at: new Date(at), key, km })}`
  await tx`update trips set state = ${event}, updated_at = now() where id = ${id}`
  await emit(tx, tripEvents[event], { tripId: id })
  return driverTrip(tx, await findOwnTrip(tx, id, caller))
})

/** Throws HttpError 422 if the key belongs to another event of the trip. */
async function isRepeated(tx: Tx, { id, event, key }: Report): Promise<boolean> {
  const [known] = await tx<[{ event: string }?]>`
    select event from driver_events where trip_id = ${id} and key = ${key}`
  if (known && known.event !== event) {
    const message = 'Questa chiave è già di un altro evento.'
    throw new HttpError(422, message, { errors: [{ path: 'key', message }] })
  }
  return known !== undefined
}

function earlyRefusal({ event }: Report, { pickupAt }: TripRow, now: Date): string | null {
  const from = new Date(pickupAt.getTime() - startHours * 3_600_000)
  return event === 'started' && now < from
    ? `È troppo presto per «${eventNames.started}»: il viaggio si può cominciare da ${shortDayWords(italian, romanDay(from))} alle ${clockOf(from)}.`
    : null
}

function refuseFewerKm({ km = null }: Report, { events }: TripRow): void {
  const start = events.find(({ event }) => event === 'started')?.km ?? null
  if (km === null || start === null || km >= start) return
  const message = `I chilometri sono meno di quelli alla partenza (${start})`
  throw new HttpError(422, `${message}.`, { errors: [{ path: 'km', message }] })
}
