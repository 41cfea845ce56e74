import { randomBytes } from 'node:crypto'
import { type FastifyInstance, fastify } from 'fastify'
import type { Logger } from 'pino'
import { contractUrl } from '../kernel/address.ts'
import { anyone } from '../kernel/message.ts'
import { followChanges } from '../kernel/readModel.ts'
import { romanToday } from '../kernel/romanDay.ts'
import { type Runtime, run } from '../kernel/run.ts'
import { decodableUrl } from '../kernel/sitePath.ts'
import { handlers } from '../modules/index.ts'
import { readActiveAnalytics } from '../modules/settings/module.ts'
import { listenToChanges } from '../platform/changes.ts'
import type { Config } from '../platform/config.ts'
import { builtAssets, mountAssets } from './assets.ts'
import { mountCalendarFeed } from './calendarFeed.ts'
import { recordCountsOf } from './counts.ts'
import { decorateShared, purgePlanner } from './edge.ts'
import { mountEvents } from './events.ts'
import { mountHealth } from './health.ts'
import { mountInboundFiles } from './inboundFiles.ts'
import { cutUnusedConnections, leave } from './leaving.ts'
import { openLimits } from './limits.ts'
import { mountLlmsText } from './llmsText.ts'
import { mountMcp } from './mcp.ts'
import { mountMetrics } from './metrics.ts'
import { mount } from './mount.ts'
import { collectMessages, describeApi } from './openapi.ts'
import { mountPages } from './pages.ts'
import { visitCounter } from './pageVisits.ts'
import { mountPanel } from './panel.ts'
import { sendProblem, unknown } from './problem.ts'
import { type CachedResponse, finished, Replies, sendKept } from './replies.ts'
import { RequestLog, withoutChildren } from './requestLog.ts'
import { mountRoles } from './roles.ts'
import { openSessions } from './sessions.ts'
import { mountSheets } from './sheets.ts'
import { cutSlowSenders } from './slowSenders.ts'
import { fileCalls, mountUploads } from './uploads.ts'
import { mountWebhooks } from './webhooks.ts'

// Domains of Google Analytics (Google's list without the domains for advertising).
const tagHosts = ' https://*.googletagmanager.com'
const reportHosts = `${tagHosts} https://*.google-analytics.com https://*.analytics.google.com`

/**
 * Only Analytics adds other origins for scripts and pictures. No page may be framed, except the map of mapPage.ts in
 * pages of this site.
 */
function securityHeaders(
  isProduction: boolean,
  { hasAnalytics, hasGoogleMap }: { hasAnalytics: boolean; hasGoogleMap: boolean },
): Record<string, string> {
  const scripts = hasAnalytics ? tagHosts : ''
  const reports = hasAnalytics ? reportHosts : ''
  return {
    'content-security-policy':
      `default-src 'none'; object-src 'none'; script-src 'self'${scripts}; style-src 'self'; font-src 'self'; ` +
      `img-src 'self' data:${reports}; connect-src 'self'${reports}; manifest-src 'self'; ` +
      `frame-src 'self'${hasGoogleMap ? ' https://www.google.com' : ''}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=()',
    ...(isProduction ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

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
  const processName = randomBytes(6).toString('base64url')
  let requests = 0
  let headers: Record<string, string> = securityHeaders(config.isProduction, {
    hasAnalytics: false,
    hasGoogleMap: false,
  })
  const requestLog = new RequestLog()
  const app = fastify({
    loggerInstance: withoutChildren(log),
    logController: requestLog,
    trustProxy: config.trustProxy,
    bodyLimit: 256 * 1024,
    // Node enforces headersTimeout only if requestTimeout is longer. cutSlowSenders ends slow bodies much
    // earlier.
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
      sendProblem(error, request, reply.headers(headers))
    },
    routerOptions: { maxParamLength: 300 },
    rewriteUrl: ({ url = '/' }) => (url.startsWith('/api/') ? contractUrl(url) : decodableUrl(url)),
  })
  await using unfinished = new AsyncDisposableStack()
  unfinished.defer(() => app.close())
  cutSlowSenders(app)
  cutUnusedConnections(app)
  const messages = collectMessages(app)

  app.removeContentTypeParser('text/plain')
  app.decorate('commonHeaders', () => headers)
  decorateShared(app, config.edgePurgeUrl !== null)
  app.addHook('onSend', (request, reply, _payload, done) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value)
    reply.header('x-request-id', request.id)
    done()
  })
  const sayGoodbye = () => {
    // Without this header, a keep-alive client delays app.close() for its whole idle time.
    headers = { ...headers, connection: 'close' }
  }
  app.addHook('preClose', async () => sayGoodbye())
  app.decorate('leave', async () => {
    sayGoodbye()
    await leave(app)
  })
  app.setErrorHandler(sendProblem)

  async function renewHeaders(): Promise<void> {
    const analytics = await run(runtime, readActiveAnalytics, {}, anyone)
    const renewed = securityHeaders(config.isProduction, {
      hasAnalytics: analytics.isActive && analytics.measurementId !== null,
      hasGoogleMap: (await runtime.context.maps.embedKey(runtime.db.read)) !== null,
    })
    headers = headers.connection ? { ...renewed, connection: headers.connection } : renewed
  }
  const sessions = await openSessions(app, config, runtime)
  const limits = await openLimits(app, { runtime, sessions })
  const replies = new Replies(limits.makeResponse)
  const purges = purgePlanner(runtime, log)
  app.addHook('onClose', async () => purges.stop())
  const dropReplies = () => {
    replies.clear()
    purges.plan()
  }
  const changes = await listenToChanges(runtime.db)
  app.addHook('onClose', async () => changes.stop())
  const following = await followChanges(runtime.db, changes, log, () => {
    dropReplies()
    // `renewHeaders` reads the settings from memory, so it fails only while the process stops.
    renewHeaders().catch(() => {})
  })
  await renewHeaders()
  app.addHook('onClose', async () => following.stop())
  // Prices depend on the day, so the responses of yesterday are outdated.
  let today = romanToday(runtime.context)
  const midnight = setInterval(() => {
    if (today === romanToday(runtime.context)) return
    today = romanToday(runtime.context)
    dropReplies()
  }, 1_000)
  app.addHook('onClose', async () => clearInterval(midnight))

  recordCountsOf(app, runtime)
  mountHealth(app, { read: runtime.db.read, changes, isLeaving: () => headers.connection === 'close' })
  mountMetrics(app, {
    read: runtime.db.read,
    following,
    requestLog,
    gates: runtime.context.gates,
    metricsToken: config.metricsToken,
  })
  mountSheets(app, { runtime, sessions })
  mountInboundFiles(app, { runtime, sessions })
  mountCalendarFeed(app, { runtime, limits })
  await mountEvents(app, { following, sessions })
  mountRoles(app, sessions)
  const parts = { runtime, replies, limits, sessions }
  mount(app, { ...parts, handlers: handlers.filter((handler) => !fileCalls.includes(handler)) })
  mountWebhooks(app, runtime)
  await mountUploads(app, parts)
  let description: CachedResponse | undefined
  app.get('/api/openapi.json', async (request, reply) => {
    // The description is made on demand: most processes never need it, and making it takes a tenth of a start.
    description ??= finished(
      200,
      { 'content-type': 'application/json; charset=utf-8', ...app.sharedHeaders(0) },
      JSON.stringify(describeApi(messages, config.siteUrl)),
    )
    return sendKept(request, reply, description)
  })
  mountMcp(app, { config, runtime, limits })
  mountLlmsText(app, { config, runtime, replies, limits })
  mountAssets(app)
  mountPanel(app, builtAssets())
  const countVisit = visitCounter({ limits, context: runtime.context })
  await app.register((site) => mountPages(site, { config, runtime, replies, limits, sessions, countVisit }))
  app.setNotFoundHandler(async () => {
    throw unknown()
  })
  unfinished.move()
  return app
}
