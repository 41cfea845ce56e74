import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { emit } from '../../../kernel/outbox.ts'
import { clockOf, dayWords, romanDay } from '../../../kernel/romanDay.ts'
import { italian } from '../../../languages/catalogs.ts'
import type { Tx } from '../../../platform/db.ts'
import { closeSheet, openSheet } from '../sheets/writes.ts'
import type { TripRow } from '../trips/queries.ts'
import { type Report, tripEvents } from './contract.ts'
import { eventNames, needsKm, refusalOf, startHours } from './order.contract.ts'

/**
 * A repeat with the same key changes nothing. Throws HttpError 409 for a report in the wrong order or too early. The
 * caller must have locked the trip before reading it.
 */
export async function recordEvent(tx: Tx, trip: TripRow, report: Report, now: Date): Promise<void> {
  const { id, event, at, key, km = null } = report
  if (await isRepeated(tx, report)) return
  const reason = refusalOf(event, trip.state) ?? earlyRefusal(report, trip, now)
  if (reason) throw new HttpError(409, reason)
  await writeSheet(tx, report)
  await tx`
    insert into driver_events ${tx({ trip_id: id, event, at: new Date(at), key, km })}`
  await tx`update trips set state = ${event}, updated_at = now() where id = ${id}`
  await emit(tx, tripEvents[event], { tripId: id })
}

/** Throws HttpError 422 if the key belongs to a different event of the trip. */
async function isRepeated(tx: Tx, { id, event, key }: Report): Promise<boolean> {
  const [known] = await tx<[{ event: string }?]>`
    select event from driver_events where trip_id = ${id} and key = ${key}`
  if (known && known.event !== event) throw refusal('key', 'Questa chiave è già di un altro evento.')
  return known !== undefined
}

function earlyRefusal({ event }: Report, { pickupAt }: TripRow, now: Date): string | null {
  const from = new Date(pickupAt.getTime() - startHours * 3_600_000)
  return event === 'started' && now < from
    ? `È troppo presto per «${eventNames.started}»: il viaggio si può cominciare dalle ${clockOf(from)} di ${dayWords(italian, romanDay(from))}.`
    : null
}

async function writeSheet(tx: Tx, { id: tripId, event, at: text, km = null }: Report): Promise<void> {
  const at = new Date(text)
  if (km === null && needsKm(event)) throw refusal('km', 'Scrivi i chilometri del contachilometri.')
  if (event === 'started') await openSheet(tx, { tripId, startKm: km ?? 0, at })
  if (event === 'finished' || event === 'noShow') await closeSheet(tx, { tripId, endKm: km, at })
}
