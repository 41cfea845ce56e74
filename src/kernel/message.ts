import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { Sql, Tx } from '../platform/db.ts'
import type { Context } from './context.ts'

/**
 * Who may send a message; hosts refuse all others before the handler runs. `account` includes users who still have to
 * set up the required second factor.
 */
export type Access = 'public' | 'account' | 'admin' | 'superAdmin'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Http = `${Method} /${string}`

/** At most `max` messages from one address in `seconds`; messages with the same `bucket` share the count. */
export interface Limit {
  bucket: string
  max: number
  seconds: number
}

interface Options {
  /** One English sentence for the OpenAPI page. */
  summary?: string
  /** The media type of the reply; JSON by default. */
  replyType?: string
  /** The body of a refusal, unless it is a problem of RFC 9457. */
  refusal?: TSchema
  limit?: Limit
  /** Deadline in ms, by default `context.answerMs`; then the caller gets 503. */
  timeoutMs?: number
}

interface QueryOptions extends Options {
  /** Tables behind the reply that announce their changes: an open panel refetches it when one changes. */
  tables?: readonly string[]
  /**
   * Set only if the reply depends on the cleaned input and read models alone. The API caches it by input until a read
   * model is renewed, and browsers may cache it for this many seconds.
   */
  maxAgeSeconds?: number
}

interface CommandOptions extends Options {
  /** The HTTP status of success; 200 by default. */
  status?: 200 | 201 | 202 | 204
  timeoutMs?: number
  /**
   * Refuses unknown keys instead of dropping them: for commands that change many rows, start a job or delete for
   * good, where a misspelt key would widen their scope.
   */
  refusesUnknownKeys?: boolean
  /** The reply holds a secret that is shown once: no Idempotency-Key stores it, and each request runs again. */
  isReplySecret?: boolean
  /** The largest accepted body, above the general limit of 256 KiB. */
  maxBytes?: number
  /** Media types of a file that is the body, or the field `file` of a form; the handler gets it as `data`. */
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
  /** `<module>:<action>`; it has no address. */
  name: string
  access: 'internal'
  input: I
  output: O
}

/** A query that hosts run by importing its handler; it cannot be mounted. */
export interface InternalQuery<I extends TObject = TObject, O extends TSchema = TSchema>
  extends Internal<I, O>,
    Pick<QueryOptions, 'timeoutMs'> {
  kind: 'query'
}

/** A command that hosts run by importing its handler; it cannot be mounted. */
export interface InternalCommand<I extends TObject = TObject, O extends TSchema = TSchema>
  extends Internal<I, O>,
    Pick<CommandOptions, 'timeoutMs' | 'isReplySecret'> {
  kind: 'command'
}

export type AnyMessage = Message | InternalQuery | InternalCommand

/** A query: runs on the read-only pool and changes nothing. */
export function query<I extends TObject, O extends TSchema>(
  http: Http,
  access: Access,
  input: I,
  output: O,
  options: QueryOptions = {},
): Query<I, O> {
  return { kind: 'query', http, access, input, output, ...options }
}

/** A command: runs in one transaction, in which it may emit events. */
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
  options: Pick<InternalQuery, 'timeoutMs'> = {},
): InternalQuery<I, O> {
  return { kind: 'query', name, access: 'internal', input, output, ...options }
}

export function internalCommand<I extends TObject, O extends TSchema>(
  name: string,
  input: I,
  output: O,
  options: Pick<InternalCommand, 'timeoutMs' | 'isReplySecret'> = {},
): InternalCommand<I, O> {
  return { kind: 'command', name, access: 'internal', input, output, ...options }
}

/** Returns the address of a call, or the name of an internal one. */
export function messageName(message: AnyMessage): string {
  return 'http' in message ? message.http : message.name
}

/** An event, named in the past tense. Its payload holds ids and impersonal values, never personal data or a secret. */
export interface Event<P extends TObject = TObject> {
  type: string
  payload: P
}

export function event<P extends TObject>(type: string, payload: P): Event<P> {
  return { type, payload }
}

/** The sender of a message, set by the host that received it, never by the sender. */
export interface Caller {
  /** The actor in the audit log: `visitatore`, an admin's username, `cli`, `worker`. */
  name: string
  /** The network that limits count as one caller; null for callers on this machine. */
  address: string | null
  admin: { id: number; isSuperAdmin: boolean; sessionId?: string } | null
  /** A repeated key gets the first reply again, without running the work twice. */
  idempotencyKey: string | null
  /** Counts the caller against a limit; rejects with HttpError 429 above it. Missing for callers on this machine. */
  count?(limit: Limit): Promise<void>
  /** Start of the deadline (`performance.now()`); by default, when the message starts to run. */
  askedAt?: number
}

/** The caller of replies that are the same for everyone, such as cached ones: no address is counted. */
export const anyone: Caller = { name: 'visitatore', address: null, admin: null, idempotencyKey: null }

export interface QueryHandler<I extends TObject = TObject, O extends TSchema = TSchema> {
  message: Query<I, O>
  answer(read: Sql, input: Static<I>, caller: Caller, context: Context): Promise<Static<O>>
  /** Runs once for every reply, cached ones included; must not wait. */
  each?(output: Static<O>, input: Static<I>, context: Context): void
}

export interface CommandHandler<I extends TObject = TObject, O extends TSchema = TSchema> {
  message: Command<I, O>
  execute(tx: Tx, input: Static<I>, caller: Caller, context: Context): Promise<Static<O>>
  /** Builds the reply after the commit, for commands that report their outcome; a repeated key gets the first reply. */
  report?(read: Sql, output: Static<O>, input: Static<I>, context: Context): Promise<Static<O>>
}

/** Made by `edit` alone. */
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

/** The reply type of a handler's contract. */
export type ReplyOf<H extends AnyHandler> = H extends { message: { output: infer O extends TSchema } }
  ? Static<O>
  : never

/** Binds a query to its handler. */
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
  return each ? { message, answer: fn, each } : { message, answer: fn }
}

/** Binds a command to its handler. A command that carries a version (`updatedAt`) needs `edit` instead. */
export function handle<I extends TObject, O extends TSchema>(
  message: Command<I, O> & ('updatedAt' extends keyof I['properties'] ? { needs: 'edit' } : unknown),
  fn: CommandHandler<I, O>['execute'],
  report?: CommandHandler<I, O>['report'],
): CommandHandler<I, O>
export function handle<I extends TObject, O extends TSchema>(
  message: InternalCommand<I, O>,
  fn: CommandHandler<I, O>['execute'],
): InternalCommandHandler<I, O>
export function handle(
  message: Command | InternalCommand,
  fn: CommandHandler['execute'],
  report?: CommandHandler['report'],
): object {
  return report ? { message, execute: fn, report } : { message, execute: fn }
}

/** Handles one event in a worker job. Delivered at least once: reactions must be idempotent. */
export interface Reaction<P extends TObject = TObject> {
  /** Stored in the queue: renaming one needs a migration. */
  name: string
  to: Event<P>
  react(payload: Static<P>, tools: ReactionTools): Promise<void>
}

/** Context of work outside a command's transaction. */
export interface Tools {
  read: Sql
  write: Sql
  context: Context
}

export interface ReactionTools extends Tools {
  eventId: number
  /** The number of this attempt, from 1. */
  tries: number
  /** If this attempt throws, the reaction is not retried. */
  isLastTry: boolean
  /**
   * Call it after storing progress: resets the attempt count, because long work may outlive any number of processes.
   */
  hasAdvanced(): Promise<void>
}

export function on<P extends TObject>(name: string, to: Event<P>, react: Reaction<P>['react']): Reaction<P> {
  return { name, to, react }
}
