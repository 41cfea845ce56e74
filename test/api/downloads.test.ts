import { expect, test } from 'vitest'
import { eventually, openApp, startApp } from '../app.ts'
import { given } from '../given.ts'

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

async function begin(signal?: AbortSignal) {
  const headers = { ...(await app.logIn()), 'accept-encoding': 'identity' }
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
