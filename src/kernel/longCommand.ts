import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import type { PendingQuery, Row } from 'postgres'
import { inTransaction, jsonb, type Sql, type Tx } from '../platform/db.ts'
import { cleanReply } from './check.ts'
import { Id } from './field.ts'
import { HttpError } from './httpError.ts'
import { createJob, runJob } from './job.ts'
import { NotKnown } from './jobTask.ts'
import {
  anyone,
  type Caller,
  type Command,
  type CommandHandler,
  event,
  messageName,
  type PutOff,
  type ReactionTools,
  type Refusal,
} from './message.ts'
import { emit } from './outbox.ts'
import { refusedByTable } from './refusedByTable.ts'
import { mayCall, type Role } from './role.ts'

// A command whose work grows with the catalog answers an HTTP request at once, and a job of the worker does its work.

/** Kind of the jobs that run a command. Their result is the command's reply, or `Refusal` if the command is refused. */
export const commandJob = 'command'

export const commandPutOff = event('operations:commandPutOff', Type.Object({ jobId: Id }))

/** Number of rows that a request changes or compares itself. A job of the worker takes more. */
export const rowsAtOnce = 1_000

/** Returns whether the SQL after `from` selects more than `most` rows, by default too many for one request. */
export async function isMany(tx: Tx, rows: PendingQuery<Row[]>, most = rowsAtOnce): Promise<boolean> {
  return (await tx`select from ${rows} limit ${most + 1}`).count > most
}

type IsLong = (tx: Tx, input: never) => Promise<boolean>

const longCommands = new Map<string, { handler: CommandHandler; isLong: IsLong }>()

/** Declares for which input a job runs the command. `isLong` itself must be quick, and the input impersonal. */
export function long<I extends TObject, O extends TSchema>(
  handler: CommandHandler<I, O>,
  isLong: (tx: Tx, input: Static<I>) => Promise<boolean>,
): CommandHandler<I, O> {
  longCommands.set(messageName(handler.message), { handler: handler as unknown as CommandHandler, isLong })
  return handler
}

/** Returns the names of the commands that a job may run. */
export const longCommandNames = () => [...longCommands.keys()]

/** Returns whether a job may run the command with this name. */
export const mayBePutOff = (command: string) => longCommands.has(command)

interface Input {
  command: string
  input: Static<TObject>
  /** Only a worker of the previous release reads the role. */
  admin: { id: number; role: Role } | null
}

/** Returns whether a job runs the command with this input. */
export async function isLong(tx: Tx, command: string, input: object): Promise<boolean> {
  const found = longCommands.get(command)
  return found ? found.isLong(tx, input as never) : false
}

/** Returns null if the command is quick with this input. */
export async function putOff(
  tx: Tx,
  command: string,
  input: Static<TObject>,
  caller: Caller,
): Promise<PutOff | null> {
  if (!(await isLong(tx, command, input))) return null
  const { admin } = caller
  const job: Input = { command, input, admin: admin && { id: admin.id, role: admin.role } }
  const jobId = await createJob(tx, commandJob, job, caller)
  await emit(tx, commandPutOff, { jobId })
  return { jobId, isPutOff: true }
}

/**
 * Runs the command of a job in one transaction with the end of the job, so that no second attempt runs it again. Leaves a
 * command that this release does not have to a worker that has it, or to staff, who may cancel the job.
 */
export async function runPutOff(jobId: number, { write, context, isLastTry }: ReactionTools): Promise<void> {
  const [job] = await write<[Job?]>`
    select input, started_by from jobs where id = ${jobId} and status in ('queued', 'running')`
  if (!job) return
  const found = longCommands.get(job.input.command)
  if (!found) throw new NotKnown(job.input.command)
  const { message, execute } = found.handler
  await runJob(write, { jobId, isLast: isLastTry }, async (progress) => {
    await progress.total(1)
    try {
      return await inTransaction(write, async (tx) => {
        const caller = await callerOf(tx, message, job)
        const reply = cleanReply(message.output, await execute(tx, job.input.input, caller, context))
        await complete(tx, jobId, reply)
        return reply
      })
    } catch (error) {
      const refused = refusedByTable(error)
      if (!(refused instanceof HttpError)) throw error
      // `runJob` ends a job whose work throws HttpError, but after an outage the command is tried again.
      if (refused.status >= 500) throw new Error(refused.message, { cause: refused })
      await storeRefusal(write, jobId, refused)
      throw refused
    }
  })
}

interface Job {
  input: Input
  startedBy: string
}

/** Returns the caller with the present role. Throws HttpError 403 if the account may no longer call the command. */
async function callerOf(
  tx: Tx,
  message: Command,
  { input: { command, admin }, startedBy }: Job,
): Promise<Caller> {
  const caller: Caller = { ...anyone, name: startedBy, command }
  if (!admin) return caller
  const [account] = await tx<[{ role: Role }?]>`
    select role from admin_users where id = ${admin.id} and is_active`
  if (!account || !mayCall(account.role, message))
    throw new HttpError(403, 'L’account che ha chiesto questa operazione non può più farla.')
  return { ...caller, admin: { id: admin.id, role: account.role } }
}

async function complete(tx: Tx, jobId: number, reply: unknown): Promise<void> {
  const [completed] = await tx`
    update jobs set status = 'completed', result = ${jsonb(tx, reply)}, input = '{}', error = null, done = 1, total = 1,
      updated_at = now()
    where id = ${jobId} and status = 'running' returning id`
  if (!completed) throw new HttpError(409, 'L’operazione è stata annullata.')
}

/** SQL condition for failed jobs whose command was refused. `storeRefusal` empties their input, so no retry can run it. */
export const isRefused = (sql: Sql | Tx) => sql`kind = ${commandJob} and input = '{}'`

/** A refusal is an answer to the caller, so the job is no failure that waits for staff, and nobody needs its input. */
async function storeRefusal(
  write: Sql,
  jobId: number,
  { status, message, errors }: HttpError,
): Promise<void> {
  const refused: Refusal = { refusal: { status, detail: message, errors } }
  await write`
    update jobs set result = ${jsonb(write, refused)}, input = '{}', dropped_at = now()
    where id = ${jobId} and status = 'running'`
}
