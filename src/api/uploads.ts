import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { HttpError } from '../kernel/httpError.ts'
import type { Handler } from '../kernel/message.ts'
import type { Runtime } from '../kernel/run.ts'
import { readInTime } from '../kernel/run.ts'
import { findUpload } from '../modules/content/module.ts'
import { handlers } from '../modules/index.ts'
import { mount } from './mount.ts'
import { unknown } from './problem.ts'
import { finished, sendKept } from './replies.ts'

export const receivesFile = ({ message }: Handler) =>
  message.kind === 'command' && message.fileTypes !== undefined

/** The URL contains the picture's hash. Proxies ask again after a day, so that they forget deleted pictures. */
const immutable = { 'cache-control': 'public, max-age=31536000, s-maxage=86400, immutable' }
/** Other sites may embed only pictures for social networks. */
const embeddable = { 'cross-origin-resource-policy': 'cross-origin' }

/** Serves the uploaded pictures. */
export function mountUploads(app: FastifyInstance, runtime: Runtime): void {
  app.get('/media/:name', async (request, reply) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    const picture = await readInTime(runtime, (read) => findUpload(read, pathname))
    if (!picture) throw unknown()
    const isSocial = pathname.endsWith('-social.jpg')
    const headers = { 'content-type': picture.contentType, ...immutable, ...(isSocial && embeddable) }
    return sendKept(request, reply, finished(200, headers, picture.bytes))
  })
}

/** Mounts the calls that receive a file, as the body or in the form field `file`. Other calls do not accept these bodies. */
export const fileCalls: FastifyPluginAsync<{ runtime: Runtime }> = async (api, { runtime }) => {
  api.removeAllContentTypeParsers()
  // Any declared type is accepted; the handler checks the bytes.
  api.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => ({
    data: body.toString('base64'),
  }))
  api.addContentTypeParser(
    /^multipart\/form-data/,
    { parseAs: 'buffer' },
    ({ headers }: FastifyRequest, body: Buffer) => formIn(body, headers),
  )
  mount(api, { runtime, handlers: handlers.filter(receivesFile) })
}

/** Returns the form's fields, with `file` as base64 in `data`. Throws HttpError 400 for an unreadable form. */
async function formIn(body: Buffer, headers: FastifyRequest['headers']): Promise<Record<string, string>> {
  try {
    const type = headers['content-type'] ?? ''
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    const { file, ...fields } = Object.fromEntries(form)
    const texts = Object.entries(fields).filter((one): one is [string, string] => typeof one[1] === 'string')
    const data = file instanceof File ? Buffer.from(await file.arrayBuffer()).toString('base64') : ''
    return { ...Object.fromEntries(texts), data }
  } catch {
    throw new HttpError(400, 'Il modulo inviato non è leggibile.')
  }
}
