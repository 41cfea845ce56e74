import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { Sql, Tx } from '../platform/db.ts'
import type { Context } from './context.ts'
import type { FieldError } from './httpError.ts'

/**
 * Who may send a message. The API process refuses other callers before the handler runs. `account` includes users who
 * have not yet set up the required second factor.
 */
export type Access = 'public' | 'account' | 'admin' | 'superAdmin'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Http = `${Method} /${string}`

/** Maximum number of messages from one network in `seconds`. Messages with the same `bucket` share the count. */
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
  /** Schema of the body of a refusal, if it is not a problem of RFC 9457. */
  refusal?: TSchema
  limit?: Limit
  /** Deadline in ms, by default `context.answerMs`. After the deadline the caller gets 503. */
  timeoutMs?: number
  /**
   * Returns the invalid fields that a schema cannot find, such as a day before `today`. The input is not yet valid, so
   * that all invalid fields are reported together; no limit counts a refused call.
   */
  problems?(input: Record<string, unknown>, today: string): FieldError[]
}

interface QueryOptions extends Options {
  /**
   * Tables behind the reply that announce their changes. An open panel fetches the reply again if one of them changes.
   */
  tables?: readonly string[]
  /**
   * Set only if the reply depends on the cleaned input and read models alone. The API caches the reply by input until a
   * read model is reloaded, and browsers may cache it for this many seconds.
   */
  maxAgeSeconds?: number
}

interface CommandOptions extends Options {
  /** The HTTP status of success; 200 by default. */
  status?: 200 | 201 | 202 | 204
  timeoutMs?: number
  /**
   * Refuses unknown keys instead of dropping them. Set for commands that change many rows, start a job or delete
   * permanently, because a misspelt key would widen their scope.
   */
  refusesUnknownKeys?: boolean
  /**
   * Whether the reply contains a secret that is shown only once. No Idempotency-Key stores such a reply, so each call
   * runs the command again.
   */
  isReplySecret?: boolean
  /** The largest accepted body, if it may exceed the general limit of 256 KiB. */
  maxBytes?: number
  /**
   * Media types of an uploaded file, which is the body or the field `file` of a form. The handler gets the file as
   * `data`.
   */
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
  /** `<module>:<action>`. The name replaces the URL, which an internal message does not have. */
  name: string
  access: 'internal'
  input: I
  output: O
}

/** A query without a URL, which other code runs by importing its handler. */
export interface InternalQuery<I extends TObject = TObject, O extends TSchema = TSchema>
  extends Internal<I, O>,
    Pick<QueryOptions, 'timeoutMs' | 'problems'> {
  kind: 'query'
}

/** A command without a URL, which other code runs by importing its handler. */
export interface InternalCommand<I extends TObject = TObject, O extends TSchema = TSchema>
  extends Internal<I, O>,
    Pick<CommandOptions, 'timeoutMs' | 'isReplySecret' | 'problems'> {
  kind: 'command'
}

export type AnyMessage = Message | InternalQuery | InternalCommand

/** Declares a query, which runs on the read-only pool and changes nothing. */
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
  options: Pick<InternalCommand, 'timeoutMs' | 'isReplySecret'> = {},
): InternalCommand<I, O> {
  return { kind: 'command', name, access: 'internal', input, output, ...options }
}

/** Returns the method and path of a call, or the name of an internal message. */
export function messageName(message: AnyMessage): string {
  return 'http' in message ? message.http : message.name
}

/**
 * An event, named in the past tense. Its payload contains ids and impersonal values, never personal data or a secret.
 */
export interface Event<P extends TObject = TObject> {
  type: string
  payload: P
}

export function event<P extends TObject>(type: string, payload: P): Event<P> {
  return { type, payload }
}

/** The sender of a message. The process that received the message sets these fields, never the sender. */
export interface Caller {
  /** The actor in the audit log: `visitatore`, an admin's username, `cli`, `worker`. */
  name: string
  /** The network that limits count as one caller; null for callers on this machine. */
  address: string | null
  admin: { id: number; isSuperAdmin: boolean; sessionId?: string } | null
  /** A repeated key gets the first reply again, without running the command twice. */
  idempotencyKey: string | null
  /** Counts the caller against a limit. Throws HttpError 429 above the limit. Missing for callers on this machine. */
  count?(limit: Limit): Promise<void>
  /** Start of the deadline (`performance.now()`); by default the moment when the message starts to run. */
  askedAt?: number
}

/** The caller of replies that are the same for everyone, such as cached replies. Limits do not count it. */
export const anyone: Caller = { name: 'visitatore', address: null, admin: null, idempotencyKey: null }

export interface QueryHandler<I extends TObject = TObject, O extends TSchema = TSchema> {
  message: Query<I, O>
  answer(read: Sql, input: Static<I>, caller: Caller, context: Context): Promise<Static<O>>
  /** Runs once for every reply, including cached replies. Must not wait. */
  each?(output: Static<O>, input: Static<I>, context: Context): void
}

export interface CommandHandler<I extends TObject = TObject, O extends TSchema = TSchema> {
  message: Command<I, O>
  execute(tx: Tx, input: Static<I>, caller: Caller, context: Context): Promise<Static<O>>
  /** Builds the reply after the commit, for commands that report their outcome. A repeated key gets the first reply. */
  report?(read: Sql, output: Static<O>, input: Static<I>, context: Context): Promise<Static<O>>
}

/** Only `edit` creates this handler. */
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

/** Binds a command to its handler. A command whose input contains a version (`updatedAt`) needs `edit` instead. */
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

/** Handles one event in a worker job. An event is delivered at least once, so reactions must be idempotent. */
export interface Reaction<P extends TObject = TObject> {
  /** The queue stores this name, so renaming a reaction needs a migration. */
  name: string
  to: Event<P>
  react(payload: Static<P>, tools: ReactionTools): Promise<void>
}

/** The context of work outside a command's transaction. */
export interface Tools {
  read: Sql
  write: Sql
  context: Context
}

export interface ReactionTools extends Tools {
  eventId: number
  /** The number of this attempt, starting at 1. */
  tries: number
  /** Whether the reaction is not retried if this attempt throws. */
  isLastTry: boolean
  /**
   * Resets the attempt count, because long work may outlive any number of processes. Call it after storing progress.
   */
  hasAdvanced(): Promise<void>
}

export function on<P extends TObject>(name: string, to: Event<P>, react: Reaction<P>['react']): Reaction<P> {
  return { name, to, react }
}
