import { hostname } from 'node:os'
import { silentSeconds } from '../kernel/workers.ts'
import type { Sql } from '../platform/db.ts'
import { codeOf } from '../platform/log.ts'

/** Ids of this process's worker pools. A row with the same pid but another pool id belongs to an earlier process. */
export const ownPools = new Set<string>()

/**
 * Releases the jobs of worker pools that sent no heartbeat for 20 s, whose process on this machine is gone, or that
 * never registered. The queue would keep these jobs locked for four hours. Returns the number of released pools.
 */
export async function releaseDeadWorkers(write: Sql): Promise<number> {
  const rows = await write<{ poolId: string; host: string; pid: number; isSilent: boolean }[]>`
    select pool_id, host, pid, seen_at < now() - make_interval(secs => ${silentSeconds}) as is_silent
    from workers`
  const gone = rows.filter(isGone).map(({ poolId }) => poolId)
  const dead = [...gone, ...rows.filter(({ isSilent }) => isSilent).map(({ poolId }) => poolId)]
  if (dead.length > 0)
    // Checks again, because a slow worker may have sent a heartbeat since.
    await write`
      delete from workers
      where pool_id = any(${gone})
        or pool_id = any(${dead}) and seen_at < now() - make_interval(secs => ${silentSeconds})`
  // A pool without a row keeps its jobs for 10 s, because a new pool takes its first jobs before its row exists.
  const holders = await write<{ poolId: string }[]>`
    select distinct locked_by as pool_id from graphile_worker.jobs
    where locked_by is not null and locked_by not in (select pool_id from workers)
      and (locked_by = any(${dead}) or locked_at < now() - interval '10 seconds')
      and not locked_by = any(${[...ownPools]})`
  if (holders.length > 0)
    await write`select graphile_worker.force_unlock_workers(${holders.map(({ poolId }) => poolId)})`
  return holders.length
}

/**
 * Returns true if no sweep has ended for five minutes, although one of `pools` has run for as long. The sweep then waits
 * for a lost response, or its serial queue stays locked, and no other worker would notice.
 */
export async function isSweepStuck(write: Sql, pools: string[]): Promise<boolean> {
  const [row] = await write<[{ isStuck: boolean }]>`
    select exists (select from workers where pool_id = any(${pools}) and queue = 'events'
        and started_at < now() - interval '5 minutes')
      and not exists (select from periodic_runs where name = 'queueLostWork'
        and ended_at > now() - interval '5 minutes') as is_stuck`
  return row.isStuck
}

function isGone({ poolId, host, pid }: { poolId: string; host: string; pid: number }): boolean {
  if (host !== hostname()) return false
  if (pid === process.pid) return !ownPools.has(poolId)
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    // EPERM means that the process exists but belongs to another user.
    return codeOf(error) === 'ESRCH'
  }
}
