import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languages } from '../../src/languages/messages.ts'
import { reactions } from '../../src/modules/index.ts'
import { effectWords } from '../../src/modules/operations/outbox/contract.ts'
import { eventLabels } from '../../src/modules/operations/outbox/eventLabels.queries.ts'
import { type App, startApp } from '../app.ts'
import { given } from '../given.ts'
import { long } from '../length.ts'
import { configureMail, configureOffice, makeJobsDue, office } from '../mailbox.ts'
import { openBrevo } from '../providers/brevo.ts'
import { openIndexNow } from '../providers/indexNow.ts'

const sweep = async (app: App) => {
  await app.sql`select graphile_worker.add_job('sweep', queue_name := 'periodic')`
  await app.drain()
}

test(
  'a scheduled task shows its result; a failing task shows the reason, stops no other task, and can be run again',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    const staff = await app.logIn({ isSuperAdmin: false })
    const tasks = async () => {
      const { body } = await app.get('/api/admin/periodic-tasks', staff)
      return new Map<string, Record<string, unknown>>(
        body.items.map((task: { name: string }) => [task.name, task]),
      )
    }
    expect((await tasks()).get('purgeOldSearches')).toMatchObject({ endedAt: null, canRunNow: true })
    await app.sql`alter table route_searches rename to route_searches_away`
    await app.sql`
    insert into blog_posts (title, slug, summary, content, publish_at)
    values ('Guida', 'guida', 'x', 'x', now() - interval '1 minute')`
    await sweep(app)
    const after = await tasks()
    expect(after.get('publishDueArticles')).toMatchObject({ result: '1', error: null })
    expect(after.get('purgeOldSearches')).toMatchObject({
      succeededAt: null,
      error: expect.stringContaining('route_searches'),
    })
    expect(after.get('drawSocialPictures')).toMatchObject({ result: '20', error: null })
    const tile = async () => {
      const { tiles } = (await app.get('/api/admin/system', staff)).body
      return tiles.find(({ name }: { name: string }) => name === 'Lavori a tempo')
    }
    expect(await tile()).toMatchObject({
      state: 'errore',
      text: expect.stringMatching(/^Non riusciti: Conservazione: ricerche dal .*route_searches/),
    })
    await app.sql`alter table route_searches_away rename to route_searches`
    const path = '/api/admin/periodic-tasks/purgeOldSearches/run'
    expect((await app.post(path, {}, staff)).status).toBe(202)
    await app.drain()
    expect((await tasks()).get('purgeOldSearches')).toMatchObject({ error: null })
    expect(await tile()).toMatchObject({ state: 'ok' })
    for (const name of ['altro', 'recordSearches', 'toString'])
      expect((await app.post(`/api/admin/periodic-tasks/${name}/run`, {}, staff)).status).toBe(404)
  },
)

test('searches that could not be counted are counted once when the database is back', long, async () => {
  await using app = await startApp({ data: 'demo' })
  const [route, later] = await app.sql<Searched[]>`
    select r.id, d.name as departure, a.name as destination, ricerche as searches from route_prices r
    join locations d on d.id = departure_location_id join locations a on a.id = destination_location_id
    where is_active order by r.id limit 2`
  if (!route || !later) throw new Error('two routes are needed')
  const search = ({ departure, destination }: Searched) =>
    app.get(`/api/routes/search?${new URLSearchParams({ departure, destination })}`)
  const searches = async ({ id }: Searched) =>
    (await app.sql`select ricerche from route_prices where id = ${id}`)[0]?.ricerche
  const lastError = async () =>
    (await app.sql`select last_error from periodic_runs where name = 'recordSearches'`)[0]?.lastError
  await app.sql`alter table route_searches rename to route_searches_away`
  await search(route)
  await expect.poll(lastError).toContain('route_searches')
  expect(await searches(route)).toBe(route.searches)
  await app.sql`alter table route_searches_away rename to route_searches`
  await expect.poll(() => searches(route)).toBe(route.searches + 1)
  await expect.poll(lastError).toBe(null)
  // The later search is counted last, after every retry of the first one.
  await search(later)
  await expect.poll(() => searches(later)).toBe(later.searches + 1)
  expect(await searches(route)).toBe(route.searches + 1)
})

interface Searched {
  id: number
  departure: string
  destination: string
  searches: number
}

test(
  'the timeline of an event shows effects, mails with their reports, addresses, and the next attempts',
  long,
  async () => {
    await using brevo = await openBrevo()
    await using engine = await openIndexNow()
    await using app = await startApp({
      data: 'demo',
      env: { BREVO_BASE_URL: brevo.baseUrl, INDEXNOW_ENDPOINT: engine.endpoint },
    })
    const staff = await app.logIn()
    await configureOffice(app)
    const { webhookAddress } = await configureMail(app, { port: 587 }, { smtpHost: '', apiKey: 'xkeysib-ok' })
    await app.post('/api/admin/indexnow/key', {}, staff)
    await app.drain()
    brevo.next({ status: 500, body: '' })
    await given.lead(app, 'booking', { email: 'bounce@cliente.example' })
    await app.drain()
    await app.post(new URL(webhookAddress).pathname, brevo.takeReports())
    const eventOf = async (type: string) => {
      const { items } = (await app.get(`/api/admin/outbox?search=${type}`, staff)).body
      const { status, body } = await app.get(`/api/admin/outbox/${items[0].id}`, staff)
      expect(status).toBe(200)
      return body
    }
    const booking = await eventOf('bookingRequested')
    expect(booking).toMatchObject({
      effects: [
        { reaction: 'integrations:mailBooking', state: 'done', attempts: 1, nextAt: null },
        { reaction: 'integrations:pushBooking', state: 'done', attempts: 1, nextAt: null },
      ],
      job: null,
      addresses: [],
      mails: [
        {
          recipient: office[0],
          state: 'planned',
          lastError: 'Brevo ha un problema temporaneo.',
          sentAt: null,
        },
        { recipient: office[1], state: 'delivered', nextAt: null, reports: [{ event: 'delivered' }] },
        { recipient: 'bounce@cliente.example', state: 'failed', reports: [{ event: 'hard_bounce' }] },
      ],
    })
    expect(Date.parse(booking.mails[0].nextAt)).toBeGreaterThan(Date.now())
    expect(JSON.stringify(booking.payload)).not.toMatch(/bounce|347/)
    const sent = await app.post('/api/admin/indexnow/submit-important', {}, staff)
    const [route] = await app.sql`select id from route_prices where is_active limit 1`
    await app.send('PUT', `/api/admin/route-prices/${route?.id}/active-status`, { isActive: false }, staff)
    await app.drain()
    await makeJobsDue(app)
    await app.drain()
    expect(await eventOf('importantPagesChosen')).toMatchObject({
      job: { id: sent.body.jobId, status: 'completed' },
      mails: [],
    })
    expect(await eventOf('tratta%20disattivata')).toMatchObject({
      effects: [{ reaction: 'integrations:submitRouteDeactivated', state: 'done' }],
      addresses: languages.map(() => ({ state: 'sent', attempts: 1, reason: null })),
    })
    expect((await app.get('/api/admin/outbox/999999', staff)).status).toBe(404)

    await app.sql`update effects set state = 'failed', attempts = 8 where reaction <> 'integrations:mailBooking'`
    const again = await app.post('/api/admin/outbox/replay-failed', {}, staff)
    expect(again.body.replayed).toBeGreaterThan(2)
    await app.drain()
    await makeJobsDue(app)
    await app.drain()
    expect(await app.sql`select distinct state from effects`).toEqual([{ state: 'done' }])
    expect(engine.submissions).toHaveLength(2)
    expect((await app.post('/api/admin/outbox/replay-failed', {}, staff)).body).toEqual({ replayed: 0 })
  },
)

test('a replayed event whose outcome cannot be read is answered as replayed, and the reason is in the log', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const [event] = await app.sql<[{ id: number }]>`
    with event as (
      insert into outbox (type, payload, dispatched_at) values ('leads:contactCreated', '{"leadId": 1}', now())
      returning id
    )
    insert into effects (outbox_id, reaction, state) select id, 'integrations:mailContact', 'failed' from event
    returning outbox_id as id`
  await app.sql`alter table workers rename to workers_away`
  const { status, body } = await app.post(`/api/admin/outbox/${event.id}/replay`, {}, staff)
  expect([status, body]).toEqual([200, { replayed: 1, sent: 0, refusal: null }])
  const logged = app.lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)
  expect(logged).toEqual([
    expect.objectContaining({
      call: 'POST /api/admin/outbox/:id/replay',
      reason: expect.stringContaining('"workers" does not exist'),
    }),
  ])
})

test('every event and every effect has its description', () => {
  const declared = globSync('src/{kernel/selection,kernel/longCommand,modules/**/*contract}.ts').flatMap(
    (file) =>
      [...readFileSync(file, 'utf8').matchAll(/\b(?:event|act)\(\s*'([a-z]+:[A-Za-z]+)'/g)].map(
        ([, type]) => type ?? '',
      ),
  )
  expect(declared.sort()).toEqual(Object.keys(eventLabels()).sort())
  expect(Object.keys(effectWords).sort()).toEqual(reactions.map(({ name }) => name).sort())
})
