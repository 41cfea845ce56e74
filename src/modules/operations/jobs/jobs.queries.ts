import { HttpError } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { commandJob } from '../../../kernel/longCommand.ts'
import { answer, type Caller } from '../../../kernel/message.ts'
import { isAtLeast } from '../../../kernel/role.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { type Job, ListJobs, ReadJob } from './contract.ts'

interface JobRow {
  id: number
  kind: string
  status: Job['status']
  done: number
  total: number
  log: { at: string; message: string }[]
  result: unknown
  error: string | null
  startedBy: string
  createdAt: Date
  updatedAt: Date
}

function toJob({ done, total, log, result, error, createdAt, updatedAt, ...row }: JobRow): Job {
  return {
    ...row,
    progress: { done, total },
    log: log.map(({ at, message }) => ({ at: new Date(at).toISOString(), message })),
    ...(result === null ? {} : { result }),
    ...(error === null ? {} : { error }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** Returns the SQL condition for the jobs that a caller may read and cancel: admins all, others their own. */
export const visibleJobs = (sql: Sql | Tx, { admin, name }: Caller) =>
  admin && !isAtLeast(admin.role, 'admin') ? sql`started_by = ${name}` : sql`true`

export async function findJob(sql: Sql | Tx, id: number, caller: Caller): Promise<Job> {
  const [row] = await sql<[JobRow?]>`
    select id, kind, status, done, total, log, result, error, started_by, created_at, updated_at
    from jobs where id = ${id} and ${visibleJobs(sql, caller)}`
  if (!row) throw new HttpError(404, 'Operazione non trovata.')
  return toJob(row)
}

export const listJobs = answer(ListJobs, async (read, asked, caller) => {
  const where = read`
    ${visibleJobs(read, caller)} and kind ilike ${likeOf(asked.search)} and ${asked.kind ? read`kind = ${asked.kind}` : read`true`}`
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from jobs where ${where}`
  const columns = { createdAt: 'created_at', kind: 'kind', status: 'status' }
  // The result of a command may have a line for each route.
  const rows = await read<JobRow[]>`
    select id, kind, status, done, total, '[]'::jsonb as log, case when kind <> ${commandJob} then result end as result, error, started_by, created_at, updated_at
    from jobs where ${where} ${pageOf(read, asked, columns, '-createdAt', ['createdAt'])}`
  return { ...pages(asked, total), items: rows.map(toJob) }
})

export const readJob = answer(ReadJob, async (read, { id }, caller) => findJob(read, id, caller))
