import { setTimeout as sleep } from 'node:timers/promises'
import type { Static, TObject } from '@sinclair/typebox'
import { officeLanguage } from '../languages/office.ts'
import { checkedBefore, type Database, isUnable, readUpToDate, type Sql, type Tx } from '../platform/db.ts'
import { codeOf, reasonOf } from '../platform/log.ts'
import { clean, cleanReply, problems } from './check.ts'
import type { Context } from './context.ts'
import { type FieldError, HttpError, unavailable } from './httpError.ts'
import { claimKey, earlierReply, keyedCall, storeReply } from './idempotency.ts'
import { putOff } from './longCommand.ts'
import { type AnyHandler, type AnyMessage, type Caller, messageName, type ReplyOf } from './message.ts'
import { readableEmail } from './readableEmail.ts'
import { readBeside } from './readModel.ts'
import { refusedByTable } from './refusedByTable.ts'
import { inTransactionUntil, type Limits } from './timelyTransaction.ts'
import { unknownKeys } from './unknownKeys.ts'

export interface Runtime {
  db: Database
  context: Context
  /** Receives errors that the response hides. */
  log?: { error(details: object, text: string): void }
}

/** Milliseconds of a command's time that are kept for its work. The rest is its maximum wait for a connection. */
const workMs = 800

/**
 * Single entry point: HTTP, CLI, worker and tests call handlers through `run`. Returns the fields that the contract
 * lists. Throws HttpError 422 for invalid input, 429 above the limit, 503 if the database answers too late, 504 if nobody
 * knows whether a command was committed, and the refusals of `refusedByTable` and the handler. After a 503 nothing is done.
 */
export async function run<H extends AnyHandler>(
  runtime: Runtime,
  handler: H,
  input: unknown,
  caller: Caller,
): Promise<ReplyOf<H>> {
  // The handler's type guarantees the reply, which TypeScript cannot follow here.
  return (await runUntyped(runtime, handler, input, caller)) as ReplyOf<H>
}

async function runUntyped(
  runtime: Runtime,
  handler: AnyHandler,
  input: unknown,
  caller: Caller,
): Promise<unknown> {
  const { message } = handler
  const { value, errors, isWellFormed } = examined(message, input, runtime.context, caller)
  // The deadline covers the whole HTTP request, including the session lookup.
  const timeoutMs = Math.max(message.timeoutMs ?? 0, runtime.context.answerMs)
  const until = (caller.askedAt ?? performance.now()) + timeoutMs
  const name = messageName(message)
  const keyed = 'execute' in handler ? keyedCall(runtime.context, handler.message, value, caller) : null
  // A repeat gets the first response even if the time in it has passed since.
  const earlier = keyed && isWellFormed && (await before(until, earlierReply(runtime.db.write, keyed)))
  if (earlier) return earlier.reply
  refuse(errors)
  const gate = message.gate && runtime.context.gates[message.gate]
  const gated = <T>(work: () => Promise<T>) => (gate ? gate.run({ rank: 'session', until }, work) : work())
  if ('answer' in handler) {
    // The API process counts calls of cached queries in memory: a count in the database costs more than the response.
    if ('limit' in handler.message && handler.message.limit && handler.message.maxAgeSeconds === undefined)
      await before(until, caller.count?.(handler.message.limit))
    let isOver = false
    const refuseLate = () => {
      if (isOver) throw unavailable()
    }
    const answer = async (read: Sql) =>
      handler.answer(checkedBefore(read, refuseLate), value, caller, runtime.context)
    // The standby database may answer staff, because their lists are large. Public and internal reads, such as
    // the session lookup, must see every change.
    const isHeavy = message.access !== 'public' && message.access !== 'internal'
    return cleanReply(
      message.output,
      await before(
        until,
        gated(() => (isHeavy ? readUpToDate(runtime.db, answer) : answer(runtime.db.read))),
        () => {
          isOver = true
        },
      ),
    )
  }
  if ('limit' in message && message.limit) await before(until, caller.count?.(message.limit))
  if ('admit' in handler && handler.admit)
    await before(until, handler.admit(runtime.db.write, value, runtime.context))
  const limits = { until, waitMs: timeoutMs - workMs, gated }
  const output = await inTimelyTransaction(runtime.db, limits, async (tx) => {
    readBeside(tx, runtime.db.read)
    const earlier = keyed && !(await claimKey(tx, keyed)) && (await earlierReply(tx, keyed))
    if (earlier) return earlier.reply
    const reply =
      (caller.isAnsweredAtOnce && (await putOff(tx, name, value, caller))) ||
      cleanReply(
        message.output,
        await handler.execute(tx, value, { ...caller, command: name }, runtime.context),
      )
    if (keyed) await storeReply(tx, keyed, reply)
    return reply
  })
  // Inside a larger transaction nothing is committed yet, so there is nothing to report.
  if (!('report' in handler) || !handler.report || runtime.db.isTransaction) return output
  const report = handler.report(runtime.db.read, output, value, runtime.context)
  try {
    return cleanReply(message.output, await before(until, report))
  } catch (error) {
    // The command is done, so a report that fails or comes too late must not be answered with an error.
    const isLate = error instanceof HttpError && error.status === 503
    if (!isLate)
      runtime.log?.error({ call: name, reason: reasonOf(error) }, 'failed to report a done command')
    return output
  }
}

/** Reads what no reply of a query can be, such as a file. Throws HttpError 503 as `run` does. */
export function readInTime<T>(
  { db, context }: Pick<Runtime, 'db' | 'context'>,
  work: (read: Sql) => Promise<T>,
): Promise<T> {
  return before(performance.now() + context.answerMs, work(db.read))
}

/** Throws HttpError 422 if the input is invalid. */
export function checked(
  message: AnyMessage,
  input: unknown,
  context: Context,
  caller: Pick<Caller, 'language'> = {},
): Static<TObject> {
  const { value, errors } = examined(message, input, context, caller)
  refuse(errors)
  return value
}

interface Examined {
  value: Static<TObject>
  errors: FieldError[]
  /** True if the input matches the schema. What `problems` finds may depend on the time. */
  isWellFormed: boolean
}

function examined(
  message: AnyMessage,
  input: unknown,
  context: Context,
  { language = officeLanguage }: Pick<Caller, 'language'>,
): Examined {
  // Line breaks become blanks in queries, public calls and internal calls, because a refusal could lose a
  // customer.
  const isFolding = message.kind === 'query' || message.access === 'public' || message.access === 'internal'
  const value = clean(message.input, input, { isFolding, emailOf: readableEmail })
  const isStrict = 'refusesUnknownKeys' in message && message.refusesUnknownKeys
  const errors = [...(isStrict ? unknownKeys(message.input, input) : []), ...problems(message.input, value)]
  const isWellFormed = errors.length === 0
  if (message.problems && isObject(value))
    for (const problem of message.problems(value, context.clock.now(), language))
      if (!errors.some(({ path }) => path === problem.path)) errors.push(problem)
  return { value: value as Static<TObject>, errors, isWellFormed }
}

function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw new HttpError(422, errors[0]?.message ?? ((t) => t('check.data')), { errors })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Retries once after a deadlock. */
async function inTimelyTransaction<T>(
  db: Database,
  limits: Limits,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const done = inTransactionUntil(db, limits, work).catch(async (error) => {
    if (codeOf(error) !== deadlock) throw error
    // Without a pause the retry can take a lock before the other transaction, which then deadlocks with it again.
    await sleep(50)
    return inTransactionUntil(db, limits, work)
  })
  return done.catch((error) => {
    throw readable(error)
  })
}

/** Throws HttpError 503 after the deadline or without a database. Passes other errors to `refusedByTable`. */
async function before<T>(until: number, work: T | PromiseLike<T>, onLate = () => {}): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const giveUp = () => {
    onLate()
    reject(unavailable())
  }
  const timer = setTimeout(giveUp, Math.max(0, until - performance.now()))
  try {
    return await Promise.race([work, late])
  } catch (error) {
    throw readable(error)
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the refusal that a caller may read for an error of the database; other errors unchanged. */
export const readable = (error: unknown) => (isUnable(error) ? unavailable(error) : refusedByTable(error))

const deadlock = '40P01'
