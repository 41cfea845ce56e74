import { setTimeout as sleep } from 'node:timers/promises'
import { readerOf, type Sql, type Tx } from '../platform/db.ts'
import { reasonOf } from '../platform/log.ts'
import { gathered } from './batch.ts'

/**
 * What hot reads are answered from: plain data that one query builds from PostgreSQL. A process that follows
 * changes keeps it in memory and renews it when a row of `tables` changes, whoever wrote it; every other
 * process (CLI, worker) builds it afresh for those who ask at one moment, never from before they asked.
 */
export type ReadModel<T> = (read: Sql | Tx) => Promise<T>

/** How a model takes in single rows, so that one price of a hundred thousand costs no full reading. */
interface Patch<T> {
  /** The one of its tables whose changed rows it can take in. */
  table: string
  /** Brings the model to what these rows are now; false when more than that has changed and all is to be read anew. */
  apply: (model: T, read: Sql, ids: number[]) => Promise<boolean>
}

interface Definition {
  tables: readonly string[]
  load: (read: Sql) => Promise<unknown>
  patch: Patch<never> | undefined
}

/** Rows of the table that a model can patch, or `all` when it must be read anew. */
type Behind = Set<number> | 'all'

const definitions: Definition[] = []
const followed = new WeakMap<Sql, Map<Definition, Promise<unknown>>>()

export function readModel<T>(
  tables: readonly string[],
  load: (read: Sql) => Promise<T>,
  patch?: Patch<T>,
): ReadModel<T> {
  const definition: Definition = { tables, load, patch }
  definitions.push(definition)
  return (read) => {
    // A command reads what its own transaction sees.
    if ('savepoint' in read) return load(readerOf(read))
    const kept = followed.get(read)
    return (kept?.get(definition) ?? afresh(read, definition)) as Promise<T>
  }
}

/** True where a model is answered from memory; elsewhere asking for it reads all of its rows. */
export const isFollowed = (read: Sql | Tx) => !('savepoint' in read) && followed.has(read)

type Loads = WeakMap<Sql, (asker: null) => Promise<unknown>>
const loads = new WeakMap<Definition, Loads>()

function afresh(read: Sql, definition: Definition): Promise<unknown> {
  const ofPool: Loads = loads.get(definition) ?? new WeakMap()
  loads.set(definition, ofPool)
  const load =
    ofPool.get(read) ??
    gathered(async (askers: null[]) => {
      const model = await definition.load(read)
      return askers.map(() => model)
    })
  ofPool.set(read, load)
  return load(null)
}

export interface Following {
  /** When the models were last all renewed, and since when some are known to be behind; null when none is. */
  age(): { renewedAt: Date; staleSince: Date | null }
  stop(): Promise<void>
}

/**
 * Loads every read model, then renews those whose tables change: within some 50 ms of the commit, in every
 * process that follows. `onRenewed` runs after each renewal. While the database is away the last data stand.
 */
export async function followChanges(
  read: Sql,
  log: { warn(details: object, text: string): void },
  onRenewed: () => void,
): Promise<Following> {
  const kept = new Map<Definition, Promise<unknown>>()
  const stale = new Map<Definition, Behind>()
  let renewing: Promise<void> | null = null
  let isStopped = false
  let renewedAt = new Date()
  let staleSince: Date | null = null

  async function renew(): Promise<void> {
    // Bulk writes announce many statements: one renewal serves all that arrive in this moment.
    await sleep(20)
    while (stale.size > 0 && !isStopped) {
      const batch = [...stale]
      stale.clear()
      try {
        await Promise.all(batch.map(([definition, behind]) => bringUp(definition, behind)))
        if (stale.size === 0) {
          renewedAt = new Date()
          staleSince = null
        }
        onRenewed()
      } catch (error) {
        // A patch may have stopped half-way.
        for (const [definition] of batch) stale.set(definition, 'all')
        log.warn({ reason: reasonOf(error) }, 'failed to reload the read models')
        await sleep(500)
      }
    }
    renewing = null
  }

  async function bringUp(definition: Definition, behind: Behind): Promise<void> {
    const model = await kept.get(definition)
    const { patch } = definition
    if (behind !== 'all' && (await patch?.apply(model as never, read, [...behind]))) return
    kept.set(definition, Promise.resolve(await definition.load(read)))
  }

  /** `rows` is what a trigger says of them: `1,2,3`, or `*` for more than it can name. */
  function markStale(table: string | null, rows = '*'): void {
    for (const definition of definitions) {
      if (table !== null && !definition.tables.includes(table)) continue
      const before = stale.get(definition)
      const isPatched = rows !== '*' && definition.patch?.table === table && before !== 'all'
      const ids = isPatched ? rows.split(',').map(Number) : []
      stale.set(definition, isPatched ? new Set([...(before ?? []), ...ids]) : 'all')
    }
    if (stale.size === 0) return
    staleSince ??= new Date()
    renewing ??= renew()
  }

  // On a lost connection postgres.js listens again and calls the third argument: what was missed is reloaded.
  let isFirst = true
  const { unlisten } = await read.listen(
    'changes',
    (payload) => {
      const [table = '', rows] = payload.split(':')
      markStale(table, rows)
    },
    () => {
      if (!isFirst) markStale(null)
      isFirst = false
    },
  )
  await Promise.all(
    definitions.map(async (definition) => {
      kept.set(definition, Promise.resolve(await definition.load(read)))
    }),
  )
  followed.set(read, kept)
  return {
    age: () => ({ renewedAt, staleSince }),
    async stop() {
      isStopped = true
      followed.delete(read)
      await unlisten().catch(() => {})
      await renewing
    },
  }
}
