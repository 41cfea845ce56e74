import { setTimeout as sleep } from 'node:timers/promises'
import { checkedBefore, type Database, inTransaction, type Tx } from '../platform/db.ts'
import { HttpError, unavailable } from './httpError.ts'

export interface Limits {
  /** Deadline of the work (`performance.now()`). */
  until: number
  /** Maximum milliseconds until a connection is free. */
  waitMs: number
  gated<T>(work: () => Promise<T>): Promise<T>
}

/** Milliseconds after the deadline for which the caller waits for the outcome of a commit that has begun. */
const commitMs = 200

interface Commit<T> {
  output: T
  /** Id of the transaction; null if it changed nothing, undefined if the connection ended before PostgreSQL sent it. */
  id: Promise<string | null | undefined>
}

/**
 * Throws HttpError 503 if no connection is free in time, or if the work ends after the deadline; the transaction is then
 * rolled back. Throws HttpError 504 if the commit has begun and its outcome is not known `commitMs` after the deadline.
 */
export async function inTransactionUntil<T>(
  db: Database,
  { until, waitMs, gated }: Limits,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const leftMs = () => Math.max(0, until - performance.now())
  const late = Promise.withResolvers<never>()
  let isTooLate = false
  const giveUp = () => {
    isTooLate = true
    late.reject(unavailable())
  }
  let timer = setTimeout(giveUp, Math.min(waitMs, leftMs()))
  let commit: Commit<T> | undefined
  const worked = async (tx: Tx): Promise<T> => {
    if (isTooLate) throw unavailable()
    clearTimeout(timer)
    timer = setTimeout(giveUp, leftMs())
    const output = await work(
      checkedBefore(tx, () => {
        if (isTooLate) throw unavailable()
      }),
    )
    if (isTooLate) throw unavailable()
    clearTimeout(timer)
    timer = setTimeout(() => late.reject(unknownOutcome()), leftMs() + commitMs)
    commit = { output, id: idOf(db, tx) }
    return output
  }
  try {
    return await Promise.race([gated(() => inTransaction(db.write, worked)), late.promise])
  } catch (error) {
    if (commit && isLost(error)) return await outcomeOf(db, commit, until + commitMs)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** PostgreSQL receives this query together with `commit`, so no caller waits for it. */
function idOf({ isTransaction }: Database, tx: Tx): Promise<string | null | undefined> {
  // Inside a larger transaction nothing is committed.
  if (isTransaction) return Promise.resolve(undefined)
  const query = tx<[{ id: string | null }]>`select pg_current_xact_id_if_assigned()::text as id`
  return query.then(
    ([{ id }]) => id,
    () => undefined,
  )
}

/** Returns whether a commit ended without an answer of PostgreSQL, which refuses a commit with the severity ERROR. */
function isLost(error: unknown): boolean {
  if (error instanceof HttpError) return false
  return !(error instanceof Error && 'severity' in error && error.severity === 'ERROR')
}

/** Asks on another connection how a commit ended. Throws HttpError 503 if it was rolled back. */
async function outcomeOf<T>({ write }: Database, { output, id }: Commit<T>, until: number): Promise<T> {
  const known = await Promise.race([id, sleep(until - performance.now(), undefined, { ref: false })])
  if (known === null) throw unavailable()
  while (known && performance.now() < until) {
    const asked = write<[{ status: string | null }]>`select pg_xact_status(${known}::text::xid8) as status`
    const [row] = await Promise.race([
      asked.catch(() => []),
      sleep(until - performance.now(), [], { ref: false }),
    ])
    if (row?.status === 'committed') return output
    if (row?.status === 'aborted') throw unavailable()
    await sleep(50)
  }
  throw unknownOutcome()
}

const unknownOutcome = () => new HttpError(504, (t) => t('api.unknownOutcome'), { retryAfterSeconds: 5 })
