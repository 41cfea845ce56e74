import type { FastifyInstance } from 'fastify'
import { exportLeads } from '../modules/index.ts'
import { type Power, run } from '../run.ts'
import { finished, sendKept } from './replies.ts'
import type { Sessions } from './sessions.ts'

/** What is not JSON: the list of leads as a file for a spreadsheet. */
export function mountLeadFiles(
  app: FastifyInstance,
  { power, sessions }: { power: Power; sessions: Sessions },
): void {
  app.get('/api/admin/leads/export.csv', async (request, reply) => {
    const { assignedTo, ...query } = request.query as Record<string, string>
    const input = { ...query, ...(assignedTo ? { assignedTo: Number(assignedTo) } : {}) }
    const caller = await sessions.caller('superAdmin', request)
    const csv = (await run(power, exportLeads, input, caller)) as string
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="richieste.csv"',
      'cache-control': 'no-store',
    }
    return sendKept(request, reply, finished(200, headers, csv))
  })
}
