import type { Sql } from '../platform/db.ts'
import type { Handler, Reaction } from './message.ts'

/** Deletes what is past its time. */
type Purges = Record<string, (write: Sql) => Promise<unknown>>

/** What one module gives the hosts. */
interface Module<P extends Purges> {
  /** Queries and commands that are mounted at their addresses. */
  handlers: Handler[]
  reactions: Reaction[]
  purges: P
}

interface Parts<P extends Purges> {
  /** Files whose exported handlers and reactions belong to the module: a new call needs no line anywhere else. */
  files: object[]
  /** Handlers of these files that a host runs by name: steps of a log-in, replies that are not JSON. */
  unmounted?: Handler[]
  purges: P
}

/** Returns the module that its files make up. */
export function defineModule<P extends Purges>({ files, unmounted = [], purges }: Parts<P>): Module<P> {
  const exported = files.flatMap((file) => Object.values(file))
  return {
    handlers: exported.filter(isHandler).filter((handler) => !unmounted.includes(handler)),
    reactions: exported.filter(isReaction),
    purges,
  }
}

function isHandler(value: unknown): value is Handler {
  return isObject(value) && 'message' in value && ('answer' in value || 'execute' in value)
}

function isReaction(value: unknown): value is Reaction {
  return isObject(value) && 'to' in value && 'react' in value
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
