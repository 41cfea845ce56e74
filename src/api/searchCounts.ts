import type { FastifyInstance } from 'fastify'
import { reasonOf } from '../log.ts'
import { recordSearches, takeCounts } from '../modules/index.ts'
import { type Power, run } from '../run.ts'

const everyMs = 2_000
const api = { name: 'api', address: null, admin: { id: 0, isSuperAdmin: true }, idempotencyKey: null }

/** Writes what was searched for, every 2 s and once more when the process stops. */
export function recordSearchesOf(app: FastifyInstance, power: Power): void {
  const write = async () => {
    const counts = takeCounts()
    if (!counts) return
    await run(power, recordSearches, counts, api).catch((error) =>
      app.log.warn({ reason: reasonOf(error) }, 'search counts were lost'),
    )
  }
  const timer = setInterval(() => void write(), everyMs)
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await write()
  })
}
