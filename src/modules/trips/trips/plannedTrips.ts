import { on } from '../../../kernel/message.ts'
import { inTransaction, type Sql } from '../../../platform/db.ts'
import { rideChanged } from '../../leads/inbox/contract.ts'
import type { LeadKind } from '../../leads/lead/contract.ts'
import { lockLead } from '../../leads/lead/lead.queries.ts'
import { requestCancelled } from '../../leads/status/contract.ts'
import { readWish } from '../../leads/status/status.queries.ts'
import { type RideChanges, syncTrips } from './trips.writes.ts'

export const planTrips = on('trips:planTrips', rideChanged, ({ kind, leadId, ...changes }, { write }) =>
  syncLocked(write, kind, leadId, changes),
)

export const cancelTrips = on('trips:cancelTrips', requestCancelled, async ({ wishId }, { write }) => {
  const wish = await readWish(write, wishId)
  if (wish) await syncLocked(write, wish.lead.kind, wish.lead.id)
})

/** Locks the lead first, so that concurrent reactions do not update its trips at the same time. */
async function syncLocked(write: Sql, kind: LeadKind, id: number, changes: RideChanges = {}): Promise<void> {
  await inTransaction(write, async (tx) => {
    await lockLead(tx, kind, id)
    await syncTrips(tx, { kind, id }, changes)
  })
}
