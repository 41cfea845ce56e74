import { buildSitemap } from '../src/modules/content/module.ts'
import { createContext } from '../src/modules/index.ts'
import { readConfig } from '../src/platform/config.ts'
import { openDatabase } from '../src/platform/db.ts'
import { memoryOf } from './large.ts'

// Builds the sitemap in a process that like the worker keeps no read models, and prints what it cost (sitemap.ts).

/** Processor time of this thread in ms. */
function usedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

let longestMs = 0
let before = usedMs()
const watch = setInterval(() => {
  const now = usedMs()
  longestMs = Math.max(longestMs, now - before)
  before = now
}, 1)
const config = readConfig()
const { read, write, close } = openDatabase(config.databaseUrl ?? '', { connections: 4 })
const start = process.cpuUsage()
const built = await buildSitemap({ read, write, context: createContext(config) })
const { user, system } = process.cpuUsage(start)
clearInterval(watch)
await close()
console.log(
  JSON.stringify({
    ...built,
    cpuSeconds: (user + system) / 1e6,
    longestMs,
    megabytes: memoryOf(process.pid),
  }),
)
