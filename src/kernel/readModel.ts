import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Changes, Follower } from '../platform/changes.ts'
import { type Database, poolOf, readerOf, readUpToDate, type Sql, type Tx } from '../platform/db.ts'
import { reasonOf } from '../platform/log.ts'
import { batched } from './batch.ts'

/**
 * Data for frequent reads. A process that calls `followChanges` keeps the data in memory and reloads them when any
 * process changes a row of `tables`. Other processes (CLI, worker) load the data for each call.
 */
export type ReadModel<T> = (read: Sql | Tx) => Promise<T>

/** Functions by table that update single rows in memory. They return false if only a full reload suffices. */
type Patches<T> = Record<string, (model: T, read: Sql, ids: number[]) => Promise<boolean>>

interface Definition {
  tables: readonly string[]
  load: (read: Sql) => Promise<unknown>
  patches: Patches<never>
}

/** Changes that a model lacks: the ids of changed rows by table, or `all` if only a full reload suffices. */
type Behind = Map<string, Set<number>> | 'all'

const definitions: Definition[] = []
const followed = new WeakMap<Sql, Map<Definition, Promise<unknown>>>()
const ages = new WeakMap<Sql, Following['age']>()

export function readModel<T>(
  tables: readonly string[],
  load: (read: Sql) => Promise<T>,
  patches: Patches<T> = {},
): ReadModel<T> {
  const definition: Definition = { tables, load, patches }
  definitions.push(definition)
  return (read) => {
    onceEach.getStore()?.used.add(definition)
    // A transaction must see its own writes, so it loads the model from the tables.
    if ('savepoint' in read)
      return (loadedOnce(readerOf(read), definition) ?? load(readerOf(read))) as Promise<T>
    const kept = followed.get(poolOf(read))?.get(definition)
    return (kept ?? loadedOnce(read, definition) ?? afresh(read, definition)) as Promise<T>
  }
}

/** Returns whether models are kept in memory. If not, each call reads their tables. */
export const isFollowed = (read: Sql | Tx) => !('savepoint' in read) && followed.has(poolOf(read))

/** Returns the age of the models that the process keeps in memory; null in a process without models. */
export const modelsAge = (read: Sql) => (isFollowed(read) ? (ages.get(poolOf(read))?.() ?? null) : null)

const readsBeside = new WeakMap<Sql | Tx, Sql>()

/** Lets the command of a transaction use `modelsBeside`. */
export function readBeside(tx: Tx, read: Sql): void {
  readsBeside.set(tx, read)
}

/**
 * Returns the pool with which a command reads the models that its process keeps in memory; null in a process without
 * models. The models may be some milliseconds old and lack what the transaction has written. To load them in the
 * transaction would take seconds.
 */
export function modelsBeside(sql: Sql | Tx): Sql | null {
  const read = readsBeside.get(sql) ?? readerOf(sql)
  return isFollowed(read) ? read : null
}

/** `loads` lacks the models that the process keeps in memory. */
interface OnceEach {
  used: Set<Definition>
  loads: Map<Definition, Promise<unknown>>
}

const onceEach = new AsyncLocalStorage<OnceEach>()

/**
 * Runs work of a process without models in memory, or of a transaction that writes to none of their tables before it reads
 * them. Loads each model once, at its first use.
 */
export const withModelsOnce = <T>(work: () => Promise<T>): Promise<T> =>
  onceEach.run({ used: new Set(), loads: new Map() }, work)

/** Returns the tables of the models that the work of `withModelsOnce` has used so far. */
export const tablesUsed = (): string[] => [
  ...new Set([...(onceEach.getStore()?.used ?? [])].flatMap(({ tables }) => tables)),
]

/** Returns whether any model depends on the table. */
export const isModelTable = (table: string) => definitions.some(({ tables }) => tables.includes(table))

function loadedOnce(read: Sql, definition: Definition): Promise<unknown> | undefined {
  const loads = onceEach.getStore()?.loads
  if (!loads?.has(definition)) loads?.set(definition, afresh(read, definition))
  return loads?.get(definition)
}

type Loads = WeakMap<Sql, (asker: null) => Promise<unknown>>
const loads = new WeakMap<Definition, Loads>()

/** Calls at the same time share a load, which therefore has the deadline of none of them. */
function afresh(read: Sql, definition: Definition): Promise<unknown> {
  const pool = poolOf(read)
  const ofPool: Loads = loads.get(definition) ?? new WeakMap()
  loads.set(definition, ofPool)
  const load =
    ofPool.get(pool) ??
    batched(async (askers: null[]) => {
      const model = await definition.load(pool)
      return askers.map(() => model)
    })
  ofPool.set(pool, load)
  return load(null)
}

export interface Following {
  /** Calls the follower when the models contain a change: a reader who then asks again receives current data. */
  follow: Changes['follow']
  /** `renewedAt`: when all models were last current. `staleSeconds`: how long a model is outdated; 0 if none is. */
  age(): { renewedAt: Date; staleSeconds: number }
  stop(): Promise<void>
}

/** Keeps every read model in memory, at most about 50 ms old. While the database is down, the last data stay in use. */
export async function followChanges(
  db: Database,
  changes: Changes,
  log: { warn(details: object, text: string): void },
  onRenewed: () => void,
): Promise<Following> {
  const kept = new Map<Definition, Promise<unknown>>()
  const stale = new Map<Definition, Behind>()
  const followers = new Set<Follower>()
  let untold: ((follower: Follower) => void)[] = []
  let renewing: Promise<void> | null = null
  let isStopped = false
  let renewedAt = new Date()
  let staleSince: Date | null = null

  async function renew(): Promise<void> {
    // A bulk write sends many notifications. One reload covers all that arrive within 20 ms.
    await sleep(20)
    while (stale.size > 0 && !isStopped) {
      const batch = [...stale]
      stale.clear()
      const news = untold
      untold = []
      try {
        await Promise.all(batch.map(([definition, behind]) => bringUp(definition, behind)))
        if (stale.size === 0) {
          renewedAt = new Date()
          staleSince = null
        }
        onRenewed()
        for (const tell of news) followers.forEach(tell)
      } catch (error) {
        untold = [...news, ...untold]
        // A patch may have stopped halfway, so the next turn reloads the models of this batch completely.
        for (const [definition] of batch) stale.set(definition, 'all')
        log.warn({ reason: reasonOf(error) }, 'failed to reload the read models')
        await sleep(500)
      }
    }
    renewing = null
  }

  async function bringUp(definition: Definition, behind: Behind): Promise<void> {
    const model = await kept.get(definition)
    if (behind !== 'all' && (await isPatched(definition, model, behind))) return
    kept.set(definition, Promise.resolve(await readUpToDate(db, definition.load)))
  }

  async function isPatched({ patches }: Definition, model: unknown, behind: Exclude<Behind, 'all'>) {
    for (const [table, ids] of behind)
      if (!(await patches[table]?.(model as never, db.read, [...ids]))) return false
    return true
  }

  /** Marks models as outdated. A trigger sends the changed ids, such as `1,2,3`, or `*` if there are too many. */
  function markStale(table: string | null, rows = '*'): void {
    for (const definition of definitions) {
      if (table !== null && !definition.tables.includes(table)) continue
      const before = stale.get(definition) ?? new Map<string, Set<number>>()
      if (before === 'all' || table === null || rows === '*' || !definition.patches[table])
        stale.set(definition, 'all')
      else {
        const ids = rows.split(',').map(Number)
        stale.set(definition, before.set(table, new Set([...(before.get(table) ?? []), ...ids])))
      }
    }
    if (stale.size === 0) return
    staleSince ??= new Date()
    renewing ??= renew()
  }

  const unfollow = changes.follow({
    onChange(table, rows) {
      const tell = (follower: Follower) => follower.onChange(table, rows)
      if (!definitions.some(({ tables }) => tables.includes(table))) return followers.forEach(tell)
      untold.push(tell)
      markStale(table, rows)
    },
    onMissed() {
      untold.push((follower) => follower.onMissed())
      markStale(null)
    },
  })
  await Promise.all(
    definitions.map(async (definition) => {
      kept.set(definition, Promise.resolve(await readUpToDate(db, definition.load)))
    }),
  )
  const age = () => ({
    renewedAt,
    // Models that have just become outdated must not look current, nor after a clock was set back.
    staleSeconds: staleSince ? Math.max(1, Date.now() - staleSince.getTime()) / 1000 : 0,
  })
  const pools = db.replica ? [db.read, db.replica] : [db.read]
  for (const pool of pools) {
    followed.set(pool, kept)
    ages.set(pool, age)
  }
  return {
    follow(follower) {
      followers.add(follower)
      return () => void followers.delete(follower)
    },
    age,
    async stop() {
      isStopped = true
      for (const pool of pools) followed.delete(pool)
      unfollow()
      await renewing
    },
  }
}
