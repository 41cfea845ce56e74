import { expect, test } from 'vitest'
import { type App, eventually, openApp, startApp } from '../app.ts'
import { dayIn, given } from '../given.ts'
import { long } from '../length.ts'

/** The app of tests that each look at another part of the first page, whose rows no other of them adds. */
const app = await openApp({ data: 'demo' })

const request = given.request({ destination: 'Gallipoli' })

async function addRequest(app: App, columns: object, asked: object = {}): Promise<void> {
  const row = {
    kind: 'availability_request',
    name: 'x',
    phone: '0832 123456',
    form_source: 'f',
    ...columns,
  }
  const [{ kind, id }] = await app.sql<[{ kind: string; id: number }]>`
    insert into leads ${app.sql(row)} returning kind, id`
  const ride = { asked_from: 'a', asked_to: 'b', asked_passengers: '1', ...asked }
  await app.sql`insert into rides ${app.sql({ lead_kind: kind, lead_id: id, ...ride })}`
}

/** Returns a time in Rome some days ago, whatever the current time is. */
async function moment(app: App, daysAgo: number, time: string): Promise<Date> {
  const [{ at }] = (await app.sql`
    select (((now() at time zone 'Europe/Rome')::date - ${daysAgo}::int) + ${time}::time) at time zone 'Europe/Rome'
      as at`) as unknown as [{ at: Date }]
  return at
}

test('an empty system shows zeros and the missing configuration', async () => {
  await using app = await startApp()
  const { status, body } = await app.get('/api/admin/dashboard', await app.logIn({ isSuperAdmin: false }))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    requestsToday: 0,
    requestsTotal: 0,
    activeRoutes: 0,
    answers: {
      opening: { from: 360, to: 1440 },
      leads: 0,
      medianMinutes: null,
      inTimePercent: null,
      waiting: 0,
      late: 0,
    },
    mail: { isConfigured: false, queued: 0, failed: 0, lastSentAt: null },
    workers: { alive: 0, lastSeenAt: null },
  })
  expect(body.leadsByDay).toHaveLength(30)
  expect(body.company.defaults).toContain('Telefono')
  expect(body.company.missing).toEqual(expect.arrayContaining(['Indirizzo', 'Licenza NCC']))
  expect((await app.get('/api/admin/dashboard')).status).toBe(401)
})

test('requests of today are those of the Italian day; posts and routes are counted live', async () => {
  await using app = await startApp({ data: 'demo' })
  const headers = await app.logIn()
  await app.post('/api/availability-requests', request)
  await app.post('/api/contacts', { name: 'Ugo', phone: '0832 123456', email: 'u@example.com' })
  await addRequest(app, { created_at: await moment(app, 0, '00:00:01') })
  await addRequest(app, { created_at: await moment(app, 1, '23:59:59') })
  const { body } = await app.get('/api/admin/dashboard', headers)
  expect(body).toMatchObject({
    requestsToday: 3,
    requestsTotal: 4,
    requestsByKind: [
      { kind: 'availability_request', today: 2, total: 3 },
      { kind: 'contact', today: 1, total: 1 },
    ],
  })
  expect(body.leadsByDay.at(-1)).toMatchObject({ availabilityRequests: 2, contacts: 1, bookings: 0 })
  expect(body.leadsByDay.at(-2)).toMatchObject({ availabilityRequests: 1 })
  expect(body.leadsBySource).toContainEqual({
    kind: 'availability_request',
    source: 'quick-form',
    count: 1,
    confirmed: 0,
  })
  const [{ n }] = (await app.sql`select count(*) as n from route_prices where is_active`) as unknown as [
    { n: number },
  ]
  expect(body.activeRoutes).toBe(n)
  await app.sql`update route_prices set is_active = false where id = (select min(id) from route_prices)`
  expect((await app.get('/api/admin/dashboard', headers)).body.activeRoutes).toBe(n - 1)
  const { published, total } = body.posts
  expect([published, total]).toEqual([
    (await app.sql`select id from blog_posts where is_published`).length,
    (await app.sql`select id from blog_posts`).length,
  ])
  await app.sql`update blog_posts set is_published = false where id = (select min(id) from blog_posts where is_published)`
  const changed = (await app.get('/api/admin/dashboard', headers)).body.posts
  expect(changed).toEqual({ published: published - 1, total })
})

test('answer times omit nights and phone calls: median, and how many within fifteen minutes', async () => {
  await using app = await startApp()
  const headers = await app.logIn()
  const answered = async (daysAgo: number, time: string, minutes: number, more: object = {}) => {
    const at = await moment(app, daysAgo, time)
    const answered_at = new Date(at.getTime() + minutes * 60_000)
    await addRequest(app, { created_at: at, answered_at, status: 'contattata', ...more })
  }
  await answered(2, '10:00', 5)
  await answered(2, '11:00', 10)
  await answered(3, '12:00', 40)
  await answered(2, '03:00', 200)
  await answered(2, '10:30', 0, { form_source: 'telefono' })
  await addRequest(app, { created_at: await moment(app, 4, '15:00') })
  const { body } = await app.get('/api/admin/dashboard', headers)
  expect(body.answers).toMatchObject({ leads: 4, medianMinutes: 10, inTimePercent: 50, waiting: 1, late: 1 })
})

test('searches, clicks and the health of mail, queue and workers are shown', async () => {
  await using app = await startApp({ data: 'demo' })
  const headers = await app.logIn()
  await app.sql`update route_prices set ricerche = 7 where id = (select min(id) from route_prices where is_active)`
  await app.sql`insert into unmet_searches (departure, destination, searches) values ('Lecce', 'Roma', 4)`
  await app.post('/api/taps', { kind: 'whatsapp', path: '/tratte/' })
  await app.post('/api/availability-requests', request)
  await app.sql`update outbox set occurred_at = now() - interval '1 hour'`
  const waiting = (await app.get('/api/admin/dashboard', headers)).body
  expect(waiting.topSearches[0]).toMatchObject({ searches: 7 })
  expect(waiting.unmetSearches[0]).toMatchObject({ departure: 'Lecce', destination: 'Roma', searches: 4 })
  expect(waiting.taps).toMatchObject({ call: 0, whatsapp: 1, pages: [{ path: '/tratte/', whatsapp: 1 }] })
  expect(Date.parse(waiting.events.oldestUndispatchedAt)).toBeLessThan(Date.now() - 3_500_000)
  await app.drain()
  await app.sql`update effects set state = 'failed' where reaction = 'integrations:mailAvailabilityRequest'`
  await app.sql`insert into workers (pool_id, host, pid) values ('a', 'h', 1), ('b', 'h', 1), ('c', 'h', 2)`
  const after = await eventually(async () => (await app.get('/api/admin/dashboard', headers)).body)
  expect(after.events).toEqual({ failed: 1, oldestUndispatchedAt: null })
  expect(after.workers.alive).toBe(2)
  expect(after.mail.queued).toBeGreaterThan(0)
})

const readToday = async (app: App, headers: Record<string, string>) =>
  (await app.get('/api/admin/today', headers)).body

test('who waits is listed with the longest wait first, until somebody answers or closes the request', async () => {
  await using app = await startApp()
  const headers = await app.logIn({ isSuperAdmin: false })
  expect(await readToday(app, headers)).toMatchObject({
    waiting: { total: 0, items: [] },
    trips: [],
    tasks: [],
    failures: [],
    drafts: { texts: 0, translations: 0, articles: 0 },
    newReviews: 0,
  })
  expect((await app.get('/api/admin/today')).status).toBe(401)
  await addRequest(app, { name: 'Seconda', created_at: await moment(app, 2, '10:00') })
  await addRequest(app, { name: 'Prima', created_at: await moment(app, 3, '10:00') })
  await addRequest(app, { name: 'Risposta', answered_at: new Date() })
  await addRequest(app, { name: 'Persa', status: 'persa' })
  const { waiting } = await readToday(app, headers)
  expect(waiting.total).toBe(2)
  expect(waiting.items.map(({ name }: { name: string }) => name)).toEqual(['Prima', 'Seconda'])
  expect(waiting.items[0]).toMatchObject({ isLate: true, links: { call: 'tel:+390832123456' } })
  await app.post(
    `/api/admin/leads/availability_request/${waiting.items[0].id}/answer`,
    { via: 'call' },
    headers,
  )
  expect((await readToday(app, headers)).waiting).toMatchObject({ total: 1, items: [{ name: 'Seconda' }] })
})

test('a customer who writes again on an answered or closed request waits again, until staff answer', async () => {
  await using app = await startApp()
  const headers = await app.logIn({ role: 'operatore' })
  const sent = await given.lead(app, 'request')
  const path = `/api/admin/leads/availability_request/${sent.id}/answer`
  const ask = (text: string) =>
    app.post(`${sent.statusPath.replace('/richiesta/', '/api/requests/')}changes`, { text })
  const waits = async () => {
    const { waiting } = await readToday(app, headers)
    const { answers } = (await app.get('/api/admin/dashboard', headers)).body
    const listed = (await app.get('/api/admin/leads?isWaiting=true', headers)).body.total
    return [waiting.total, waiting.items[0]?.waitingSince ?? null, answers.waiting, listed]
  }
  // While the request still waits for its first answer, another message of the customer does not restart the wait.
  expect((await ask('Siamo in quattro')).status).toBe(200)
  expect(await waits()).toEqual([1, null, 1, 1])
  await app.post(path, { via: 'call' }, headers)
  expect(await waits()).toEqual([0, null, 0, 0])
  await ask('Siamo in cinque')
  expect(await waits()).toEqual([1, expect.any(String), 1, 1])
  const state = { filter: { isWaiting: true }, change: { status: 'preventivo' } }
  const { body } = await app.post('/api/admin/leads/bulk', state, headers)
  expect(await waits()).toEqual([0, null, 0, 0])
  await app.post(`/api/admin/bulk-acts/${body.actId}/undo`, {}, headers)
  expect(await waits()).toEqual([1, expect.any(String), 1, 1])
  const { actId } = (await app.post(path, { via: 'whatsapp', text: 'Va bene' }, headers)).body
  expect(await waits()).toEqual([0, null, 0, 0])
  await app.post(`/api/admin/bulk-acts/${actId}/undo`, {}, headers)
  await app.sql`update lead_waits set since = now() - interval '2 days'`
  expect((await app.get('/api/admin/dashboard', headers)).body.answers.late).toBe(1)
  await app.post(`${sent.statusPath.replace('/richiesta/', '/api/requests/')}cancel`, {})
  expect(await waits()).toEqual([0, null, 0, 0])
})

test('trips of today and tomorrow say what is missing; a confirmed one without a day is listed too', async () => {
  const headers = await app.logIn()
  const { today, tomorrow } = (await readToday(app, headers)).days
  const trip = { status: 'confermata', read_at: new Date() }
  const way = { asked_from: 'Aeroporto Brindisi', asked_to: 'Otranto' }
  const complete = { ...way, asked_flight: 'FR1234', asked_time: '09:30' }
  await addRequest(app, { ...trip, name: 'Completa' }, { ...complete, asked_day: today })
  await app.sql`
    insert into lead_provenance (lead_kind, lead_id, price, price_source)
    select kind, id, 110, 'agreed' from leads where name = 'Completa'`
  await addRequest(app, { ...trip, name: 'Senza nulla', read_at: null }, { ...way, asked_day: tomorrow })
  await addRequest(
    app,
    { ...trip, name: 'Da Otranto' },
    { asked_from: 'Otranto', asked_to: 'Lecce', asked_day: today, asked_time: 'la mattina' },
  )
  await addRequest(app, { ...trip, name: 'Dopodomani' }, { ...complete, asked_day: dayIn(5) })
  await addRequest(app, { ...trip, name: 'Annullata', status: 'persa' }, { ...complete, asked_day: today })
  await addRequest(app, { ...trip, name: 'Senza giorno' }, { ...complete, asked_day: 'metà luglio' })
  const { trips } = await readToday(app, headers)
  const rows = trips.map(({ name, date, missing }: Record<string, unknown>) => [name, date, missing])
  expect(rows).toEqual([
    ['Da Otranto', today, ['time', 'price']],
    ['Completa', today, []],
    ['Senza nulla', tomorrow, ['time', 'flight', 'price', 'reading']],
    ['Senza giorno', null, ['day', 'price']],
  ])
})

test('tasks of today and overdue ones are listed, those of the caller first', async () => {
  const headers = await app.logIn()
  const { id: me } = (await app.get('/api/admin/session', headers)).body.adminUser
  const at = (days: number) => moment(app, days, '12:00')
  await addRequest(app, { name: 'Di nessuno', due_at: await at(3) })
  await addRequest(app, { name: 'Mia di oggi', due_at: await moment(app, 0, '23:59'), assigned_to: me })
  await addRequest(app, { name: 'Mia di ieri', due_at: await at(1), assigned_to: me })
  await addRequest(app, { name: 'Domani', due_at: await at(-1), assigned_to: me })
  await addRequest(app, { name: 'Persa', due_at: await at(1), status: 'persa' })
  const names = async () => (await readToday(app, headers)).tasks.map(({ name }: { name: string }) => name)
  expect(await names()).toEqual(['Mia di ieri', 'Mia di oggi', 'Di nessuno'])
  const [{ id }] = (await app.sql`select id from leads where name = 'Mia di ieri'`) as unknown as [
    { id: number },
  ]
  await app.send('PATCH', `/api/admin/availability-requests/${id}`, { dueAt: null }, headers)
  expect(await names()).toEqual(['Mia di oggi', 'Di nessuno'])
})

test('every failure is listed with its reason, and whether staff can retry it', async () => {
  await using app = await startApp({ data: 'demo' })
  const headers = await app.logIn()
  const mail = (recipient: string, columns: object = {}) => ({
    message_key: recipient,
    message_id: recipient,
    purpose: 'receipt',
    subject: 'Ricevuta',
    state: 'failed',
    recipient,
    last_error: 'La casella è piena',
    ...columns,
  })
  await app.sql`insert into email_messages ${app.sql([mail('anna@example.com')])}`
  await app.sql`
    insert into email_messages ${app.sql([mail('nessuno@example.com', { bounced_at: new Date(), updated_at: new Date(0) })])}`
  await app.post('/api/availability-requests', request)
  await app.drain()
  await app.sql`
    update effects set state = 'failed', last_error = 'Il modello manca' where reaction = 'integrations:mailAvailabilityRequest'`
  await app.sql`
    insert into jobs (kind, status, started_by, error) values ('bulk-routes', 'failed', 'anna', 'Nessuna coordinata')`
  await app.sql`
    insert into periodic_runs (name, started_at, ended_at, last_error)
    values ('judgePages', now(), now(), 'Il disco è pieno')
    on conflict (name) do update set last_error = excluded.last_error`
  const { failures } = await readToday(app, headers)
  const shown = failures.map(({ kind, what, reason, canRetry }: Record<string, unknown>) => [
    kind,
    what,
    reason,
    canRetry,
  ])
  expect(shown).toEqual([
    ['mail', 'Ricevuta (anna@example.com)', 'La casella è piena', true],
    ['effect', 'integrations:mailAvailabilityRequest', 'Il modello manca', true],
    ['job', 'bulk-routes', 'Nessuna coordinata', true],
    ['task', 'Controllo pagine create in blocco', 'Il disco è pieno', true],
  ])
  // Operators see failed mails and their own failed jobs, but no other failures. This operator has started no job.
  const operator = await app.logIn({ role: 'operatore' })
  const kindsFor = async (who: Record<string, string>) =>
    (await app.get('/api/admin/failures', who)).body.items.map(({ kind }: { kind: string }) => kind)
  expect(await kindsFor(operator)).toEqual(['mail'])
  expect(await kindsFor(headers)).toEqual(['mail', 'effect', 'job', 'task'])

  // A dropped failure is neither listed nor counted. Only a job can be dropped a second time.
  await app.sql`
    insert into indexnow_changes (outbox_id, url, submission_type, state)
    select min(id), 'https://x.example/', 'auto_route', 'failed' from outbox`
  const of = (kind: string) => failures.find((one: { kind: string }) => one.kind === kind).id
  for (const [path, body, who] of [
    [`email-messages/${of('mail')}`, {}, operator],
    [`outbox/${of('effect')}`, { reaction: 'integrations:mailAvailabilityRequest' }, headers],
    [`jobs/${of('job')}`, {}, headers],
    [`periodic-tasks/${of('task')}`, {}, headers],
    ['indexnow', {}, headers],
  ] as const) {
    expect((await app.post(`/api/admin/${path}/drop`, body, who)).status, path).toBe(200)
    if (!path.startsWith('jobs'))
      expect((await app.post(`/api/admin/${path}/drop`, body, who)).status, path).toBe(409)
  }
  expect(await kindsFor(headers)).toEqual([])
  expect((await app.get('/api/admin/dashboard', headers)).body).toMatchObject({
    events: { failed: 0 },
    jobs: { failed: 0 },
  })
  expect((await app.post('/api/admin/outbox/replay-failed', {}, headers)).body).toEqual({ replayed: 0 })
})

test(
  'a failed job is retried after its last step by the user who started it; what was undone is not made again',
  long,
  async () => {
    await using app = await startApp()
    const operator = await app.logIn({ role: 'operatore' })
    await app.sql`
    insert into leads (kind, name, phone, email) select 'contact', 'Cliente ' || n, '0832 123456', 'c@example.com'
    from generate_series(1, 101) n`
    const act = { filter: {}, change: { status: 'persa' } }
    const { jobId } = (await app.post('/api/admin/leads/bulk', act, operator)).body
    await app.sql`alter table bulk_act_rows rename to bulk_act_rows_away`
    await app.drain()
    await app.sql`alter table bulk_act_rows_away rename to bulk_act_rows`
    await app.sql`update jobs set status = 'failed', error = 'Il disco è pieno' where id = ${jobId}`
    await app.sql`update effects set state = 'done'`
    const { failures } = await readToday(app, operator)
    expect(failures).toMatchObject([{ kind: 'job', id: String(jobId), what: 'bulk-act', canRetry: true }])
    const other = await app.logIn({ role: 'operatore' })
    expect((await app.post(`/api/admin/jobs/${jobId}/retry`, {}, other)).status).toBe(404)
    expect((await app.post(`/api/admin/jobs/${jobId}/retry`, {}, operator)).status).toBe(202)
    expect((await app.post(`/api/admin/jobs/${jobId}/retry`, {}, operator)).status).toBe(409)
    await app.drain()
    expect((await app.get(`/api/admin/jobs/${jobId}`, operator)).body).toMatchObject({
      status: 'completed',
      result: { changed: 101 },
    })
    expect((await readToday(app, operator)).failures).toEqual([])
    await app.sql`update jobs set status = 'failed', result = '{"undone":1}' where id = ${jobId}`
    expect((await app.post(`/api/admin/jobs/${jobId}/retry`, {}, operator)).status).toBe(409)
  },
)

test('drafts that wait for staff are counted, and published or scheduled articles are not', async () => {
  const headers = await app.logIn()
  const before = (await readToday(app, headers)).drafts
  await app.sql`
    insert into blog_posts (title, slug, summary, content, publish_at)
    values ('Bozza', 'bozza', 'x', 'x', null), ('Domani', 'domani', 'x', 'x', now() + interval '1 day')`
  const [{ id, source }] = (
    await app.get('/api/admin/translations?kind=article&language=de&search=Bozza', headers)
  ).body.items
  // The second translation was made from an older Italian text, so it counts as outdated, not as a draft.
  await app.sql`
    insert into translations (kind, id, language, state, text, made_from)
    values ('article', ${id}, 'de', 'draft', '{}', ${app.sql.json(source)}), ('article', ${id}, 'fr', 'draft', '{}', '{}')`
  const [job] = await app.sql`
    insert into jobs (kind, status, started_by) values ('aiTexts', 'completed', 'anna') returning id`
  await app.sql`
    insert into text_drafts (job_id, route_id, field, body, provider, model, prompt_name, state)
    select ${job?.id}, id, 'touristInfo', 'x', 'openai', 'm', 'p', case when id % 2 = 0 then 'open' else 'discarded' end
    from (select id from route_prices order by id limit 2) as routes`
  expect((await readToday(app, headers)).drafts).toEqual({
    texts: before.texts + 1,
    translations: before.translations + 1,
    articles: before.articles + 1,
  })
})

test('active routes without prices are counted, and stored prices that look wrong are named', async () => {
  const headers = await app.logIn()
  const faults = async () => (await app.get('/api/bulk-pricing/faults', headers)).body
  const before = await faults()
  const [route] = await app.sql<[{ id: number; price: string }]>`
    select id, price1to3_pax as price from route_prices
    where slug = 'aeroporto-brindisi-gallipoli'`
  expect(before.warnings.filter(({ id }: { id: number }) => id === route.id)).toEqual([])
  await app.sql`update route_prices set price1to3_pax = price1to3_pax * 10 where id = ${route.id}`
  const after = await faults()
  expect(after.warnings.find(({ id }: { id: number }) => id === route.id)).toMatchObject({
    departure: 'Aeroporto Brindisi',
    destination: 'Gallipoli',
    field: 'price1to3Pax',
    kind: 'unitSlip',
  })
  await app.sql`update route_prices set price1to3_pax = null where id = ${route.id}`
  expect((await faults()).missing).toBe(before.missing + 1)
  await app.sql`update route_prices set is_active = false where id = ${route.id}`
  expect((await faults()).missing).toBe(before.missing)
})
