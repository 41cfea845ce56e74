import { expect, test } from 'vitest'
import type { Access } from '../src/message.ts'
import { handlers } from '../src/modules/index.ts'
import { type App, startApp } from './app.ts'

// Every call × everyone who might send it. The expectations are written down here, by hand, beside the contracts: a
// new staff call without a line fails, and so does a call that became more open than its line says.

const superAdminCalls = new Set([
  'POST /api/admin/page-visits',
  'GET /api/admin/admin-users',
  'GET /api/admin/admin-users/:id',
  'POST /api/admin/admin-users',
  'PUT /api/admin/admin-users/:id',
  'DELETE /api/admin/admin-users/:id',
  'DELETE /api/admin/admin-users/:id/totp',
  'POST /api/admin/search-counts',
  'POST /api/admin/page-visits',
  'POST /api/admin/email-configurations',
  'PUT /api/admin/email-configurations/:id',
  'DELETE /api/admin/email-configurations/:id',
  'POST /api/admin/email-configurations/test',
  'POST /api/admin/email-configurations/send-test',
  'POST /api/admin/api-configurations',
  'PUT /api/admin/api-configurations/:id',
  'DELETE /api/admin/api-configurations/:id',
  'PUT /api/admin/ai-settings',
  'GET /api/admin/privacy/find',
  'GET /api/admin/privacy/export',
  'POST /api/admin/privacy/erase',
])

const adminCalls = new Set([
  'GET /api/admin/ai-settings',
  'POST /api/admin/ai-batches',
  'POST /api/admin/ai-batches/:id/resume',
  'GET /api/admin/text-drafts',
  'POST /api/admin/text-drafts/:id/decision',
  'GET /api/admin/system',
  'GET /api/admin/audit',
  'GET /api/admin/leads',
  'GET /api/admin/availability-requests',
  'GET /api/admin/bookings',
  'GET /api/admin/contacts',
  'GET /api/admin/leads/owners',
  'GET /api/admin/leads/:kind/:id',
  'GET /api/admin/availability-requests/:id',
  'GET /api/admin/bookings/:id',
  'GET /api/admin/contacts/:id',
  'PATCH /api/admin/availability-requests/:id',
  'PATCH /api/admin/bookings/:id',
  'PATCH /api/admin/contacts/:id',
  'POST /api/admin/leads/:kind/:id/answer',
  'POST /api/admin/leads/:kind/:id/read',
  'POST /api/admin/leads',
  'GET /api/admin/redirects',
  'GET /api/admin/redirects/:id',
  'POST /api/admin/redirects',
  'PUT /api/admin/redirects/:id',
  'DELETE /api/admin/redirects/:id',
  'GET /api/admin/not-found',
  'DELETE /api/admin/not-found/:id',
  'GET /api/admin/session',
  'GET /api/admin/sessions',
  'DELETE /api/admin/sessions/:id',
  'PUT /api/admin/account/password',
  'POST /api/admin/account/totp',
  'POST /api/admin/account/totp/confirm',
  'POST /api/admin/account/totp/end',
  'GET /api/admin/company-settings',
  'PUT /api/admin/company-settings',
  'GET /api/admin/site-settings',
  'PUT /api/admin/site-settings',
  'GET /api/admin/email-configurations',
  'GET /api/admin/email-configurations/:id',
  'GET /api/admin/email-messages',
  'POST /api/admin/email-messages/:id/resend',
  'POST /api/admin/email-messages/resend-failed',
  'GET /api/admin/outbox',
  'GET /api/admin/outbox/:id',
  'POST /api/admin/outbox/:id/replay',
  'POST /api/admin/outbox/replay-failed',
  'GET /api/admin/jobs',
  'GET /api/admin/jobs/:id',
  'DELETE /api/admin/jobs/:id',
  'GET /api/admin/google-analytics-configurations',
  'POST /api/admin/google-analytics-configurations',
  'GET /api/admin/google-analytics-configurations/:id',
  'PUT /api/admin/google-analytics-configurations/:id',
  'DELETE /api/admin/google-analytics-configurations/:id',
  'GET /api/admin/api-configurations',
  'GET /api/admin/api-configurations/:id',
  'POST /api/admin/sitemap/generate',
  'GET /api/admin/indexnow/key',
  'POST /api/admin/indexnow/key',
  'POST /api/admin/indexnow/submit-important',
  'GET /api/admin/indexnow/submissions',
  'GET /api/admin/indexnow/state',
  'GET /api/admin/periodic-tasks',
  'POST /api/admin/periodic-tasks/:name/run',
  'POST /api/admin/indexnow/retry',
  'GET /api/admin/blog-posts',
  'GET /api/admin/blog-posts/:id',
  'POST /api/admin/blog-posts',
  'PUT /api/admin/blog-posts/:id',
  'DELETE /api/admin/blog-posts/:id',
  'PUT /api/admin/blog-posts/:id/draft',
  'DELETE /api/admin/blog-posts/:id/draft',
  'POST /api/admin/blog-posts/preview',
  'GET /api/admin/blog-categories',
  'GET /api/admin/blog-categories/:id',
  'POST /api/admin/blog-categories',
  'PUT /api/admin/blog-categories/:id',
  'DELETE /api/admin/blog-categories/:id',
  'POST /api/admin/uploads',
  'GET /api/admin/similar-texts',
  'GET /api/admin/ai-prompts',
  'GET /api/admin/ai-prompts/:id',
  'POST /api/admin/ai-prompts',
  'PUT /api/admin/ai-prompts/:id',
  'DELETE /api/admin/ai-prompts/:id',
  'POST /api/admin/generate-ai-content',
  'POST /api/admin/generate-location-ai-content',
  'POST /api/admin/generate-route-ai-content',
  'GET /api/admin/leads',
  'GET /api/admin/leads/owners',
  'GET /api/admin/leads/:kind/:id',
  'POST /api/admin/leads',
  'POST /api/admin/leads/:kind/:id/answer',
  'POST /api/admin/leads/:kind/:id/read',
  'GET /api/admin/dashboard',
  'GET /api/admin/leads/provenance',
  'GET /api/admin/calendar',
  'GET /api/admin/calendar-feed',
  'POST /api/admin/calendar-feed',
  'GET /api/admin/availability-requests',
  'GET /api/admin/availability-requests/:id',
  'PATCH /api/admin/availability-requests/:id',
  'GET /api/admin/bookings',
  'GET /api/admin/bookings/:id',
  'PATCH /api/admin/bookings/:id',
  'GET /api/admin/contacts',
  'GET /api/admin/contacts/:id',
  'PATCH /api/admin/contacts/:id',
  'GET /api/admin/redirects',
  'GET /api/admin/redirects/:id',
  'POST /api/admin/redirects',
  'PUT /api/admin/redirects/:id',
  'DELETE /api/admin/redirects/:id',
  'GET /api/admin/not-found',
  'DELETE /api/admin/not-found/:id',
  'GET /api/admin/locations',
  'GET /api/admin/locations/:id',
  'POST /api/admin/locations',
  'PUT /api/admin/locations/:id',
  'DELETE /api/admin/locations/:id',
  'POST /api/admin/locations/:id/sync',
  'POST /api/admin/locations/sync-all',
  'POST /api/admin/locations/import-lecce',
  'GET /api/admin/transfer-types',
  'GET /api/admin/transfer-types/:id',
  'POST /api/admin/transfer-types',
  'PUT /api/admin/transfer-types/:id',
  'DELETE /api/admin/transfer-types/:id',
  'GET /api/places/autocomplete',
  'GET /api/places/details',
  'POST /api/admin/calculate-route-details',
  'GET /api/distance-matrix',
  'GET /api/admin/route-prices',
  'GET /api/admin/route-prices/:id',
  'POST /api/admin/route-prices',
  'PUT /api/admin/route-prices/:id',
  'DELETE /api/admin/route-prices/:id',
  'PUT /api/admin/route-prices/:id/active-status',
  'PUT /api/admin/route-prices/:id/indexing',
  'POST /api/admin/route-prices/:id/generate-correlated-routes',
  'GET /api/admin/correlated-routes/:id',
  'POST /api/admin/correlated-routes/:id',
  'DELETE /api/admin/correlated-routes/:id',
  'POST /api/admin/bulk-routes',
  'POST /api/admin/bulk-routes/:id/resume',
  'GET /api/bulk-pricing/routes',
  'POST /api/bulk-pricing/check',
  'PUT /api/bulk-pricing/update',
  'POST /api/bulk-pricing/copy-bari-prices',
  'POST /api/bulk-pricing/adjust',
  'POST /api/bulk-pricing/import',
  'GET /api/bulk-pricing/batches',
  'POST /api/bulk-pricing/batches/:batchId/undo',
  'POST /api/admin/page-preview',
  'GET /api/admin/price-lists',
  'GET /api/admin/price-lists/:id',
  'POST /api/admin/price-lists/preview',
  'POST /api/admin/price-lists',
  'PUT /api/admin/price-lists/:id',
  'POST /api/admin/price-lists/:id/cancel',
  'DELETE /api/admin/price-lists/:id',
])

/** Needs a session whatever its contract says: contract section 2, last line. */
const staffPaths = /^\w+ \/api\/(admin|bulk-pricing|places|distance-matrix)\b/

function expected(http: string): Access | undefined {
  if (superAdminCalls.has(http)) return 'superAdmin'
  if (adminCalls.has(http)) return 'admin'
  return staffPaths.test(http) ? undefined : 'public'
}

test('every staff call has its line in the matrix, and every line its call', () => {
  const calls = handlers.map(({ message: { http, access } }) => [http, access])
  expect(calls).toEqual(handlers.map(({ message: { http } }) => [http, expected(http)]))
  const known = new Set<string>(handlers.map(({ message }) => message.http))
  expect([...superAdminCalls, ...adminCalls].filter((http) => !known.has(http))).toEqual([])
})

test('each call lets in exactly those it is for: nobody anonymous, expired, ended or inactive', async () => {
  await using app = await startApp()
  const people = await everybody(app)
  const wrong: string[] = []
  for (const { message } of handlers) {
    if (message.access === 'public') continue
    const [method = '', pattern = ''] = message.http.split(' ')
    // An id that no row has: whoever is let in learns that, and changes nothing.
    const path = pattern.replace(/:\w+/g, '2147483647')
    for (const [name, headers] of Object.entries(people)) {
      // An empty form changes nothing either: what is let in is refused as invalid, unknown, or answered.
      const body = method === 'GET' || method === 'DELETE' ? undefined : {}
      const { status } = await app.send(method, path, body, headers)
      const isIn = status !== 401 && status !== 403
      const mayEnter = name === 'superAdmin' || (name === 'admin' && message.access === 'admin')
      const refusal = name === 'admin' ? 403 : 401
      if (isIn !== mayEnter || status >= 500 || (!mayEnter && status !== refusal))
        wrong.push(`${name}: ${message.http} answered ${status}`)
    }
  }
  expect(wrong).toEqual([])
}, 120_000)

async function everybody(app: App): Promise<Record<string, Record<string, string>>> {
  const expired = await app.logIn()
  await app.sql`update admin_sessions set used_at = now() - interval '13 hours'`
  const ended = await app.logIn()
  await app.post('/api/admin/logout', {}, ended)
  const inactive = await app.logIn()
  await app.sql`update admin_users set is_active = false`
  const admin = await app.logIn({ isSuperAdmin: false })
  const superAdmin = await app.logIn()
  return { anonymous: {}, expired, ended, inactive, admin, superAdmin }
}
