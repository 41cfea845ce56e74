import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Folder in memory on Linux. A copy of a database takes a quarter of the processor time that it takes on disk. */
const memory = '/dev/shm'
const memoryBytesMin = 4 * 1024 ** 3
const prefix = 'salento-test-'

/** Creates the folder for the database of this run: in memory if there is room, otherwise on the disk. */
export function createDatabaseFolder(): string {
  if (existsSync(memory)) removeLeftovers()
  return mkdtempSync(path.join(hasRoom() ? memory : tmpdir(), `${prefix}${process.pid}-`))
}

function hasRoom(): boolean {
  if (!existsSync(memory)) return false
  // In containers this folder is often small.
  const { bavail, bsize } = statfsSync(memory)
  return Math.min(bavail * bsize, process.availableMemory()) > memoryBytesMin
}

/** Removes the databases of killed runs, which would occupy memory until the next boot. */
function removeLeftovers(): void {
  for (const name of readdirSync(memory)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? []
    if (!pid || existsSync(`/proc/${pid}`)) continue
    const folder = path.join(memory, name)
    stopServer(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

function stopServer(folder: string): void {
  try {
    const [pid = ''] = readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
    // Another program may have this pid by now.
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)) process.kill(Number(pid), 'SIGQUIT')
  } catch {
    // The server has already stopped.
  }
}
