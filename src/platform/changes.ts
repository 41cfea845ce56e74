import { randomUUID } from 'node:crypto'
import type { Database } from './db.ts'

const channel = 'changes'
/** `arrive` sends test notifications with this word instead of a table's name. No table has this name. */
const proof = 'arrival'

export interface Follower {
  /** `rows` are ids such as `1,2,3`, or `*` if there are too many. */
  onChange(table: string, rows: string): void
  /** Called when a lost connection is back, because the follower may have missed changes. */
  onMissed(): void
}

/** Notifications that database triggers send about changed rows. All followers of a process share one connection. */
export interface Changes {
  /** Returns a function that removes the follower. */
  follow(follower: Follower): () => void
  /** Sends a notification over the write pool. Returns whether the notification arrives within `ms`. */
  arrive(ms: number): Promise<boolean>
  stop(): Promise<void>
}

export async function listenToChanges({
  listen,
  write,
}: Pick<Database, 'listen' | 'write'>): Promise<Changes> {
  const followers = new Set<Follower>()
  const awaited = new Map<string, () => void>()
  // postgres.js calls the second callback below after each LISTEN: at the start and after each reconnection.
  let isFirst = true
  const { unlisten } = await listen(
    channel,
    (payload) => {
      const [table = '', rows = '*'] = payload.split(':')
      if (table === proof) awaited.get(rows)?.()
      else for (const follower of followers) follower.onChange(table, rows)
    },
    () => {
      if (!isFirst) for (const follower of followers) follower.onMissed()
      isFirst = false
    },
  )
  return {
    follow(follower) {
      followers.add(follower)
      return () => void followers.delete(follower)
    },
    async arrive(ms) {
      const id = randomUUID()
      const { promise, resolve } = Promise.withResolvers<boolean>()
      awaited.set(id, () => resolve(true))
      const timer = setTimeout(() => resolve(false), ms)
      try {
        await write`select pg_notify(${channel}, ${`${proof}:${id}`})`
        return await promise
      } finally {
        clearTimeout(timer)
        awaited.delete(id)
      }
    },
    async stop() {
      await unlisten().catch(() => {})
    },
  }
}

/** Explanation for operators if no notification arrives. */
export const noArrival =
  'changes do not arrive, because a pooler in transaction mode lies between this process and PostgreSQL: ' +
  'set DATABASE_DIRECT_URL to the URL of PostgreSQL'
