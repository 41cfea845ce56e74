import type { Static, TObject, TSchema } from '@sinclair/typebox'
import { inTransaction, readerUpToDate, type Sql, type Tx } from '../platform/db.ts'
import type { Context } from './context.ts'
import { HttpError, unavailable } from './httpError.ts'
import type { Caller, Query } from './message.ts'
import { checked, type Runtime, readable } from './run.ts'

// A file is sent while its rows are read, so that no process holds a whole table.

export type Send = (part: string | Uint8Array) => Promise<void>

/** What a download reads and sends. */
export interface OpenFile {
  /** A read-only transaction for the rows of the file, which come by cursor. */
  tx: Tx
  /** Other connections, because a cursor occupies that of `tx`. */
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

/** Rows that a cursor fetches together. */
export const rowsTogether = 500

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
  const made = async () => {
    const read = await readerUpToDate(db)
    return inTransaction(read, async (tx) => {
      await tx`select set_config('statement_timeout', ${String(firstMs)}, true)`
      return sendRows({ tx, read, send: sendInTime }, value, caller, context)
    })
  }
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
