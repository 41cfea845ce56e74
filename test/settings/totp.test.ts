import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { type App, openApp, staffPassword, startApp } from '../app.ts'

/** The app of tests that look only at their own accounts. */
const app = await openApp()

async function withFactor(app: App) {
  const staff = await app.logIn()
  const { body } = await app.get('/api/admin/session', staff)
  const { id, username } = body.adminUser
  const start = await app.post('/api/admin/account/totp', { currentPassword: staffPassword }, staff)
  const totp = new TOTP({ secret: Secret.fromBase32(start.body.secret) })
  const confirmed = await app.post('/api/admin/account/totp/confirm', { code: totp.generate() }, staff)
  // The code counts as unused again, so that a test need not wait for the next one.
  await app.sql`update admin_users set totp_last_step = null where id = ${id}`
  const enter = (given?: string) =>
    app.post('/api/admin/login', { username, password: staffPassword, code: given })
  return { staff, start, totp, confirmed, enter, id, username }
}

test('with a second factor, the password alone opens nothing and each code works once', async () => {
  const { start, totp, confirmed, enter, id } = await withFactor(app)
  expect(start.body.uri).toMatch(/^otpauth:\/\/totp\/Salento%20Transfer:staff-/)
  expect(confirmed.body.recoveryCodes).toHaveLength(10)
  expect((await enter()).body).toEqual({
    success: false,
    error: 'Inserisci il codice di verifica',
    needsCode: true,
  })
  expect((await enter('000000')).body).toMatchObject({ success: false, error: 'Codice non valido' })
  const code = totp.generate()
  expect((await enter(code)).status).toBe(200)
  expect((await enter(code)).status).toBe(401)
  const factors = await app.sql`
    select after from audit_log where action = 'settings:loggedIn' and subject = ${`admin_users/${id}`}
    order by id`
  expect(factors.map(({ after }) => after.secondFactor)).toEqual(['none', 'app'])
})

test('adding or removing a second factor ends the other sessions of its account', async () => {
  const { staff, enter, totp } = await withFactor(app)
  const [other = ''] = (await enter(totp.generate())).headers.getSetCookie()
  const isIn = async (headers: Record<string, string>) =>
    (await app.get('/api/admin/session', headers)).status === 200
  const elsewhere = { cookie: other.slice(0, other.indexOf(';')) }
  expect([await isIn(staff), await isIn(elsewhere)]).toEqual([true, true])
  await app.post('/api/admin/account/totp/end', { currentPassword: staffPassword }, staff)
  expect([await isIn(staff), await isIn(elsewhere)]).toEqual([true, false])
})

test('a recovery code works once, and only its hash and the encrypted secret are stored', async () => {
  const { confirmed, enter, start } = await withFactor(app)
  const [code, second] = confirmed.body.recoveryCodes
  expect(code).toMatch(/^([2-9a-z]{4}-){5}[2-9a-z]{4}$/)
  expect((await enter(code)).status).toBe(200)
  expect((await enter(code)).status).toBe(401)
  expect((await enter(second.toUpperCase())).status).toBe(200)
  const rows = JSON.stringify(await app.sql`select * from admin_users`)
  expect(rows).not.toContain(start.body.secret)
  expect(rows).not.toContain(second.replaceAll('-', ''))
})

test('a super admin with a second factor requires it of everyone; an account without one sets it up, continues, and keeps it', async () => {
  await using app = await startApp()
  const path = '/api/admin/sign-in-rules'
  const ask = (headers: Record<string, string>, updatedAt: string, isSecondFactorRequired = true) =>
    app.send('PUT', path, { isSecondFactorRequired, updatedAt }, headers)
  const bare = await app.logIn()
  const { body: rules } = await app.get(path, bare)
  expect(rules).toMatchObject({ isSecondFactorRequired: false, withoutFactor: 1 })
  const { staff: boss } = await withFactor(app)
  expect((await ask(bare, rules.updatedAt)).status).toBe(409)
  expect((await ask(boss, 'ieri')).status).toBe(422)
  expect((await app.get('/api/admin/leads', bare)).status).toBe(200)

  const asked = await ask(boss, rules.updatedAt)
  expect(asked.body).toMatchObject({ isSecondFactorRequired: true, withoutFactor: 1 })
  expect((await ask(boss, '2020-01-01T00:00:00.000Z', false)).status).toBe(409)
  const state = async (headers: Record<string, string>) => [
    (await app.get('/api/admin/session', headers)).body.mustSetUpTotp,
    (await app.get('/api/admin/leads', headers)).status,
  ]
  expect([await state(boss), await state(bare)]).toEqual([
    [false, 200],
    [true, 403],
  ])
  const { body: start } = await app.post('/api/admin/account/totp', { currentPassword: staffPassword }, bare)
  const code = new TOTP({ secret: Secret.fromBase32(start.secret) }).generate()
  expect((await app.post('/api/admin/account/totp/confirm', { code }, bare)).status).toBe(200)
  expect(await state(bare)).toEqual([false, 200])
  const end = () => app.post('/api/admin/account/totp/end', { currentPassword: staffPassword }, bare)
  expect((await end()).status).toBe(409)
  expect((await ask(boss, asked.body.updatedAt, false)).body.isSecondFactorRequired).toBe(false)
  expect((await end()).status).toBe(204)
})

test('a second factor is active only after a valid first code, and only the password or a super admin removes it', async () => {
  const staff = await app.logIn({ isSuperAdmin: false })
  const { body } = await app.get('/api/admin/session', staff)
  const { id, username } = body.adminUser
  await app.post('/api/admin/account/totp', { currentPassword: staffPassword }, staff)
  expect((await app.post('/api/admin/account/totp/confirm', { code: '000000' }, staff)).status).toBe(422)
  const login = await app.post('/api/admin/login', { username, password: staffPassword })
  expect(login.status).toBe(200)

  const { staff: boss, username: bossName } = await withFactor(app)
  const end = (currentPassword: string) => app.post('/api/admin/account/totp/end', { currentPassword }, boss)
  expect((await end('sbagliata')).status).toBe(422)
  expect((await end(staffPassword)).status).toBe(204)
  expect((await app.post('/api/admin/login', { username: bossName, password: staffPassword })).status).toBe(
    200,
  )
  expect((await app.send('DELETE', `/api/admin/admin-users/${id}/totp`, undefined, staff)).status).toBe(403)
  expect((await app.send('DELETE', `/api/admin/admin-users/${id}/totp`, undefined, boss)).status).toBe(204)
})
