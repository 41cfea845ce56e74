import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openApi } from '../../src/api/server.ts'
import { defineModule } from '../../src/kernel/module.ts'
import type { Access, Role } from '../../src/kernel/role.ts'
import { languageWith } from '../../src/languages/catalogs.ts'
import { languages } from '../../src/languages/messages.ts'
import { localPath } from '../../src/languages/paths.ts'
import { handlers, internalHandlers, messages } from '../../src/modules/index.ts'
import { checkPassword } from '../../src/modules/settings/module.ts'
import { roleAreasOf } from '../../src/modules/settings/staff/roles.contract.ts'
import { areaNames } from '../../src/web/admin/settings/staff/areaNames.ts'
import { type App, openApp, startApp } from '../app.ts'

// Tests every call with every kind of caller. A new staff call that these hand-written lists lack fails the
// test.

/** The app of tests that read its routes, or only make calls that change nothing. */
const app = await openApp()

const superAdminCalls = new Set([
  'GET /api/admin/admin-users',
  'GET /api/admin/admin-users/:id',
  'POST /api/admin/admin-users',
  'PUT /api/admin/admin-users/:id',
  'DELETE /api/admin/admin-users/:id',
  'DELETE /api/admin/admin-users/:id/totp',
  'POST /api/admin/admin-users/:id/unlock',
  'GET /api/admin/sign-in-rules',
  'PUT /api/admin/sign-in-rules',
  'POST /api/admin/email-configurations',
  'PUT /api/admin/email-configurations/:id',
  'DELETE /api/admin/email-configurations/:id',
  'POST /api/admin/email-configurations/test',
  'POST /api/admin/email-configurations/send-test',
  'PUT /api/admin/reply-mailbox',
  'POST /api/admin/reply-mailbox/test',
  'POST /api/admin/api-configurations',
  'PUT /api/admin/api-configurations/:id',
  'DELETE /api/admin/api-configurations/:id',
  'PUT /api/admin/ai-settings',
  'GET /api/admin/privacy/find',
  'GET /api/admin/privacy/export',
  'POST /api/admin/privacy/erase',
])

/** Staff may use these calls before they have chosen their own password and set up a required second factor. */
const accountCalls = new Set([
  'GET /api/admin/session',
  'PUT /api/admin/account/password',
  'POST /api/admin/account/totp',
  'POST /api/admin/account/totp/confirm',
])

/** Every role may make these calls, which concern the own account. */
const everyRoleCalls = new Set([
  'GET /api/admin/grants',
  'DELETE /api/admin/grants/:id',
  'POST /api/admin/grants/:id/reopen',
  'POST /api/admin/grants/end-all',
  'POST /api/admin/account/totp/end',
])

/** A driver may make only these staff calls, `accountCalls` and `everyRoleCalls`. */
const driverCalls = new Set(['GET /api/driver/trips', 'POST /api/driver/trips/:id/events'])

/** Calls about leads, calendar and customers. None deletes shared data or changes prices or settings. */
const operatorCalls = new Set([
  'GET /api/admin/trip-examples',
  'POST /api/admin/trips/:id/events',
  'POST /api/admin/leads/bulk',
  // Operators reach only jobs that they started themselves.
  'GET /api/admin/company-settings',
  'GET /api/admin/locations/:id',
  'GET /api/admin/locations/unsynced',
  'GET /api/admin/transfer-types/:id',
  'GET /api/admin/calendar',
  'GET /api/admin/calendar-feed',
  'POST /api/admin/calendar-feed',
  'GET /api/admin/leads',
  'GET /api/admin/availability-requests',
  'GET /api/admin/bookings',
  'GET /api/admin/contacts',
  'GET /api/admin/leads/owners',
  'GET /api/admin/leads/:kind/:id/customer',
  'GET /api/admin/customers',
  'GET /api/admin/customers/:id',
  'POST /api/admin/customers/:id/joins',
  'POST /api/admin/customer-joins/:id/undo',
  'POST /api/admin/customers/:id/notes',
  'GET /api/admin/customer-notes/:id',
  'PUT /api/admin/customer-notes/:id',
  'GET /api/admin/taps/:code',
  'GET /api/admin/leads/:kind/:id',
  'GET /api/admin/availability-requests/:id',
  'GET /api/admin/bookings/:id',
  'GET /api/admin/contacts/:id',
  'PATCH /api/admin/availability-requests/:id',
  'PATCH /api/admin/bookings/:id',
  'PATCH /api/admin/contacts/:id',
  'POST /api/admin/leads/:kind/:id/answer',
  'GET /api/admin/leads/:kind/:id/messages',
  'GET /api/admin/inbound-mails',
  'POST /api/admin/inbound-mails/:id/join',
  'POST /api/admin/inbound-mails/:id/decide',
  'GET /api/admin/unreadable-mails',
  'POST /api/admin/unreadable-mails/:id/retry',
  'POST /api/admin/unreadable-mails/:id/drop',
  'POST /api/admin/leads/:kind/:id/read',
  'POST /api/admin/leads',
  'GET /api/admin/email-messages',
  'GET /api/admin/email-messages/status',
  'POST /api/admin/email-messages/:id/resend',
  'POST /api/admin/email-messages/:id/drop',
  'GET /api/admin/failures',
  'GET /api/admin/rides',
  'GET /api/admin/rides/:id',
  'PATCH /api/admin/rides/:id',
  'GET /api/admin/trips',
  'GET /api/admin/trips/:id',
  'POST /api/admin/trips',
  'PATCH /api/admin/trips/:id',
  'POST /api/admin/trips/:id/assign',
  'GET /api/admin/trips/:id/fits',
  'POST /api/admin/trips/:id/join',
  'POST /api/admin/trips/:id/split',
  'POST /api/admin/trips/:id/told',
  'GET /api/admin/customers/:id/trips',
  'POST /api/admin/login-links',
  'POST /api/admin/service-sheets/:id/correct',
  'GET /api/admin/push-subscriptions',
  'POST /api/admin/push-key',
  'POST /api/admin/push-subscriptions',
  'POST /api/admin/push-subscriptions/end',
  'POST /api/admin/offers',
  'POST /api/admin/offers/:id/withdraw',
  'GET /api/admin/vehicles/:id',
  'POST /api/admin/vehicles',
  'PUT /api/admin/vehicles/:id',
  'GET /api/admin/drivers',
  'GET /api/admin/drivers/:id',
  'GET /api/admin/drivers/accounts',
  'POST /api/admin/drivers',
  'PUT /api/admin/drivers/:id',
  'GET /api/admin/closed-days',
  'GET /api/admin/closed-days/:id',
  'POST /api/admin/closed-days',
  'PUT /api/admin/closed-days/:id',
  'GET /api/admin/dashboard',
  'GET /api/admin/today',
])

/** Operators and editors make these calls. Each reaches only the own kinds of bulk acts and the own jobs. */
const operatorAndEditorCalls = new Set([
  'GET /api/admin/saved-views',
  'POST /api/admin/saved-views',
  'DELETE /api/admin/saved-views/:id',
  'GET /api/admin/bulk-acts',
  'POST /api/admin/bulk-acts/:id/undo',
  'GET /api/admin/jobs',
  'GET /api/admin/jobs/:id',
  'DELETE /api/admin/jobs/:id',
  'POST /api/admin/jobs/:id/retry',
  'POST /api/admin/jobs/:id/drop',
  // Pictures show places.
  'GET /api/admin/locations',
  'GET /api/admin/reviews',
  'POST /api/admin/reviews/:id/reply',
])

/** Operators and accountants read these prices and papers. */
const operatorAndAccountantCalls = new Set([
  'GET /api/admin/fare-settings',
  'GET /api/admin/price-lists',
  'GET /api/admin/price-lists/:id',
  'GET /api/bulk-pricing/routes',
  'GET /api/admin/route-prices',
  'GET /api/admin/route-prices/:id',
  'GET /api/admin/transfer-types',
  'GET /api/admin/offers',
  'GET /api/admin/service-sheets',
  'GET /api/admin/service-sheets/:id',
  'GET /api/admin/vehicles',
])

/** Calls about texts and pictures. None reads a customer, a price or a setting. */
const editorCalls = new Set([
  'POST /api/admin/blog-posts/bulk',
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
  'GET /api/admin/photos',
  'GET /api/admin/photos/:id',
  'POST /api/admin/photos',
  'PUT /api/admin/photos/:id',
  'DELETE /api/admin/photos/:id',
  'GET /api/admin/similar-texts',
  'GET /api/admin/ai-prompts',
  'GET /api/admin/ai-prompts/:id',
  'POST /api/admin/ai-prompts',
  'PUT /api/admin/ai-prompts/:id',
  'DELETE /api/admin/ai-prompts/:id',
  'POST /api/admin/generate-ai-content',
  'POST /api/admin/generate-location-ai-content',
  'POST /api/admin/generate-route-ai-content',
  'GET /api/admin/translations',
  'GET /api/admin/translations/coverage',
  'GET /api/admin/translations/:kind/:id/:language',
  'PUT /api/admin/translations/:kind/:id/:language',
  'POST /api/admin/translations/drafts',
  'GET /api/admin/page-texts',
  'GET /api/admin/page-texts/routes/:id',
  'PUT /api/admin/page-texts/routes/:id',
  'GET /api/admin/page-texts/places/:id',
  'PUT /api/admin/page-texts/places/:id',
  'POST /api/admin/text-drafts/bulk',
  'GET /api/admin/text-drafts',
  'POST /api/admin/text-drafts/:id/decision',
])

/** Calls about money. All of them read. */
const accountantCalls = new Set([
  'GET /api/bulk-pricing/faults',
  'GET /api/bulk-pricing/batches',
  'GET /api/bulk-pricing/batches/:batchId',
  'GET /api/bulk-pricing/routes/:id/changes',
])

const adminCalls = new Set([
  'DELETE /api/admin/vehicles/:id',
  'DELETE /api/admin/drivers/:id',
  'DELETE /api/admin/closed-days/:id',
  'POST /api/admin/reviews/:id/hide',
  'POST /api/admin/reviews/:id/show',
  'POST /api/admin/route-prices/bulk',
  'POST /api/admin/locations/bulk',
  'POST /api/admin/redirects/bulk',
  'GET /api/admin/ai-settings',
  'POST /api/admin/ai-batches',
  'POST /api/admin/ai-batches/:id/resume',
  'GET /api/admin/system',
  'DELETE /api/admin/customer-notes/:id',
  'DELETE /api/admin/inbound-mails/:id',
  'GET /api/admin/audit',
  'POST /api/admin/audit/:id/restore',
  'GET /api/admin/reply-templates',
  'GET /api/admin/reply-templates/:id',
  'POST /api/admin/reply-templates',
  'PUT /api/admin/reply-templates/:id',
  'DELETE /api/admin/reply-templates/:id',
  'GET /api/admin/reply-samples',
  'GET /api/admin/redirects',
  'GET /api/admin/redirects/:id',
  'POST /api/admin/redirects',
  'POST /api/admin/redirects/import',
  'PUT /api/admin/redirects/:id',
  'DELETE /api/admin/redirects/:id',
  'GET /api/admin/page-checks',
  'GET /api/admin/newsletter-subscriptions',
  'POST /api/admin/newsletter-subscriptions/:id/end',
  'GET /api/admin/not-found',
  'DELETE /api/admin/not-found/:id',
  'PUT /api/admin/company-settings',
  'GET /api/admin/site-settings',
  'PUT /api/admin/site-settings',
  'GET /api/admin/email-configurations',
  'GET /api/admin/email-configurations/:id',
  'GET /api/admin/reply-mailbox',
  'DELETE /api/admin/trip-examples',
  'GET /api/admin/mail-samples',
  'POST /api/admin/email-messages/resend-failed',
  'POST /api/admin/email-messages/send-held',
  'POST /api/admin/email-messages/drop-held',
  'GET /api/admin/outbox',
  'GET /api/admin/outbox/:id',
  'POST /api/admin/outbox/:id/replay',
  'POST /api/admin/outbox/:id/drop',
  'POST /api/admin/outbox/replay-failed',
  'GET /api/admin/google-analytics-configurations',
  'POST /api/admin/google-analytics-configurations',
  'GET /api/admin/google-analytics-configurations/:id',
  'PUT /api/admin/google-analytics-configurations/:id',
  'DELETE /api/admin/google-analytics-configurations/:id',
  'GET /api/admin/api-configurations',
  'GET /api/admin/api-configurations/:id',
  'GET /api/admin/sitemap',
  'POST /api/admin/sitemap/generate',
  'GET /api/admin/indexnow/key',
  'POST /api/admin/indexnow/key',
  'POST /api/admin/indexnow/submit-important',
  'GET /api/admin/indexnow/submissions',
  'GET /api/admin/indexnow/state',
  'GET /api/admin/periodic-tasks',
  'POST /api/admin/periodic-tasks/:name/run',
  'POST /api/admin/periodic-tasks/:name/drop',
  'POST /api/admin/indexnow/retry',
  'POST /api/admin/indexnow/drop',
  'GET /api/admin/leads/provenance',
  'POST /api/admin/locations',
  'PUT /api/admin/locations/:id',
  'DELETE /api/admin/locations/:id',
  'GET /api/admin/translations/unnamed-places',
  'GET /api/admin/locations/:id/names',
  'PUT /api/admin/locations/:id/names',
  'POST /api/admin/locations/:id/sync',
  'POST /api/admin/locations/sync-all',
  'POST /api/admin/locations/import-lecce',
  'POST /api/admin/transfer-types',
  'PUT /api/admin/transfer-types/:id',
  'DELETE /api/admin/transfer-types/:id',
  'GET /api/places/autocomplete',
  'GET /api/places/details',
  'POST /api/admin/calculate-route-details',
  'GET /api/distance-matrix',
  'POST /api/admin/route-prices',
  'PUT /api/admin/route-prices/:id',
  'DELETE /api/admin/route-prices/:id',
  'PUT /api/admin/route-prices/:id/active-status',
  'PUT /api/admin/route-prices/:id/own-prices',
  'PUT /api/admin/fare-settings',
  'PUT /api/admin/route-prices/:id/indexing',
  'POST /api/admin/route-prices/:id/generate-correlated-routes',
  'GET /api/admin/correlated-routes/:id',
  'POST /api/admin/correlated-routes/:id',
  'DELETE /api/admin/correlated-routes/:id',
  'PUT /api/admin/correlated-routes/:id/routes/:routeId',
  'DELETE /api/admin/correlated-routes/:id/routes/:routeId',
  'POST /api/admin/bulk-routes',
  'POST /api/admin/bulk-routes/:id/resume',
  'POST /api/admin/bulk-routes/:id/undo',
  'POST /api/bulk-pricing/check',
  'POST /api/admin/route-prices/check',
  'PUT /api/bulk-pricing/update',
  'POST /api/bulk-pricing/copy-bari-prices',
  'POST /api/bulk-pricing/adjust',
  'POST /api/bulk-pricing/import',
  'POST /api/admin/price-lists/preview',
  'POST /api/admin/price-lists/preview/routes/:id',
  'POST /api/admin/price-lists',
  'PUT /api/admin/price-lists/:id',
  'POST /api/admin/price-lists/:id/cancel',
  'DELETE /api/admin/price-lists/:id',
])

const logOut = 'POST /api/admin/logout'

/** These calls are public, but the caller needs the token in the path. */
const webhooks = ['POST /api/webhooks/brevo/:token', 'POST /api/webhooks/brevo-inbound/:token']

/** HTTP routes outside the registry of calls, such as pages, without the files that the build generates. */
const besides: Record<string, Access> = {
  'POST /api/admin/login': 'public',
  'POST /api/admin/login-links/use': 'public',
  ...Object.fromEntries(webhooks.map((http) => [http, 'public' as const])),
  'GET /api/admin/inbound-attachments/:id': 'operatore',
  [logOut]: 'account',
  'GET /api/admin/events': ['operatore', 'redazione', 'contabile'],
  'GET /api/admin/roles': 'admin',
  'GET /api/admin/leads/export.csv': 'superAdmin',
  'GET /api/admin/newsletter-subscriptions/export.csv': 'superAdmin',
  'GET /api/admin/redirects/export.csv': 'admin',
  'GET /api/bulk-pricing/export.csv': 'contabile',
  'GET /api/admin/service-sheets/export': ['operatore', 'contabile'],
  'GET /api/openapi.json': 'public',
  'GET /api/rich-snippets/test': 'public',
  'GET /calendario/:token([\\w-]+).ics': 'public',
  'GET /media/:name': 'public',
  'GET /mappa/:departure/:destination/': 'public',
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  'GET /metrics': 'public',
  'GET /robots.txt': 'public',
  'GET /llms.txt': 'public',
  'GET /mcp': 'public',
  'POST /mcp': 'public',
  'DELETE /mcp': 'public',
  'GET /sitemap.xml': 'public',
  'GET /sitemap-:part(^[1-9][0-9]{0,3}).xml': 'public',
  'GET /:key(^[A-Za-z0-9-]{8,128}).txt': 'public',
  'GET /admin': 'public',
  'GET /admin*': 'public',
  'GET /admin/notifiche.js': 'public',
  'GET /*': 'public',
  'POST /prenotazione/': 'public',
  ...Object.fromEntries(
    languages.flatMap((language) => {
      const { t } = languageWith(language)
      const at = (italianPath: string) => localPath(t, italianPath)
      const status = `${at('/richiesta/')}:token([2-9A-Z]{6}-[A-Za-z0-9_-]{22})`
      return [
        `GET ${language === languages[0] ? '' : `/${language}`}/condivisione.png`,
        `GET ${language === languages[0] ? '' : `/${language}`}/condivisione/:name`,
        `POST ${at('/contatti/')}`,
        `POST ${at('/richiesta/')}`,
        `GET ${at('/richiesta/stato/')}`,
        `GET ${status}`,
        `GET ${status}/`,
        `POST ${status}/`,
        `GET ${status}/transfer.ics`,
        `GET ${at('/recensione/')}`,
        `GET ${at('/recensione/')}:token/`,
        `POST ${at('/recensione/')}:token/`,
        `POST ${at('/newsletter/')}`,
        `GET ${at('/newsletter/conferma/')}`,
        `POST ${at('/newsletter/conferma/')}`,
        `GET ${at('/newsletter/disiscrizione/')}`,
        `POST ${at('/newsletter/disiscrizione/')}`,
      ].map((http) => [http, 'public' as const])
    }),
  ),
}

/** All calls below these paths need a session. */
const staffPaths = /^\w+ \/api\/(admin|driver|bulk-pricing|places|distance-matrix)\b/

function expected(http: string): Access | undefined {
  if (superAdminCalls.has(http)) return 'superAdmin'
  if (adminCalls.has(http)) return 'admin'
  if (operatorCalls.has(http)) return 'operatore'
  if (operatorAndEditorCalls.has(http)) return ['operatore', 'redazione']
  if (operatorAndAccountantCalls.has(http)) return ['operatore', 'contabile']
  if (editorCalls.has(http)) return 'redazione'
  if (accountantCalls.has(http)) return 'contabile'
  if (everyRoleCalls.has(http)) return ['autista', 'redazione', 'contabile']
  if (driverCalls.has(http)) return 'autista'
  if (accountCalls.has(http)) return 'account'
  return besides[http] ?? (staffPaths.test(http) ? undefined : 'public')
}

test('every staff call has a line in the matrix, and every line has a call', async () => {
  const calls = handlers.map(({ message: { http, access } }) => [http, access])
  expect(calls).toEqual(handlers.map(({ message: { http } }) => [http, expected(http)]))
  const known = new Set<string>(handlers.map(({ message }) => message.http))
  const others = routesOf(app).filter((http) => !known.has(http) && !http.startsWith('HEAD '))
  expect(others.sort()).toEqual(Object.keys(besides).sort())
  const named = [
    ...[superAdminCalls, adminCalls, operatorCalls, operatorAndEditorCalls, operatorAndAccountantCalls],
    ...[editorCalls, accountantCalls, driverCalls, everyRoleCalls, accountCalls],
  ].flatMap((calls) => [...calls])
  expect(named.filter((http) => !known.has(http))).toEqual([])
})

test('commands that only processes of the product run have no URL, in no list and for no caller', async () => {
  const names = internalHandlers.map(({ message }) => message.name)
  expect(names).toEqual(
    expect.arrayContaining([
      'settings:checkPassword',
      'settings:countLogin',
      'settings:findSession',
      'settings:logIn',
      'catalog:recordSearches',
      'content:previewPage',
      'integrations:recordMailEvents',
    ]),
  )
  const described = (await app.get('/api/openapi.json')).text
  expect(names.filter((name) => described.includes(name))).toEqual([])
  const staff = await app.logIn()
  const calls = [
    ['GET', '/api/admin/login-password?password=x'],
    ['GET', '/api/admin/sessions/check?sessionId=x'],
    ['POST', '/api/admin/login-tries'],
    ['POST', '/api/admin/search-counts'],
    ...names.flatMap((name) => [
      ['GET', `/api/${name}`],
      ['POST', `/api/${name}`],
    ]),
  ] as const
  for (const [method = '', path = ''] of calls)
    expect([path, (await app.send(method, path, method === 'POST' ? {} : undefined, staff)).status]).toEqual([
      path,
      404,
    ])
})

test('a process does not start if it gave an internal call a URL', async () => {
  handlers.push(checkPassword as never)
  try {
    const start = openApi(app.config, app.runtime, pino({ level: 'silent' }))
    await expect(start).rejects.toThrow('settings:checkPassword is internal: only a host may run it')
  } finally {
    handlers.pop()
  }
  const misdeclared = { ...checkPassword, message: { ...checkPassword.message, http: 'GET /api/password' } }
  expect(() => defineModule({ files: [{ misdeclared }], purges: {} })).toThrow(
    'GET /api/password: a call has an address unless its access is internal',
  )
})

test('the OpenAPI page lists exactly the calls that are mounted, log-in and log-out among them', async () => {
  const { body } = await app.get('/api/openapi.json')
  const described = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  // A page for people and the OpenAPI description are no calls.
  const isNoCall = (http: string) => /^HEAD |^GET \/api\/(rich-snippets\/test|openapi\.json)$/.test(http)
  const isCall = (http: string) => / \/(api|calendario)\/| \/(healthz|readyz)$/.test(http) && !isNoCall(http)
  const mounted = routesOf(app)
    .filter(isCall)
    .map((http) => http.replaceAll(/:(\w+)(\([^)]*\))?/g, '{$1}'))
  expect(described.sort()).toEqual(mounted.sort())

  const { post: logIn } = body.paths['/api/admin/login']
  expect(logIn.security).toEqual([])
  const { required, properties } = logIn.requestBody.content['application/json'].schema
  expect(required).toEqual(['username', 'password'])
  expect(Object.keys(properties)).toEqual(['username', 'password', 'code'])
  const reply = await app.post('/api/admin/login', { username: 'nobody', password: 'wrong' })
  const refusal = logIn.responses.default.content['application/json'].schema
  expect(Object.keys(reply.body).sort()).toEqual(refusal.required.toSorted())
  expect(body.paths['/api/admin/logout'].post.security).toEqual([{ session: [] }])
  expect(body.paths['/api/bulk-pricing/export.csv'].get.responses['200'].content).toHaveProperty(['text/csv'])
  expect(body.paths['/api/admin/events'].get.responses['200'].content).toHaveProperty(['text/event-stream'])
  // The body is the file; other inputs are in the query string.
  const { parameters, requestBody } = body.paths['/api/bulk-pricing/import'].post
  expect(parameters.map(({ name }: { name: string }) => name)).toEqual(['dryRun', 'reason', 'plan'])
  expect(Object.keys(requestBody.content)).toEqual(['text/csv', 'multipart/form-data'])
})

/** The roles whose calls each role may make. */
const rights: Record<Role, Role[]> = {
  autista: ['autista'],
  operatore: ['autista', 'operatore'],
  redazione: ['redazione'],
  contabile: ['contabile'],
  admin: ['autista', 'operatore', 'redazione', 'contabile', 'admin'],
  superAdmin: ['autista', 'operatore', 'redazione', 'contabile', 'admin', 'superAdmin'],
}
const isRole = (name: string): name is Role => Object.hasOwn(rights, name)

function isFor(role: Role, access: Access | undefined): boolean {
  if (access === undefined) return false
  return access === 'account' || [access].flat().some((least) => rights[role].some((own) => own === least))
}

test('each call admits exactly its callers: none anonymous, expired, ended or inactive', async () => {
  await using app = await startApp()
  const people = await everybody(app)
  const wrong: string[] = []
  let asked = 0
  const routes = routesOf(app).filter((http) => http !== logOut)
  // The log-out is last, because it ends the session.
  for (const http of [...routes, logOut]) {
    const access = expected(http.replace(/^HEAD/, 'GET'))
    const judge = async ([name, headers]: [string, Record<string, string>]) => {
      const status = await statusOf(app, http, headers)
      asked += 1
      const isIn = status !== 401 && status !== 403
      const isStaff = isRole(name) && isFor(name, access)
      const mayEnter = !webhooks.includes(http) && (access === 'public' || isStaff)
      const refusal = isRole(name) && !webhooks.includes(http) ? 403 : 401
      if (isIn !== mayEnter || status >= 500 || (!mayEnter && status !== refusal))
        wrong.push(`${name}: ${http} answered ${status}`)
    }
    // HEAD uses the handler of GET, so only `anonymous` and `admin` try HEAD.
    const asking = Object.entries(people).filter(([name]) => !http.startsWith('HEAD') || /^an|^ad/.test(name))
    await Promise.all(asking.map(judge))
  }
  expect(wrong).toEqual([])
  expect(asked).toBeGreaterThan(1_800)
})

test('the panel shows the roles that this matrix expects for each staff call, and names each area in Italian', async () => {
  const { items } = (await app.get('/api/admin/roles', await app.logIn())).body
  const told = items.map(({ http, roles }: { http: string; roles: string[] }) => [http, roles])
  const wanted = routesOf(app)
    .filter((http) => !http.startsWith('HEAD '))
    .filter((http) => expected(http) !== 'public')
    .map((http) => [http, Object.keys(rights).filter((role) => isRole(role) && isFor(role, expected(http)))])
  expect(told.sort()).toEqual(wanted.sort())
  expect(Object.keys(areaNames).sort()).toEqual(
    roleAreasOf(items)
      .map(({ name }) => name)
      .sort(),
  )
})

test('while a second factor is required, an account without one reaches only its set-up', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  await app.sql`insert into sign_in_rules (is_second_factor_required) values (true)`
  const open: string[] = []
  for (const http of routesOf(app).filter((one) => one !== logOut && !webhooks.includes(one))) {
    if (expected(http.replace(/^HEAD/, 'GET')) === 'public') continue
    const status = await statusOf(app, http, staff)
    if (status !== 403) open.push(`${http} answered ${status}`)
  }
  expect(open).toEqual([
    'GET /api/admin/session answered 200',
    'HEAD /api/admin/session answered 200',
    'PUT /api/admin/account/password answered 422',
    'POST /api/admin/account/totp answered 422',
    'POST /api/admin/account/totp/confirm answered 422',
  ])
  expect((await app.post('/api/admin/logout', {}, staff)).status).toBe(204)
})

/** HTTP routes outside the registry of calls that send the same response to everybody. */
const sameForAll = [
  ...[
    '/admin/notifiche.js',
    '/api/openapi.json',
    '/api/rich-snippets/test',
    '/robots.txt',
    '/llms.txt',
    '/sitemap.xml',
  ],
  ...[...languages.keys()].map((index) => `${index === 0 ? '' : `/${languages[index]}`}/condivisione.png`),
  '/mappa/:departure/:destination/',
]

test('no response of a session, a person or a change may be kept by a proxy', async () => {
  const staff = await app.logIn()
  const open = new Set([
    ...sameForAll.map((url) => `GET ${url}`),
    ...handlers.flatMap(({ message }) =>
      message.access === 'public' && message.kind === 'query' && message.maxAgeSeconds !== undefined
        ? message.http
        : [],
    ),
  ])
  const kept: string[] = []
  let asked = 0
  for (const headers of [{}, staff])
    for (const http of routesOf(app)) {
      // Other methods need no check: proxies store only responses to reads, and HEAD has the headers of GET.
      if (!http.startsWith('GET ')) continue
      const reply = await replyTo(app, http, headers)
      const rule = reply.headers.get('cache-control') ?? ''
      asked++
      const isKept = /s-maxage|public/.test(rule) || reply.headers.has('surrogate-key')
      if (isKept && !open.has(http)) kept.push(`${http}: ${rule}`)
      if (reply.status < 300 && rule === '') kept.push(`${http}: ${reply.status} without a rule`)
    }
  expect(kept).toEqual([])
  expect(asked).toBeGreaterThan(250)
})

/** Returns the HTTP routes, except those of built files. */
function routesOf(app: App): string[] {
  const parents: string[] = []
  return app.api
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = line.match(/^([│ ]*)[├└]── (.*) \(([A-Z, ]+)\)$/) ?? []
      const depth = indent.length / 4
      parents[depth] = part
      const url = parents.slice(0, depth + 1).join('')
      if (methods === '' || /^\/(assets\/|[\w-]+\.(svg|ico|webmanifest)$|[\w-]+-\d+\.png$)/.test(url))
        return []
      return methods.split(', ').map((method) => `${method} ${url === '*' ? '/*' : url}`)
    })
}

const statusOf = async (app: App, http: string, headers: Record<string, string>) =>
  (await replyTo(app, http, headers)).status

async function replyTo(app: App, http: string, headers: Record<string, string>): Promise<Response> {
  const [method = '', pattern = ''] = http.split(' ')
  // No row has this id, so an admitted caller changes nothing.
  const path = pattern
    .replace(/:token\(\[2-9.*?}\)/, `234567-${'a'.repeat(22)}`)
    .replace(/:\w+(\(.*?\)(?=\.|$))?/g, '2147483647')
    .replace('*', 'pagina-che-manca/')
  // An empty body changes nothing: the input is invalid, the id does not exist, or the call only reads.
  const isRead = ['GET', 'HEAD', 'DELETE'].includes(method)
  const reply = await fetch(app.origin + path, {
    method,
    redirect: 'manual',
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(isRead ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(isRead ? {} : { body: '{}' }),
  })
  // The event stream never ends on its own.
  await reply.body?.cancel()
  return reply
}

async function everybody(app: App): Promise<Record<string, Record<string, string>>> {
  const expired = await app.logIn()
  await app.sql`update admin_sessions set used_at = now() - interval '13 hours'`
  const ended = await app.logIn()
  await app.post('/api/admin/logout', {}, ended)
  const inactive = await app.logIn()
  await app.sql`update admin_users set is_active = false`
  const admin = await app.logIn({ isSuperAdmin: false })
  const superAdmin = await app.logIn()
  const below = ['autista', 'operatore', 'redazione', 'contabile'] as const
  const others = await Promise.all(below.map(async (role) => [role, await app.logIn({ role })] as const))
  return { anonymous: {}, expired, ended, inactive, ...Object.fromEntries(others), admin, superAdmin }
}

/** Lists that the specification reads as plain arrays (CONTRIBUTING.md); the first two answer pages, too, if `page` is given. */
const plainLists = ['locations', 'route-prices', 'correlated-routes/:id', 'indexnow/submissions']

test('every list of staff is a page of items with their total, except those of the specification', () => {
  const plain = [...messages]
    .filter(
      ({ http, output }) =>
        http.startsWith('GET /api/admin/') && JSON.stringify(output).match(/^{("anyOf":\[{)?"type":"array"/),
    )
    .map(({ http }) => http.slice('GET /api/admin/'.length))
  expect(plain.sort()).toEqual(plainLists.toSorted())
  const listed = [...messages].filter(
    ({ http, output }) => http.startsWith('GET /api/admin/') && output.properties?.items?.type === 'array',
  )
  expect(listed.length).toBeGreaterThan(30)
  const parts = ['items', 'page', 'totalPages', 'total']
  const partial = listed.filter(({ output }) => parts.some((part) => !(part in output.properties)))
  // The calendar has several lists, and the caller chooses their days.
  expect(partial.map(({ http }) => http)).toEqual(['GET /api/admin/calendar'])
})

test('a role that this release does not know may do nothing but what every account may', async () => {
  await using app = await startApp()
  const stranger = await app.logIn({ role: 'autista' })
  await app.sql`alter table admin_users drop constraint admin_users_role_check`
  await app.sql`update admin_users set role = 'capo'`
  const open: string[] = []
  for (const http of routesOf(app).filter((one) => one !== logOut && !webhooks.includes(one))) {
    if (http.startsWith('HEAD') || expected(http) === 'public') continue
    const status = await statusOf(app, http, stranger)
    if (status !== 403) open.push(http)
  }
  expect(open.sort()).toEqual([...accountCalls].sort())
})

test('an editor reads no customer and no money, and an accountant changes nothing', () => {
  const own = (role: Role) => handlers.filter(({ message }) => isFor(role, message.access))
  const ofAccount = new Set([...accountCalls, ...everyRoleCalls])
  const changes = own('contabile').filter(
    ({ message: { kind, http } }) => kind === 'command' && !ofAccount.has(http),
  )
  expect(changes.map(({ message }) => message.http)).toEqual([])
  expect(own('contabile').length).toBeGreaterThan(20)
  const foreign =
    /leads|customers|contacts|bookings|availability|mail|offers|pricing|price|fare|sheets|trips|settings/
  const read = own('redazione').map(({ message }) => message.http)
  expect(read.filter((http) => foreign.test(http))).toEqual([])
  expect(read.length).toBeGreaterThan(40)
})
