import type { FastifyInstance } from 'fastify'
import { type Runtime, run } from '../kernel/run.ts'
import { byteOrderMark } from '../kernel/sheet.ts'
import { exportPrices } from '../modules/catalog/module.ts'
import { exportSubscribers } from '../modules/content/module.ts'
import { exportLeads } from '../modules/leads/module.ts'
import { inputOf, splitHttp } from './mount.ts'
import { finished, sendKept } from './replies.ts'
import type { Sessions } from './sessions.ts'

const sheets = [
  { handler: exportLeads, name: 'richieste.csv' },
  { handler: exportSubscribers, name: 'newsletter.csv' },
  { handler: exportPrices, name: 'prezzi.csv' },
]

/** Mounts the sheets with their own routes, because `mount` sends only JSON. */
export function mountSheets(
  app: FastifyInstance,
  { runtime, sessions }: { runtime: Runtime; sessions: Sessions },
): void {
  for (const { handler, name } of sheets) {
    const { message } = handler
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    }
    app.get(splitHttp(message.http)[1], { config: { message } }, async (request, reply) => {
      const caller = await sessions.caller(message.access, request)
      const csv = await run(runtime, handler, inputOf(request, message.input.properties), caller)
      return sendKept(request, reply, finished(200, headers, `${byteOrderMark}${csv}`))
    })
  }
}
