import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { expect, test, vi } from 'vitest'
import { isPublicEndpoint } from '../../src/modules/integrations/push/endpoint.ts'
import { keyPair } from '../../src/modules/integrations/push/keys.ts'
import { sendPush } from '../../src/modules/integrations/push/sending.ts'
import { type App, startApp } from '../app.ts'
import { configureOffice, makeJobsDue } from '../mailbox.ts'
import { openPushService } from '../providers/pushService.ts'

const trip = {
  name: 'Annunziata Verdi',
  phone: '+39 347 1234567',
  email: 'annunziata@example.com',
  departure: 'Aeroporto Brindisi',
  destination: 'Gallipoli',
  passengers: '3',
}

type Service = Awaited<ReturnType<typeof openPushService>>

async function subscribed(
  app: App,
  service: Service,
  name: string,
  { role = 'operatore', ...wishes }: Wishes = {},
) {
  const staff = await app.logIn({ role })
  const { body } = await app.post('/api/admin/push-key', {}, staff)
  service.trust(body.publicKey)
  const subscription = service.subscribe(name)
  const saved = await app.post('/api/admin/push-subscriptions', { ...subscription, ...wishes }, staff)
  expect(saved.status).toBe(201)
  return { staff, ...subscription }
}

async function sendContact(app: App): Promise<void> {
  const contact = { name: 'Anna', phone: '347 1234567', email: 'anna@example.com', message: 'Orari?' }
  expect((await app.post('/api/contacts', contact)).status).toBe(201)
}

interface Wishes {
  role?: 'operatore' | 'admin'
  isForNew?: boolean
  isForOverdue?: boolean
}

test('each new request reaches the browsers that asked for it, encrypted and signed, without data of the customer', async () => {
  await using service = await openPushService()
  await using app = await startApp({ data: 'demo' })
  await configureOffice(app)
  const { staff, p256dh, auth } = await subscribed(app, service, 'phone')
  await subscribed(app, service, 'office', { role: 'admin' })
  await subscribed(app, service, 'only-overdue', { isForNew: false })
  const sent = await app.post('/api/availability-requests', { ...trip, formSource: 'f' })
  expect(sent.status).toBe(201)
  await app.drain()
  expect(service.received.map(({ browser }) => browser).sort()).toEqual(['office', 'phone'])
  const [one] = service.received
  const [lead] = await app.sql`select id, code from availability_requests`
  expect(one?.notification).toEqual({
    title: 'Nuova richiesta',
    body: `Aeroporto Brindisi → Gallipoli · ${lead?.code}`,
    path: `/admin/richieste/availability_request/${lead?.id}/`,
    tag: `availability_request-${lead?.id}`,
  })
  expect(JSON.stringify(one?.notification)).not.toMatch(/Verdi|347/)
  await app.post('/api/availability-requests', { ...trip, departure: 'Via Roma 5, Lecce', formSource: 'f' })
  await app.drain()
  expect(service.received.splice(2).map(({ notification }) => notification.body)).toEqual(
    Array(2).fill(expect.stringMatching(/^(Lecce → Gallipoli · )?[2-9A-Z]{6}$/)),
  )
  await app.sql`delete from leads where kind = 'availability_request' and id <> ${lead?.id}`
  expect(one?.subject).toMatch(/^mailto:.+@/)
  expect(one?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' })

  await app.sql`update leads set created_at = now() - interval '1 day' where kind = 'availability_request'`
  await app.sweep('announceOverdue')
  expect(
    service.received
      .slice(2)
      .map(({ browser }) => browser)
      .sort(),
  ).toEqual(['office', 'only-overdue', 'phone'])
  expect(service.received[2]?.notification.title).toBe('Una richiesta aspetta da dieci minuti')
  const [own] = (await app.get('/api/admin/push-subscriptions', staff)).body.items
  expect(own).toMatchObject({ isForNew: true, isForOverdue: true, failure: null, sentAt: expect.any(String) })
  for (const secret of [p256dh, auth]) expect(JSON.stringify(own)).not.toContain(secret)
})

test('the key pair is made once, and its private half is stored encrypted', async () => {
  await using app = await startApp()
  const staff = await app.logIn({ role: 'operatore' })
  const keys = await Promise.all([1, 2, 3].map(() => app.post('/api/admin/push-key', {}, staff)))
  expect(new Set(keys.map(({ body }) => body.publicKey)).size).toBe(1)
  const [row] = await app.sql`select * from push_keys`
  expect(keys[0]?.body).toEqual({ publicKey: row?.publicKey })
  expect(row?.privateKey).toMatch(/:/)
  expect(row?.privateKey.length).toBeGreaterThan(60)
})

test('a repeated effect sends only what is missing; a browser that is gone is forgotten, a refusal is shown', async () => {
  await using service = await openPushService()
  await using app = await startApp()
  await configureOffice(app)
  const busy = await subscribed(app, service, 'busy')
  const gone = await subscribed(app, service, 'gone')
  const refusing = await subscribed(app, service, 'refusing')
  const moved = await subscribed(app, service, 'moved')
  await subscribed(app, service, 'fine')
  for (const [name, status] of [
    ['busy', 503],
    ['gone', 410],
    ['refusing', 403],
    ['moved', 302],
  ] as const)
    service.statuses.set(name, status)
  await sendContact(app)
  await app.drain()
  const failureOf = async ({ staff }: { staff: Record<string, string> }) =>
    (await app.get('/api/admin/push-subscriptions', staff)).body.items[0]?.failure
  expect(await failureOf(busy)).toBe('Il servizio di notifiche ha risposto 503.')
  expect(await failureOf(refusing)).toBe('Il servizio di notifiche ha risposto 403.')
  expect(await failureOf(moved)).toBe('Il servizio di notifiche ha risposto 302.')
  expect((await app.get('/api/admin/push-subscriptions', gone.staff)).body.items).toEqual([])
  const [effect] =
    await app.sql`select state, last_error from effects where reaction = 'integrations:pushContact'`
  expect(effect).toMatchObject({ state: 'planned', lastError: expect.stringContaining('ha risposto 503') })

  service.statuses.clear()
  await makeJobsDue(app)
  await app.drain()
  // `refusing` and `moved` get the notification too, because the effect was repeated and they had not received
  // the notification.
  expect(service.received.map(({ browser }) => browser).sort()).toEqual(['busy', 'fine', 'moved', 'refusing'])
  expect(await failureOf(busy)).toBeNull()
  const [done] = await app.sql`select state from effects where reaction = 'integrations:pushContact'`
  expect(done?.state).toBe('done')
})

test('a person receives nothing after the role, the account or the subscription ended, nor for another account', async () => {
  await using service = await openPushService()
  await using app = await startApp()
  await configureOffice(app)
  const ended = await subscribed(app, service, 'ended')
  const lowered = await subscribed(app, service, 'lowered')
  const [{ id }] = await app.sql<[{ id: number }]>`select max(id) as id from admin_users`
  await app.sql`update admin_users set role = 'autista' where id = ${id}`
  await subscribed(app, service, 'inactive')
  await app.sql`update admin_users set is_active = false where id = (select max(id) from admin_users)`
  // The account `other` can end this subscription only after `other` has subscribed in the same browser.
  const end = (staff: Record<string, string>) =>
    app.post('/api/admin/push-subscriptions/end', { endpoint: ended.endpoint }, staff)
  const other = await app.logIn({ role: 'operatore' })
  expect((await end(other)).status).toBe(204)
  expect((await app.get('/api/admin/push-subscriptions', ended.staff)).body.items).toHaveLength(1)
  const { staff: _, ...subscription } = ended
  expect((await app.post('/api/admin/push-subscriptions', subscription, other)).status).toBe(201)
  expect((await app.get('/api/admin/push-subscriptions', ended.staff)).body.items).toEqual([])
  expect((await end(other)).status).toBe(204)
  expect((await app.get('/api/admin/push-subscriptions', lowered.staff)).status).toBe(403)
  await sendContact(app)
  await app.drain()
  expect(service.received).toEqual([])
})

test('in production a notification is sent only to https URLs of the internet', async () => {
  await using app = await startApp()
  const staff = await app.logIn({ role: 'operatore' })
  await using service = await openPushService()
  const subscription = service.subscribe('one')
  const production = { ...app.runtime.context, site: { ...app.runtime.context.site, isProduction: true } }
  for (const endpoint of [
    'http://push.example/x',
    'https://127.0.0.1/x',
    'https://10.0.0.8/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest',
    'https://8.8.8.8:8443/x',
    'https://user@8.8.8.8/x',
    'https://localhost/x',
    subscription.endpoint,
  ])
    expect([endpoint, await isPublicEndpoint(endpoint, production)]).toEqual([endpoint, false])
  expect(await isPublicEndpoint('https://8.8.8.8/x', production)).toBe(true)
  const refused = await app.post(
    '/api/admin/push-subscriptions',
    { ...subscription, endpoint: 'https://10.0.0.8/push' },
    staff,
  )
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    [
      {
        path: 'endpoint',
        message: 'L’indirizzo del servizio di notifiche deve essere pubblico e iniziare con https',
      },
    ],
  ])
})

test('a notification goes to no private network, whatever the name meant before, and waits for a name server', async () => {
  await using app = await startApp()
  const staff = await app.logIn({ role: 'operatore' })
  await using service = await openPushService()
  await app.post('/api/admin/push-key', {}, staff)
  const keys = await keyPair(app.sql, app.runtime.context)
  const send = (endpoint: string) =>
    sendPush(
      { ...service.subscribe('one'), endpoint },
      { title: '', body: '', path: '/admin/', tag: '' },
      { keys: keys ?? { publicKey: '', privateKey: '' }, contact: 'office@example.com' },
      app.runtime.context,
    )
  expect(await send('https://push.invalid/x')).toEqual({
    state: 'failed',
    reason: 'Il servizio di notifiche non risponde.',
  })
  // The name server answers the check and the connection differently (DNS rebinding).
  const checked = vi
    .spyOn(dns.promises, 'lookup')
    .mockResolvedValue([{ address: '8.8.8.8', family: 4 }] as never)
  const connected = vi.spyOn(dns, 'lookup').mockImplementation(((_: string, ...rest: unknown[]) => {
    const done = rest.at(-1) as (error: null, found: object[]) => void
    done(null, [{ address: '127.0.0.1', family: 4 }])
  }) as never)
  syncBuiltinESMExports()
  try {
    expect(await send('https://push.example/x')).toEqual({
      state: 'refused',
      reason: 'L’indirizzo del servizio di notifiche non è pubblico.',
    })
  } finally {
    checked.mockRestore()
    connected.mockRestore()
    syncBuiltinESMExports()
  }
})
