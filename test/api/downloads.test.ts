import { expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/db.ts'
import { eventually, openApp, startApp } from '../app.ts'
import { given } from '../given.ts'
import { patience } from '../testEnv.ts'

// Files are sent while their rows are read.

const app = await openApp()
const path = '/api/admin/newsletter-subscriptions/export.csv'
const subscribers = 150_000

/** More bytes than the sockets of the test hold, so that the file waits for its reader. */
async function fill(): Promise<void> {
  await app.sql`
    insert into newsletter_subscriptions (email, language, token_hash, token, confirmed_at)
    select repeat('lettore', 20) || n || '@example.com', 'it', n::text, '', now()
    from generate_series(1, ${subscribers}::int) as n
    where not exists (select from newsletter_subscriptions)`
}

const reading = () => app.sql`
  select pid from pg_stat_activity
  where datname = current_database() and query like 'fetch % from parts' and state <> 'idle'`

async function begin(signal?: AbortSignal, encoding = 'identity') {
  const headers = { ...(await app.logIn()), 'accept-encoding': encoding }
  const reply = await fetch(app.origin + path, { headers, ...(signal && { signal }) })
  expect(reply.status).toBe(200)
  const reader = reply.body?.getReader()
  if (!reader) throw new Error('no body')
  await reader.read()
  return reader
}

test('a file of many rows is whole: its heading, and each row once', async () => {
  await fill()
  const { text } = await app.get(path, await app.logIn())
  const lines = text.trimEnd().split('\r\n')
  expect(lines[0]).toBe('Email;Lingua;Confermata')
  expect(new Set(lines).size).toBe(subscribers + 1)
})

test('HEAD answers as GET, without the file', async () => {
  const staff = await app.logIn()
  for (const [accepted, encoding] of [
    ['identity', null],
    ['identity;q=0', null],
    ['br', 'br'],
  ] as const) {
    const asked = { ...staff, 'accept-encoding': accepted }
    const { status, headers, text } = await app.send('HEAD', path, undefined, asked)
    expect([status, headers.get('content-encoding'), text]).toEqual([200, encoding, ''])
  }
  await eventually(() => expect(app.runtime.context.gates.export.figures.running).toBe(0))
})

test('the work for a file ends when its reader goes, and the next reader gets the turn', async () => {
  await fill()
  const gone = new AbortController()
  const reader = await begin(gone.signal)
  const gate = app.runtime.context.gates.export
  expect(gate.figures.running).toBe(1)
  await eventually(async () => expect((await reading()).length).toBe(1))
  gone.abort()
  await reader.closed.catch(() => {})
  await eventually(async () => expect([gate.figures.running, (await reading()).length]).toEqual([0, 0]))
})

test('a file whose connection to the database breaks does not look whole', async () => {
  await fill()
  const reader = await begin()
  await eventually(async () => expect((await reading()).length).toBe(1))
  await app.sql`select pg_terminate_backend(pid) from (${reading()}) as readers`
  const rest = async () => {
    for (;;) if ((await reader.read()).done) return 'whole'
  }
  expect(await rest().catch(() => 'broken')).toBe('broken')
  expect((await app.get('/api/admin/leads/export.csv', await app.logIn())).status).toBe(200)
})

/** Runs `work` while nobody can read the rows of the file. `waits` tells that the file waits for them. */
async function locked<T>(work: (waits: () => Promise<number[]>) => Promise<T>): Promise<T> {
  return app.sql.begin(async (tx) => {
    await tx`lock table newsletter_subscriptions in access exclusive mode`
    const waits = () =>
      eventually(async () => {
        const rows = await app.sql<{ pid: number }[]>`
          select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        expect(rows).toHaveLength(1)
        return rows.map(({ pid }) => pid)
      })
    return work(waits)
  }) as Promise<T>
}

test.for(['identity', 'gzip', 'br'])(
  'a file whose rows cannot be read is refused with a reason (%s)',
  async (encoding) => {
    const headers = { ...(await app.logIn()), 'accept-encoding': encoding }
    const reply = await locked(async (waits) => {
      const asked = fetch(app.origin + path, { headers })
      for (const pid of await waits()) await app.sql`select pg_terminate_backend(${pid}::int)`
      return asked
    })
    expect(reply.status).toBe(503)
    expect(reply.headers.get('content-type')).toContain('application/problem+json')
    expect(reply.headers.get('content-disposition')).toBeNull()
    expect(await reply.json()).toMatchObject({ status: 503 })
  },
)

test.for(['gzip', 'br'])(
  'a compressed file reaches its reader part by part, and does not look whole if it breaks (%s)',
  async (encoding) => {
    await fill()
    const reading_ = async () => {
      const reader = await begin(undefined, encoding)
      for (;;) if ((await reader.read()).done) return 'whole'
    }
    const read = reading_().catch((error: Error) => error.name)
    await eventually(async () => expect((await reading()).length).toBe(1))
    await app.sql`select pg_terminate_backend(pid) from (${reading()}) as readers`
    expect(await read).toBe('TypeError')
  },
)

test('a reader who goes before the first part leaves no work behind', async () => {
  await fill()
  const headers = { ...(await app.logIn()), 'accept-encoding': 'identity' }
  const gate = app.runtime.context.gates.export
  await locked(async (waits) => {
    const gone = new AbortController()
    const asked = fetch(app.origin + path, { headers, signal: gone.signal }).catch(() => {})
    await waits()
    gone.abort()
    await asked
  })
  await eventually(async () => expect([gate.figures.running, (await reading()).length]).toEqual([0, 0]))
})

test('a standby that fails before the first part leaves the file to the primary', async () => {
  await fill()
  // Functions and a table of this schema hide those of a server that is no standby.
  await app.sql.unsafe(`
    create schema pretended;
    create function pretended.pg_is_in_recovery() returns boolean language sql as 'select true';
    create function pretended.pg_last_wal_replay_lsn() returns pg_lsn language sql as $$select 'FFFFFFFF/FFFFFFFF'::pg_lsn$$;
    create function pretended.fail() returns timestamptz language plpgsql as $$
      begin raise exception 'canceling statement due to conflict with recovery' using errcode = '40001'; end $$;
    create view pretended.newsletter_subscriptions as
      select id, email, language, pretended.fail() as confirmed_at, ended_at from public.newsletter_subscriptions`)
  const readUrl = `${app.databaseUrl}?options=${encodeURIComponent('-c search_path=pretended,pg_catalog,public')}`
  const standby = openDatabase({ url: app.databaseUrl, directUrl: null, readUrl }, { patience })
  const { db } = app.runtime
  Object.assign(db, { replica: standby.replica })
  try {
    const { status, text } = await app.get(path, await app.logIn())
    expect(status).toBe(200)
    expect(text.trimEnd().split('\r\n')).toHaveLength(subscribers + 1)
  } finally {
    Object.assign(db, { replica: null })
    await standby.close()
  }
})

test('files of different columns that follow each other on one connection are each right', async () => {
  await using own = await startApp({ data: 'demo' })
  await given.lead(own, 'contact', { name: 'Anna Rossi' })
  await own.sql`
    insert into newsletter_subscriptions (email, token_hash, token, confirmed_at)
    values ('anna@example.com', 'a', '', '2026-05-01T10:00:00Z')`
  const staff = await own.logIn()
  const paths = {
    '/api/bulk-pricing/export.csv': /^ID;.*\r\n\d+;Aeroporto/,
    [path]: /^Email;.*\r\nanna@example.com;it;01\/05\/26\r\n$/,
    '/api/admin/leads/export.csv': /^Codice;.*\r\n[A-Z0-9]{6};Messaggio;.*;Anna Rossi;/,
  }
  for (let round = 0; round < 5; round++)
    for (const [file, lines] of Object.entries(paths)) {
      const { status, text } = await own.get(file, staff)
      expect([file, status, text.slice(0, 2_000)]).toEqual([file, 200, expect.stringMatching(lines)])
    }
})

test('a HEAD request gets the headers of the file and reads no row', async () => {
  const headers = await app.logIn()
  const locked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = app.sql.begin(async (tx) => {
    await tx`lock table newsletter_subscriptions in access exclusive mode`
    locked.resolve()
    await held.promise
  })
  await locked.promise
  try {
    const reply = await fetch(app.origin + path, { method: 'HEAD', headers })
    expect([reply.status, reply.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="newsletter.csv"',
    ])
    const wrong = await fetch(`${app.origin}/api/admin/leads/export.csv?status=x`, {
      method: 'HEAD',
      headers,
    })
    expect([wrong.status, wrong.headers.get('content-disposition')]).toEqual([422, null])
  } finally {
    held.resolve()
    await holding
  }
})
