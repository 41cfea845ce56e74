import type { FastifyInstance } from 'fastify'
import { reasonOf } from '../log.ts'
import { recordPageVisits, recordSearches, takeCounts, takePageVisits } from '../modules/index.ts'
import { type Power, run } from '../run.ts'

const everyMs = 2_000
const api = { name: 'api', address: null, admin: { id: 0, isSuperAdmin: true }, idempotencyKey: null }

/** Writes what was searched for and which old addresses were visited, every 2 s and once more at the end. */
export function recordCountsOf(app: FastifyInstance, power: Power): void {
  const write = async () => {
    for (const [handler, counts] of [
      [recordSearches, takeCounts()],
      [recordPageVisits, takePageVisits()],
    ] as const)
      if (counts)
        await run(power, handler, counts, api).catch((error) =>
          app.log.warn({ reason: reasonOf(error) }, 'counts were lost'),
        )
  }
  const timer = setInterval(() => void write(), everyMs)
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await write()
  })
}
