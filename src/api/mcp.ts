import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { HttpError } from '../kernel/httpError.ts'
import { anyone } from '../kernel/message.ts'
import { type Runtime, run } from '../kernel/run.ts'
import { readMcpAccess } from '../modules/settings/module.ts'
import type { mcpAnswers } from './mcpServer.ts'
import { unknown } from './problem.ts'
import { refuseForeign } from './sessions.ts'

export const mcpPath = '/mcp'

/** Maximum bytes of a message. The largest useful message, for the fare between two street addresses, takes 2 KiB. */
const maxBytes = 16 * 1024

const maintenanceSeconds = 3600

interface Options {
  siteUrl: string
  runtime: Runtime
}

/** Serves the Model Context Protocol for assistants, without sessions. Responds 404 while `isMcpOn` is false. */
export const mcp: FastifyPluginAsync<Options> = async (app, { siteUrl, runtime }) => {
  const { limits } = app
  app.addHook('onRequest', async (request: FastifyRequest) => {
    await limits.countRead(request)
    const { isLive, isMcpOn } = await run(runtime, readMcpAccess, {}, anyone)
    if (!isMcpOn) throw unknown()
    refuseForeign(request, siteUrl)
    if (!isLive)
      throw new HttpError(503, (t) => t('head.maintenanceText'), {
        retryAfterSeconds: maintenanceSeconds,
      })
  })

  app.route({
    method: ['GET', 'DELETE'],
    url: mcpPath,
    // There are no sessions, so there is no stream to open or end.
    handler: async (_request, reply) => {
      reply.header('allow', 'POST')
      throw new HttpError(405, (t) => t('api.method'))
    },
  })

  // The package is loaded on first use, because it takes 0.16 s and 30 MB.
  let loading: Promise<ReturnType<typeof mcpAnswers>> | undefined
  const loaded = async () => (await import('./mcpServer.ts')).mcpAnswers({ runtime, limits })
  app.post(mcpPath, { bodyLimit: maxBytes }, async (request, reply) => {
    request.askedAt = performance.now()
    if (Array.isArray(request.body)) throw new HttpError(422, (t) => t('api.object'))
    loading ??= loaded().catch((error) => {
      // The next request tries again.
      loading = undefined
      throw error
    })
    const answer = await loading
    const response = await answer(request)
    const type = response.headers.get('content-type')
    if (type) reply.header('content-type', type)
    // No tool sends its answer as a stream, so the answer is complete here.
    return reply
      .code(response.status)
      .header('cache-control', 'no-store')
      .send(await response.text())
  })
}
