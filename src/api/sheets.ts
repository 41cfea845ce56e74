import { once } from 'node:events'
import { PassThrough, pipeline, type Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { type DownloadHandler, runDownload, type Send } from '../kernel/download.ts'
import { unavailable } from '../kernel/httpError.ts'
import { checked, type Runtime } from '../kernel/run.ts'
import { byteOrderMark } from '../kernel/sheet.ts'
import { exportPrices } from '../modules/catalog/module.ts'
import { exportRedirects, exportSubscribers } from '../modules/content/module.ts'
import { exportLeads } from '../modules/leads/module.ts'
import { exportServiceSheets } from '../modules/trips/module.ts'
import { type Encoding, encodingFor } from './encoding.ts'
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

/** Each part leaves at once. Otherwise Brotli keeps megabytes, and an error after them gets the headers of the file. */
const packers = {
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
    }),
}

/** Mounts the downloads of CSV and PDF files by hand, because `mount` sends only JSON. */
export function mountSheets(api: FastifyInstance, runtime: Runtime): void {
  for (const { handler, name } of sheets) {
    const { message } = handler as DownloadHandler
    api.get(splitHttp(message.http)[1], { config: { message } }, async (request, reply) => {
      const caller = await api.sessions.caller(message.access, request)
      const input = inputOf(request, message)
      const format = input.format === 'pdf' ? 'pdf' : 'csv'
      const encoding = encodingFor(request.headers['accept-encoding'], format === 'csv')
      const headers = {
        'content-type': formats[format].type,
        'content-disposition': `attachment; filename="${name}.${format}"`,
        'cache-control': 'no-store',
        vary: 'accept-encoding',
        ...(encoding && { 'content-encoding': encoding }),
      }
      if (request.method === 'HEAD') {
        checked(message, input, runtime.context, caller)
        return reply.headers(headers).send()
      }
      const file = await begun(formats[format].mark, encoding, (send) =>
        runDownload(runtime, handler as DownloadHandler, input, caller, send),
      )
      // A refusal gets none of these headers.
      return reply.headers(headers).send(file)
    })
  }
}

/**
 * Returns the compressed file once it has bytes to send, so that a refusal before them still has a status. Its reader sets
 * the pace.
 */
async function begun(
  mark: string,
  encoding: Encoding,
  make: (send: Send) => Promise<unknown>,
): Promise<Readable> {
  const file = new PassThrough()
  const gone = new AbortController()
  file.once('close', () => gone.abort())
  let unsent = mark
  const send: Send = async (part) => {
    if (file.destroyed) throw unavailable()
    if (unsent) file.write(unsent)
    unsent = ''
    if (!file.write(part)) await once(file, 'drain', { signal: gone.signal })
  }
  const sent = encoding ? pipeline(file, packers[encoding](), () => {}) : file
  // A reader that has gone is no failure.
  sent.on('error', () => {})
  make(send).then(
    () => file.end(),
    (error) => file.destroy(error),
  )
  await once(sent, 'readable')
  return sent
}
