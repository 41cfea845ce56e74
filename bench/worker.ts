import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Type } from '@sinclair/typebox'
import { Logger, run } from 'graphile-worker'
import pg from 'pg'
import { event, on } from '../src/kernel/message.ts'
import { emitAll } from '../src/kernel/outbox.ts'
import type { Runtime } from '../src/kernel/run.ts'
import { reactions } from '../src/modules/index.ts'
import type { Database } from '../src/platform/db.ts'
import { queueSettings } from '../src/worker/queues.ts'
import { startWorker } from '../src/worker/worker.ts'
import { cpuMs } from './cores.ts'
import { openBenchDatabase } from './database.ts'
import { ratioOf } from './ratio.ts'
import type { Row } from './row.ts'

// Compares a backlog of events with as many plain graphile-worker jobs, run alternately on one database. The processor
// time of worker and database counts, because other work on the machine does not distort this figure.

const rounds = 5
const eventsARound = 5_000
const waiting = 100_000

const tried = event('bench:tried', Type.Object({ number: Type.Integer() }))

export async function measure(): Promise<Row[]> {
  await using database = await openBenchDatabase({ connections: 12, isPlannedEachTime: true })
  const { db, runtime, url, dataDir } = database
  const counter = new Counter()
  reactions.push(on('bench:nothing', tried, async () => counter.add()) as never)
  try {
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < rounds; round++) {
      const plain = await timed(dataDir, await plainJobs(db, url, eventsARound))
      const events = await timed(dataDir, await effects(runtime, url, counter, eventsARound))
      theirs.push(eventsARound / plain.cpuSeconds)
      ours.push(eventsARound / events.cpuSeconds)
    }
    const all = await timed(dataDir, await effects(runtime, url, counter, waiting))
    const rate = waiting / all.seconds
    return [
      ratioOf({
        work: 'events through the outbox to an effect',
        goal: 'at least 0.35 of jobs that do nothing',
        ours,
        theirs,
        unit: '/s of processor time',
        isMet: (ratio) => ratio >= 0.35,
      }),
      {
        work: '100,000 waiting events',
        ours: `${Math.round(rate)}/s, ${Math.round(waiting / all.cpuSeconds)}/s of processor time`,
        goal: 'at least 1,500/s',
        met: rate >= 1_500,
      },
    ]
  } finally {
    reactions.pop()
  }
}

/** `drain` starts the worker, waits until the backlog is done, and returns a function that stops the worker. */
interface Backlog {
  drain(): Promise<() => Promise<void>>
}

async function timed(dataDir: string, backlog: Backlog): Promise<{ seconds: number; cpuSeconds: number }> {
  const before = new Map(processes(dataDir).map((pid) => [pid, cpuMs([pid])]))
  const start = performance.now()
  const stop = await backlog.drain()
  const seconds = (performance.now() - start) / 1000
  const used = processes(dataDir).map((pid) => cpuMs([pid]) - (before.get(pid) ?? 0))
  await stop()
  return { seconds, cpuSeconds: used.reduce((sum, one) => sum + one, 0) / 1000 }
}

/** Returns the pids of this process (the worker), of the database server and of its connections. */
function processes(dataDir: string): number[] {
  const [server] = readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
    .split('\n')
    .map(Number)
  const running = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parentOf = (pid: string) => {
    try {
      return Number(
        readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) . /, '')
          .split(' ')[0],
      )
    } catch {
      return null
    }
  }
  return [process.pid, server ?? 0, ...running.filter((pid) => parentOf(pid) === server).map(Number)]
}

/** `until` resolves after the given number of calls of `add`. */
class Counter {
  #left = 0
  #reached = () => {}

  until(times: number): Promise<void> {
    this.#left = times
    return new Promise((resolve) => {
      this.#reached = resolve
    })
  }

  add(): void {
    this.#left -= 1
    if (this.#left === 0) this.#reached()
  }
}

/** Creates a backlog of events. The backlog is done when the last effect is stored as done. */
async function effects(runtime: Runtime, url: string, counter: Counter, events: number): Promise<Backlog> {
  const { write } = runtime.db
  for (let sent = 0; sent < events; sent += 5_000) {
    const numbers = Array.from({ length: Math.min(5_000, events - sent) }, (_, place) => sent + place)
    await write.begin((tx) =>
      emitAll(
        tx as never,
        tried,
        numbers.map((number) => ({ number })),
      ),
    )
  }
  await write`vacuum analyze`
  return {
    async drain() {
      const done = counter.until(events)
      const worker = await startWorker(runtime, url)
      await done
      await until(async () => (await write`select from effects where state <> 'done' limit 1`).length === 0)
      return async () => {
        await worker.stop()
        const [left] = await write<[{ jobs: number }]>`
          select count(*) as jobs from graphile_worker.jobs where task_identifier in ('dispatch', 'react')`
        if (left.jobs > 0) throw new Error(`${left.jobs} jobs are left`)
        await write`truncate outbox cascade`
      }
    },
  }
}

async function plainJobs({ write }: Database, url: string, jobs: number): Promise<Backlog> {
  await write`
    select count(*) from graphile_worker.add_jobs(array(
      select row('nothing', json_build_object('number', number), null, null, null, null, null, null)
        ::graphile_worker.job_spec from generate_series(1, ${jobs}::integer) as number))`
  await write`vacuum analyze`
  return {
    async drain() {
      const counter = new Counter()
      const done = counter.until(jobs)
      const pgPool = new pg.Pool({ connectionString: url, max: 17 })
      pgPool.on('error', () => {})
      pgPool.on('connect', (client) => void client.on('error', () => {}))
      const runner = await run({
        pgPool,
        taskList: { nothing: async () => counter.add() },
        noHandleSignals: true,
        logger: new Logger(() => () => {}),
        preset: { worker: queueSettings },
      })
      await done
      await until(async () => (await write`select from graphile_worker.jobs limit 1`).length === 0)
      return async () => {
        await runner.stop()
        await pgPool.end()
      }
    },
  }
}

async function until(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await new Promise((resolve) => setTimeout(resolve, 5))
}
