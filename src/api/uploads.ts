import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '../kernel/httpError.ts'
import type { Handler } from '../kernel/message.ts'
import type { Runtime } from '../kernel/run.ts'
import { readInTime } from '../kernel/run.ts'
import { findUpload } from '../modules/content/module.ts'
import { handlers } from '../modules/index.ts'
import type { Limits } from './limits.ts'
import { mount } from './mount.ts'
import { unknown } from './problem.ts'
import { finished, type Replies, sendKept } from './replies.ts'
import type { Sessions } from './sessions.ts'

interface Parts {
  runtime: Runtime
  replies: Replies
  limits: Limits
  sessions: Sessions
}

export const fileCalls: Handler[] = handlers.filter(
  ({ message }) => message.kind === 'command' && message.fileTypes,
)

/** The URL contains the picture's hash. Proxies ask again after a day, so that they forget deleted pictures. */
const immutable = { 'cache-control': 'public, max-age=31536000, s-maxage=86400, immutable' }
/** Other sites may embed only pictures for social networks. */
const embeddable = { 'cross-origin-resource-policy': 'cross-origin' }

/** Serves the uploaded pictures, and mounts the calls that receive a file as the body or in the form field `file`. */
export async function mountUploads(app: FastifyInstance, parts: Parts): Promise<void> {
  app.get('/media/:name', async (request, reply) => {
    await parts.limits.countRead(request)
    const { pathname } = new URL(request.url, 'http://localhost')
    const picture = await readInTime(parts.runtime, (read) => findUpload(read, pathname))
    if (!picture) throw unknown()
    const isSocial = pathname.endsWith('-social.jpg')
    const headers = { 'content-type': picture.contentType, ...immutable, ...(isSocial && embeddable) }
    return sendKept(request, reply, finished(200, headers, picture.bytes))
  })

  // These parsers are in a separate scope, so that other calls do not use them.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Any declared type is accepted; the handler checks the bytes.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => ({ data: body.toString('base64') }),
    )
    scope.addContentTypeParser(
      /^multipart\/form-data/,
      { parseAs: 'buffer' },
      ({ headers }: FastifyRequest, body: Buffer) => formIn(body, headers),
    )
    mount(scope, { ...parts, handlers: fileCalls })
  })
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
