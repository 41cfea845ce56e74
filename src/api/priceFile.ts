import type { FastifyInstance } from 'fastify'
import { exportPrices } from '../modules/index.ts'
import { type Power, run } from '../run.ts'
import { inputOf } from './mount.ts'
import { byteOrderMark, finished, sendKept } from './replies.ts'
import type { Sessions } from './sessions.ts'

/** The prices for a spreadsheet: what is not JSON is mounted by hand. */
export function mountPriceFile(
  app: FastifyInstance,
  { power, sessions }: { power: Power; sessions: Sessions },
): void {
  const { message } = exportPrices
  app.get('/api/bulk-pricing/export.csv', async (request, reply) => {
    const caller = await sessions.caller(message.access, request)
    const csv = (await run(power, exportPrices, inputOf(request, message.input.properties), caller)) as string
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="prezzi.csv"',
      'cache-control': 'no-store',
    }
    return sendKept(request, reply, finished(200, headers, `${byteOrderMark}${csv}`))
  })
}
