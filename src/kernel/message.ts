import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { LanguageCode } from '../languages/messages.ts'
import type { Sentence } from '../languages/translate.ts'
import type { Sql, Tx } from '../platform/db.ts'
import type { Context } from './context.ts'
import type { Turn } from './gate.ts'
import type { FieldError } from './httpError.ts'
import type { Access, Role } from './role.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Http = `${Method} /${string}`

/** Maximum calls from one network in `seconds`. Messages with the same `bucket` share the count. */
export interface Limit {
  bucket: string
  max: number
  seconds: number
}

interface Options {
  /** English sentence for the OpenAPI page. */
  summary?: string
  /** Media type of the response; JSON by default. */
  replyType?: string
  /** Schema of the body of a refusal; a problem document (RFC 9457) by default. */
  refusal?: TSchema
  limit?: Limit
  /** Milliseconds after which the caller gets 503, if more than `context.answerMs`. */
  timeoutMs?: number
  /** Expensive work of staff, which passes the gate of this kind (gate.ts). */
  gate?: 'export' | 'picture'
  /**
   * Returns faults that a schema cannot find, such as a past time. The input may still violate the schema. `language` is
   * the caller's.
   */
  problems?(input: Record<string, unknown>, now: Date, language: LanguageCode): FieldError[]
}

interface QueryOptions extends Options {
  /** Tables on which the response depends. If one changes, open panels fetch the response again. */
  tables?: readonly string[]
  /**
   * Seconds for which browsers may cache the response; the API caches it too. Only for responses that depend on nothing
   * but the input, the day and read models.
   */
  maxAgeSeconds?: number
}

/** Lets the commands among which one form chooses share their keys: a retry may call another of them. */
export interface Repeats {
  /** Names of the commands, this one included. */
  commands: readonly Http[]
  /** Sentence for a repeat with other content. */
  refusal: Sentence
  /** Returns the typed content with the names that all of the commands share. */
  content(input: Record<string, unknown>): Record<string, unknown>
}

interface CommandOptions extends Options {
  /** Status of success; 200 by default. */
  status?: 200 | 201 | 202 | 204
  /** Refuses unknown keys instead of dropping them, because a misspelt key could make the command change more rows. */
  refusesUnknownKeys?: boolean
  /** The response contains a secret, so `run` does not store it for a repeat with the same Idempotency-Key. */
  isReplySecret?: boolean
  repeats?: Repeats
  /** Name of the field whose list may also be the whole body. */
  bareList?: string
  /** Maximum bytes of the body, instead of 256 KiB. */
  maxBytes?: number
  /**
   * Makes the input that restores the old values of a change; by default, the old values are the input. `before` has all
   * values of the record before the change.
   */
  restored?(values: Record<string, unknown>, before: Record<string, unknown>): Record<string, unknown>
  /** Fields of the record that are no input, and for which `restored` makes an input. */
  restorable?: readonly string[]
  /** Acts that the command may write into the audit log (audit.ts). */
  acts?: readonly Act[]
  /** Media types of a file in the body or in the form field `file`. The handler gets the file as `data`. */
  fileTypes?: string[]
}

export interface Query<I extends TObject = TObject, O extends TSchema = TSchema> extends QueryOptions {
  kind: 'query'
  http: Http
  access: Access
  input: I
  output: O
}

export interface Command<I extends TObject = TObject, O extends TSchema = TSchema> extends CommandOptions {
  kind: 'command'
  http: Http
  access: Access
  input: I
  output: O
}

export type Message = Query | Command

interface Internal<I extends TObject, O extends TSchema> {
  /** `<module>:<action>`. */
  name: string
  access: 'internal'
  input: I
  output: O
}

/** A query without a URL, whose handler is imported and run by other code. */
export interface InternalQuery<I extends TObject = TObject, O extends TSchema = TSchema>
  extends Internal<I, O>,
    Pick<QueryOptions, 'timeoutMs' | 'gate' | 'problems'> {
  kind: 'query'
}

export interface InternalCommand<I extends TObject = TObject, O extends TSchema = TSchema>
  extends Internal<I, O>,
    Pick<CommandOptions, 'timeoutMs' | 'gate' | 'isReplySecret' | 'problems' | 'acts'> {
  kind: 'command'
}

export type AnyMessage = Message | InternalQuery | InternalCommand

/** Options of a query that reads a whole table. Its deadline includes the wait for the export before it. */
export const exported = { gate: 'export', timeoutMs: 15_000 } as const

/** Declares a query, which runs on the read-only pool. */
export function query<I extends TObject, O extends TSchema>(
  http: Http,
  access: Access,
  input: I,
  output: O,
  options: QueryOptions = {},
): Query<I, O> {
  return { kind: 'query', http, access, input, output, ...options }
}

/** Declares a command, which runs in one transaction and may emit events in it. */
export function command<I extends TObject, O extends TSchema>(
  http: Http,
  access: Access,
  input: I,
  output: O,
  options: CommandOptions = {},
): Command<I, O> {
  return { kind: 'command', http, access, input, output, ...options }
}

export function internalQuery<I extends TObject, O extends TSchema>(
  name: string,
  input: I,
  output: O,
  options: Pick<InternalQuery, 'timeoutMs' | 'problems'> = {},
): InternalQuery<I, O> {
  return { kind: 'query', name, access: 'internal', input, output, ...options }
}

export function internalCommand<I extends TObject, O extends TSchema>(
  name: string,
  input: I,
  output: O,
  options: Pick<InternalCommand, 'timeoutMs' | 'isReplySecret' | 'acts'> = {},
): InternalCommand<I, O> {
  return { kind: 'command', name, access: 'internal', input, output, ...options }
}

/** Returns `GET /api/…`, or the name of an internal message. */
export function messageName(message: AnyMessage): string {
  return 'http' in message ? message.http : message.name
}

/** An earlier version of an event's payload, which processes of earlier releases have stored. */
interface EarlierPayload<P> {
  payload: TObject
  /** Makes the present payload. */
  read(stored: never): P
}

export const earlierPayload = <O extends TObject, P>(
  payload: O,
  read: (stored: Static<O>) => P,
): EarlierPayload<P> => ({ payload, read })

interface EventOptions<P> {
  /** Version of the payload and of the effects; 1 by default. Workers that do not know it leave the event to others. */
  version?: number
  /** The versions that this release still reads. */
  earlier?: Record<number, EarlierPayload<P>>
  /** Names that earlier releases have stored. */
  formerTypes?: string[]
}

/** `type` is in the past tense. The payload contains ids and impersonal values, never personal data or secrets. */
export interface Event<P extends TObject = TObject> extends EventOptions<Static<P>> {
  type: string
  payload: P
}

export function event<P extends TObject>(
  type: string,
  payload: P,
  options: EventOptions<Static<P>> = {},
): Event<P> {
  return { type, payload, ...options }
}

/** Something that the audit log records. Each act is an event, too; the payload of most is only the changed record. */
export interface Act<P extends TObject | null = TObject | null>
  extends EventOptions<P extends TObject ? Static<P> : never> {
  type: string
  /** Italian label, such as `Autista modificato`. */
  label: string
  payload: P
  /** Labels of fields that only the log has. The others have their labels (`title`) in the schemas of the commands. */
  fields: Record<string, string>
}

interface ActOptions<P> extends EventOptions<P extends TObject ? Static<P> : never> {
  payload?: P
  fields?: Record<string, string>
}

/** Declares an act. Its commands and reactions list it among their `acts`. */
export const act = <P extends TObject | null = null>(
  type: string,
  label: string,
  { payload = null as P, fields = {}, ...options }: ActOptions<P> = {},
): Act<P> => ({ type, label, payload, fields, ...options })

/** Who makes a call. The process that receives the call sets these fields; the input cannot. */
export interface Caller {
  /** Actor in the audit log: `visitatore`, a username, or a program such as `cli` or `worker`. */
  name: string
  /** The caller's network (`countedAs`), whose calls the limits count together; null if no limit counts the call. */
  address: string | null
  admin: { id: number; role: Role; sessionId?: string } | null
  /** A repeated key with the same content gets the first response, without running the command again. */
  idempotencyKey: string | null
  /** Language that the caller reads; Italian if it is missing. */
  language?: LanguageCode
  /** Name of the message that `run` executes. The audit log stores it, so that staff can restore previous values. */
  command?: string
  /** Id of the audit log's entry whose change the call restores. */
  restores?: number
  /** Counts a call. Throws HttpError 429 above the limit. Missing if no limit counts the call. */
  count?(limit: Limit): Promise<void>
  /** True for HTTP requests: a job of the worker runs a long command (longCommand.ts), and the reply is its id. */
  isAnsweredAtOnce?: boolean
  /** Time from which the deadline counts (`performance.now()`); by default the start of `run`. */
  askedAt?: number
  /** The caller's turn at the gate of passwords; by default the turn of a session. */
  turn?: Turn
}

/** Caller for responses that are the same for everybody. No limit counts its calls. */
export const anyone: Caller = { name: 'visitatore', address: null, admin: null, idempotencyKey: null }

/** Caller for a program of this project, with the rights of a super admin. No limit counts its calls. */
export const program = (name: string): Caller => ({ ...anyone, name, admin: { id: 0, role: 'superAdmin' } })

export interface QueryHandler<I extends TObject = TObject, O extends TSchema = TSchema> {
  message: Query<I, O>
  answer(read: Sql, input: Static<I>, caller: Caller, context: Context): Promise<Static<O>>
  /** The API calls this each time it sends the response. Only for queries with `maxAgeSeconds`. Must not block. */
  each?(output: Static<O>, input: Static<I>, context: Context): void
}

export interface CommandHandler<I extends TObject = TObject, O extends TSchema = TSchema> {
  message: Command<I, O>
  execute(tx: Tx, input: Static<I>, caller: Caller, context: Context): Promise<Static<O>>
  /** Runs before the transaction, so that its writes remain if it throws. Throws HttpError to refuse the sender. */
  admit?(write: Sql, input: Static<I>, context: Context): Promise<void>
  /** Makes the response from the output of `execute` after the commit, for commands that wait for later effects. */
  report?(read: Sql, output: Static<O>, input: Static<I>, context: Context): Promise<Static<O>>
}

/** Created only by `edit`. */
export interface EditHandler<I extends TObject = TObject, O extends TSchema = TSchema>
  extends CommandHandler<I, O> {
  editedTable: string
}

export type Handler = QueryHandler | CommandHandler | EditHandler

export interface InternalQueryHandler<I extends TObject = TObject, O extends TSchema = TSchema>
  extends Pick<QueryHandler<I, O>, 'answer'> {
  message: InternalQuery<I, O>
}

export interface InternalCommandHandler<I extends TObject = TObject, O extends TSchema = TSchema>
  extends Pick<CommandHandler<I, O>, 'execute'> {
  message: InternalCommand<I, O>
}

export type InternalHandler = InternalQueryHandler | InternalCommandHandler
export type AnyHandler = Handler | InternalHandler

/** Reply to a caller whose command a job will run. */
export interface PutOff {
  jobId: number
  isPutOff: true
}

/** Result of the job of a command that was refused. */
export interface Refusal {
  refusal: { status: number; detail: string; errors: { path: string; message: string }[] }
}

export type ReplyOf<H extends AnyHandler> = H extends { message: { output: infer O extends TSchema } }
  ? Static<O>
  : never

/** Names a function without a name, so that a stack trace says which call or reaction failed. */
export function named<F extends (...args: never[]) => unknown>(fn: F, name: string): F {
  return fn.name === '' ? Object.defineProperty(fn, 'name', { value: name }) : fn
}

export function answer<I extends TObject, O extends TSchema>(
  message: Query<I, O>,
  fn: QueryHandler<I, O>['answer'],
  each?: QueryHandler<I, O>['each'],
): QueryHandler<I, O>
export function answer<I extends TObject, O extends TSchema>(
  message: InternalQuery<I, O>,
  fn: QueryHandler<I, O>['answer'],
): InternalQueryHandler<I, O>
export function answer(
  message: Query | InternalQuery,
  fn: QueryHandler['answer'],
  each?: QueryHandler['each'],
): object {
  const answer = named(fn, messageName(message))
  return each ? { message, answer, each } : { message, answer }
}

/** Binds a handler to its contract. A command whose input contains a version (`updatedAt`) needs `edit` instead. */
export function handle<I extends TObject, O extends TSchema>(
  message: Command<I, O> & ('updatedAt' extends keyof I['properties'] ? { needs: 'edit' } : unknown),
  fn: CommandHandler<I, O>['execute'],
  more?: Pick<CommandHandler<I, O>, 'admit' | 'report'>,
): CommandHandler<I, O>
export function handle<I extends TObject, O extends TSchema>(
  message: InternalCommand<I, O>,
  fn: CommandHandler<I, O>['execute'],
): InternalCommandHandler<I, O>
export function handle(
  message: Command | InternalCommand,
  fn: CommandHandler['execute'],
  more: Pick<CommandHandler, 'admit' | 'report'> = {},
): object {
  return { message, execute: named(fn, messageName(message)), ...more }
}

/** Handles an event in a worker job. Events are delivered at least once, so reactions must be idempotent. */
export interface Reaction<P extends TObject = TObject> {
  /** The queue stores this name, so renaming a reaction needs a migration. */
  name: string
  to: Event<P>
  /** The queue `texts` is for work that waits long for a language model, so that other events do not wait. */
  queue?: 'texts'
  /** Acts that the reaction may write into the audit log. */
  acts?: readonly Act[]
  /** Returns what the rows of a payload may name, such as commands, if that differs between releases (`NotKnown`). */
  parts?(): string[]
  react(payload: Static<P>, tools: ReactionTools): Promise<void>
}

export interface Tools {
  read: Sql
  write: Sql
  context: Context
}

export interface ReactionTools extends Tools {
  eventId: number
  /** Number of this attempt, starting at 1. */
  tries: number
  /** True if a failure of this attempt is final. */
  isLastTry: boolean
  /** Resets the count of attempts after stored progress, because restarts may interrupt long work many times. */
  hasAdvanced(): Promise<void>
}

export function on<P extends TObject>(
  name: string,
  to: Event<P>,
  react: Reaction<P>['react'],
  options: Pick<Reaction<P>, 'queue' | 'acts' | 'parts'> = {},
): Reaction<P> {
  return { name, to, react: named(react, name), ...options }
}
