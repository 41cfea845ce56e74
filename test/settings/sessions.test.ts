import { expect, test } from 'vitest'
import { sessionCookie } from '../../src/api/sessions.ts'
import { type App, openApp, staffPassword, startApp } from '../app.ts'
import { newAddress } from '../newAddress.ts'

/** The app of tests that look only at their own accounts. */
const app = await openApp()

const other = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }

async function addUser(
  app: App,
  headers: Record<string, string>,
  form: { username: string; [field: string]: unknown },
) {
  const user = { password: 'lungomare di gallipoli', ...form }
  const { body } = await app.post('/api/admin/admin-users', user, headers)
  return { ...user, ...body }
}

function cookieOf(headers: Headers): string {
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

test('a right name and password open a session, whose cookie no script and no other site can use', async () => {
  const { id, username, password } = await addUser(app, await app.logIn(), {
    username: 'marina',
    isSuperAdmin: true,
  })
  const reply = await app.signIn({ username: 'Marina', password })
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual({
    success: true,
    adminUser: { id, username, role: 'superAdmin', isSuperAdmin: true, hasTotp: false },
  })
  const [cookie = ''] = reply.headers.getSetCookie()
  expect(cookie).toMatch(/^__Host-salento_session=.+; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  const inClear = { isDevelopment: true, siteUrl: 'http://localhost:3000' }
  expect(sessionCookie(inClear)).toMatchObject({ name: 'salento_session', options: { secure: false } })
  expect(reply.text).not.toContain(cookieOf(reply.headers).split('=')[1])
  const session = await app.get('/api/admin/session', { cookie: cookieOf(reply.headers) })
  expect(session.body.adminUser).toEqual({
    id,
    username,
    role: 'superAdmin',
    isSuperAdmin: true,
    hasTotp: false,
  })
})

test('an unknown name, a wrong password and an inactive account get the same answer', async () => {
  const { password } = await addUser(app, await app.logIn(), { username: 'inattiva', isActive: false })
  const replies = [
    await app.signIn({ username: 'nessuno', password: 'x' }),
    await app.signIn({ username: 'inattiva', password: 'sbagliata' }),
    await app.signIn({ username: 'inattiva', password }),
  ]
  for (const { status, body, headers } of replies) {
    expect(status).toBe(401)
    expect(body).toEqual({ success: false, error: 'Credenziali non valide', needsCode: false })
    expect(headers.getSetCookie()).toEqual([])
  }
})

test('the sixth attempt for one username within 15 minutes is refused with 429, even with the right password', async () => {
  const [username, password] = ['sesta', staffPassword]
  const from = { 'x-forwarded-for': newAddress() }
  await app.addStaff(username)
  for (let tries = 0; tries < 5; tries++)
    expect((await app.signIn({ username, password: 'sbagliata' }, from)).status).toBe(401)
  const refused = await app.signIn({ username, password }, from)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.body.success).toBe(false)
  await app.sql`update login_failures set failed_at = now() - interval '16 minutes'`
  expect((await app.signIn({ username, password }, from)).status).toBe(200)
})

test('the twenty-first attempt from one address is refused with 429, and another address is not', async () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const tryAs = (n: number, address: string) =>
    app.signIn({ username: `nome-${n}`, password: 'x' }, from(address))
  for (let n = 0; n < 23; n++) await app.addStaff(`nome-${n}`)
  for (let n = 0; n < 20; n += 4) {
    const replies = await Promise.all([0, 1, 2, 3].map((m) => tryAs(n + m, '198.51.100.7')))
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401])
  }
  expect((await tryAs(21, '198.51.100.7')).status).toBe(429)
  expect((await tryAs(22, '198.51.100.8')).status).toBe(401)
})

test('log-out, deactivation, deletion and a new password end a session at its next request', async () => {
  const boss = await app.logIn()
  const user = await addUser(app, boss, { username: 'uscita' })
  const enter = async (password = user.password) => {
    const reply = await app.signIn({ username: user.username, password })
    return { cookie: cookieOf(reply.headers) }
  }
  const isIn = async (headers: { cookie: string }) =>
    (await app.get('/api/admin/session', headers)).status === 200
  const save = async (changes: object) => {
    const { body } = await app.get(`/api/admin/admin-users/${user.id}`, boss)
    return app.send('PUT', `/api/admin/admin-users/${user.id}`, { ...body, ...changes }, boss)
  }

  const left = await enter()
  expect(await isIn(left)).toBe(true)
  expect((await app.post('/api/admin/logout', {}, left)).status).toBe(204)
  expect(await isIn(left)).toBe(false)

  const changed = await enter()
  await save({ password: 'torre dell orso 2026' })
  expect(await isIn(changed)).toBe(false)

  const inactive = await enter('torre dell orso 2026')
  expect(await isIn(inactive)).toBe(true)
  expect((await save({ isActive: false })).body).toMatchObject({ isActive: false })
  expect(await isIn(inactive)).toBe(false)
  const refused = await app.signIn({ username: user.username, password: 'torre dell orso 2026' })
  expect(refused.status).toBe(401)
  await save({ isActive: true })
  expect(await isIn(inactive)).toBe(false)

  const deleted = await enter('torre dell orso 2026')
  expect(await isIn(deleted)).toBe(true)
  expect((await app.send('DELETE', `/api/admin/admin-users/${user.id}`, undefined, boss)).status).toBe(204)
  expect(await isIn(deleted)).toBe(false)
})

test('a new log-in ends the session of the same browser, and no other', async () => {
  const [user, other] = ['lidia', 'lucia']
  for (const username of [user, other]) await app.addStaff(username)
  const enter = async (username: string, headers?: { cookie: string }) => {
    const reply = await app.signIn({ username, password: staffPassword }, headers)
    return { cookie: cookieOf(reply.headers) }
  }
  const statusOf = async (headers: { cookie: string }) =>
    (await app.get('/api/admin/session', headers)).status
  const [here, elsewhere] = [await enter(user), await enter(user)]
  const refused = await app.signIn({ username: user, password: 'sbagliata' }, here)
  expect([refused.status, await statusOf(here)]).toEqual([401, 200])
  const anew = await enter(other, here)
  expect([await statusOf(here), await statusOf(elsewhere), await statusOf(anew)]).toEqual([401, 200, 200])
  expect(await statusOf(await enter(user, { cookie: `${here.cookie}x` }))).toBe(200)
})

test('a session ends 12 hours after its last use and 7 days after its start', async () => {
  const staff = await app.logIn()
  const { id } = (await app.get('/api/admin/session', staff)).body.adminUser
  await app.sql`update admin_sessions set used_at = now() - interval '11 hours' where admin_user_id = ${id}`
  expect((await app.get('/api/admin/session', staff)).status).toBe(200)
  const [row] = await app.sql`
    select used_at > now() - interval '1 minute' as is_fresh from admin_sessions where admin_user_id = ${id}`
  expect(row?.isFresh).toBe(true)
  await app.sql`update admin_sessions set used_at = now() - interval '12 hours 1 minute' where admin_user_id = ${id}`
  expect((await app.get('/api/admin/session', staff)).status).toBe(401)
  await app.sql`
    update admin_sessions set used_at = now(), created_at = now() - interval '7 days 1 minute'
    where admin_user_id = ${id}`
  expect((await app.get('/api/admin/session', staff)).status).toBe(401)
})

test('a username and a forged token are refused; a session’s own token works for scripts', async () => {
  const staff = await app.logIn()
  const token = staff.cookie?.split('=')[1] ?? ''
  const as = (authorization: string) => app.get('/api/admin/session', { authorization })
  expect((await as('Bearer admin')).status).toBe(401)
  expect((await as(`Bearer ${token.slice(0, -4)}AAAA`)).status).toBe(401)
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  expect((await as(`Bearer ${none}.${token.split('.')[1]}.`)).status).toBe(401)
  expect((await as(`Bearer ${token}`)).status).toBe(200)
  // A wrong Authorization header is refused even with a valid cookie.
  expect((await app.get('/api/admin/session', { ...staff, authorization: 'Bearer admin' })).status).toBe(401)
})

test('with the cookie, a change must come from this site', async () => {
  const staff = await app.logIn()
  const change = (headers: Record<string, string>) =>
    app.send('PUT', '/api/admin/site-settings', { isLive: false }, { ...staff, ...headers })
  expect((await change(other)).status).toBe(403)
  expect((await change({ 'sec-fetch-site': 'same-site' })).status).toBe(403)
  expect((await app.get('/api/site-settings')).body.isLive).toBe(true)
  const bare = (headers: Record<string, string>) =>
    fetch(`${app.origin}/api/admin/site-settings`, {
      method: 'PUT',
      headers: { ...staff, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ isLive: true }),
    })
  expect((await bare({})).status).toBe(403)
  expect((await bare({ origin: 'https://evil.example' })).status).toBe(403)
  expect((await bare({ origin: 'https://www.salento.example' })).status).toBe(200)
})

test('an admin manages no accounts, and the last active super admin stays one', async () => {
  await using app = await startApp()
  const admin = await app.logIn({ isSuperAdmin: false })
  expect((await app.get('/api/admin/admin-users', admin)).status).toBe(403)
  const boss = await app.logIn()
  const { body: list } = await app.get('/api/admin/admin-users?sort=-username', boss)
  const me = list.items.find((one: { isSuperAdmin: boolean }) => one.isSuperAdmin)
  const put = (changes: object) =>
    app.send('PUT', `/api/admin/admin-users/${me.id}`, { ...me, ...changes }, boss)
  expect((await put({ isSuperAdmin: false })).status).toBe(409)
  expect((await put({ isActive: false })).status).toBe(409)
  expect((await app.send('DELETE', `/api/admin/admin-users/${me.id}`, undefined, boss)).status).toBe(409)
  expect((await app.get('/api/admin/session', boss)).status).toBe(200)
})

test('an account’s form is refused with the messages of the specification, and passwords are stored as hashes', async () => {
  const boss = await app.logIn()
  const refused = async (form: object) => (await app.post('/api/admin/admin-users', form, boss)).body.errors
  expect(await refused({ username: 'ab', password: 'lungomare di gallipoli' })).toEqual([
    { path: 'username', message: 'Username deve essere almeno 3 caratteri' },
  ])
  expect(await refused({ username: 'luca', password: '12345' })).toEqual([
    { path: 'password', message: 'Password deve essere almeno 6 caratteri' },
  ])
  expect(await refused({ username: 'luca', password: '12345678' })).toEqual([
    { path: 'password', message: 'Scegli una password di almeno 12 caratteri' },
  ])
  expect(await refused({ username: 'luca', password: 'password1234' })).toEqual([
    { path: 'password', message: 'Questa password è troppo comune: scegline un’altra' },
  ])
  for (const common of ['passwordpassword', 'Qwerty123456', '123456789012', 'aaabbbaaabbb'])
    expect([common, (await refused({ username: 'luca', password: common }))?.[0]?.message]).toEqual([
      common,
      'Questa password è troppo comune: scegline un’altra',
    ])
  const user = await addUser(app, boss, { username: 'mariella' })
  expect(user).toMatchObject({ username: 'mariella', isSuperAdmin: false, isActive: true })
  expect((await app.post('/api/admin/admin-users', { ...user, username: 'MARIELLA' }, boss)).status).toBe(409)
  const [row] = await app.sql`select password from admin_users where username = 'mariella'`
  expect(row?.password).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
  const list = await app.get('/api/admin/admin-users', boss)
  expect(list.text).not.toContain('argon2')
  const stale = { ...user, updatedAt: '2020-01-01T00:00:00.000Z' }
  expect((await app.send('PUT', `/api/admin/admin-users/${user.id}`, stale, boss)).status).toBe(409)
})

test('no password may consist only of the company, its city, its addresses or the username', async () => {
  await using app = await startApp()
  const boss = await app.logIn()
  const { body: company } = await app.get('/api/admin/company-settings', boss)
  const form = {
    ...company,
    companyName: 'Ionio Viaggi S.r.l.',
    vatNumber: '01234567890',
    city: 'Nardò',
    leadsEmail: 'banco@ionio.example',
  }
  await app.send('PUT', '/api/admin/company-settings', form, boss)
  const username = 'giovanna'
  const add = (password: string) => app.post('/api/admin/admin-users', { username, password }, boss)
  for (const made of [
    'Ionio-Viaggi-2026!',
    'NARDO.nardò.nardo',
    'Giovanna.Giovanna',
    'banco2026banco',
    'SalentoTransfer26',
  ])
    expect([made, (await add(made)).body.errors]).toEqual([
      made,
      [{ path: 'password', message: 'Questa password si indovina dal sito o dal nome: aggiungi parole tue' }],
    ])
  expect(await app.sql`select id from admin_users where username = ${username}`).toEqual([])
  const own = await add('nardò scogliera e vento')
  expect(own.status).toBe(201)
  const change = (password: string) =>
    app.send('PUT', `/api/admin/admin-users/${own.body.id}`, { ...own.body, password }, boss)
  expect([(await change('Giovanna.2026')).status, (await change('giovanna torna a casa')).status]).toEqual([
    422, 200,
  ])
})

test('staff list and end their own sessions, a super admin all sessions', async () => {
  await using app = await startApp()
  const admin = await app.logIn({ isSuperAdmin: false })
  const boss = await app.logIn()
  const own = await app.get('/api/admin/grants', admin)
  expect(own.body.items).toMatchObject([{ isCurrent: true }])
  const all = await app.get('/api/admin/grants', boss)
  expect(all.body.total).toBe(2)
  const bossSession = all.body.items.find((one: { isCurrent: boolean }) => one.isCurrent)
  const end = (id: string, headers: Record<string, string>) =>
    app.send('DELETE', `/api/admin/grants/${id}`, undefined, headers)
  expect((await end(bossSession.id, admin)).status).toBe(404)
  expect((await end(own.body.items[0].id, boss)).status).toBe(204)
  expect((await app.get('/api/admin/session', admin)).status).toBe(401)
  expect((await app.get('/api/admin/session', boss)).status).toBe(200)
})

test('changing one’s own password needs the present one', async () => {
  const staff = await app.logIn({ isSuperAdmin: false })
  const change = (currentPassword: string) =>
    app.send(
      'PUT',
      '/api/admin/account/password',
      { currentPassword, password: 'punta palascia 2026' },
      staff,
    )
  const wrong = await change('non so')
  expect(wrong.body.errors).toEqual([
    { path: 'currentPassword', message: 'La password attuale non è corretta.' },
  ])
  expect((await change(staffPassword)).status).toBe(204)
  expect((await app.get('/api/admin/session', staff)).status).toBe(401)
})

test('a first password opens only the choice of an own one, for three days', async () => {
  const boss = await app.logIn()
  const given = 'lungomare di gallipoli'
  const { id, username } = await addUser(app, boss, {
    username: 'novella',
    password: given,
    isFirstPassword: true,
  })
  const enter = async (password: string) => {
    const { status, body, headers } = await app.signIn({ username, password })
    return { status, error: body.error, headers: { cookie: cookieOf(headers) } }
  }
  const first = await enter(given)
  expect(first.status).toBe(200)
  expect((await app.get('/api/admin/session', first.headers)).body).toMatchObject({
    mustChoosePassword: true,
  })
  const refused = await app.get('/api/admin/leads', first.headers)
  expect([refused.status, refused.body.detail]).toEqual([403, 'Prima scegli una password tua.'])
  const choose = (password: string) =>
    app.send('PUT', '/api/admin/account/password', { currentPassword: given, password }, first.headers)
  expect((await choose(given)).body.errors).toEqual([
    { path: 'password', message: 'Scegli una password diversa da quella attuale.' },
  ])
  expect((await choose('punta palascia 2026')).status).toBe(204)
  const own = await enter('punta palascia 2026')
  expect((await app.get('/api/admin/leads', own.headers)).status).toBe(200)

  const { body: account } = await app.get(`/api/admin/admin-users/${id}`, boss)
  expect(account.firstPasswordUntil).toBe(null)
  const again = { ...account, password: given, isFirstPassword: true }
  const renewed = await app.send('PUT', `/api/admin/admin-users/${id}`, again, boss)
  const days = (Date.parse(renewed.body.firstPasswordUntil) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(3)
  await app.sql`update admin_users set first_password_until = now() - interval '1 minute' where id = ${id}`
  expect(await enter(given)).toMatchObject({
    status: 401,
    error: 'La prima password è scaduta: chiedine un’altra a un Super Admin.',
  })
})

test('a super admin changes the own password and factor only with the present password, not in the list of accounts', async () => {
  const boss = await app.logIn()
  const { id } = (await app.get('/api/admin/session', boss)).body.adminUser
  const { body: me } = await app.get(`/api/admin/admin-users/${id}`, boss)
  const save = (changes: object) =>
    app.send('PUT', `/api/admin/admin-users/${id}`, { ...me, ...changes }, boss)
  expect((await save({ password: 'punta palascia 2026' })).status).toBe(409)
  expect((await app.send('DELETE', `/api/admin/admin-users/${id}/totp`, undefined, boss)).status).toBe(409)
  expect((await app.get('/api/admin/session', boss)).status).toBe(200)
  expect((await save({ password: '' })).status).toBe(200)
})

test('a password is accepted as typed, with its blanks', async () => {
  const { username, password } = await addUser(app, await app.logIn(), {
    username: 'spazi',
    password: ' scoglio e ginestra ',
  })
  const enter = async (one: string) => (await app.signIn({ username, password: one })).status
  expect([await enter(password.trim()), await enter(password)]).toEqual([401, 200])
})

test('an Idempotency-Key hides no log-in attempt, stores no secret, and returns no user’s response to another user', async () => {
  const key = { 'idempotency-key': 'one-for-all', 'x-forwarded-for': newAddress() }
  const boss = await app.logIn()
  const username = 'chiara'
  await app.addStaff(username)
  const statuses: number[] = []
  for (let tries = 0; tries < 6; tries++)
    statuses.push((await app.signIn({ username, password: `prova ${tries}` }, key)).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])

  const admin = await app.logIn({ isSuperAdmin: false })
  const start = (staff: Record<string, string>) =>
    app.post('/api/admin/account/totp', { currentPassword: staffPassword }, { ...staff, ...key })
  const secrets = [await start(boss), await start(boss), await start(admin)].map(({ body }) => body.secret)
  expect(new Set(secrets).size).toBe(3)
  const categories = await Promise.all(
    [boss, admin].map((staff) =>
      app.post('/api/admin/blog-categories', { name: 'Mare' }, { ...staff, ...key }),
    ),
  )
  expect(categories.map(({ status }) => status).sort()).toEqual([201, 409])
  expect((await app.sql`select http from idempotency_keys`).map(({ http }) => http)).toEqual([
    'POST /api/admin/blog-categories',
  ])
})
