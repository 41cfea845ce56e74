import type { Context } from '../../../kernel/context.ts'
import type { Caller } from '../../../kernel/message.ts'
import type { Sql } from '../../../platform/db.ts'
import { readIndexNowState } from '../../integrations/indexnow/queries.ts'
import { periodicTasks } from '../periodic/contract.ts'
import type { Failure } from './contract.ts'

/** Maximum number of failures of one kind. */
const perKind = 5

interface Row {
  id: string
  what: string
  reason: string | null
  at: Date | null
  canRetry: boolean
}

/** Returns the latest failures of mails, reactions, jobs and periodic tasks, and of the submissions to search engines. */
export async function readFailures(read: Sql, caller: Caller, context: Context): Promise<Failure[]> {
  const [mails, effects, jobs, tasks, indexNow] = await Promise.all([
    read<Row[]>`
      select id::text, subject || ' (' || recipient || ')' as what, last_error as reason, updated_at as at,
        bounced_at is null as can_retry
      from email_messages where state = 'failed' and updated_at > now() - interval '30 days'
      order by updated_at desc, id desc limit ${perKind}`,
    read<Row[]>`
      select outbox_id::text as id, reaction as what, last_error as reason, changed_at as at, true as can_retry
      from effects where state = 'failed' order by changed_at desc, outbox_id desc, reaction limit ${perKind}`,
    read<Row[]>`
      select id::text, kind as what, error as reason, updated_at as at, false as can_retry
      from jobs where status = 'failed' and updated_at > now() - interval '7 days'
      order by updated_at desc, id desc limit ${perKind}`,
    read<Row[]>`
      select name as id, name as what, last_error as reason, ended_at as at, true as can_retry
      from periodic_runs where last_error is not null order by name`,
    readIndexNowState.answer(read, {}, caller, context),
  ])
  return [
    ...mails.map((row) => failureOf('mail', row)),
    ...effects.map((row) => failureOf('effect', row)),
    ...jobs.map((row) => failureOf('job', row)),
    ...tasks.map((row) => failureOf('task', { ...row, what: labelOf(row.id) })),
    ...(indexNow.failed > 0
      ? [
          failureOf('indexNow', {
            ...{ id: 'indexNow', what: `${indexNow.failed}`, at: null, canRetry: true },
            reason: indexNow.reason,
          }),
        ]
      : []),
  ]
}

const failureOf = (kind: Failure['kind'], { at, ...row }: Row): Failure => ({
  kind,
  ...row,
  at: at?.toISOString() ?? null,
})

const labelOf = (name: string) =>
  Object.entries(periodicTasks).find(([one]) => one === name)?.[1].label ?? name
