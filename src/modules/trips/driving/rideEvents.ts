import { type CheckedTime, checkedTime } from '../../../kernel/claimedTime.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { emit } from '../../../kernel/outbox.ts'
import { clockOf, dayWords, romanDay } from '../../../kernel/romanDay.ts'
import { italian } from '../../../languages/catalogs.ts'
import type { Tx } from '../../../platform/db.ts'
import { closeSheet, openSheet } from '../sheets/sheets.writes.ts'
import type { TripRow } from '../trips/trips.queries.ts'
import { type Report, tripEvents } from './contract.ts'
import { eventNames, needsKm, refusalOf, startHours } from './order.contract.ts'

/**
 * A repeat with the same key changes nothing. Throws HttpError 409 for a report in the wrong order or too early. The
 * caller must have locked the trip before reading it.
 */
export async function recordEvent(tx: Tx, trip: TripRow, report: Report, now: Date): Promise<void> {
  const { id, event, key, km = null } = report
  if (await isRepeated(tx, report)) return
  const reason = refusalOf(event, trip.state) ?? earlyRefusal(report, trip, now)
  if (reason) throw new HttpError(409, reason)
  const time = checkedTime(report.at, { from: earliestStart(trip), now })
  await writeSheet(tx, report, trip, time)
  const { at, isReceipt } = time
  await tx`
    insert into driver_events ${tx({ trip_id: id, event, at, is_receipt_time: isReceipt, key, km })}`
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

/** No step of a trip happens earlier than this. */
const earliestStart = ({ pickupAt }: TripRow) => new Date(pickupAt.getTime() - startHours * 3_600_000)

function earlyRefusal({ event }: Report, trip: TripRow, now: Date): string | null {
  const from = earliestStart(trip)
  return event === 'started' && now < from
    ? `È troppo presto per «${eventNames.started}»: il viaggio si può cominciare dalle ${clockOf(from)} di ${dayWords(italian, romanDay(from))}.`
    : null
}

async function writeSheet(
  tx: Tx,
  { id: tripId, event, km = null }: Report,
  { pickupAt }: TripRow,
  time: CheckedTime,
): Promise<void> {
  if (km === null && needsKm(event)) throw refusal('km', 'Scrivi i chilometri del contachilometri.')
  if (event === 'started') await openSheet(tx, { tripId, startKm: km ?? 0, time, pickupAt })
  if (event === 'finished' || event === 'noShow') await closeSheet(tx, { tripId, endKm: km, time })
}
