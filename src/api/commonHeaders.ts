import { anyone } from '../kernel/message.ts'
import { type Runtime, run } from '../kernel/run.ts'
import { readActiveAnalytics } from '../modules/settings/module.ts'
import { shared } from './shared.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Headers of every response. */
    commonHeaders(): Record<string, string>
    /** Adapts the security policy to the outside services that the settings allow. */
    renewHeaders(): Promise<void>
    /** Asks clients to close their connection after the next response. */
    endConnections(): void
  }
}

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

/** Gives every response the common headers. Responses that are sent without `send` take them from `commonHeaders`. */
export const commonHeaders = shared(
  async (app, { isProduction, runtime }: { isProduction: boolean; runtime: Runtime }) => {
    let headers = securityHeaders(isProduction, { hasAnalytics: false, hasGoogleMap: false })
    app.decorate('commonHeaders', () => headers)
    app.decorate('renewHeaders', async () => {
      const analytics = await run(runtime, readActiveAnalytics, {}, anyone)
      const renewed = securityHeaders(isProduction, {
        hasAnalytics: analytics.isActive && analytics.measurementId !== null,
        hasGoogleMap: (await runtime.context.maps.embedKey(runtime.db.read)) !== null,
      })
      headers = headers.connection ? { ...renewed, connection: headers.connection } : renewed
    })
    app.decorate('endConnections', () => {
      headers = { ...headers, connection: 'close' }
    })
    app.addHook('onSend', (request, reply, _payload, done) => {
      for (const [name, value] of Object.entries(headers))
        if (!reply.hasHeader(name)) reply.header(name, value)
      reply.header('x-request-id', request.id)
      done()
    })
  },
  { name: 'commonHeaders' },
)
