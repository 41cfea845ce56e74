import type { FastifyInstance } from 'fastify'
import { type Runtime, run } from '../kernel/run.ts'
import { byteOrderMark } from '../kernel/sheet.ts'
import { exportPrices } from '../modules/catalog/module.ts'
import { exportRedirects, exportSubscribers } from '../modules/content/module.ts'
import { exportLeads } from '../modules/leads/module.ts'
import { exportServiceSheets } from '../modules/trips/module.ts'
import { inputOf, splitHttp } from './mount.ts'
import { finished, sendKept } from './replies.ts'

const sheets = [
  { handler: exportLeads, name: 'richieste' },
  { handler: exportSubscribers, name: 'newsletter' },
  { handler: exportPrices, name: 'prezzi' },
  { handler: exportRedirects, name: 'reindirizzamenti' },
  { handler: exportServiceSheets, name: 'fogli-di-servizio' },
]

/** Media types, and how a handler's reply becomes the file. Handlers return a PDF as base64. */
const formats = {
  csv: { type: 'text/csv; charset=utf-8', fileOf: (text: string) => `${byteOrderMark}${text}` },
  pdf: { type: 'application/pdf', fileOf: (text: string) => Buffer.from(text, 'base64') },
}

/** Mounts the downloads of CSV and PDF files by hand, because `mount` sends only JSON. */
export function mountSheets(api: FastifyInstance, runtime: Runtime): void {
  for (const { handler, name } of sheets) {
    const { message } = handler
    api.get(splitHttp(message.http)[1], { config: { message } }, async (request, reply) => {
      const caller = await api.sessions.caller(message.access, request)
      const input = inputOf(request, message)
      const text = await run(runtime, handler, input, caller)
      const format = input.format === 'pdf' ? 'pdf' : 'csv'
      const headers = {
        'content-type': formats[format].type,
        'content-disposition': `attachment; filename="${name}.${format}"`,
        'cache-control': 'no-store',
      }
      return sendKept(request, reply, finished(200, headers, formats[format].fileOf(text)))
    })
  }
}
