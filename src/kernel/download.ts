import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { PendingQuery } from 'postgres'
import { inTransaction, readerOf, readUpToDate, type Sql } from '../platform/db.ts'
import type { Context } from './context.ts'
import { HttpError, unavailable } from './httpError.ts'
import type { Caller, Query } from './message.ts'
import { checked, type Runtime, readable } from './run.ts'

// A file is sent while its rows are read, so that no process holds a whole table.

export type Send = (part: string | Uint8Array) => Promise<void>

/** Connection and reader of a download. */
export interface OpenFile {
  /** A read-only transaction of its own. */
  read: Sql
  /** Waits until the reader takes the part. Rejects when the reader has gone or the time is over. */
  send: Send
}

export interface DownloadHandler<I extends TObject = TObject, O extends TSchema = TSchema> {
  message: Query<I, O>
  /** Returns the number of rows that it has sent. */
  sendRows(file: OpenFile, input: Static<I>, caller: Caller, context: Context): Promise<number>
}

/** Declares how the file of a query is made. */
export const download = <I extends TObject, O extends TSchema>(
  message: Query<I, O>,
  sendRows: DownloadHandler<I, O>['sendRows'],
): DownloadHandler<I, O> => ({ message, sendRows })

/** Fetches the rows of a query in parts of 500. The time limit of a statement applies to each part. */
export async function* partsOf<Row extends object>(
  read: Sql,
  rows: PendingQuery<Row[]>,
): AsyncGenerator<readonly Row[], void> {
  await read`declare parts no scroll cursor for ${rows}`
  for (;;) {
    // Not prepared: a prepared statement keeps the columns of the first cursor of its connection.
    const part = await read.unsafe<Row[]>('fetch 500 from parts')
    if (part.length === 0) return
    yield part
  }
}

/** Milliseconds after which a file ends, because its transaction keeps old row versions and its turn keeps others waiting. */
const wholeMs = 10 * 60_000

/**
 * Calls `send` with the parts of the file and returns the number of rows. Throws HttpError 422 for invalid input, and 503
 * if the first part comes too late, or the whole file; the work then ends too.
 */
export async function runDownload<I extends TObject, O extends TSchema>(
  { db, context }: Runtime,
  { message, sendRows }: DownloadHandler<I, O>,
  input: unknown,
  caller: Caller,
  send: Send,
): Promise<number> {
  const value = checked(message, input, context, caller) as Static<I>
  const firstMs = Math.max(message.timeoutMs ?? 0, context.answerMs)
  const until = (caller.askedAt ?? performance.now()) + firstMs
  const late = Promise.withResolvers<never>()
  let isOver = false
  let timer = setTimeout(() => late.reject(unavailable()), Math.max(0, until - performance.now()))
  const startedAt = performance.now()
  let isFirst = true
  const sendInTime: Send = async (part) => {
    if (isOver) throw unavailable()
    if (isFirst) {
      isFirst = false
      clearTimeout(timer)
      timer = setTimeout(() => late.reject(unavailable()), startedAt + wholeMs - performance.now())
    }
    await send(part)
  }
  const madeBy = (pool: Sql) =>
    inTransaction(pool, async (tx) => {
      await tx`
        select set_config('statement_timeout', ${String(firstMs)}, true),
          set_config('idle_in_transaction_session_timeout', ${String(wholeMs)}, true)`
      return sendRows({ read: readerOf(tx), send: sendInTime }, value, caller, context)
    })
  const canRepeat = () => isFirst && !isOver
  const made = () => readUpToDate(db, madeBy, canRepeat)
  const gate = message.gate && context.gates[message.gate]
  try {
    const work = gate ? gate.run({ rank: 'session', until }, made) : made()
    return await Promise.race([work, late.promise])
  } catch (error) {
    throw error instanceof HttpError ? error : readable(error)
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}
