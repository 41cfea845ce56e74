import { listActs } from './actList.ts'
import type { DownloadHandler } from './download.ts'
import { listReactions } from './jobTask.ts'
import {
  type Act,
  type AnyHandler,
  type Handler,
  type InternalHandler,
  messageName,
  type Reaction,
} from './message.ts'
import type { Retention } from './retention.ts'

/** By the scheduled task that ends the rows. */
type Purges = Record<string, Retention[]>

interface Module<P extends Purges> {
  /** Handlers with a URL, which the API mounts. */
  handlers: Handler[]
  unmounted: (Handler | DownloadHandler)[]
  /** Handlers without a URL, which other code imports and runs. */
  internalHandlers: InternalHandler[]
  reactions: Reaction[]
  purges: P
}

interface Parts<P extends Purges> {
  /** Namespaces of the module's source files. The handlers and reactions that they export make the module. */
  files: object[]
  /** Handlers with an HTTP route written by hand, because they set a cookie or do not return JSON. */
  unmounted?: (Handler | DownloadHandler)[]
  /** Acts that neither a command nor a reaction does. */
  acts?: Act[]
  purges: P
}

/** Throws if an internal handler has a URL, or another handler has none. */
export function defineModule<P extends Purges>({
  files,
  unmounted = [],
  acts = [],
  purges,
}: Parts<P>): Module<P> {
  const exported = files.flatMap((file) => Object.values(file))
  const handlers = exported.filter(isHandler)
  for (const { message } of handlers)
    if ((message.access === 'internal') === 'http' in message)
      throw new Error(`${messageName(message)}: a call has an address unless its access is internal`)
  const reactions = exported.filter(isReaction)
  listActs(handlers, reactions, acts)
  listReactions(reactions)
  return {
    handlers: handlers.filter(isMountable).filter((handler) => !unmounted.includes(handler)),
    unmounted,
    internalHandlers: handlers.filter(isInternal),
    reactions,
    purges,
  }
}

/** Throws if a handler is internal. Call it with handlers that are about to get URLs. */
export function refuseInternal(handlers: AnyHandler[]): void {
  const refused = handlers.find(isInternal)
  if (refused) throw new Error(`${messageName(refused.message)} is internal: only a host may run it`)
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
