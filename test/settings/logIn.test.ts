import { Secret, TOTP } from 'otpauth'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openApi } from '../../src/api/server.ts'
import { type App, staffPassword, startApp } from '../app.ts'

const password = staffPassword

const from = (address: string, cookie = '') => ({ 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) })

const enter = (app: App, username: string, given: string, headers: Record<string, string>, code?: string) =>
  app.signIn({ username, password: given, code }, headers)

/** Logs in without repeating the attempt after a 503. */
const tryOnce = (app: App, username: string, given: string, headers: Record<string, string>) =>
  app.post('/api/admin/login', { username, password: given }, headers)

/** Dates the failures ahead, so that the attack seems to last however slow the machine is. */
const keepFresh = (app: App) => app.sql`update login_failures set failed_at = now() + interval '10 minutes'`

/** Sends wrong passwords from new IP addresses. */
async function failFromAfar(app: App, username: string, count: number): Promise<void> {
  for (let n = 1; n <= count; n++)
    expect((await enter(app, username, 'sbagliata', from(`203.0.113.${n}`))).status).toBe(401)
  await keepFresh(app)
}

const cookiesOf = (headers: Headers) => headers.getSetCookie().map((one) => one.split(';')[0] ?? '')

const isHeldBack = ({ status, headers }: { status: number; headers: Headers }) =>
  status === 429 ? Number(headers.get('retry-after')) : status

test('every spelling that finds an account counts for that account, and another spelling finds none', async () => {
  await using app = await startApp()
  await app.addStaff('mario')
  for (const username of ['mario', 'MARIO', 'marİo', ' Mario ', 'MARİO'])
    expect([username, (await enter(app, username, 'sbagliata', from('198.51.100.1'))).status]).toEqual([
      username,
      401,
    ])
  for (const username of ['mario', 'marİo', 'MARİO', 'mArİo'])
    expect([username, (await enter(app, username, password, from('198.51.100.1'))).status]).toEqual([
      username,
      429,
    ])
  await app.addStaff('josé')
  const apart = 'josé'.normalize('NFD')
  expect((await enter(app, apart, password, from('198.51.100.2'))).status).toBe(200)
  for (const username of ['nessuno', 'NESSUNO', 'Nessuno', 'nEssuno', 'neSsuno'])
    expect((await enter(app, username, 'sbagliata', from('198.51.100.3'))).status).toBe(401)
  expect((await enter(app, 'nessunO', 'sbagliata', from('198.51.100.3'))).status).toBe(429)
})

test('failures from many addresses slow an account down by 1 to 30 seconds; after its wait the right password logs in', async () => {
  await using app = await startApp()
  await app.addStaff('mario')
  await failFromAfar(app, 'mario', 5)
  const owner = from('198.51.100.1')
  expect(isHeldBack(await enter(app, 'mario', password, owner))).toBe(1)
  // No wait may end before the last attempt, because each attempt counts the addresses that still wait.
  const readyAt = async () => {
    const rows = await app.sql<{ readyAt: Date }[]>`
      update login_waits set ready_at = greatest(ready_at, now() + interval '10 minutes') returning ready_at`
    return rows.map((row) => row.readyAt.getTime())
  }
  const others: number[] = []
  for (let n = 1; n <= 7; n++) {
    await readyAt()
    others.push(isHeldBack(await enter(app, 'mario', 'sbagliata', from(`198.51.101.${n}`))))
  }
  expect(others).toEqual([2, 4, 8, 16, 30, 30, 30])
  // An early attempt does not prolong the wait.
  await app.sql`update login_waits set ready_at = now() + interval '20 minutes'`
  const before = await readyAt()
  expect(isHeldBack(await enter(app, 'mario', password, owner))).toBeGreaterThan(30)
  expect(await readyAt()).toEqual(before)
  await app.sql`update login_waits set ready_at = now()`
  // An attacker whose wait has also ended enters a wrong password. The owner need not wait again.
  expect((await enter(app, 'mario', 'sbagliata', from('198.51.101.1'))).status).toBe(401)
  await keepFresh(app)
  expect((await enter(app, 'mario', password, owner)).status).toBe(200)
  // Unknown usernames get the same responses.
  await failFromAfar(app, 'nessuno', 5)
  expect(isHeldBack(await enter(app, 'nessuno', 'sbagliata', owner))).toBe(1)
})

test('a browser that logged in before is delayed only by its own failures', async () => {
  await using app = await startApp()
  const id = await app.addStaff('mario')
  await app.addStaff('lucia')
  const office = '198.51.100.1'
  const first = await enter(app, 'mario', password, from(office))
  const [, device = ''] = cookiesOf(first.headers)
  const [, attributes = ''] = first.headers.getSetCookie()
  expect(attributes).toMatch(
    new RegExp(
      `^__Host-salento_device_${id}=.+; Max-Age=7776000; Path=/; HttpOnly; Secure; SameSite=Strict$`,
    ),
  )
  const [, foreign = ''] = cookiesOf((await enter(app, 'lucia', password, from(office))).headers)
  await failFromAfar(app, 'mario', 5)
  expect(isHeldBack(await enter(app, 'mario', 'sbagliata', from(office)))).toBe(1)
  // The wait ends after a second. From now on the office is held back by the failures of its IP address too.
  const failed = await app.sql`
    insert into login_failures (username_hash, address_hash)
    select 'another', address_hash from login_waits, generate_series(1, 20) returning id`
  expect(failed).toHaveLength(20)
  await app.sql`update login_waits set ready_at = now()`
  const asks = async (cookie: string) => (await enter(app, 'mario', password, from(office, cookie))).status
  expect([await asks(''), await asks(foreign), await asks(`${device}x`)]).toEqual([429, 429, 429])
  expect(await asks(foreign.replace(/^[^=]+/, device.split('=')[0] ?? ''))).toBe(429)
  expect(await asks(device)).toBe(200)
  for (let n = 0; n < 5; n++)
    expect((await enter(app, 'mario', 'sbagliata', from('198.51.100.9', device))).status).toBe(401)
  expect((await enter(app, 'mario', password, from('198.51.100.10', device))).status).toBe(429)
})

test('a browser stays known when the secret key is replaced, until the previous key is given up', async () => {
  await using app = await startApp()
  await app.addStaff('mario')
  const [, device = ''] = cookiesOf((await enter(app, 'mario', password, from('198.51.100.1'))).headers)
  await failFromAfar(app, 'mario', 5)
  const secretKey = Buffer.alloc(32, 9)
  const statusUnder = async (previousSecretKeys: Buffer[]) => {
    const config = { ...app.config, secretKey, previousSecretKeys }
    const api = await openApi(config, app.runtime, pino({ level: 'silent' }))
    const { statusCode } = await api.inject({
      method: 'POST',
      url: '/api/admin/login',
      headers: { ...from('198.51.100.2', device), 'sec-fetch-site': 'same-origin' },
      payload: { username: 'mario', password },
    })
    await api.close()
    return statusCode
  }
  expect(await statusUnder([])).toBe(429)
  expect(await statusUnder([app.config.secretKey])).toBe(200)
})

test('concurrent attempts are checked one after the other, and no more than allowed', async () => {
  await using app = await startApp()
  await app.addStaff('mario')
  const judgedOf = async (tries: Promise<{ status: number }>[]) =>
    (await Promise.all(tries)).filter(({ status }) => status === 401).length
  const at = (address: string, name: (n: number) => string) =>
    Array.from({ length: 100 }, (_, n) => tryOnce(app, name(n), `prova ${n}`, from(address)))
  expect(await judgedOf(at('198.51.100.1', () => 'mario'))).toBeLessThanOrEqual(5)
  for (let n = 0; n < 100; n++) await app.addStaff(`nome-${n}`)
  expect(await judgedOf(at('198.51.100.2', (n) => `nome-${n}`))).toBeLessThanOrEqual(20)
  // At least one failure is counted with this attempt, even if the server has checked none of the attempts above.
  expect([401, 429]).toContain((await enter(app, 'mario', 'prova', from('198.51.100.3'))).status)
  const [{ failures }] = await app.sql<
    [{ failures: number }]
  >`select count(*) as failures from login_failures`
  expect([failures > 0, failures <= 26]).toEqual([true, true])
})

test('an attempt that the server could not check is no failure', async () => {
  await using app = await startApp({ env: { ANSWER_MS: '1000' } })
  const id = await app.addStaff('mario')
  await app.sql.begin(async (tx) => {
    await tx`select id from admin_users where id = ${id} for update`
    expect((await tryOnce(app, 'mario', password, from('198.51.100.1'))).status).toBe(503)
  })
  expect(await app.sql`select id from login_failures`).toEqual([])
})

test('wrong codes count like wrong passwords, a missing code does not, and only the right password reveals that one is needed', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const { username } = (await app.get('/api/admin/session', staff)).body.adminUser
  const start = await app.post('/api/admin/account/totp', { currentPassword: staffPassword }, staff)
  const totp = new TOTP({ secret: Secret.fromBase32(start.body.secret) })
  await app.post('/api/admin/account/totp/confirm', { code: totp.generate() }, staff)
  await app.sql`update admin_users set totp_last_step = null`
  const needsCode = async (given: string, code?: string) =>
    (await enter(app, username, given, from('198.51.100.1'), code)).body.needsCode
  expect(await needsCode('sbagliata', '0'.repeat(41))).toBe(false)
  expect(await needsCode('sbagliata', '000000')).toBe(false)
  await app.sql`delete from login_failures`
  for (let n = 0; n < 6; n++) expect(await needsCode(staffPassword)).toBe(true)
  for (let n = 0; n < 5; n++) expect(await needsCode(staffPassword, '000000')).toBe(true)
  const refused = await enter(app, username, staffPassword, from('198.51.100.1'), totp.generate())
  expect([refused.status, refused.body.needsCode]).toEqual([429, false])
  // Wrong codes from other IP addresses delay log-ins to the account, also from an address below its own limit.
  await app.sql`update login_failures set address_hash = 'elsewhere'`
  await keepFresh(app)
  expect(isHeldBack(await enter(app, username, staffPassword, from('198.51.100.2'), totp.generate()))).toBe(1)
  await app.sql`update login_waits set ready_at = now()`
  const slowed = await enter(app, username, staffPassword, from('198.51.100.2'), totp.generate())
  expect([slowed.status, slowed.body.needsCode]).toEqual([429, true])
  await app.sql`update login_failures set failed_at = now() - interval '1 second'`
  expect((await enter(app, username, staffPassword, from('198.51.100.2'), totp.generate())).status).toBe(200)
})

/** Guesses passwords of unknown accounts from different IP addresses at once. Returns when all of them are counted. */
async function guessAtOnce(app: App, count: number) {
  const failures = async () => (await app.sql`select from login_failures`).length
  const before = await failures()
  const answered: number[] = []
  const gone = new AbortController()
  const all = Array.from({ length: count }, async (_, n) => {
    const reply = await fetch(`${app.origin}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...from(`203.0.113.${n + 1}`) },
      body: JSON.stringify({ username: `nome-${n}`, password: 'sbagliata' }),
      signal: gone.signal,
    }).catch(() => null)
    if (reply) answered.push(reply.status)
  })
  await expect.poll(failures).toBe(before + count)
  return {
    answered,
    async leave() {
      gone.abort()
      await Promise.all(all)
    },
  }
}

test.each([
  { browser: 'a known browser', isKnown: true },
  { browser: 'a new browser, whose IP address has not failed', isKnown: false },
])('from $browser the owner logs in before passwords that others guessed earlier', async ({ isKnown }) => {
  await using app = await startApp()
  await app.addStaff('mario')
  const [, device = ''] = cookiesOf((await enter(app, 'mario', password, from('198.51.100.1'))).headers)
  for (let n = 0; n < 10; n++) await app.addStaff(`conto-${n}`)
  for (let n = 0; n < 40; n++)
    expect((await tryOnce(app, `conto-${n % 10}`, 'sbagliata', from(`203.0.113.${n + 1}`))).status).toBe(401)
  const guesses = await guessAtOnce(app, 40)
  const before = guesses.answered.length
  const owner = await tryOnce(app, 'mario', password, from('198.51.100.2', isKnown ? device : ''))
  const meanwhile = guesses.answered.length - before
  await guesses.leave()
  expect(owner.status).toBe(200)
  expect(meanwhile).toBeLessThan(15)
})

test('while too many passwords wait to be checked, a further one is refused at once, and is no failure', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  await app.addStaff('mario')
  const [, device = ''] = cookiesOf((await enter(app, 'mario', password, from('198.51.100.1'))).headers)
  const { password: gate } = app.runtime.context.gates
  const held = Promise.withResolvers<void>()
  const first = gate.run({ rank: 'other' }, () => held.promise)
  const guesses = await guessAtOnce(app, 40)
  await expect.poll(() => gate.figures.waiting).toBe(40)
  const refused = await tryOnce(app, 'mario', password, from('198.51.100.2'))
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect(refused.body).toEqual({
    success: false,
    error:
      'Ora ci sono troppi accessi insieme. Riprova tra qualche secondo: chi è già entrato continua a lavorare.',
    needsCode: false,
  })
  expect(await app.sql`select from login_failures`).toHaveLength(40)
  expect((await tryOnce(app, 'mario', password, from('198.51.100.3', device))).status).toBe(200)
  const account = { currentPassword: 'sbagliata', password: 'ulivi e mare 2027' }
  expect((await app.send('PUT', '/api/admin/account/password', account, staff)).status).toBe(422)
  expect(guesses.answered).toEqual([])
  await guesses.leave()
  // Guesses whose sender is gone leave the queue unchecked.
  await expect.poll(() => gate.figures.waiting).toBe(0)
  await expect.poll(() => app.sql`select from login_failures`).toHaveLength(0)
  held.resolve()
  await first
})

test('a browser is no longer known after the password has changed, or while the account is inactive', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const id = await app.addStaff('mario')
  const deviceWith = async (given: string) =>
    cookiesOf((await enter(app, 'mario', given, from('198.51.100.1'))).headers)[1] ?? ''
  const device = await deviceWith(password)
  await failFromAfar(app, 'mario', 5)
  const statusWith = async (cookie: string, given: string) =>
    (await enter(app, 'mario', given, from('198.51.100.2', cookie))).status
  expect(await statusWith(device, password)).toBe(200)
  const { body } = await app.get(`/api/admin/admin-users/${id}`, staff)
  const save = (form: object) => app.send('PUT', `/api/admin/admin-users/${id}`, { ...body, ...form }, staff)
  const changed = await save({ password: 'ulivi e mare 2027' })
  expect(changed.status).toBe(200)
  await app.sql`update login_waits set ready_at = now() + interval '20 seconds'`
  expect(await statusWith(device, 'ulivi e mare 2027')).toBe(429)
  await app.sql`delete from login_failures`
  await app.sql`delete from login_waits`
  const renewed = await deviceWith('ulivi e mare 2027')
  await failFromAfar(app, 'mario', 5)
  expect(await statusWith(renewed, 'ulivi e mare 2027')).toBe(200)
  expect((await save({ isActive: false, updatedAt: changed.body.updatedAt })).status).toBe(200)
  expect(await statusWith(renewed, 'ulivi e mare 2027')).toBe(429)
})

test('each refused log-in costs one hash, also without account or password', async () => {
  await using app = await startApp()
  await app.addStaff('mario')
  const closed = await app.addStaff('chiuso')
  await app.sql`update admin_users set is_active = false where id = ${closed}`
  // An account that has always used links has no password.
  const driver = await app.addStaff('autista', { role: 'autista' })
  await app.sql`update admin_users set password = '-' where id = ${driver}`
  const hashes = async () => {
    const { text } = await app.get('/metrics')
    return Number(text.match(/^gate_started_total\{kind="password"\} (\d+)$/m)?.[1])
  }
  const costs: [string, number, number][] = []
  for (const [n, username] of ['mario', 'nessuno', 'chiuso', 'autista'].entries()) {
    const before = await hashes()
    const { status } = await tryOnce(app, username, '-', from(`198.51.100.${n}`))
    costs.push([username, status, (await hashes()) - before])
  }
  expect(costs).toEqual(['mario', 'nessuno', 'chiuso', 'autista'].map((username) => [username, 401, 1]))
})
