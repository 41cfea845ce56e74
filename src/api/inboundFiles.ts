import type { FastifyInstance } from 'fastify'
import { type Runtime, run } from '../kernel/run.ts'
import { readInboundAttachment } from '../modules/integrations/module.ts'
import { inputOf, splitHttp } from './mount.ts'
import type { Sessions } from './sessions.ts'

/** Serves files from customers' mails. The headers keep the browser from showing a file or guessing its type. */
export function mountInboundFiles(
  app: FastifyInstance,
  { runtime, sessions }: { runtime: Runtime; sessions: Sessions },
): void {
  const { message } = readInboundAttachment
  app.get(splitHttp(message.http)[1], { config: { message } }, async (request, reply) => {
    const caller = await sessions.caller(message.access, request)
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
