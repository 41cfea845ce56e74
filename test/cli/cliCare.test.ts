import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parse } from 'csv/sync'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openApi } from '../../src/api/server.ts'
import { createContext } from '../../src/modules/index.ts'
import { readConfig } from '../../src/platform/config.ts'
import { type App, staffPassword, startApp } from '../app.ts'
import { long } from '../length.ts'
import { cli, startCli } from '../operator.ts'

/** Spreadsheet programs write different line ends. */
const record_delimiter = ['\r\n', '\n', '\r']

const oldKey = Buffer.alloc(32, 7).toString('base64')
const newKey = Buffer.alloc(32, 9).toString('base64')

/** Stores secrets through the API. Returns their plain texts, which no output may contain. */
async function withSecrets(app: App, headers: Record<string, string>) {
  const secrets = ['sk-prova-0123456789', 'xkeysib-0123456789', 'smtp-0123456789']
  const [openai, brevo, smtp] = secrets
  await app.post('/api/admin/api-configurations', { name: 'openai', apiKey: openai }, headers)
  const mail = { fromEmail: 'info@example.com', fromName: 'Prova', apiKey: brevo, smtpPassword: smtp }
  expect((await app.post('/api/admin/email-configurations', mail, headers)).status).toBe(201)
  const totp = await app.post('/api/admin/account/totp', { currentPassword: staffPassword }, headers)
  expect(totp.status).toBe(200)
  await app.post('/api/newsletter-subscriptions', { email: 'anna@example.com', privacyAccepted: true })
  return [...secrets, totp.body.secret as string]
}

function encrypted(app: App) {
  return app.sql<{ text: string }[]>`
    select api_key as text from api_configurations where api_key is not null
    union all select api_key from email_configurations union all select smtp_password from email_configurations
    union all select totp_secret from admin_users where totp_secret is not null
    union all select token from newsletter_subscriptions`
}

/** Returns the statuses of the responses of an API process that has the keys in `env`. */
async function statusesUnder(app: App, env: Record<string, string>, paths: string[], headers: object) {
  const config = readConfig({ ...process.env, SITE_URL: app.config.siteUrl, NODE_ENV: 'test', ...env })
  const api = await openApi(
    config,
    { ...app.runtime, context: createContext(config) },
    pino({ level: 'silent' }),
  )
  try {
    const replies = await Promise.all(paths.map((url) => api.inject({ url, headers: { ...headers } })))
    return replies.map(({ statusCode }) => statusCode)
  } finally {
    await api.close()
  }
}

test('the secret key is replaced while the site runs: nothing is lost, printed or encrypted twice', async () => {
  await using app = await startApp()
  const headers = await app.logIn()
  const secrets = await withSecrets(app, headers)
  const { body: feed } = await app.post('/api/admin/calendar-feed', {}, headers)
  const sent = await app.post('/api/contacts', {
    name: 'Anna',
    phone: '3471234567',
    email: 'anna@example.com',
  })
  expect(sent.status).toBe(201)
  const before = await encrypted(app)
  expect(before).toHaveLength(5)
  const ids = (rows: { text: string }[]) => new Set(rows.map(({ text }) => text.split(':')[0]))
  const both = { env: { SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: oldKey } }

  const dry = await startCli(app, ['keys', 'rotate', '--json'], both).ended
  expect(JSON.parse(dry.out)).toEqual({ current: 0, older: 5, unreadable: [], done: false, dryRun: true })
  expect(await encrypted(app)).toEqual(before)

  const done = await cli(app, ['keys', 'rotate', '--yes'], both)
  expect(done).toMatchObject({ code: 0, err: '', out: '5 encrypted again, 0 had the current key\n' })
  const after = await encrypted(app)
  expect(ids(after).size).toBe(1)
  expect(ids(after)).not.toEqual(ids(before))
  const again = await cli(app, ['keys', 'rotate', '--yes', '--json'], both)
  expect(JSON.parse(again.out)).toMatchObject({ current: 5, older: 0, unreadable: [] })
  expect(await encrypted(app)).toEqual(after)

  // With another key nothing is decrypted or changed. The command lists the fields without their content.
  const lost = { env: { SECRET_KEY: randomBytes(32).toString('base64') } }
  const broken = { env: { SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: 'short' } }
  const [blind, misnamed] = await Promise.all([
    cli(app, ['keys', 'rotate', '--yes'], lost),
    cli(app, ['keys', 'rotate'], broken),
  ])
  expect(misnamed).toMatchObject({
    code: 1,
    err: 'error: SECRET_KEY_PREVIOUS must be 32 bytes in base64\n',
  })
  expect(blind.code).toBe(1)
  expect(blind.out).toContain('5 cannot be decrypted with any known key')
  expect(blind.out).toContain('email_configurations 1, smtp_password')
  expect(await encrypted(app)).toEqual(after)
  const fromEnvironment = await cli(app, ['keys', 'new', '--yes'], both)
  expect(fromEnvironment.code).toBe(2)
  for (const { out, err } of [dry, done, again, blind, fromEnvironment])
    for (const secret of [...secrets, oldKey, newKey]) expect(out + err).not.toContain(secret)

  // Sessions and signed URLs are valid only if the process knows the key that signed them.
  const paths = ['/api/admin/session', new URL(feed.url).pathname]
  expect(await statusesUnder(app, { ...both.env }, paths, headers)).toEqual([200, 200])
  expect(await statusesUnder(app, { SECRET_KEY: newKey }, paths, headers)).toEqual([401, 404])
})

test('an encrypted secret that is copied into another row cannot be decrypted there', async () => {
  await using app = await startApp()
  const headers = await app.logIn()
  for (const name of ['openai', 'anthropic'])
    await app.post('/api/admin/api-configurations', { name, apiKey: `sk-${name}-0123456789` }, headers)
  const rotated = async () => JSON.parse((await cli(app, ['keys', 'rotate', '--json'])).out)
  expect(await rotated()).toMatchObject({ current: 2, unreadable: [] })
  await app.sql`
    update api_configurations set api_key = other.api_key from api_configurations other
    where api_configurations.name = 'openai' and other.name = 'anthropic'`
  expect(await rotated()).toMatchObject({
    current: 1,
    unreadable: [{ table: 'api_configurations', column: 'api_key' }],
  })
})

test('commands replace a key in DATA_DIR, and remove the old one only when nothing is encrypted with it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'salento-keys-'))
  await using app = await startApp()
  const file = path.join(folder, 'secret.key')
  const env = { SECRET_KEY: '', DATA_DIR: folder }
  const keys = () => readFileSync(file, 'utf8').trim().split('\n')
  try {
    const input = '{"name": "openai", "apiKey": "sk-prova-0123456789"}'
    await cli(app, ['run', 'POST /api/admin/api-configurations', '-'], { input, env })
    const [first] = keys()
    const dry = await cli(app, ['keys', 'new'], { env })
    expect(keys()).toEqual([first])
    const made = await cli(app, ['keys', 'new', '--yes'], { env })
    expect(keys()).toEqual([expect.any(String), first])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const early = await cli(app, ['keys', 'forget', '--yes'], { env })
    expect(early).toMatchObject({ code: 2, out: '' })
    expect(early.err).toContain('run keys rotate first')
    expect((await cli(app, ['keys', 'rotate', '--yes'], { env })).out).toContain('1 encrypted again')
    expect(await cli(app, ['keys', 'forget', '--yes'], { env })).toMatchObject({ code: 0, err: '' })
    expect(keys()).toHaveLength(1)
    expect(keys()).not.toContain(first)
    expect((await cli(app, ['keys', 'rotate', '--json'], { env })).out).toContain('"current":1')
    for (const { out, err } of [dry, made, early]) expect(out + err).not.toContain(first)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the doctor names each problem with its remedy, and exits with 1 when something fails', async () => {
  await using app = await startApp()
  await app.sql`insert into workers (pool_id, host, pid) values ('w', 'elsewhere', 1)`
  const { port } = new URL(app.origin)
  const [well, noDatabase, noConfig] = await Promise.all([
    cli(app, ['doctor', '--json'], { env: { PORT: port } }),
    cli(app, ['doctor'], { env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' } }),
    cli(app, ['doctor'], { env: { SITE_URL: 'ftp://x' } }),
  ])
  expect(well).toMatchObject({ code: 0, err: '' })
  const { checks } = JSON.parse(well.out) as { checks: { name: string; state: string }[] }
  expect(Object.fromEntries(checks.map(({ name, state }) => [name, state]))).toEqual({
    node: 'ok',
    'site address': 'ok',
    'data folder': 'ok',
    api: 'ok',
    'read models': 'ok',
    'Google Maps': 'ok',
    database: 'ok',
    migrations: 'ok',
    notifications: 'ok',
    worker: 'ok',
    queue: 'ok',
    effects: 'ok',
    jobs: 'ok',
    retention: 'ok',
    tasks: 'ok',
    versions: 'ok',
    mail: 'warn',
    'waiting mails': 'ok',
    'held mails': 'ok',
    'refused mails': 'ok',
    'daily limit': 'ok',
    'company data': 'warn',
    IndexNow: 'ok',
    secrets: 'ok',
    'earlier key': 'ok',
    clock: 'ok',
  })
  expect(noDatabase.code).toBe(1)
  expect(noDatabase.out).toMatch(/^fail {2}database .*nothing answers there.*\n +Check DATABASE_URL/m)
  // The checks that need no database are shown nevertheless.
  expect(noDatabase.out).toMatch(/^ok {4}node .*\n(.*\n)*ok {4}data folder /m)
  expect(noConfig.code).toBe(1)
  expect(noConfig.out).toMatch(/^fail {2}configuration +SITE_URL must be an origin/)

  await app.sql`delete from workers`
  await app.sql`
    insert into outbox (type, payload, occurred_at) values ('leads:contactReceived', '{}', now() - interval '5 minutes')`
  await app.sql`insert into effects (outbox_id, reaction, state) select id, 'x', 'failed' from outbox`
  await app.sql`insert into api_configurations (name, api_key) values ('openai', 'deadbeef:a:b:c')`
  await app.sql`delete from schema_migrations where name = '014_operator'`
  const unmigrated = await cli(app, ['doctor'])
  expect(unmigrated.out).toMatch(/^fail {2}migrations +missing: 014_operator\n +Run: npm run cli -- migrate/m)
  await app.sql`insert into schema_migrations (name, run_on) values ('014_operator', now())`
  const ill = await cli(app, ['doctor'])
  expect(ill.code).toBe(1)
  for (const name of ['worker', 'queue', 'secrets'])
    expect(ill.out).toMatch(new RegExp(`^fail {2}${name} `, 'm'))
  for (const name of ['api', 'effects']) expect(ill.out).toMatch(new RegExp(`^warn {2}${name} `, 'm'))
})

test('leads are exported as in the panel; a person is erased with --yes, in every table', long, async () => {
  await using app = await startApp()
  const headers = await app.logIn()
  const anna = { name: '=Anna', phone: '+39 347 1234567', email: 'anna@example.com' }
  await app.post('/api/contacts', { ...anna, message: 'Due\n=righe' })
  await app.post('/api/contacts', { ...anna, email: 'ugo@example.com', phone: '0832 999888' })
  await app.drain()
  const panel = await app.get('/api/admin/leads/export.csv', headers)
  const counts = () => app.sql`
    select (select count(*) from contacts) as contacts, (select count(*) from email_messages) as mails,
      (select count(*) from audit_log) as audited, (select count(*) from outbox) as events`
  const before = await counts()
  const [sheet, json, found] = await Promise.all([
    startCli(app, ['leads', 'export']).ended,
    cli(app, ['leads', 'export', '--json', '--search', 'ugo@']),
    cli(app, ['privacy', 'find', 'anna@', '--json']),
  ])
  const [exported, dry, nobody] = await Promise.all([
    cli(app, ['privacy', 'export', '--email', anna.email, '--json']),
    cli(app, ['privacy', 'erase', '--email', anna.email, '--json']),
    cli(app, ['privacy', 'erase', '--email', 'nessuno@example.com', '--yes']),
  ])
  expect(sheet.out.trim()).toBe(panel.text.trim())
  expect(sheet.out).toContain(`'=Anna`)
  const options = { bom: true, delimiter: ';', record_delimiter, columns: true } as const
  const rows = parse<Record<string, string>>(sheet.out, options)
  expect(rows.map(({ Messaggio }) => Messaggio)).toEqual(['', "Due\n'=righe"])
  expect(JSON.parse(json.out)).toMatchObject({ lines: 1 })
  expect(JSON.parse(found.out)).toMatchObject([{ email: anna.email, leads: 1 }])
  expect(JSON.parse(exported.out)).toMatchObject({ leads: [{ email: anna.email }] })
  expect(JSON.parse(dry.out)).toMatchObject({ leads: 1, dryRun: true })
  expect(nobody).toMatchObject({ code: 1, out: '' })
  expect(await counts()).toEqual(before)
  const erased = await cli(app, ['privacy', 'erase', '--email', anna.email, '--yes'])
  expect(erased.code).toBe(0)
  expect(erased.out).toMatch(/^1 leads, \d+ mails, 0 subscriptions erased\n$/)
  expect(await app.sql`select id from email_messages where recipient = ${anna.email}`).toEqual([])
  expect(await app.sql`select email from contacts`).toEqual([{ email: 'ugo@example.com' }])

  // The command deletes by the worker's rules, counts the rows by table, and records its run.
  await app.sql`update leads set created_at = now() - interval '3 years' where kind = 'contact'`
  const due = await cli(app, ['retention', 'run', '--json'])
  expect(JSON.parse(due.out)).toEqual({
    // The contact's mails and its customer are deleted too.
    deleted: { contacts: 1, customer_leads: 1, customers: 1, email_messages: 2, lead_provenance: 1 },
    done: false,
    dryRun: true,
  })
  expect(await app.sql`select id from contacts`).toHaveLength(1)
  const { out: told } = await cli(app, ['retention', 'run', '--yes'])
  const lines = [
    '  contacts: 1',
    '  customer_leads: 1',
    '  customers: 1',
    '  email_messages: 2',
    '  lead_provenance: 1',
  ]
  expect(told.trimEnd().split('\n').toSorted()).toEqual([...lines, 'Deleted:'])
  expect(await app.sql`select id from contacts`).toEqual([])
  expect(await app.sql`select after from audit_log where action = 'operations:retentionRun'`).toEqual([
    { after: { contacts: 1, customer_leads: 1, customers: 1, email_messages: 2, lead_provenance: 1 } },
  ])
})

test(
  'a table whose rows cannot be deleted keeps no other, and what was deleted is recorded',
  long,
  async () => {
    await using app = await startApp()
    await app.sql`
    insert into reviews (lead_kind, lead_id, month, rating, text, name, language, created_at)
    values ('contact', 1, '2020-01', 5, 'Bene', 'Anna', 'it', now() - interval '9 years')`
    await app.sql`create table quotes (review_id bigint references reviews)`
    await app.sql`insert into quotes select id from reviews`
    await app.sql`insert into consent_log (version, analytics, marketing, given_at)
    values ('1', true, true, now() - interval '9 years')`
    await app.sql`
    insert into leads (kind, name, phone, created_at) values ('contact', 'Anna', '+39 347 1234567', now() - interval '9 years')`
    const { code, err } = await cli(app, ['retention', 'run', '--yes'])
    expect([code, err]).toEqual([1, expect.stringContaining('quotes')])
    expect(await app.sql`select id from reviews`).toHaveLength(1)
    expect(await app.sql`select id from contacts`).toEqual([])
    expect(await app.sql`select after from audit_log where action = 'operations:retentionRun'`).toMatchObject(
      [{ after: { contacts: 1, consent_log: 1 } }],
    )
  },
)
