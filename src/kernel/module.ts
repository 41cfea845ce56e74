import type { Sql } from '../platform/db.ts'
import { type AnyHandler, type Handler, type InternalHandler, nameOf, type Reaction } from './message.ts'

/** Deletes what is past its time. */
type Purges = Record<string, (write: Sql) => Promise<unknown>>

/** What one module gives the hosts. */
interface Module<P extends Purges> {
  /** Queries and commands that are mounted at their addresses. */
  handlers: Handler[]
  /** Handlers that only hosts run, without an address. */
  internalHandlers: InternalHandler[]
  reactions: Reaction[]
  purges: P
}

interface Parts<P extends Purges> {
  /** Files whose exported handlers and reactions belong to the module: a new call needs no line anywhere else. */
  files: object[]
  /** Handlers of these files that a host mounts by hand, because their replies are not JSON or set a cookie. */
  unmounted?: Handler[]
  purges: P
}

/** Returns the module that its files make up. */
export function defineModule<P extends Purges>({ files, unmounted = [], purges }: Parts<P>): Module<P> {
  const exported = files.flatMap((file) => Object.values(file))
  const handlers = exported.filter(isHandler)
  for (const { message } of handlers)
    if ((message.access === 'internal') === 'http' in message)
      throw new Error(`${nameOf(message)}: a call has an address unless its access is internal`)
  return {
    handlers: handlers.filter(isMountable).filter((handler) => !unmounted.includes(handler)),
    internalHandlers: handlers.filter(isInternal),
    reactions: exported.filter(isReaction),
    purges,
  }
}

/** Refuses, at the start of the process, to give an internal handler an address. */
export function refuseInternal(handlers: AnyHandler[]): void {
  const refused = handlers.find(isInternal)
  if (refused) throw new Error(`${nameOf(refused.message)} is internal: only a host may run it`)
}

function isMountable(handler: AnyHandler): handler is Handler {
  return !isInternal(handler)
}

function isInternal(handler: AnyHandler): handler is InternalHandler {
  return handler.message.access === 'internal'
}

function isHandler(value: unknown): value is AnyHandler {
  return isObject(value) && 'message' in value && ('answer' in value || 'execute' in value)
}

function isReaction(value: unknown): value is Reaction {
  return isObject(value) && 'to' in value && 'react' in value
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
