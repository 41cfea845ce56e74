import { expect, test } from 'vitest'
import { eventually, openApp, staffPassword, startApp } from '../app.ts'
import { given } from '../given.ts'
import { configureOffice } from '../mailbox.ts'
import { newAddress } from '../newAddress.ts'
import { openPushService } from '../providers/pushService.ts'

const app = await openApp()
const boss = await app.logIn()
const service = await openPushService()
await configureOffice(app)

const idOf = async (headers: Record<string, string>) =>
  (await app.get('/api/admin/session', headers)).body.adminUser.id as number

interface Item {
  id: string
  kind: string
  owner: string
  isOwn: boolean
  isCurrent: boolean
  userAgent: string | null
  network: string | null
  usedAt: string | null
}
const grantsOf = async (headers: Record<string, string>) =>
  (await app.get<{ items: Item[] }>('/api/admin/grants', headers)).body.items
const kindsOf = async (headers: Record<string, string>) =>
  (await grantsOf(headers)).filter(({ isOwn }) => isOwn).map(({ kind }) => kind)
const end = (id: string, headers: Record<string, string>) =>
  app.send('DELETE', `/api/admin/grants/${id}`, undefined, headers)

const pathOf = ({ body }: { body: { url: string } }) => new URL(body.url).pathname
const statusOf = async (path: string) => (await app.get(path)).status

/** Logs in with an own address and user agent. */
async function signIn(username: string, userAgent = 'Firefox/128.0') {
  const headers = { 'x-forwarded-for': newAddress(), 'user-agent': userAgent }
  const reply = await app.signIn({ username, password: staffPassword }, headers)
  expect(reply.status).toBe(200)
  const [cookie = ''] = reply.headers.getSetCookie()
  return { cookie: cookie.slice(0, cookie.indexOf(';')), ...headers }
}

let count = 0

/** Creates a member of staff with a session, notifications of its browser, and a calendar. */
async function newStaff() {
  count += 1
  const username = `persona-${count}`
  const id = await app.addStaff(username, { role: 'operatore' })
  const headers = await signIn(username)
  const { body } = await app.post('/api/admin/push-key', {}, headers)
  service.trust(body.publicKey)
  const subscription = service.subscribe(username)
  expect((await app.post('/api/admin/push-subscriptions', subscription, headers)).status).toBe(201)
  const calendar = pathOf(await app.post('/api/admin/calendar-feed', {}, headers))
  expect(await statusOf(calendar)).toBe(200)
  return { id, username, headers, calendar, subscription }
}

/** Creates a driver with an account, a link to log in, and a calendar. */
async function newDriver() {
  count += 1
  const adminUserId = await app.addStaff(`autista-${count}`, { role: 'autista' })
  const { body } = await app.post(
    '/api/admin/drivers',
    { name: `Ugo ${count}`, phone: '+39 347 7654321', adminUserId },
    boss,
  )
  const link = await app.post('/api/admin/login-links', { adminUserId }, boss)
  const calendar = pathOf(await app.post('/api/admin/calendar-feed', { driverId: body.id }, boss))
  expect(await statusOf(calendar)).toBe(200)
  const token = link.body.url.split('#')[1] ?? ''
  const enter = () => app.post('/api/admin/login-links/use', { token }, { 'x-forwarded-for': newAddress() })
  return { adminUserId, driverId: body.id as number, calendar, enter }
}

async function saveAccount(id: number, change: object) {
  const { body } = await app.get(`/api/admin/admin-users/${id}`, boss)
  expect((await app.send('PUT', `/api/admin/admin-users/${id}`, { ...body, ...change }, boss)).status).toBe(
    200,
  )
}

/** Returns the browsers that get a notification of a new request. */
async function notified(): Promise<string[]> {
  service.received.length = 0
  count += 1
  await given.lead(app, 'contact', { name: `Ugo ${count}`, email: `ugo${count}@example.com` })
  await app.drain()
  return service.received.map(({ browser }) => browser)
}

test('sessions, notifications and calendars end together: with a new password, a closed or a deleted account', async () => {
  const ends: [string, (one: Awaited<ReturnType<typeof newStaff>>) => Promise<unknown>][] = [
    ['password set by a super admin', ({ id }) => saveAccount(id, { password: 'punta palascia 2026' })],
    [
      'own new password',
      ({ headers }) =>
        app.send(
          'PUT',
          '/api/admin/account/password',
          { currentPassword: staffPassword, password: 'punta palascia 2026' },
          headers,
        ),
    ],
    ['closed account', ({ id }) => saveAccount(id, { isActive: false })],
    ['deleted account', ({ id }) => app.send('DELETE', `/api/admin/admin-users/${id}`, undefined, boss)],
    ['everywhere', ({ id, headers }) => app.post('/api/admin/grants/end-all', { adminUserId: id }, headers)],
    [
      'everywhere, by a super admin',
      ({ id }) => app.post('/api/admin/grants/end-all', { adminUserId: id }, boss),
    ],
    [
      'second factor reset',
      ({ id }) => app.send('DELETE', `/api/admin/admin-users/${id}/totp`, undefined, boss),
    ],
  ]
  const staying = await newStaff()
  for (const [why, act] of ends) {
    const one = await newStaff()
    expect([why, (await kindsOf(one.headers)).sort()]).toEqual([why, ['calendar', 'push', 'session']])
    await act(one)
    expect([why, (await app.get('/api/admin/session', one.headers)).status]).toEqual([why, 401])
    expect([why, await statusOf(one.calendar)]).toEqual([why, why === 'deleted account' ? 404 : 410])
    expect([why, await notified()]).toEqual([why, [staying.username]])
  }
  // Nothing comes back with the account.
  const closed = await newStaff()
  await saveAccount(closed.id, { isActive: false })
  await saveAccount(closed.id, { isActive: true })
  expect(await statusOf(closed.calendar)).toBe(410)
  expect(await notified()).toEqual([staying.username])
  await app.post('/api/admin/grants/end-all', { adminUserId: staying.id }, staying.headers)
})

test('a driver’s calendar and link end with the account: closed, deleted, with a new password or inactive', async () => {
  const ends: [string, (one: Awaited<ReturnType<typeof newDriver>>) => Promise<unknown>][] = [
    ['closed', ({ adminUserId }) => saveAccount(adminUserId, { isActive: false })],
    [
      'deleted',
      ({ adminUserId }) => app.send('DELETE', `/api/admin/admin-users/${adminUserId}`, undefined, boss),
    ],
    ['password', ({ adminUserId }) => saveAccount(adminUserId, { password: 'punta palascia 2026' })],
    ['everywhere', ({ adminUserId }) => app.post('/api/admin/grants/end-all', { adminUserId }, boss)],
  ]
  for (const [why, act] of ends) {
    const driver = await newDriver()
    await act(driver)
    expect([why, await statusOf(driver.calendar)]).toEqual([why, 410])
    const entered = await driver.enter()
    expect([why, entered.status, entered.body.detail]).toEqual([
      why,
      410,
      'Questo link non vale più: è scaduto, è già stato usato o è stato chiuso. Chiedine un altro in ufficio.',
    ])
  }
  const { driverId, calendar } = await newDriver()
  const { body } = await app.get(`/api/admin/drivers/${driverId}`, boss)
  const save = (isActive: boolean, updatedAt: string) =>
    app.send('PUT', `/api/admin/drivers/${driverId}`, { ...body, isActive, updatedAt }, boss)
  const saved = await save(false, body.updatedAt)
  expect([saved.status, await statusOf(calendar)]).toEqual([200, 410])
  expect((await save(true, saved.body.updatedAt)).status).toBe(200)
  expect(await statusOf(calendar)).toBe(410)
})

test('a lowered role ends calendar and notifications for good, and a link is for drivers only', async () => {
  const { id, calendar, headers } = await newStaff()
  await saveAccount(id, { role: 'autista', isSuperAdmin: false })
  expect(await statusOf(calendar)).toBe(410)
  await saveAccount(id, { role: 'operatore', isSuperAdmin: false })
  expect([await statusOf(calendar), await notified()]).toEqual([410, []])
  expect((await app.get('/api/admin/leads', headers)).status).toBe(200)
  const driver = await newDriver()
  await saveAccount(driver.adminUserId, { role: 'operatore', isSuperAdmin: false })
  await saveAccount(driver.adminUserId, { role: 'autista', isSuperAdmin: false })
  expect((await driver.enter()).status).toBe(410)
})

test('the notifications of a browser end with its session, and go on after a new log-in there', async () => {
  const { username, headers, subscription } = await newStaff()
  const other = await signIn(username, 'Chrome/140.0')
  const [session] = (await grantsOf(headers)).filter(({ kind, isCurrent }) => kind === 'session' && isCurrent)
  expect((await end(session?.id ?? '', other)).status).toBe(204)
  expect((await app.get('/api/admin/session', headers)).status).toBe(401)
  expect(await notified()).toEqual([])
  expect(await kindsOf(other)).toEqual(expect.not.arrayContaining(['push']))

  expect((await app.post('/api/admin/push-subscriptions', subscription, other)).status).toBe(201)
  const again = await app.signIn({ username, password: staffPassword }, other)
  const [cookie = ''] = again.headers.getSetCookie()
  expect((await app.get('/api/admin/session', other)).status).toBe(401)
  expect(await notified()).toEqual([username])
  expect(
    (await app.post('/api/admin/logout', {}, { cookie: cookie.slice(0, cookie.indexOf(';')) })).status,
  ).toBe(204)
  expect(await notified()).toEqual([])
})

test('people see and close their own grants, a super admin those of all people, and each act is in the audit log', async () => {
  const one = await newStaff()
  const two = await newStaff()
  const own = await grantsOf(one.headers)
  expect(own.map(({ kind, owner, isOwn }) => [kind, owner, isOwn]).sort()).toEqual([
    ['calendar', one.username, true],
    ['push', one.username, true],
    ['session', one.username, true],
  ])
  const session = own.find(({ kind }) => kind === 'session')
  expect(session).toMatchObject({ isCurrent: true, userAgent: 'Firefox/128.0', usedAt: expect.any(String) })
  expect(one.headers['x-forwarded-for']?.startsWith(session?.network ?? 'x')).toBe(true)
  expect(session?.network).not.toBe(one.headers['x-forwarded-for'])
  const all = await grantsOf(boss)
  expect(all.filter(({ owner }) => owner === one.username)).toHaveLength(3)
  expect(JSON.stringify(all)).not.toMatch(/token|nonce|endpoint/i)

  expect((await end(session?.id ?? '', two.headers)).status).toBe(404)
  expect((await app.post('/api/admin/grants/end-all', { adminUserId: one.id }, two.headers)).status).toBe(403)
  expect((await end('x', boss)).status).toBe(422)
  const feed = own.find(({ kind }) => kind === 'calendar')?.id ?? ''
  expect((await end(feed, one.headers)).status).toBe(204)
  expect((await end(feed, one.headers)).status).toBe(404)
  expect(await statusOf(one.calendar)).toBe(410)
  const reopen = (headers: Record<string, string>) =>
    app.post(`/api/admin/grants/${feed}/reopen`, {}, headers)
  expect((await reopen(two.headers)).status).toBe(404)
  expect((await reopen(one.headers)).status).toBe(204)
  expect(await statusOf(one.calendar)).toBe(200)
  expect((await reopen(one.headers)).status).toBe(409)
  await end(feed, boss)
  await app.post('/api/admin/calendar-feed', {}, one.headers)
  expect((await reopen(one.headers)).status).toBe(409)
  expect((await end(session?.id ?? '', boss)).status).toBe(204)
  await app.post('/api/admin/grants/end-all', { adminUserId: one.id }, boss)
  const audited = await app.sql`
    select action, before, after from audit_log
    where subject = ${`admin_users/${one.id}`} and action like '%rant%' order by id`
  expect(audited).toEqual([
    { action: 'settings:grantEnded', before: { kind: 'calendar' }, after: null },
    { action: 'settings:grantReopened', before: null, after: { kind: 'calendar' } },
    { action: 'settings:grantEnded', before: { kind: 'calendar' }, after: null },
    { action: 'settings:grantEnded', before: { kind: 'session' }, after: null },
    { action: 'settings:allGrantsEnded', before: { kinds: ['calendar'] }, after: null },
  ])
})

test('a driver sees the own calendar among the own grants, and the office closes it', async () => {
  const { adminUserId, calendar, enter } = await newDriver()
  const entered = await enter()
  expect(entered.status).toBe(200)
  const [cookie = ''] = entered.headers.getSetCookie()
  const driver = { cookie: cookie.slice(0, cookie.indexOf(';')) }
  expect(await idOf(driver)).toBe(adminUserId)
  expect((await kindsOf(driver)).sort()).toEqual(['calendar', 'session'])
  expect(await grantsOf(driver)).toHaveLength(2)
  const program = { 'user-agent': 'Google-Calendar-Importer', 'x-forwarded-for': '198.51.100.77' }
  // The use is recorded once an hour; the test itself has read the calendar before.
  await app.sql`update grants set used_at = now() - interval '2 hours' where kind = 'calendar'`
  expect((await app.get(calendar, program)).status).toBe(200)
  const feed = (await grantsOf(driver)).find(({ kind }) => kind === 'calendar')
  expect(feed).toMatchObject({ userAgent: 'Google-Calendar-Importer', network: '198.51.100' })
  const reopen = (headers: Record<string, string>) =>
    app.post(`/api/admin/grants/${feed?.id}/reopen`, {}, headers)
  expect((await end(feed?.id ?? '', driver)).status).toBe(204)
  expect(await statusOf(calendar)).toBe(410)
  expect((await reopen(driver)).status).toBe(204)
  // A driver cannot take back what the office decided.
  expect((await end(feed?.id ?? '', boss)).status).toBe(204)
  expect((await reopen(driver)).status).toBe(409)
  expect(await statusOf(calendar)).toBe(410)
  expect((await reopen(boss)).status).toBe(204)
  expect(await statusOf(calendar)).toBe(200)
})

test('the end of a calendar is no recorded act: only its owner takes it back, for ten minutes, from the register of grants', async () => {
  const owner = await newStaff()
  const colleague = await newStaff()
  const feed = (await grantsOf(owner.headers)).find(({ kind }) => kind === 'calendar')?.id ?? ''
  const reopen = (headers: Record<string, string>) =>
    app.post(`/api/admin/grants/${feed}/reopen`, {}, headers)
  expect((await end(feed, owner.headers)).status).toBe(204)
  // Every operator may undo a recorded act, for 90 days.
  expect(await app.sql`select act_id from bulk_act_rows where table_name = 'grants'`).toEqual([])
  const [entry] = await app.sql`
    select act_id from audit_log where subject = ${`admin_users/${owner.id}`} and action = 'settings:grantEnded'`
  expect(entry).toEqual({ actId: null })
  expect((await reopen(colleague.headers)).status).toBe(404)
  await app.sql`update grants set ended_at = now() - interval '11 minutes' where id = ${feed}`
  const late = await reopen(owner.headers)
  expect([late.status, late.body.detail]).toEqual([
    409,
    'Questo calendario non si può più riaprire: crea un indirizzo nuovo.',
  ])
  await app.sql`update grants set ended_at = now() - interval '9 minutes' where id = ${feed}`
  expect((await reopen(owner.headers)).status).toBe(204)
  expect(await statusOf(owner.calendar)).toBe(200)
  for (const { id, headers } of [owner, colleague])
    await app.post('/api/admin/grants/end-all', { adminUserId: id }, headers)
})

const openGrantsOf = async (id: number) =>
  (
    await app.sql<{ kind: string }[]>`
      select kind from grants where admin_user_id = ${id} and ended_at is null order by kind`
  ).map(({ kind }) => kind)

/** Waits until this many calls wait for a lock of the database. */
const waiting = (calls: number) =>
  eventually(async () => {
    const [{ count }] = await app.sql<[{ count: number }]>`
      select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    if (count < calls) throw new Error(`${count} calls wait for a lock`)
  })

test('a call that began before its session ended opens no grant afterwards', async () => {
  const { id, headers } = await newStaff()
  const calls: Promise<{ status: number }>[] = []
  await app.sql.begin(async (sql) => {
    await sql`select id from admin_users where id = ${id} for update`
    calls.push(
      app.post('/api/admin/calendar-feed', {}, headers),
      app.post('/api/admin/push-subscriptions', service.subscribe('altro'), headers),
    )
    await waiting(2)
    await sql`update grants set ended_at = now(), ended_why = 'everywhere' where admin_user_id = ${id}`
  })
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([401, 401])
  expect(await openGrantsOf(id)).toEqual([])
})

test('the end of all grants also ends one that another call is opening', async () => {
  const { id, headers } = await newStaff()
  const calls: Promise<{ status: number }>[] = []
  await app.sql.begin(async (sql) => {
    await sql`lock table audit_log in exclusive mode`
    calls.push(app.post('/api/admin/calendar-feed', {}, headers))
    await waiting(1)
    calls.push(app.post('/api/admin/grants/end-all', { adminUserId: id }, boss))
    await waiting(2)
  })
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200])
  expect(await openGrantsOf(id)).toEqual([])
})

test('a driver’s calendar ends when the driver uses another account, or none', async () => {
  const other = await app.addStaff('autista-altro', { role: 'autista' })
  for (const adminUserId of [other, null]) {
    const { driverId, calendar } = await newDriver()
    const { body } = await app.get(`/api/admin/drivers/${driverId}`, boss)
    const save = (change: object, updatedAt: string) =>
      app.send('PUT', `/api/admin/drivers/${driverId}`, { ...body, ...change, updatedAt }, boss)
    const renamed = await save({ name: 'Ugo Rossi' }, body.updatedAt)
    expect(await statusOf(calendar)).toBe(200)
    expect((await save({ adminUserId }, renamed.body.updatedAt)).status).toBe(200)
    expect(await statusOf(calendar)).toBe(410)
    const reopened = pathOf(await app.post('/api/admin/calendar-feed', { driverId }, boss))
    expect(await statusOf(reopened)).toBe(200)
  }
})

test('a process of the previous release and a newer one see what the other opens and ends', async () => {
  await using one = await startApp()
  const { sql } = one
  const id = await one.addStaff('anna', { role: 'operatore' })
  // These are statements of the previous release.
  const [session] = await sql<[{ id: string }]>`
    insert into admin_sessions (admin_user_id, user_agent) values (${id}, 'Firefox') returning id`
  const savePush = (owner = id) => sql`
    insert into push_subscriptions (admin_user_id, endpoint, p256dh, auth, user_agent)
    values (${owner}, 'https://push.example/1', 'p', 'a', 'Firefox')
    on conflict (endpoint) do update set admin_user_id = excluded.admin_user_id`
  await savePush()
  await sql`insert into calendar_feeds (admin_user_id) values (${id})`
  await sql`insert into login_links (admin_user_id, token_hash, expires_at)
    values (${id}, 'hash', now() + interval '30 minutes')`
  const open = async () =>
    (await sql`select kind from grants where ended_at is null and kind <> 'x' order by kind`).map(
      ({ kind }) => kind,
    )
  expect(await open()).toEqual(['calendar', 'loginLink', 'push', 'session'])
  await sql`update admin_sessions set used_at = now() where id = ${session.id} and ended_at is null`
  await sql`
    insert into calendar_feeds (admin_user_id) values (${id})
    on conflict (admin_user_id) do update set nonce = gen_random_uuid(), created_at = now()`
  expect(await open()).toEqual(['calendar', 'loginLink', 'push', 'session'])
  const [feed] = await sql`select nonce from calendar_feeds`
  expect(await sql`select id from grants where kind = 'calendar' and ended_at is null`).toEqual([
    { id: feed?.nonce },
  ])
  await sql`delete from login_links`
  // A browser saves its notifications again, for the same account and for another one.
  await savePush()
  expect(await open()).toEqual(['calendar', 'push', 'session'])
  const other = await one.addStaff('berta', { role: 'operatore' })
  await savePush(other)
  expect(await open()).toEqual(['calendar', 'push', 'session'])
  expect(
    await sql`
    select grants.admin_user_id from push_subscriptions join grants on grants.id = grant_id where ended_at is null`,
  ).toEqual([{ adminUserId: other }])
  await savePush()
  await sql`update admin_sessions set ended_at = now() where id = ${session.id} and ended_at is null`
  expect(await open()).toEqual(['calendar'])
  expect(await sql`select id from push_subscriptions`).toEqual([])
  await savePush()
  expect(await open()).toEqual(['calendar', 'push'])
  await sql`delete from push_subscriptions`
  expect(await open()).toEqual(['calendar'])

  const staff = await one.logIn({ role: 'operatore' })
  await one.post('/api/admin/calendar-feed', {}, staff)
  expect(await sql`select admin_user_id from calendar_feeds`).toHaveLength(2)
  const { body } = await one.get('/api/admin/session', staff)
  await one.post('/api/admin/grants/end-all', { adminUserId: body.adminUser.id }, staff)
  expect(await sql`select admin_user_id from calendar_feeds`).toHaveLength(1)
  expect(await sql`select id from admin_sessions where ended_at is null`).toEqual([])
})
