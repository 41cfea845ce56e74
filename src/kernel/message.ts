import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { Sql, Tx } from '../platform/db.ts'
import type { Context } from './context.ts'

/**
 * Who may send a message; the hosts refuse everyone else before the handler runs. `account`: whoever is logged in, also
 * one who still has to set up the second factor that the operator asks for.
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
  /** What a refusal answers, where it is not a problem of RFC 9457. */
  refusal?: TSchema
  limit?: Limit
  /** All of it must be done in this time, or the caller is told to come back; `context.answerMs` unless said. */
  timeoutMs?: number
}

interface QueryOptions extends Options {
  /** Tables behind the answer that announce their changes: an open panel refetches the answer when one changes. */
  tables?: readonly string[]
  /**
   * The answer depends on the cleaned input and on read models alone. The API caches its bytes by that input until a
   * read model is renewed, and browsers may cache it for this many seconds.
   */
  maxAgeSeconds?: number
}

interface CommandOptions extends Options {
  /** What HTTP answers on success; 200 unless said. */
  status?: 200 | 201 | 202 | 204
  /** The whole command must be done in this time, or the caller is told to come back; `context.answerMs` unless said. */
  timeoutMs?: number
  /**
   * Refuses unknown keys instead of dropping them: for commands that change many things, start a job or delete for
   * good, where a misspelt key would widen what is meant.
   */
  refusesUnknownKeys?: boolean
  /** The reply holds a secret that is shown once: no Idempotency-Key keeps it, and each sending counts anew. */
  isReplySecret?: boolean
  /** The largest body that is read, where the general limit of 256 KiB is too low. */
  maxBytes?: number
  /** Media types of a file whose bytes are the body, or the field `file` of a form; the handler gets it as `data`. */
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
  /** `<module>:<what it does>`; it has no address. */
  name: string
  access: 'internal'
  input: I
  output: O
}

/** A question that only a host asks, by importing its handler: mounting refuses it. */
export interface InternalQuery<I extends TObject = TObject, O extends TSchema = TSchema>
  extends Internal<I, O>,
    Pick<QueryOptions, 'timeoutMs'> {
  kind: 'query'
}

/** An order that only a host gives, by importing its handler: mounting refuses it. */
export interface InternalCommand<I extends TObject = TObject, O extends TSchema = TSchema>
  extends Internal<I, O>,
    Pick<CommandOptions, 'timeoutMs' | 'isReplySecret'> {
  kind: 'command'
}

export type AnyMessage = Message | InternalQuery | InternalCommand

/** A question: answered from the read-only pool, changes nothing. */
export function query<I extends TObject, O extends TSchema>(
  http: Http,
  access: Access,
  input: I,
  output: O,
  options: QueryOptions = {},
): Query<I, O> {
  return { kind: 'query', http, access, input, output, ...options }
}

/** An order: runs in one transaction, and may emit events in it. */
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

/** What a call is known by: its address, or the name of an internal one. */
export function nameOf(message: AnyMessage): string {
  return 'http' in message ? message.http : message.name
}

/** A fact in the past tense. Its payload holds ids and impersonal values, never a person's data or a secret. */
export interface Event<P extends TObject = TObject> {
  type: string
  payload: P
}

export function event<P extends TObject>(type: string, payload: P): Event<P> {
  return { type, payload }
}

/** Who sends a message: filled in by the host that received it, never by the sender. */
export interface Caller {
  /** What the audit log writes: `visitatore`, an admin's username, `cli`, `worker`. */
  name: string
  /** The network that limits count as one caller; null for callers on this machine. */
  address: string | null
  admin: { id: number; isSuperAdmin: boolean; sessionId?: string } | null
  /** The same key answers the first reply again and does the work once. */
  idempotencyKey: string | null
  /** Counts the caller against a limit, and rejects with Refused 429 above it; callers on this machine have none. */
  count?(limit: Limit): Promise<void>
  /** When it was asked (`performance.now()`): the time a message may take counts from there, else from its start. */
  askedAt?: number
}

/** The caller of a reply that is the same for everyone, a cached one for instance: no address is counted. */
export const anyone: Caller = { name: 'visitatore', address: null, admin: null, idempotencyKey: null }

export interface QueryHandler<I extends TObject = TObject, O extends TSchema = TSchema> {
  message: Query<I, O>
  answer(read: Sql, input: Static<I>, caller: Caller, context: Context): Promise<Static<O>>
  /** Runs once for every answer given, kept answers included; must not wait for anything. */
  each?(output: Static<O>, input: Static<I>, context: Context): void
}

export interface CommandHandler<I extends TObject = TObject, O extends TSchema = TSchema> {
  message: Command<I, O>
  execute(tx: Tx, input: Static<I>, caller: Caller, context: Context): Promise<Static<O>>
  /** Makes the reply after the commit, for commands that report what followed; a repeated key gets the first reply. */
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

/** What a handler answers, by its contract. */
export type ReplyOf<H extends AnyHandler> = H extends { message: { output: infer O extends TSchema } }
  ? Static<O>
  : never

/** Binds a question to its answer. */
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

/** What follows one fact: a job of its own in the worker, run at least once, so it must count once by itself. */
export interface Reaction<P extends TObject = TObject> {
  /** Data in the queue: renaming one needs a migration. */
  name: string
  to: Event<P>
  react(payload: Static<P>, world: World): Promise<void>
}

/** What work outside of a command's transaction is done with. */
export interface Tools {
  read: Sql
  write: Sql
  context: Context
}

export interface World extends Tools {
  factId: number
  /** How often this has been tried, this time included. */
  tries: number
  /** When this throws, nobody tries again by itself. */
  isLastTry: boolean
  /** What was done so far stands, and the tries are counted anew: long work may outlive any number of processes. */
  hasAdvanced(): Promise<void>
}

export function on<P extends TObject>(name: string, to: Event<P>, react: Reaction<P>['react']): Reaction<P> {
  return { name, to, react }
}
