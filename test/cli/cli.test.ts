import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { eventually, staffPassword, startApp } from '../app.ts'
import { long } from '../length.ts'
import { cli, startCli } from '../operator.ts'

test('any call of the site can be run, with its response as JSON and its refusals reported', async () => {
  await using app = await startApp({ data: 'demo' })
  const answer = await cli(app, ['run', 'GET /api/routes/popular'])
  expect(answer).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(answer.out)).toEqual((await app.get('/api/routes/popular')).body)

  const saved = await cli(app, ['run', 'PUT /api/admin/site-settings', '-', '--json'], {
    input: '{"isLive": false}',
  })
  expect(saved).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(saved.out)).toMatchObject({ isLive: false })
  const [audited] = await app.sql<[{ actor: string }?]>`select actor from audit_log order by id desc limit 1`
  expect(audited).toEqual({ actor: 'cli' })

  const refused = await startCli(app, ['run', 'PUT /api/admin/site-settings', '{"isLive": "x"}', '--json'])
    .ended
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(JSON.parse(refused.err).errors).toMatchObject([{ path: 'isLive' }])
})

test('wrong usage exits with 2 and states the right usage', async () => {
  await using app = await startApp()
  const unknown = await cli(app, ['run', 'GET /api/routes/populars'])
  expect(unknown).toMatchObject({ code: 2, out: '' })
  expect(unknown.err).toContain('did you mean GET /api/routes/popular?')
  expect(await cli(app, ['run', 'GET /api/routes/popular', '{'])).toMatchObject({ code: 2, out: '' })
  expect(await cli(app, ['outbox', 'replay', 'x'])).toMatchObject({ code: 2, out: '' })
  expect(await startCli(app, ['--help']).ended).toMatchObject({ code: 0, err: '' })
})

test('an account made without a password gets one, printed once and stored as a hash', long, async () => {
  await using app = await startApp()
  const made = await cli(app, ['admin', 'create', 'anna', '--super', '--json'])
  expect(made).toMatchObject({ code: 0, err: '' })
  const { password } = JSON.parse(made.out) as { password: string }
  expect(password.length).toBeGreaterThanOrEqual(16)
  const given = await startCli(app, ['admin', 'create', 'berta', '--password-stdin', '--json'], {
    input: 'una frase segreta\n',
  }).ended
  expect(given.out).not.toContain('segreta')
  const rows = await app.sql<{ username: string; password: string; isSuperAdmin: boolean }[]>`
    select username, password, is_super_admin from admin_users order by username`
  expect(rows).toMatchObject([
    { username: 'anna', isSuperAdmin: true },
    { username: 'berta', isSuperAdmin: false },
  ])
  expect(JSON.stringify(rows)).not.toContain(password)
  expect(await cli(app, ['admin', 'create', 'anna'])).toMatchObject({ code: 1, out: '' })
})

test(
  'an account that cannot log in is found, unlocked, and given a new password and no second factor',
  long,
  async () => {
    await using app = await startApp()
    const staff = await app.logIn()
    const { id, username } = (await app.get('/api/admin/session', staff)).body.adminUser
    await app.post('/api/admin/account/totp', { currentPassword: staffPassword }, staff)
    await app.sql`update admin_users set totp_confirmed_at = now()`
    const enter = async (password: string) =>
      (await app.post('/api/admin/login', { username, password })).status
    for (let n = 0; n < 5; n++) expect(await enter('sbagliata')).toBe(401)
    const asTyped = username.toUpperCase()

    const listed = await cli(app, ['admin', 'list'])
    expect(listed).toMatchObject({
      code: 0,
      out: `  ${id} ${username}: super admin, second factor, 5 failed log-ins in 15 minutes\n`,
    })
    const dry = await cli(app, ['admin', 'unlock', asTyped, '--json'])
    expect(JSON.parse(dry.out)).toEqual({ id, username, failedLogins: 5, done: false, dryRun: true })
    expect(await enter(staffPassword)).toBe(429)
    expect(await cli(app, ['admin', 'unlock', asTyped, '--yes'])).toMatchObject({ code: 0, err: '' })
    expect(await enter('sbagliata')).toBe(401)

    const rehearsed = await cli(app, ['admin', 'reset', asTyped, '--json'])
    expect(JSON.parse(rehearsed.out)).not.toHaveProperty('password')
    expect((await app.get('/api/admin/session', staff)).status).toBe(200)
    const reset = await cli(app, ['admin', 'reset', asTyped, '--remove-second-factor', '--yes', '--json'])
    const { password, ...rest } = JSON.parse(reset.out) as { password: string }
    expect(rest).toEqual({ id, username, isActive: true, hasSecondFactor: false, done: true, dryRun: false })
    expect((await app.get('/api/admin/session', staff)).status).toBe(401)
    await eventually(async () => expect(await enter(password)).toBe(200))
    const given = await cli(app, ['admin', 'reset', username, '--password-stdin', '--yes'], {
      input: 'una frase segreta\n',
    })
    expect(given).toMatchObject({ code: 0, err: '' })
    expect(given.out).not.toContain('segreta')
    await eventually(async () => expect(await enter('una frase segreta')).toBe(200))
    expect(
      await cli(app, ['admin', 'reset', username, '--password-stdin', '--yes'], { input: '' }),
    ).toMatchObject({
      code: 2,
      out: '',
    })
    expect(await cli(app, ['admin', 'unlock', 'nessuno'])).toMatchObject({ code: 2, out: '' })
    const audited = await app.sql`select action from audit_log where actor = 'cli' order by id`
    expect(audited.map(({ action }) => action)).toEqual([
      'settings:adminUserUnlocked',
      'settings:adminUserChanged',
      'settings:secondFactorReset',
      'settings:adminUserUnlocked',
      'settings:adminUserChanged',
      'settings:adminUserUnlocked',
    ])
  },
)

test('failed events are listed with their reason and can be replayed', async () => {
  await using app = await startApp()
  await app.sql`insert into outbox (type, payload, dispatched_at) values ('leads:contactReceived', '{}', now())`
  await app.sql`
    insert into effects (outbox_id, reaction, state, last_error)
    select id, 'integrations:mailContact', 'failed', 'connection refused' from outbox`
  const listed = await cli(app, ['outbox', 'list', '--failed'])
  expect(listed.out).toMatch(
    /leads:contactReceived\n\s+failed\s+integrations:mailContact: “connection refused”/,
  )
  const [id = ''] = listed.out.split(' ')
  expect(await cli(app, ['outbox', 'replay', id])).toMatchObject({ code: 0, out: '1 effects queued\n' })
  expect(await cli(app, ['outbox', 'list', '--failed'])).toMatchObject({ code: 0, out: 'None\n' })
})

test('a backup file is for its owner only, is never overwritten, and restores', long, async () => {
  await using app = await startApp({ data: 'demo' })
  await using empty = await startApp()
  const folder = mkdtempSync(path.join(tmpdir(), 'salento-backup-'))
  const file = path.join(folder, 'backup.gz')
  try {
    expect(await cli(app, ['db', 'backup', file])).toMatchObject({ code: 0, err: '' })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await cli(app, ['db', 'backup', file])).toMatchObject({ code: 2, out: '' })
    const refused = await cli(app, ['db', 'restore', file])
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('--yes')
    expect(await cli(empty, ['db', 'restore', file])).toMatchObject({ code: 0, err: '' })
    const routes = async () => {
      const [count] = await empty.sql<[{ routes: number }]>`select count(*) as routes from route_prices`
      return count.routes
    }
    expect(await routes()).toBe(273)

    // A container has no folder for the backup, so the backup passes through standard output and input.
    await empty.sql`delete from route_prices`
    const { bytes, err } = await cli(app, ['db', 'backup', '-'])
    expect(err).toMatch(/^\d+ rows of \d+ tables written\n$/)
    expect(await cli(empty, ['db', 'restore', '-', '--yes'], { input: bytes })).toMatchObject({ code: 0 })
    expect(await routes()).toBe(273)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
