import type { FastifyInstance } from 'fastify'
import { type Runtime, run } from '../kernel/run.ts'
import { readInboundAttachment } from '../modules/integrations/module.ts'
import { inputOf, splitHttp } from './mount.ts'

/** Serves files from customers' mails. The headers keep the browser from showing a file or guessing its type. */
export function mountInboundFiles(api: FastifyInstance, runtime: Runtime): void {
  const { message } = readInboundAttachment
  api.get(splitHttp(message.http)[1], { config: { message } }, async (request, reply) => {
    const caller = await api.sessions.caller(message.access, request)
    const { name, base64 } = await run(runtime, readInboundAttachment, inputOf(request, message), caller)
    return reply
      .headers({
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      .send(Buffer.from(base64, 'base64'))
  })
}
