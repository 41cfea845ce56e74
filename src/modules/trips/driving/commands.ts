import { handle } from '../../../kernel/message.ts'
import { ReportEvent } from './contract.ts'
import { driverTrip, findOwnTrip } from './queries.ts'
import { recordEvent } from './writes.ts'

export const reportEvent = handle(ReportEvent, async (tx, report, caller, { clock }) => {
  const { id } = report
  // The lock makes a second call with the same key wait for the first one.
  await tx`select id from trips where id = ${id} for update`
  await recordEvent(tx, await findOwnTrip(tx, id, caller), report, clock.now())
  return driverTrip(tx, await findOwnTrip(tx, id, caller))
})
