import type { Sql } from '../../db.ts'
import { emit } from '../../outbox.ts'
import { openingHours } from '../settings/queries.ts'
import { dueAt, reminderMinutes } from './answerClock.ts'
import { answerOverdue, type LeadKind } from './contract.inbox.ts'
import { tableOf } from './tables.ts'

/**
 * Says of each lead that nobody has touched for ten minutes of opening time that it is overdue: once, and nothing of
 * leads older than two days, which a reminder would not save. Answers how many.
 */
export async function announceOverdue(write: Sql, now = new Date()): Promise<number> {
  const waiting = await write<{ kind: LeadKind; id: number; createdAt: Date }[]>`
    select kind, id, created_at from leads
    where status = 'nuova' and answered_at is null and overdue_at is null
      and created_at between ${now}::timestamptz - interval '2 days'
        and ${now}::timestamptz - make_interval(mins => ${reminderMinutes})`
  const hours = await openingHours(write)
  let announced = 0
  for (const { kind, id, createdAt } of waiting) {
    if (dueAt(createdAt, reminderMinutes, hours) > now) continue
    await write.begin(async (tx) => {
      // Asked again: another worker sweeps at the same moment, or somebody has just answered.
      const [row] = await tx`
        update ${tx(tableOf[kind])} set overdue_at = now()
        where id = ${id} and overdue_at is null and status = 'nuova' and answered_at is null returning id`
      if (!row) return
      await emit(tx, answerOverdue, { kind, leadId: id })
      announced += 1
    })
  }
  return announced
}
