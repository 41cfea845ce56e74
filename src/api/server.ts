import { randomBytes } from 'node:crypto'
import { type FastifyInstance, fastify } from 'fastify'
import type { Logger } from 'pino'
import { contractUrl } from '../kernel/address.ts'
import type { Runtime } from '../kernel/run.ts'
import { decodableUrl } from '../kernel/sitePath.ts'
import type { Config } from '../platform/config.ts'
import { assets } from './assets.ts'
import { calls } from './calls.ts'
import { commonHeaders } from './commonHeaders.ts'
import { recordedCounts } from './counts.ts'
import { sharedHeaders } from './edge.ts'
import { files } from './files.ts'
import { freshness } from './freshness.ts'
import { health } from './health.ts'
import { leaving } from './leaving.ts'
import { limits } from './limits.ts'
import { mcp } from './mcp.ts'
import { metrics } from './metrics.ts'
import { openApiDocument } from './openapi.ts'
import { pages } from './pages.ts'
import { panel } from './panel.ts'
import { problems, sendProblem } from './problem.ts'
import { RequestLog, withoutChildren } from './requestLog.ts'
import { sessions } from './sessions.ts'
import { slowSenders } from './slowSenders.ts'

/**
 * Returns the API, not yet listening: read models are loaded, calls and pages mounted. Leaves nothing running if it
 * throws, so that the caller can try again.
 */
export async function openApi(
  config: Config,
  { db, context }: Runtime,
  log: Logger,
): Promise<FastifyInstance> {
  const runtime: Runtime = { db, context, log }
  const { siteUrl } = config
  const requestLog = new RequestLog()
  const app = openServer(config, requestLog, log)
  await using unfinished = new AsyncDisposableStack()
  unfinished.defer(() => app.close())
  app.removeContentTypeParser('text/plain')

  // These concern all routes. Those with decorators or hooks put them on the instance itself (`shared`).
  await app.register(commonHeaders, { isProduction: config.isProduction, runtime })
  await app.register(sharedHeaders, { isPurged: config.edgePurgeUrl !== null })
  await app.register(slowSenders)
  await app.register(leaving)
  await app.register(problems)
  await app.register(openApiDocument, { siteUrl })
  await app.register(sessions, { config, runtime })
  await app.register(limits, { runtime })
  await app.register(freshness, { runtime })
  await app.register(recordedCounts, { runtime })

  // Each of these has its own scope: its hooks, parsers and error handler apply to its own routes.
  await app.register(health, { read: db.read })
  await app.register(metrics, {
    read: db.read,
    requestLog,
    context,
    metricsToken: config.metricsToken,
  })
  await app.register(calls, { config, runtime })
  await app.register(mcp, { siteUrl, runtime })
  await app.register(files, { siteUrl, runtime })
  await app.register(assets)
  await app.register(panel)
  await app.register(pages, { siteUrl, runtime })
  unfinished.move()
  return app
}

function openServer({ trustProxy }: Config, requestLog: RequestLog, log: Logger): FastifyInstance {
  const processName = randomBytes(6).toString('base64url')
  let requests = 0
  const app: FastifyInstance = fastify({
    loggerInstance: withoutChildren(log),
    logController: requestLog,
    trustProxy,
    bodyLimit: 256 * 1024,
    // Loading the read models takes as long as the database needs.
    pluginTimeout: 0,
    // Node enforces headersTimeout only if requestTimeout is longer. slowSenders.ts ends slow bodies much earlier.
    requestTimeout: 600_000,
    // During a shutdown each open connection gets one last response, so that a rolling restart refuses no request.
    return503OnClosing: false,
    connectionTimeout: 60_000,
    keepAliveTimeout: 20_000,
    http: { headersTimeout: 4_000, connectionsCheckingInterval: 1_000 },
    genReqId: ({ headers }) => {
      const given = headers['x-request-id']
      if (typeof given === 'string' && /^[\w-]{8,64}$/.test(given)) return given
      requests += 1
      return processName + requests.toString(36).padStart(7, '0')
    },
    // Fastify calls this for a URL that cannot be decoded, instead of hooks and error handler.
    frameworkErrors: (error, request, reply) => {
      reply.raw.once('finish', () => requestLog.requestCompleted(error, request, reply))
      sendProblem(error, request, reply.headers(app.commonHeaders()))
    },
    routerOptions: { maxParamLength: 300 },
    rewriteUrl: ({ url = '/' }) => (url.startsWith('/api/') ? contractUrl(url) : decodableUrl(url)),
  })
  return app
}
