import { audit } from '../../../kernel/audit.ts'
import { handle } from '../../../kernel/message.ts'
import { findTrip, shownTrip } from '../trips/trips.queries.ts'
import { ReportEvent, ReportForDriver, tripReported } from './contract.ts'
import { driverTrip, findOwnTrip } from './driverTrips.ts'
import { recordEvent } from './rideEvents.ts'

export const reportEvent = handle(ReportEvent, async (tx, report, caller, { clock }) => {
  const { id } = report
  // The lock makes a second call with the same key wait for the first call.
  await tx`select id from trips where id = ${id} for update`
  await recordEvent(tx, await findOwnTrip(tx, id, caller), report, clock.now())
  return driverTrip(tx, await findOwnTrip(tx, id, caller))
})

export const reportForDriver = handle(ReportForDriver, async (tx, report, caller, { clock }) => {
  const { id } = report
  await tx`select id from trips where id = ${id} for update`
  const before = await findTrip(tx, id)
  await recordEvent(tx, before, report, clock.now())
  const after = await findTrip(tx, id)
  if (after.state !== before.state)
    await audit(tx, caller, tripReported, `trips/${id}`, { state: before.state }, { state: after.state })
  return shownTrip(after)
})
