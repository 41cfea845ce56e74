import { once } from 'node:events'
import { PassThrough, pipeline } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { type DownloadHandler, runDownload, type Send } from '../kernel/download.ts'
import { unavailable } from '../kernel/httpError.ts'
import type { Runtime } from '../kernel/run.ts'
import { byteOrderMark } from '../kernel/sheet.ts'
import { exportPrices } from '../modules/catalog/module.ts'
import { exportRedirects, exportSubscribers } from '../modules/content/module.ts'
import { exportLeads } from '../modules/leads/module.ts'
import { exportServiceSheets } from '../modules/trips/module.ts'
import { encodingFor } from './encoding.ts'
import { inputOf, splitHttp } from './mount.ts'

const sheets = [
  { handler: exportLeads, name: 'richieste' },
  { handler: exportSubscribers, name: 'newsletter' },
  { handler: exportPrices, name: 'prezzi' },
  { handler: exportRedirects, name: 'reindirizzamenti' },
  { handler: exportServiceSheets, name: 'fogli-di-servizio' },
]

const formats = {
  csv: { type: 'text/csv; charset=utf-8', mark: byteOrderMark },
  pdf: { type: 'application/pdf', mark: '' },
}

const packers = {
  gzip: () => createGzip(),
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
}

/** Mounts the downloads of CSV and PDF files by hand, because `mount` sends only JSON. */
export function mountSheets(api: FastifyInstance, runtime: Runtime): void {
  for (const { handler, name } of sheets) {
    const { message } = handler as DownloadHandler
    api.get(splitHttp(message.http)[1], { config: { message } }, async (request, reply) => {
      const caller = await api.sessions.caller(message.access, request)
      const input = inputOf(request, message)
      const format = input.format === 'pdf' ? 'pdf' : 'csv'
      const file = await begun(formats[format].mark, (send) =>
        runDownload(runtime, handler as DownloadHandler, input, caller, send),
      )
      const encoding = encodingFor(request.headers['accept-encoding'], format === 'csv')
      return reply
        .headers({
          'content-type': formats[format].type,
          'content-disposition': `attachment; filename="${name}.${format}"`,
          'cache-control': 'no-store',
          vary: 'accept-encoding',
          ...(encoding && { 'content-encoding': encoding }),
        })
        .send(encoding ? pipeline(file, packers[encoding](), () => {}) : file)
    })
  }
}

/** Returns the file once its first part is there, so that a refusal still has a status. Its reader sets the pace. */
async function begun(mark: string, make: (send: Send) => Promise<unknown>): Promise<PassThrough> {
  const file = new PassThrough()
  const { promise: first, resolve, reject } = Promise.withResolvers<void>()
  const send: Send = async (part) => {
    resolve()
    if (file.destroyed) throw unavailable()
    if (!file.write(part)) await Promise.race([once(file, 'drain'), once(file, 'close')])
  }
  if (mark) file.write(mark)
  make(send).then(
    () => {
      resolve()
      file.end()
    },
    (error) => {
      reject(error)
      file.destroy(error)
    },
  )
  // A reader that has gone is no failure.
  file.on('error', () => {})
  await first
  return file
}
