import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** True if the servers can run on one core and the load generator on another one. */
const isPinned = cpus().length > 1 && spawnSync('taskset', ['-V']).status === 0

export const serverCore = 0
export const loadCore = 1

/** Uses any core if `core` is undefined, or if the machine has only one core or no taskset. */
export function onCore(
  core: number | undefined,
  program: string[],
  env: NodeJS.ProcessEnv = process.env,
): ChildProcess {
  const pinned = core !== undefined && isPinned ? ['taskset', '-c', String(core), ...program] : program
  const [command = '', ...rest] = pinned
  return spawn(command, rest, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
}

/** Returns the processor time of all threads so far in ms (/proc/<pid>/task/<tid>/schedstat has ns). */
export function cpuMs(pids: number[]): number {
  const threads = pids.flatMap((pid) => readdirSync(`/proc/${pid}/task`).map((tid) => `${pid}/task/${tid}`))
  const ns = threads.map((thread) => Number(readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ')[0]))
  return ns.reduce((sum, one) => sum + one, 0) / 1e6
}
