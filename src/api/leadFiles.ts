import type { FastifyInstance, FastifyRequest } from 'fastify'
import { exportLeads, exportSubscribers, readFeed } from '../modules/index.ts'
import { type Power, run } from '../run.ts'
import { byteOrderMark, finished, sendKept } from './replies.ts'
import { type Sessions, visitor } from './sessions.ts'

/** What is not JSON: leads and newsletter addresses for a spreadsheet, the trips for a calendar program. */
export function mountLeadFiles(
  app: FastifyInstance,
  { power, sessions }: { power: Power; sessions: Sessions },
): void {
  app.get('/api/admin/leads/export.csv', async (request, reply) => {
    const { assignedTo, ...query } = request.query as Record<string, string>
    const input = { ...query, ...(assignedTo ? { assignedTo: Number(assignedTo) } : {}) }
    const caller = await sessions.caller('superAdmin', request)
    const csv = (await run(power, exportLeads, input, caller)) as string
    return sendKept(request, reply, csvFile('richieste.csv', csv))
  })

  app.get('/api/admin/newsletter-subscriptions/export.csv', async (request, reply) => {
    const caller = await sessions.caller('superAdmin', request)
    const csv = (await run(power, exportSubscribers, {}, caller)) as string
    return sendKept(request, reply, csvFile('newsletter.csv', csv))
  })

  type Asked = FastifyRequest<{ Params: { token: string } }>
  app.get('/calendario/:token([\\w-]+).ics', async (request: Asked, reply) => {
    const { token } = request.params
    const calendar = (await run(power, readFeed, { token }, visitor(request))) as string
    const headers = {
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      // The address is the key.
      'referrer-policy': 'no-referrer',
    }
    return sendKept(request, reply, finished(200, headers, calendar))
  })
}

function csvFile(name: string, csv: string) {
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  }
  return finished(200, headers, `${byteOrderMark}${csv}`)
}
