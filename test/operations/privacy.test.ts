import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { statusLink } from '../../src/modules/leads/lead/link.queries.ts'
import { purgeTasks } from '../../src/modules/operations/periodic/contract.ts'
import {
  leadYears,
  newsletterEndedDays,
  newsletterUnconfirmedDays,
  searchDays,
  tapDays,
} from '../../src/modules/settings/privacy/contract.ts'
import { type App, eventually, startApp } from '../app.ts'
import { endExpiredOf } from '../expired.ts'
import { configureMail, configureOffice, openMailbox } from '../mailbox.ts'
import { killed, startWorkerProcess } from '../workerProcess.ts'

const anna = { name: 'Annunziata Verdi', phone: '+39 347 1234567', email: 'Annunziata@example.com' }
const trip = { departure: 'Aeroporto Brindisi', destination: 'Gallipoli', passengers: '3' }

/** Stores data about Anna: leads of all three kinds, a wish, an offer, answers, mails, a subscription, notes. */
async function withAnna(app: App) {
  const headers = await app.logIn()
  const home = { address: 'Masseria Zuccalà 7', position: '40.123456, 18.123456' }
  await app.post('/api/availability-requests', {
    ...anna,
    ...trip,
    ...home,
    formSource: 'f',
    message: 'Con il gatto',
  })
  await app.post('/api/contacts', { ...anna, ...home, email: 'annunziata@example.com' })
  await app.post(
    '/api/bookings',
    { ...trip, ...home, time: '10:30', phone: '347 123 4567' },
    { 'idempotency-key': 'k-1' },
  )
  // The departure, which is in the subject of the office's mail about the change below, contains Anna's name.
  await app.sql`update rides set asked_from = 'Casa Annunziata Verdi, Lecce' where lead_kind = 'booking'`
  const [{ code }] = await app.sql<[{ code: string }]>`select code from bookings`
  const token = statusLink({ code }, app.runtime.context).split('/').at(-2)
  const asked = await app.post(`/api/requests/${token}/changes`, { text: 'Sono Annunziata Verdi: alle 11' })
  expect(asked.status).toBe(200)
  const line = { direction: 'there', vehicle: 'berlina', total: 90 }
  const offer = {
    validUntil: new Date(Date.now() + 86_400_000),
    message: 'Per Annunziata Verdi',
    lines: [line],
  }
  await app.post('/api/admin/offers', { leadKind: 'booking', leadId: 1, ...offer }, headers)
  await app.post('/api/newsletter-subscriptions', { email: anna.email, privacyAccepted: true })
  await app.post('/api/contacts', { name: 'Ugo', phone: '0832 999888', email: 'ugo@example.com' })
  await app.sql`
    insert into rides (lead_kind, lead_id, asked_address) values ('contact', 2, 'Da Annunziata Verdi')`
  const note = { notes: 'Amico di annunziata@example.com, 0039 347/123.45.67, Annunziata  Verdi' }
  await app.send('PATCH', '/api/admin/contacts/2', note, headers)
  await app.send('PATCH', '/api/admin/availability-requests/1', { notes: 'Verdi, cliente storica' }, headers)
  const said = { via: 'whatsapp', text: 'Buongiorno, come detto ad Annunziata Verdi' }
  for (const id of [1, 2]) await app.post(`/api/admin/leads/contact/${id}/answer`, said, headers)
  const notes = async (lead: string, text: string) => {
    const { body } = await app.get(`/api/admin/leads/${lead}/customer`, headers)
    await app.post(`/api/admin/customers/${body.id}/notes`, { text }, headers)
  }
  await notes('availability_request/1', 'Soffre l’auto')
  await notes('contact/2', 'Marito di Annunziata Verdi')
  await app.sql`
    insert into inbound_mails (message_id, from_name, from_address, subject, text, lead_kind, lead_id, matched_by)
    values ('a@example.com', 'Annunziata Verdi', 'annunziata@example.com', 'Orario', 'Alle 11', null, null, null),
      ('b@example.com', 'Verdi', 'altra@example.com', 'Re: Orario', 'Alle 12', 'contact', 1, 'code')`
  await app.drain()
  return headers
}

/** Returns each table in which a row contains one of the words. Searches the tables of the queue too. */
async function grep(app: App, words: string[]): Promise<string[]> {
  const tables = await app.sql<{ schema: string; name: string }[]>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`
  const found: string[] = []
  for (const { schema, name } of tables) {
    const [row] = await app.sql`
      select 1 from ${app.sql(schema)}.${app.sql(name)} as t
      where t::text ilike any(${words.map((word) => `%${word}%`)}) limit 1`
    if (row) found.push(name)
  }
  return found.sort()
}

test('after an erasure a search of the whole database finds nothing of the person, and other persons are unchanged', async () => {
  await using mailbox = await openMailbox()
  await using app = await startApp({ env: { SITE_URL: 'https://www.salento.example' } })
  await configureMail(app, mailbox)
  await configureOffice(app)
  const headers = await withAnna(app)
  const words = [
    'annunziata',
    'verdi',
    '347 1234567',
    '3471234567',
    '347 123 4567',
    '123.45.67',
    'zuccal',
    '40.1234',
  ]
  const searches = ['Annunziata Verdi', anna.phone, 'ANNUNZIATA@example.com', 'Lecce']
  for (const [index, search] of [...searches, '349 1234567'].entries()) {
    const query = `${new URLSearchParams({ status: 'nuova', search })}`
    await app.post(
      '/api/admin/saved-views',
      { section: 'richieste/', name: `Vista ${index}`, query },
      headers,
    )
  }
  const named = { section: 'richieste/', name: 'La signora Annunziata  Verdi', query: 'status=nuova' }
  expect((await app.post('/api/admin/saved-views', named, headers)).status).toBe(201)
  const [mail] = await app.sql`select id from email_messages where recipient ilike 'annunziata@%'`
  await app.sql`
    insert into email_events (email_message_id, event, reason, at)
    values (${mail?.id}, 'hard_bounce', 'annunziata@example.com does not exist', now())`
  expect(await grep(app, words)).toEqual([
    ...['bulk_act_rows', 'customer_leads', 'customer_notes', 'customer_wishes'],
    ...[
      'email_events',
      'email_messages',
      'inbound_mails',
      'lead_messages',
      'leads',
      'newsletter_subscriptions',
      'offers',
      'rides',
      'saved_views',
    ],
  ])
  const reply = await app.post('/api/admin/privacy/erase', { email: anna.email, phone: anna.phone }, headers)
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({ leads: 3, newsletter: 1 })
  expect(reply.body.mails).toBeGreaterThanOrEqual(8)
  await app.drain()
  expect(await grep(app, words)).toEqual([])
  expect(await app.sql`select text from customer_notes`).toEqual([{ text: 'Marito di [cancellato]' }])
  const [ugo] = await app.sql`select name, notes, address from contacts`
  expect(ugo).toEqual({
    name: 'Ugo',
    notes: 'Amico di [cancellato], [cancellato], [cancellato]',
    address: 'Da [cancellato]',
  })
  expect(await app.sql`select text from lead_messages`).toEqual([
    { text: 'Buongiorno, come detto ad [cancellato]' },
  ])
  expect(await app.sql`select id from email_messages where recipient = 'ugo@example.com'`).toHaveLength(1)
  expect(await app.sql`select name from saved_views order by name`).toEqual([
    { name: 'Vista 3' },
    { name: 'Vista 4' },
  ])
  const [entry] = await app.sql`select before, after from audit_log where action = 'settings:personErased'`
  expect(entry).toEqual({ before: null, after: reply.body })
  const again = await app.post('/api/admin/privacy/erase', { email: anna.email }, headers)
  expect(again.status).toBe(404)
})

test('mails that are planned during or after an erasure contain nothing of the person', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const erase = async () =>
    (await app.post('/api/admin/privacy/erase', { email: anna.email, phone: anna.phone }, staff)).status
  const waiting = async (count: number) =>
    eventually(async () => {
      const [row] = await app.sql`
        select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      const [done] = await app.sql`
        select count(*) as done from effects where reaction = 'integrations:forgetMail' and state = 'done'`
      expect(row?.waiting + done?.done).toBe(count)
    })
  const ofAnna = ['Verdi', 'annunziata', '1234567']

  // First case: a reaction has read the lead and waits for the lock of the transaction that erases the person.
  await app.post('/api/availability-requests', { ...anna, ...trip, formSource: 'f' })
  const work: Promise<void>[] = []
  const letGo = new Error('let go')
  await app.sql
    .begin(async (tx) => {
      await tx`
        insert into email_messages (message_key, purpose, recipient, subject, message_id)
        select id || ':receipt:' || ${anna.email}, 'receipt', 'x@example.com', 'x', 'x' from outbox
        where type like 'leads:%'`
      work.push(app.drain())
      await waiting(1)
      expect(await erase()).toBe(200)
      work.push(app.drain())
      await waiting(2)
      throw letGo
    })
    .catch((error) => {
      if (error !== letGo) throw error
    })
  await Promise.all(work)
  await app.drain()
  expect(await grep(app, ofAnna)).toEqual([])

  // Second case: the person is erased before the worker handles events of every kind that sends mails.
  await app.post('/api/bookings', { ...anna, ...trip, time: '10:30' })
  await app.post('/api/contacts', { ...anna })
  const [{ code }] = await app.sql<[{ code: string }]>`select code from bookings`
  const token = statusLink({ code }, app.runtime.context).split('/').at(-2)
  expect((await app.post(`/api/requests/${token}/changes`, { text: 'Alle 11' })).status).toBe(200)
  await app.post('/api/newsletter-subscriptions', { email: anna.email, privacyAccepted: true })
  expect(await erase()).toBe(200)
  await app.drain()
  expect(await grep(app, ofAnna)).toEqual([])
})

test('an e-mail address is found, exported and erased in every spelling that PostgreSQL treats as equal', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const send = (email: string) => app.post('/api/contacts', { name: 'Marİo Verdi', phone: anna.phone, email })
  expect([(await send('MARİO@example.com')).status, (await send('mario@example.com')).status]).toEqual([
    201, 201,
  ])
  await app.drain()
  // Mails without a lead are found by the e-mail address alone.
  await app.sql`update email_messages set lead_kind = null, lead_id = null where purpose = 'receipt'`
  const email = 'marİo@example.com'
  const found = await app.get(`/api/admin/privacy/export?email=${encodeURIComponent(email)}`, staff)
  expect([found.body.leads.length, found.body.mails.length]).toEqual([2, 4])
  expect((await app.post('/api/admin/privacy/erase', { email }, staff)).status).toBe(200)
  await app.drain()
  expect(await grep(app, ['mario@', 'marİo@', 'Verdi'])).toEqual([])
})

test('an address that forms refuse today, or store in another spelling, is exported and erased as it is stored', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const stored = ['vec\u200bchia@example.com', 'due..punti@example.com', 'info@xn--mller-reisen-dlb.example']
  for (const [index, email] of stored.entries()) {
    const name = `Persona Vecchia${index}`
    const sent = { name, phone: `+39 347 765432${index}`, email: `nuova${index}@example.com` }
    const { body } = await app.post('/api/contacts', sent)
    await app.sql`update leads set email = ${email} where kind = 'contact' and id = ${body.id}`
    const found = await app.get(`/api/admin/privacy/find?q=${encodeURIComponent(name)}`, staff)
    expect(found.body.people).toMatchObject([{ email, leads: 1 }])
    const exported = await app.get(`/api/admin/privacy/export?email=${encodeURIComponent(email)}`, staff)
    expect([email, exported.status, exported.body.leads?.length]).toEqual([email, 200, 1])
    expect((await app.post('/api/admin/privacy/erase', { email }, staff)).body).toMatchObject({ leads: 1 })
  }
  // Staff type the address as people read it.
  const { body } = await app.post('/api/contacts', {
    name: 'Ute',
    phone: anna.phone,
    email: 'ute@example.com',
  })
  await app.sql`update leads set email = 'ute@xn--mller-reisen-dlb.example' where kind = 'contact' and id = ${body.id}`
  const typed = { email: ' ute@Müller-Reisen.example ' }
  expect((await app.post('/api/admin/privacy/erase', typed, staff)).body).toMatchObject({ leads: 1 })
  expect((await app.post('/api/admin/privacy/erase', { email: 'nessuno' }, staff)).status).toBe(404)
})

test('a person is found by name, e-mail address, phone number or message, with all related records', async () => {
  await using app = await startApp()
  const headers = await withAnna(app)
  const find = async (q: string) =>
    (await app.get(`/api/admin/privacy/find?q=${encodeURIComponent(q)}`, headers)).body.people
  expect(await find('Annunziata V')).toContainEqual(
    expect.objectContaining({ names: ['Annunziata Verdi'], phone: anna.phone, leads: 3 }),
  )
  expect(await find('annunziata@')).toContainEqual(
    expect.objectContaining({ names: ['Annunziata Verdi'], isSubscribed: true }),
  )
  // The search also finds another person's lead, because its notes contain Anna's e-mail address.
  expect(await find('annunziata@')).toContainEqual(expect.objectContaining({ names: ['Ugo'] }))
  // The booking has no e-mail address, but the search finds its phone number.
  expect(await find('347123')).toHaveLength(2)
  expect(await find('gatto')).toHaveLength(1)
  expect(await find('zuccalà')).toHaveLength(2)
  expect(await find('nessuno così')).toEqual([])
  expect((await app.get('/api/admin/privacy/find?q=ab', headers)).status).toBe(422)
})

test('export and erasure cover the customers whom staff joined to the person, until staff separate them', async () => {
  await using app = await startApp()
  const headers = await withAnna(app)
  const send = { name: 'A. Verdi', phone: '+44 7911 123456', email: 'work@example.com' }
  const { body: lead } = await app.post('/api/contacts', send)
  const customerOf = async (path: string) =>
    (await app.get(`/api/admin/leads/${path}/customer`, headers)).body
  const [one, other] = [await customerOf('availability_request/1'), await customerOf(`contact/${lead.id}`)]
  const exported = async () =>
    (await app.get(`/api/admin/privacy/export?email=${anna.email.toLowerCase()}`, headers)).body
  const counts = async () => {
    const { leads, customerNotes } = await exported()
    return [leads.length, customerNotes.length]
  }
  expect(await counts()).toEqual([2, 1])
  await app.post(`/api/admin/customers/${other.id}/notes`, { text: 'Scrive dall’ufficio' }, headers)
  await app.post(`/api/admin/customers/${one.id}/joins`, { otherId: other.id }, headers)
  expect(await counts()).toEqual([3, 2])
  const { body: found } = await app.get('/api/admin/privacy/find?q=annunziata@', headers)
  const [shown] = found.people.filter(({ phone }: { phone: string }) => phone === anna.phone)
  const erased = await app.post('/api/admin/privacy/erase', { email: anna.email, phone: anna.phone }, headers)
  expect([shown.leads, erased.body.leads]).toEqual([4, 4])
  await app.drain()
  expect(await grep(app, ['work@example.com', 'ufficio', '7911 123456', '7911123456'])).toEqual([])
})

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase())

test('an export by e-mail address or phone number is complete, and only for super admins', async () => {
  await using app = await startApp()
  await configureOffice(app)
  const headers = await withAnna(app)
  const path = (query: object) => `/api/admin/privacy/export?${new URLSearchParams({ ...query })}`
  const byEmail = (await app.get(path({ email: 'ANNUNZIATA@example.com' }), headers)).body
  expect(byEmail.leads).toHaveLength(2)
  expect(byEmail.leads[0]).toMatchObject({
    name: anna.name,
    phone: anna.phone,
    createdAt: expect.any(String),
  })
  const columns = await app.sql<{ name: string }[]>`
    select column_name as name from information_schema.columns where table_name = 'requests'`
  expect(Object.keys(byEmail.leads[0]).sort()).toEqual(columns.map(({ name }) => camelCase(name)).sort())
  expect(byEmail.newsletter).toEqual([expect.objectContaining({ email: anna.email })])
  expect(byEmail.mails.length).toBeGreaterThan(3)
  expect(byEmail.received.map(({ text }: { text: string }) => text)).toEqual(['Alle 11', 'Alle 12'])
  expect(byEmail.messages).toEqual([expect.objectContaining({ text: expect.stringContaining('Buongiorno') })])
  const byPhone = (await app.get(path({ phone: '0039 347-1234567' }), headers)).body
  expect(byPhone.leads).toHaveLength(3)
  expect(byPhone.wishes).toEqual([
    expect.objectContaining({ kind: 'change', text: expect.stringContaining('alle 11') }),
  ])
  expect(byPhone.offers).toEqual([
    expect.objectContaining({ message: 'Per Annunziata Verdi', total: '90.00' }),
  ])
  expect(byPhone.mails).toContainEqual(expect.objectContaining({ purpose: 'wish' }))
  expect((await app.get('/api/admin/privacy/export', headers)).status).toBe(422)
  expect((await app.post('/api/admin/privacy/erase', {}, headers)).status).toBe(422)
  const admin = await app.logIn({ isSuperAdmin: false })
  expect((await app.get(path({ email: anna.email }), admin)).status).toBe(403)
  expect((await app.post('/api/admin/privacy/erase', { email: anna.email }, admin)).status).toBe(403)
  expect(await app.sql`select id from contacts`).toHaveLength(2)
})

interface Mapped {
  table: string
  person: string[]
  columns: string[]
  endedBy: string
}

/** Returns the rows of the table in docs/privacy.md. */
function dataMap(): Mapped[] {
  const text = readFileSync(path.join(import.meta.dirname, '..', '..', 'docs', 'privacy.md'), 'utf8')
  const rows = text.split('\n').filter((line) => /^\| [a-z_]+ +\|/.test(line) && !line.startsWith('| table'))
  return rows.map((row) => {
    const [, table = '', person = '', other = '', , endedBy = ''] = row.split('|').map((cell) => cell.trim())
    const names = (cell: string) => (cell ? cell.split(', ') : [])
    return { table, person: names(person), columns: [...names(person), ...names(other)], endedBy }
  })
}

test('every column that can hold text is in the map of personal data, and personal data have an end', async () => {
  await using app = await startApp()
  const columns = await app.sql<{ name: string }[]>`
    select table_name || '.' || column_name as name
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and data_type in ('text', 'character varying', 'character', 'jsonb', 'json', 'bytea', 'ARRAY', 'inet', 'cidr')`
  const map = dataMap()
  const mapped = map.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`))
  // `asked_*` stands for every column whose name begins like this.
  const wholes = mapped.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1))
  expect(wholes).toEqual(['rides.asked_'])
  const isWhole = (name: string) => wholes.some((start) => name.startsWith(start))
  const single = columns.map(({ name }) => name).filter((name) => !isWhole(name))
  expect(mapped.filter((name) => !name.endsWith('*')).toSorted()).toEqual(single.toSorted())
  const ends = [...purgeTasks.map((name) => `\`${name}\``), ...map.map(({ table }) => table), 'the office']
  expect(map.filter(({ person, endedBy }) => person.length > 0 && !ends.includes(endedBy))).toEqual([])
})

test('each record is kept for its retention period and not a day longer', async () => {
  await using app = await startApp({ data: 'demo' })
  const { sql } = app
  /** Table, days for which a row is kept, and a function that adds a row. */
  const entities: [string, number, (at: Date) => Promise<unknown>][] = [
    [
      'leads',
      leadYears * 365.25,
      (at) =>
        sql`insert into leads (kind, name, phone, email, created_at) values ('contact', '', '', '', ${at})`,
    ],
    [
      'email_messages',
      newsletterUnconfirmedDays,
      (at) => sql`
        insert into email_messages (message_key, purpose, recipient, subject, message_id, created_at)
        values (${`k${+at}`}, 'newsletter', 'a@b.it', '', ${`m${+at}`}, ${at})`,
    ],
    [
      'inbound_mails',
      30,
      (at) => sql`
        insert into inbound_mails (message_id, from_name, from_address, subject, text, created_at)
        values (${`m${+at}`}, '', 'a@b.it', '', '', ${at})`,
    ],
    [
      'newsletter_subscriptions',
      newsletterUnconfirmedDays,
      (at) => sql`
        insert into newsletter_subscriptions (email, token_hash, token, requested_at)
        values (${`${+at}@b.it`}, ${`h${+at}`}, '', ${at})`,
    ],
    [
      'whatsapp_taps',
      tapDays,
      (at) => sql`
        insert into whatsapp_taps (code, path, tapped_at)
        values (${String(+at).replaceAll(/[01]/g, 'A').slice(-6)}, '/', ${at})`,
    ],
    [
      'route_searches',
      searchDays,
      (at) =>
        sql`insert into route_searches (route_id, created_at) select min(id), ${at}::timestamptz from route_prices`,
    ],
    [
      'unmet_searches',
      14,
      (at) =>
        sql`insert into unmet_searches (departure, destination, last_searched_at) values (${String(+at)}, 'x', ${at})`,
    ],
    ['not_found', 14, (at) => sql`insert into not_found (path, last_seen_at) values (${`/${+at}`}, ${at})`],
    [
      'idempotency_keys',
      1,
      (at) =>
        sql`insert into idempotency_keys (http, key, input_hash, created_at) values ('', ${String(+at)}, '', ${at})`,
    ],
    [
      'outbox',
      90,
      (at) =>
        sql`insert into outbox (type, payload, occurred_at, dispatched_at) values ('a:b', '{}', ${at}, ${at})`,
    ],
    [
      'jobs',
      365.25,
      (at) =>
        sql`insert into jobs (kind, status, started_by, updated_at) values ('', 'completed', 'anna', ${at})`,
    ],
    [
      'admin_sessions',
      7,
      (at) =>
        sql`insert into admin_sessions (admin_user_id, created_at) select min(id), ${at}::timestamptz from admin_users`,
    ],
    [
      'uploads',
      0,
      (at) =>
        sql`insert into uploads (hash, webp, width, height, uploaded_by, kept_until) values (md5(${String(+at)}), '', 1, 1, 'anna', ${at})`,
    ],
  ]
  await sql`insert into admin_users (username, password) values ('anna', '')`
  for (const [, days, write] of entities)
    for (const age of [days - 1, days + 1]) await write(new Date(Date.now() - age * 86_400_000))
  // Adds ended subscriptions, and mails about an existing and a deleted lead.
  await sql`
    insert into newsletter_subscriptions (email, token_hash, token, confirmed_at, ended_at)
    select n || '@c.it', n::text, '', now() - interval '1 year', now() - make_interval(days => ${newsletterEndedDays} + n)
    from unnest(array[-1, 1]) as n`
  await sql`
    insert into email_messages (message_key, purpose, lead_kind, lead_id, recipient, subject, message_id)
    select n::text, 'office', 'contact', case n when 1 then (select min(id) from contacts) else 999 end, 'u@c.it', '', n::text
    from generate_series(1, 2) as n`
  const count = async () => {
    const counts = entities.map(async ([table]) => {
      const [{ rows }] = await sql<[{ rows: number }]>`select count(*) as rows from ${sql(table)}`
      return [table, rows] as const
    })
    return Object.fromEntries(await Promise.all(counts))
  }
  const twice = Object.fromEntries(entities.map(([table]) => [table, 2]))
  const two = { newsletter_subscriptions: 4, email_messages: 4 }
  expect(await count()).toEqual({ ...twice, ...two })
  for (const name of purgeTasks) await endExpiredOf(sql, name)
  const once = Object.fromEntries(entities.map(([table]) => [table, 1]))
  expect(await count()).toEqual({ ...once, newsletter_subscriptions: 2, email_messages: 2 })
})

test('logs and events of a run with requests, refusals and failures contain no personal data', async () => {
  await using mailbox = await openMailbox()
  await using app = await startApp({ env: { SITE_URL: 'https://www.salento.example' } })
  await configureMail(app, mailbox)
  await configureOffice(app)
  for (const one of [anna.email, anna.email.toLowerCase()]) mailbox.switches.refused.add(one)
  const lines: string[] = []
  const worker = startWorkerProcess(app, lines)
  const from = { 'x-forwarded-for': '203.0.113.77', 'user-agent': 'Telefono di Annunziata' }
  const secret = 'cavallo batteria graffetta'
  const staff = await app.logIn()
  try {
    await app.post('/api/contacts', { ...anna, message: 'Parola: girasole' }, from)
    await app.post('/api/contacts', { ...anna, phone: 'annunziata' }, from)
    await app.post('/api/contacts', '{"name": "Annunziata', from)
    await app.post('/api/newsletter-subscriptions', { email: anna.email, privacyAccepted: true }, from)
    await app.post('/api/admin/login', { username: 'annunziata', password: secret }, from)
    await app.get(`/api/requests/ABC234-annunziata?nome=annunziata`, from)
    await app.get(`/richiesta/annunziata-girasole/?email=${anna.email}`, from)
    await app.get('/api/admin/contacts?search=annunziata', { ...from, ...staff })
    await app.send('PATCH', '/api/admin/contacts/1', { notes: 'Girasole, annunziata' }, { ...from, ...staff })
    await app.post(
      '/api/admin/api-configurations',
      { name: 'openai', apiKey: 'sk-girasole-123456' },
      { ...from, ...staff },
    )
    await app.get(`/cerca/?da=annunziata`, from)
    // The database refuses the row in the middle of a command. Its error quotes the input, which no log may contain.
    await app.sql`
      create function no_sunflowers() returns trigger language plpgsql as
        $$ begin raise exception 'refused' using detail = new.message; end $$`
    await app.sql`create trigger no_sunflowers before insert on leads for each row execute function no_sunflowers()`
    expect((await app.post('/api/contacts', { ...anna, message: 'girasole' }, from)).status).toBe(500)
    await eventually(async () => {
      const open =
        await app.sql`select 1 from email_messages where state in ('planned', 'sending') and attempts = 0`
      expect(open).toEqual([])
      expect(await app.sql`select 1 from effects where state <> 'done'`).toEqual([])
      expect(lines.join('')).toContain('failed to send a mail')
    })
  } finally {
    await killed(worker, 'SIGTERM')
  }
  const logged = [...app.lines, ...lines].join('\n')
  expect(app.lines.length).toBeGreaterThan(5)
  const events = JSON.stringify(await app.sql`select type, payload from outbox`)
  const [token = ''] = staff.cookie?.split('=').slice(1) ?? []
  for (const word of [
    'annunziata',
    'verdi',
    '1234567',
    'example.com',
    'girasole',
    'cavallo',
    '203.0.113',
    token.slice(-20),
  ])
    expect([
      word,
      logged.toLowerCase().includes(word.toLowerCase()),
      events.toLowerCase().includes(word),
    ]).toEqual([word, false, false])
})
