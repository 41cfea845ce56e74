import { emitAll } from '../../../kernel/outbox.ts'
import type { Sql } from '../../../platform/db.ts'
import { openingHours } from '../../settings/site/queries.ts'
import { tableOf } from '../requests/tables.contract.ts'
import { dueAt, reminderMinutes } from './answerClock.contract.ts'
import { answerOverdue, type LeadKind } from './contract.ts'

/** Marked in one transaction, which holds their rows for a moment only. */
const together = 200

/**
 * Says of each lead that nobody has touched for ten minutes of opening time that it is overdue: once, and nothing of
 * leads older than two days, which a reminder would not save. Answers how many.
 */
export async function announceOverdue(write: Sql, now: Date): Promise<number> {
  const waiting = await write<{ kind: LeadKind; id: number; createdAt: Date }[]>`
    select kind, id, created_at from leads
    where status = 'nuova' and answered_at is null and overdue_at is null
      and created_at between ${now}::timestamptz - interval '2 days'
        and ${now}::timestamptz - make_interval(mins => ${reminderMinutes})`
  const hours = await openingHours(write)
  const due = waiting.filter(({ createdAt }) => dueAt(createdAt, reminderMinutes, hours) <= now)
  let announced = 0
  for (const [kind, leads] of Map.groupBy(due, (lead) => lead.kind))
    for (let from = 0; from < leads.length; from += together) {
      const ids = leads.slice(from, from + together).map(({ id }) => id)
      announced += await write.begin(async (tx) => {
        // Asked again: another worker sweeps at the same moment, or somebody has just answered.
        const rows = await tx<{ id: number }[]>`
          update ${tx(tableOf[kind])} set overdue_at = now()
          where id = any(${ids}) and overdue_at is null and status = 'nuova' and answered_at is null returning id`
        if (rows.length > 0)
          await emitAll(
            tx,
            answerOverdue,
            rows.map(({ id }) => ({ kind, leadId: id })),
          )
        return rows.length
      })
    }
  return announced
}
