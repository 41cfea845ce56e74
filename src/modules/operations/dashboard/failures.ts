import type { Context } from '../../../kernel/context.ts'
import { whole } from '../../../kernel/list.ts'
import { isRefused } from '../../../kernel/longCommand.ts'
import { answer, type Caller } from '../../../kernel/message.ts'
import { isAtLeast } from '../../../kernel/role.ts'
import type { Sql } from '../../../platform/db.ts'
import { indexNowState } from '../../integrations/indexnow/submissions.queries.ts'
import { unreadableMails } from '../../integrations/mailbox/replyMailbox.queries.ts'
import { canRetryJob } from '../jobs/contract.ts'
import { visibleJobs } from '../jobs/jobs.queries.ts'
import { canRunNow, labelOf } from '../periodic/contract.ts'
import { isFailedEffect, isFailedJob, isFailingTask, isRefusedMail } from '../status/health.queries.ts'
import { type Failure, ListFailures } from './contract.ts'

interface Row {
  id: string
  what: string
  reason: string | null
  at: Date | null
}

/** Maximum number of failures of one kind in the list of the system status. */
const listedMax = 100

export const listFailures = answer(ListFailures, async (read, _input, caller, context) =>
  whole(await readFailures(read, listedMax, caller, context)),
)

/** Returns the latest failures that staff did not drop, at most `perKind` of each kind. */
export async function readFailures(
  read: Sql,
  perKind: number,
  caller: Caller,
  context: Context,
): Promise<Failure[]> {
  const mails = read<Row[]>`
    select id::text, subject || ' (' || recipient || ')' as what, last_error as reason, updated_at as at
    from email_messages where ${isRefusedMail(read)}
    order by updated_at desc, id desc limit ${perKind}`
  const jobs = read<(Row & { isRefused: boolean })[]>`
    select id::text, kind as what, error as reason, updated_at as at, ${isRefused(read)} as is_refused
    from jobs where ${isFailedJob(read)} and ${visibleJobs(read, caller)}
    order by updated_at desc, id desc limit ${perKind}`
  const isAdmin = caller.admin === null || isAtLeast(caller.admin.role, 'admin')
  return [
    ...(await mails).map((row) => failureOf('mail', row)),
    ...(await unreadable(read, perKind)),
    ...(isAdmin ? await effects(read, perKind) : []),
    ...(await jobs).map(({ isRefused, ...row }) => ({
      ...failureOf('job', row),
      canRetry: canRetryJob(row.what) && !isRefused,
    })),
    ...(isAdmin ? await tasks(read) : []),
    ...(isAdmin ? await refusedAddresses(read, context) : []),
  ]
}

async function unreadable(read: Sql, perKind: number): Promise<Failure[]> {
  const mails = await unreadableMails(read, perKind)
  return mails.map(({ id, fromName, fromAddress, subject, arrivedAt, reason, givenUpAt }) => {
    const sender = fromName || fromAddress || 'mittente sconosciuto'
    const what = `${subject || 'senza oggetto'} (${sender})`
    return { kind: 'unreadable', id: String(id), what, reason, at: arrivedAt ?? givenUpAt, canRetry: true }
  })
}

async function effects(read: Sql, perKind: number): Promise<Failure[]> {
  const rows = await read<Row[]>`
    select outbox_id::text as id, reaction as what, last_error as reason, changed_at as at
    from effects where ${isFailedEffect(read)}
    order by changed_at desc, outbox_id desc, reaction limit ${perKind}`
  return rows.map((row) => failureOf('effect', row))
}

async function tasks(read: Sql): Promise<Failure[]> {
  const rows = await read<Row[]>`
    select name as id, name as what, coalesce(last_error, 'non è finito') as reason, ended_at as at
    from periodic_runs where ${isFailingTask(read)} order by name`
  return rows.map((row) => ({
    ...failureOf('task', { ...row, what: labelOf(row.id) }),
    canRetry: canRunNow(row.id),
  }))
}

async function refusedAddresses(read: Sql, context: Context): Promise<Failure[]> {
  const { failed, reason } = await indexNowState(read, context)
  return failed > 0 ? [failureOf('indexNow', { id: 'indexNow', what: `${failed}`, at: null, reason })] : []
}

const failureOf = (kind: Failure['kind'], { at, ...row }: Row): Failure => ({
  kind,
  ...row,
  at: at?.toISOString() ?? null,
  canRetry: true,
})
