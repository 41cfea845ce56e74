import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { HttpError } from '../kernel/httpError.ts'
import { program } from '../kernel/message.ts'
import { runPeriodic } from '../kernel/periodic.ts'
import { type Runtime, run } from '../kernel/run.ts'
import { recordSearches, takeCounts } from '../modules/catalog/module.ts'
import { recordPageVisits, takePageVisits } from '../modules/content/module.ts'
import { reasonOf } from '../platform/log.ts'

const everyMs = 2_000

const counters = [
  [recordSearches, takeCounts],
  [recordPageVisits, takePageVisits],
] as const

/** Writes the counts every 2 s and at shutdown. A retry has the same idempotency key, so that a batch counts once. */
export const recordedCounts: FastifyPluginAsync<{ runtime: Runtime }> = async (app, { runtime }) => {
  const open = new Map<unknown, { counts: object; idempotencyKey: string }>()
  const write = async () => {
    for (const [handler, take] of counters) {
      const counts = open.get(handler) ? null : take(runtime.context)
      if (counts) open.set(handler, { counts, idempotencyKey: randomUUID() })
    }
    if (open.size === 0) return
    const failure = await runPeriodic(runtime.db.write, 'recordSearches', async () => {
      for (const [handler] of counters) {
        const batch = open.get(handler)
        if (!batch) continue
        const caller = { ...program('api'), idempotencyKey: batch.idempotencyKey }
        await run(runtime, handler, batch.counts, caller).catch((error) => {
          // A later try would be refused too, and later counts would wait for ever.
          if (!(error instanceof HttpError && error.status === 422)) throw error
          app.log.error({ reason: reasonOf(error) }, 'counts were refused and dropped')
        })
        open.delete(handler)
      }
    })
    if (failure) throw failure.error
  }
  let writing: Promise<void> | null = null
  const writeOnce = () => {
    writing ??= write()
      .catch((error) => app.log.warn({ reason: reasonOf(error) }, 'failed to write the counts, retrying'))
      .finally(() => {
        writing = null
      })
    return writing
  }
  const timer = setInterval(() => void writeOnce(), everyMs)
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await writing
    await writeOnce()
  })
}
