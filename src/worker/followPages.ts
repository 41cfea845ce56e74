import { setTimeout as sleep } from 'node:timers/promises'
import { isModelTable } from '../kernel/readModel.ts'
import { queueSitemap } from '../modules/content/module.ts'
import { listenToChanges } from '../platform/changes.ts'
import type { Database } from '../platform/db.ts'
import { reasonOf } from '../platform/log.ts'
import { patiently } from '../platform/patiently.ts'
import type { WorkerLog } from './tasks.ts'

/** Milliseconds in which the tables of several notifications are collected. */
const collectMs = 200
const againMs = 1_000

/**
 * Queues a build of the sitemap whenever a table of the read models changes, on which the pages depend too. Queues one at
 * the start and after a lost connection, because changes may have been missed.
 */
export async function followPages(db: Database, log: WorkerLog): Promise<{ stop(): Promise<void> }> {
  /** Changed tables; null means any. */
  let waiting: Set<string> | null = null
  let isQueueing = false
  let isStopped = false

  async function queueOnce(): Promise<void> {
    await sleep(collectMs, undefined, { ref: false })
    const tables = waiting
    waiting = new Set()
    try {
      await queueSitemap(db.write, tables && [...tables])
    } catch (error) {
      waiting = inEither(tables, waiting)
      log.warn({ reason: reasonOf(error) }, 'cannot queue a build of the sitemap yet')
      await sleep(againMs, undefined, { ref: false })
    }
  }

  async function queueAll(): Promise<void> {
    isQueueing = true
    try {
      while (!isStopped && waiting?.size !== 0) await queueOnce()
    } finally {
      isQueueing = false
    }
  }

  const queue = () => {
    if (!isQueueing) void queueAll()
  }
  const changes = await patiently(log, () => listenToChanges(db))
  const unfollow = changes.follow({
    onChange(table) {
      if (!isModelTable(table)) return
      waiting?.add(table)
      queue()
    },
    onMissed() {
      waiting = null
      queue()
    },
  })
  queue()
  return {
    async stop() {
      isStopped = true
      unfollow()
      await changes.stop()
    },
  }
}

/** Null, which means any table, stays null. */
const inEither = (one: Set<string> | null, other: Set<string> | null) => one && other && one.union(other)
