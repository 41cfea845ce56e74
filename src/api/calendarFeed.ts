import type { FastifyInstance } from 'fastify'
import { type Runtime, run } from '../kernel/run.ts'
import { readFeed, touchFeed } from '../modules/trips/module.ts'
import { finished, sendKept } from './replies.ts'
import { visitor } from './sessions.ts'

export function mountCalendarFeed(app: FastifyInstance, runtime: Runtime): void {
  const options = { config: { message: readFeed.message } }
  app.get<{ Params: { token: string } }>(
    '/calendario/:token([\\w-]+).ics',
    options,
    async (request, reply) => {
      const { token } = request.params
      const calendar = await app.limits.makeResponse(request, 'other', () =>
        run(runtime, readFeed, { token }, visitor(request)),
      )
      // A failure, such as a database that only reads, must not take the calendar away.
      const userAgent = request.headers['user-agent']?.slice(0, 400) ?? null
      await run(
        runtime,
        touchFeed,
        { token, userAgent },
        { ...visitor(request), idempotencyKey: null },
      ).catch(() => {})
      const headers = {
        'content-type': 'text/calendar; charset=utf-8',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        // The URL is the credential, so other sites must not receive it as a referrer.
        'referrer-policy': 'no-referrer',
      }
      return sendKept(request, reply, finished(200, headers, calendar))
    },
  )
}
