import { emitAll } from '../../../kernel/outbox.ts'
import type { Sql } from '../../../platform/db.ts'
import { openingHours } from '../../settings/company/company.queries.ts'
import type { LeadKind } from '../lead/contract.ts'
import { dueAt, reminderMinutes } from './answerClock.contract.ts'
import { answerOverdue } from './contract.ts'

/** Number of rows per transaction, few enough to keep locks short. */
const together = 200

/** Skips leads older than two days, for which a reminder is useless. Returns the number of events. */
export async function announceOverdue(write: Sql, now: Date): Promise<number> {
  const waiting = await write<{ kind: LeadKind; id: number; createdAt: Date }[]>`
    select kind, id, created_at from leads
    where status = 'nuova' and answered_at is null and overdue_at is null
      and created_at between ${now}::timestamptz - interval '2 days'
        and ${now}::timestamptz - make_interval(mins => ${reminderMinutes})`
  const hours = await openingHours(write)
  const due = waiting.filter(({ createdAt }) => dueAt(createdAt, reminderMinutes, hours) <= now)
  let announced = 0
  for (let from = 0; from < due.length; from += together) {
    const part = due.slice(from, from + together)
    announced += await write.begin(async (tx) => {
      // Checks the conditions again: another worker may have emitted the event, or staff may have answered.
      const rows = await tx<{ kind: LeadKind; leadId: number }[]>`
        update leads set overdue_at = now()
        where (kind, id) in (select kind, id from unnest(${part.map(({ kind }) => kind)}::text[], ${part.map(({ id }) => id)}::bigint[]) as late (kind, id))
          and overdue_at is null and status = 'nuova' and answered_at is null
        returning kind, id as lead_id`
      await emitAll(tx, answerOverdue, rows)
      return rows.length
    })
  }
  return announced
}
