import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { ConditionId } from '../../src/modules/operations/status/contract.ts'
import { Secrets } from '../../src/platform/secret.ts'
import { type App, eventually, openApp } from '../app.ts'
import { long } from '../length.ts'
import { configureMail } from '../mailbox.ts'
import { cli } from '../operator.ts'
import { googleErrors, openGoogle } from '../providers/google.ts'

const [oldKey, newKey] = [Buffer.alloc(32, 7), Buffer.alloc(32, 9)]
const secretsOf = (secretKey: Buffer) => new Secrets({ secretKey, previousSecretKeys: [] })
const google = await openGoogle()
const env = {
  ...google.env,
  EDGE_PURGE_URL: 'https://:token@edge.example/purge',
  SECRET_KEY: newKey.toString('base64'),
  SECRET_KEY_PREVIOUS: oldKey.toString('base64'),
}
const app = await openApp({ env })
let staff: Record<string, string>

beforeAll(async () => {
  staff = await app.logIn()
  await app.sql`
    insert into company_settings (company_name, vat_number, phone, email, leads_email, rea, address, cap, city, licence_number)
    values ('Navette Otranto', '01234567890', '+39 0836 801234', 'info@navette.example', 'info@navette.example', 'LE-1', 'Via Uno 1',
      '73028', 'Otranto', '12')
    on conflict (id) do update set company_name = excluded.company_name, vat_number = excluded.vat_number,
      phone = excluded.phone, email = excluded.email, leads_email = excluded.leads_email, rea = excluded.rea,
      address = excluded.address, cap = excluded.cap, city = excluded.city, licence_number = excluded.licence_number`
  await app.sql`
    insert into reply_mailbox (host, port, username, password, is_active)
    values ('imap.example', 993, 'u', ${secretsOf(newKey).encrypt('x', { table: 'reply_mailbox', column: 'password', rowId: 1 })}, true)`
  await configureMail(app, { port: 25 }, { dailyLimit: 300 })
  await repaired()
})

afterEach(async () => {
  await repaired()
})

/** Removes what the tests of this file plant. */
async function repaired(): Promise<void> {
  await app.sql`
    truncate outbox, effects, jobs, email_messages, unreadable_mails, indexnow_changes, periodic_runs, retention_states, workers,
      api_configurations cascade`
  await app.sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`
  await app.sql`update email_configurations set is_active = true, refused_at = null, refusal = null`
  await app.sql`update company_settings set licence_number = '12'`
  await app.sql`
    insert into workers (pool_id, host, pid, seen_at) values ('prova', 'host', 1, now() + interval '1 hour')`
}

interface Faces {
  /** The state of each tile of Stato del Sistema, by its name. */
  tiles: Map<string, string>
  /** Conditions that Oggi lists, as `id state`. */
  today: string[]
  /** The state of each check of the doctor, by its name. */
  checks: Map<string, string>
  /** Conditions that the metrics report as not met, as `id number`. */
  metrics: string[]
}

async function faces({ get, origin }: App): Promise<Faces> {
  const { body: system } = await get('/api/admin/system', staff)
  const { body: today } = await get('/api/admin/today', staff)
  const { text } = await get('/metrics')
  const { out } = await cli(app, ['doctor', '--json'], { env: { ...env, PORT: new URL(origin).port } })
  const { checks } = JSON.parse(out) as { checks: { name: string; state: string }[] }
  return {
    tiles: new Map(system.tiles.map(({ name, state }: Record<string, string>) => [name, state])),
    today: today.conditions.map(({ id, state }: Record<string, string>) => `${id} ${state}`),
    checks: new Map(checks.map(({ name, state }) => [name, state])),
    metrics: [...text.matchAll(/^condition_state\{condition="(\w+)"\} (\S+)$/gm)]
      .filter(([, , number]) => number !== '0')
      .map(([, id, number]) => `${id} ${number}`),
  }
}

interface Case {
  tile: string
  check: string
  state: 'attenzione' | 'errore'
  plant: () => Promise<unknown>
}

const insertMails = (count: number, columns: object) => app.sql`
  insert into email_messages ${app.sql(
    Array.from({ length: count }, (_, at) => ({
      message_key: `k${at}`,
      purpose: 'office',
      recipient: 'a@b.example',
      subject: 'x',
      message_id: `m${at}`,
      ...columns,
    })),
  )}`

async function addEvent(secondsAgo: number, isDispatched: boolean): Promise<void> {
  await app.sql`
    insert into outbox (type, payload, occurred_at, dispatched_at)
    values ('leads:contactReceived', '{}', now() - make_interval(secs => ${secondsAgo}), ${isDispatched ? new Date() : null})`
}

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000)

/** A state of the database, of the process or of an outside service in which one condition is not met. */
const cases: Record<Exclude<ConditionId, 'spf' | 'dkim' | 'dmarc' | 'archive' | 'clock'>, Case> = {
  worker: {
    tile: 'Processi di lavoro',
    check: 'worker',
    state: 'errore',
    plant: () => app.sql`update workers set seen_at = now() - interval '25 seconds'`,
  },
  events: { tile: 'Eventi', check: 'queue', state: 'errore', plant: () => addEvent(65, false) },
  unread: {
    tile: 'Lavori di un’altra versione',
    check: 'versions',
    state: 'attenzione',
    plant: () => app.sql`
      select graphile_worker.add_job('dispatch:content:postPublished@7', '{"eventId": 1}'::json,
        run_at := now() - interval '125 seconds')`,
  },
  effects: {
    tile: 'Operazioni automatiche',
    check: 'effects',
    state: 'attenzione',
    async plant() {
      await addEvent(5, true)
      await app.sql`insert into effects (outbox_id, reaction, state) select id, 'x', 'failed' from outbox`
    },
  },
  jobs: {
    tile: 'Lavori lunghi',
    check: 'jobs',
    state: 'attenzione',
    plant: () => app.sql`
      insert into jobs (kind, status, started_by, updated_at)
      values ('sitemap', 'failed', 'anna', now() - interval '167 hours')`,
  },
  tasks: {
    tile: 'Lavori a tempo',
    check: 'tasks',
    state: 'errore',
    plant: () => app.sql`
      insert into periodic_runs (name, started_at, last_error) values ('readReplies', now(), 'rifiutata')`,
  },
  retention: {
    tile: 'Conservazione dei dati',
    check: 'retention',
    state: 'attenzione',
    plant: () => app.sql`
      insert into retention_states (what, rows_left, oldest_at, behind_since)
      values ('richieste', 1234, now() - interval '9 years', now() - interval '25 hours')`,
  },
  mail: {
    tile: 'Email',
    check: 'mail',
    state: 'errore',
    plant: () => app.sql`update email_configurations set refused_at = now(), refusal = 'La chiave non vale.'`,
  },
  mailsStuck: {
    tile: 'Email in attesa',
    check: 'waiting mails',
    state: 'attenzione',
    plant: () => insertMails(1, { attempts: 1, created_at: secondsAgo(305) }),
  },
  mailsHeld: {
    tile: 'Email trattenute',
    check: 'held mails',
    state: 'attenzione',
    plant: () => insertMails(1, { state: 'held' }),
  },
  mailsFailed: {
    tile: 'Email respinte',
    check: 'refused mails',
    state: 'attenzione',
    plant: () => insertMails(1, { state: 'failed', updated_at: secondsAgo(29 * 86_400) }),
  },
  mailLimit: {
    tile: 'Email di oggi',
    check: 'daily limit',
    state: 'attenzione',
    plant: () => insertMails(240, { state: 'sent', sent_at: new Date() }),
  },
  replies: {
    tile: 'Casella delle risposte',
    check: 'replies',
    state: 'attenzione',
    plant: () =>
      app.sql`insert into unreadable_mails (uid_validity, uid, reason) values (1, 1, 'troppo grande')`,
  },
  company: {
    tile: 'Dati azienda',
    check: 'company data',
    state: 'attenzione',
    plant: () => app.sql`update company_settings set licence_number = null`,
  },
  indexNow: {
    tile: 'IndexNow',
    check: 'IndexNow',
    state: 'attenzione',
    async plant() {
      await addEvent(5, true)
      await app.sql`
        insert into indexnow_changes (outbox_id, url, submission_type, state, reason)
        select id, 'https://salento.example/x/', 'auto_blog', 'failed', 'rifiutato' from outbox`
    },
  },
  edge: {
    tile: 'Cache esterna',
    check: 'edge cache',
    state: 'attenzione',
    async plant() {
      await app.sql`select graphile_worker.add_job('purgeEdge', '{}')`
      await app.sql`update graphile_worker._private_jobs set last_error = '503'`
    },
  },
  maps: {
    tile: 'Google Maps',
    check: 'Google Maps',
    state: 'attenzione',
    async plant() {
      const form = { name: 'maps-places', apiKey: 'AIza-first', isActive: true }
      await app.post('/api/admin/api-configurations', form, staff)
      google.always(googleErrors.keyInvalid)
      await app.get('/api/places/autocomplete?input=otr&session=abc', staff)
    },
  },
  readModels: {
    tile: 'Dati in memoria',
    check: 'read models',
    state: 'errore',
    async plant() {
      // The renewal waits for the lock of the table until the test ends.
      await app.sql`select pg_notify('changes', 'redirects:*')`
    },
  },
  secrets: {
    tile: 'Segreti salvati',
    check: 'secrets',
    state: 'errore',
    plant: () => app.sql`insert into api_configurations (name, api_key) values ('openai', 'deadbeef:a:b:c')`,
  },
  earlierKey: {
    tile: 'Chiave segreta di prima',
    check: 'earlier key',
    state: 'attenzione',
    async plant() {
      const [row] = await app.sql<{ id: number }[]>`
        insert into api_configurations (name, api_key) values ('openai', null) returning id`
      const place = { table: 'api_configurations', column: 'api_key', rowId: Number(row?.id) }
      await app.sql`update api_configurations set api_key = ${secretsOf(oldKey).encrypt('sk', place)}`
    },
  },
}

const numbers = { attenzione: 1, errore: 2 }
const words = { attenzione: 'warn', errore: 'fail' }

test('of a system that is well, Stato, Oggi, doctor and metrics say nothing', async () => {
  const { tiles, today, checks, metrics } = await faces(app)
  for (const { tile, check } of Object.values(cases))
    expect([tile, tiles.get(tile), checks.get(check)]).toEqual([tile, 'ok', 'ok'])
  expect([today, metrics]).toEqual([[], []])
})

/** Expects that each face names exactly this condition. */
async function expectOnly(id: ConditionId, { tile, check, state }: Case): Promise<void> {
  await eventually(async () => {
    const { tiles, today, checks, metrics } = await faces(app)
    expect(today).toEqual([`${id} ${state}`])
    expect(metrics).toEqual([`${id} ${numbers[state]}`])
    expect(tiles.get(tile)).toBe(state)
    expect(checks.get(check)).toBe(words[state])
    for (const { tile: other, check: itsCheck } of Object.values(cases))
      if (other !== tile) expect([other, tiles.get(other), checks.get(itsCheck)]).toEqual([other, 'ok', 'ok'])
  })
}

const { readModels, ...quick } = cases
const quickCases = Object.entries(quick) as [ConditionId, Case][]

test.each(quickCases)(
  'while %s is not met, Stato, Oggi, doctor and metrics say so, and nothing else',
  async (id, one) => {
    await one.plant()
    await expectOnly(id, one)
  },
)

// Calls of staff wait for a renewal, at most until their deadline.
test('while a process shows old data, Stato, Oggi, doctor and metrics say so', long, async () => {
  const release = Promise.withResolvers<void>()
  const held = heldTable(release.promise)
  await held.isHeld
  try {
    await readModels.plant()
    await expectOnly('readModels', readModels)
  } finally {
    release.resolve()
    await held.ended
  }
  await app.settle()
})

/** Locks a table whose model the process then cannot reload. */
function heldTable(until: Promise<void>) {
  const { promise: isHeld, resolve } = Promise.withResolvers<void>()
  const ended = app.sql.begin(async (tx) => {
    await tx`lock table redirects in access exclusive mode`
    resolve()
    await until
  })
  return { isHeld, ended }
}

test('a missing mail configuration is an error once a mail waits for it, and many stuck mails are an error', async () => {
  const states = async () => (await faces(app)).today.filter((one) => one.startsWith('mail'))
  await insertMails(21, { attempts: 1, created_at: secondsAgo(305) })
  expect(await states()).toEqual(['mailsStuck errore'])
  await app.sql`update email_messages set attempts = 0`
  await app.sql`update email_configurations set is_active = false`
  expect(await states()).toEqual(['mail errore'])
  await app.sql`truncate email_messages cascade`
  expect(await states()).toEqual(['mail attenzione'])
})

test('a state of the server counts too: the archive and the clock of the database', async () => {
  // Stands in for the functions and the view with which the server reports its state.
  await app.sql`
    create function public.clock_timestamp() returns timestamptz language sql as
      $$ select pg_catalog.clock_timestamp() + interval '40 seconds' $$`
  await app.sql`
    create function public.current_setting(text) returns text language sql as
      $$ select case when $1 = 'archive_mode' then 'on' else pg_catalog.current_setting($1) end $$`
  await app.sql`
    create view public.pg_stat_archiver as
    select now() as last_failed_time, now() - interval '1 hour' as last_archived_time`
  const [{ name }] = await app.sql<[{ name: string }]>`select current_database() as name`
  await app.sql.unsafe(`alter database ${name} set search_path = public, pg_catalog`)
  await app.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  try {
    await eventually(async () => {
      const { tiles, today, checks, metrics } = await faces(app)
      expect(today).toEqual(['clock errore', 'archive errore'])
      expect(metrics).toEqual(['clock 2', 'archive 2'])
      expect([tiles.get('Orologio'), tiles.get('Archivio del database')]).toEqual(['errore', 'errore'])
      expect([checks.get('clock'), checks.get('archive')]).toEqual(['fail', 'fail'])
    })
  } finally {
    await app.sql.unsafe(`alter database ${name} reset search_path`)
    await app.sql`drop view public.pg_stat_archiver`
    await app.sql`drop function public.clock_timestamp()`
    await app.sql`drop function public.current_setting(text)`
  }
})

test('only Stato and doctor ask other servers, and operators read what concerns them', async () => {
  const { tiles, today, checks, metrics } = await faces(app)
  for (const record of ['SPF', 'DKIM', 'DMARC']) {
    expect(tiles.get(record)).toMatch(/^(attenzione|non verificabile)$/)
    expect(checks.get(record)).toBe('warn')
  }
  expect([today, metrics]).toEqual([[], []])

  await cases.tasks.plant()
  await cases.mailsHeld.plant()
  const operator = await app.logIn({ role: 'operatore' })
  const { conditions } = (await app.get('/api/admin/today', operator)).body
  expect(conditions).toEqual([
    {
      id: 'mailsHeld',
      name: 'Email trattenute',
      state: 'attenzione',
      text: 'Aspettano una scelta: 1',
      repair: 'Apri Email Inviate e scegli se inviarle o scartarle.',
      count: 1,
    },
  ])
})

const textOf = (file: string) => readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8')

test('no face has a bound of its own', () => {
  const compared = /(?:[<>]=?|===) ?-?(?!0\b)\d|interval '|make_interval/g
  for (const file of [
    'src/api/metrics.ts',
    'scripts/cli/doctorMachine.ts',
    'src/modules/operations/status/systemStatus.ts',
    'src/modules/operations/dashboard/failures.ts',
    'src/modules/operations/dashboard/today.ts',
    'src/web/admin/operations/dashboard/Attention.tsx',
    'src/web/admin/operations/status/SystemStatus.tsx',
    'src/web/admin/MailBanner.tsx',
  ])
    expect([file, textOf(file).match(compared)]).toEqual([file, null])

  const { groups } = parse(textOf('deploy/alerts.yml')) as {
    groups: { rules: { alert: string; expr: string }[] }[]
  }
  // The other rules are about HTTP, the process and the database, which no condition judges.
  const ours = /workers_|outbox_|effects_|mails?_|jobs_|periodic_|read_models_/
  for (const { alert, expr } of groups.flatMap(({ rules }) => rules))
    for (const [, metric, bound] of expr.matchAll(/max(?: by \(condition\))? ?\((\w+)[^)]*\) [=>]+ (\S+)/g))
      if (metric && ours.test(metric))
        expect([alert, metric, bound]).toEqual([alert, 'condition_state', bound])
})

test('more secrets than a call may load are counted by their keys', async () => {
  const older = secretsOf(oldKey).encrypt('x', {
    table: 'newsletter_subscriptions',
    column: 'token',
    rowId: 1,
  })
  try {
    await app.sql`
      insert into newsletter_subscriptions (email, token_hash, token)
      select 'lettore' || n || '@example.com', n::text, ${older} from generate_series(1, 150000) n`
    const { status, body } = await app.get('/api/admin/system', staff)
    expect(status).toBe(200)
    const { state } = body.tiles.find(({ name }: { name: string }) => name === 'Chiave segreta di prima')
    expect(state).not.toBe('ok')
  } finally {
    await app.sql`delete from newsletter_subscriptions`
  }
})
