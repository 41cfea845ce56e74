import { readdirSync, readFileSync } from 'node:fs'
import type { App } from '../app.ts'

export interface Spent {
  cpuMs: number
  /** Milliseconds until the response. */
  wallMs: number
}

/** Measures the processor time of this process and of its connections' PostgreSQL processes, which a busy machine changes little. */
export async function spentOn(app: App, work: () => Promise<unknown>): Promise<Spent> {
  const before = await serversMs(app)
  const own = process.cpuUsage()
  const startedAt = performance.now()
  await work()
  const wallMs = performance.now() - startedAt
  const { user, system } = process.cpuUsage(own)
  const after = await serversMs(app)
  const ofServers = [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)
  return { cpuMs: (user + system) / 1000 + ofServers, wallMs }
}

async function serversMs({ sql }: App): Promise<Map<number, number>> {
  const rows = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database()`
  return new Map(rows.map(({ pid }) => [pid, processMs(pid)]))
}

/** Returns milliseconds of processor time since the process started; 0 for a process that has ended. */
function processMs(pid: number): number {
  try {
    // A thread's first number is nanoseconds on a processor.
    return readdirSync(`/proc/${pid}/task`).reduce(
      (sum, thread) =>
        sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
      0,
    )
  } catch {
    return 0
  }
}
