import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { on } from '../../src/kernel/message.ts'
import { reactions } from '../../src/modules/index.ts'
import { availabilityRequested } from '../../src/modules/leads/requests/contract.ts'
import { periodic } from '../../src/worker/periodic.ts'
import { silent } from '../../src/worker/tasks.ts'
import { startWorker } from '../../src/worker/worker.ts'
import { type App, eventually, startApp } from '../app.ts'
import { given } from '../given.ts'
import { long } from '../length.ts'
import { configureMail, configureOffice, makeJobsDue, openMailbox } from '../mailbox.ts'

const request = given.request()

async function locked(app: App) {
  return app.sql`select id from graphile_worker.jobs where locked_by is not null`
}

/** Registers a reaction until the test ends. */
function withReaction(name: string, react: () => Promise<void>, options: { queue?: 'texts' } = {}) {
  const reaction = on(name, availabilityRequested, react, options)
  reactions.push(reaction as never)
  return { [Symbol.dispose]: () => void reactions.splice(reactions.indexOf(reaction as never), 1) }
}

test('a running worker sends the mails of a lead, and leaves no lock when it stops', async () => {
  await using app = await startApp()
  await using mailbox = await openMailbox()
  await configureOffice(app)
  await configureMail(app, mailbox)
  const worker = await startWorker(app.runtime, app.databaseUrl)
  await eventually(async () => expect((await app.sql`select pool_id from workers`).length).toBeGreaterThan(0))
  await app.post('/api/availability-requests', request)
  await eventually(() => expect(mailbox.mails).toHaveLength(3))
  await worker.stop()
  expect(await locked(app)).toEqual([])
  expect(await app.sql`select pool_id from workers`).toEqual([])
})

test(
  'a worker that is stopped during a slow mail does not wait for it and releases the mail',
  long,
  async () => {
    await using app = await startApp()
    await using mailbox = await openMailbox()
    await configureOffice(app)
    await configureMail(app, mailbox)
    // The mail server needs longer than any test.
    mailbox.switches.slowMs = 600_000
    const worker = await startWorker(app.runtime, app.databaseUrl)
    await app.post('/api/availability-requests', request)
    await eventually(() => expect(mailbox.mails).toHaveLength(1))
    await worker.stop()
    expect(await locked(app)).toEqual([])
    // Mails are sent one at a time, so only the current one is uncertain.
    expect(await app.sql`select state, is_uncertain from email_messages order by is_uncertain`).toEqual([
      { state: 'planned', isUncertain: false },
      { state: 'planned', isUncertain: false },
      { state: 'planned', isUncertain: true },
    ])
  },
)

test('a failing reaction is tried eight times, then stays visible, and delays no other', async () => {
  await using app = await startApp()
  let tries = 0
  using _ = withReaction('test:broken', async () => {
    tries++
    throw new Error('provider away')
  })
  await app.post('/api/availability-requests', request)
  await app.drain()
  expect(tries).toBe(1)
  const effect = () => app.sql`select state, attempts, last_error from effects where reaction = 'test:broken'`
  expect(await effect()).toEqual([{ state: 'planned', attempts: 1, lastError: 'provider away' }])
  expect(await app.sql`select distinct state from effects where reaction <> 'test:broken'`).toEqual([
    { state: 'done' },
  ])
  const [job] = await app.sql`
    select extract(epoch from run_at - now()) as seconds from graphile_worker.jobs where key like '%:test:broken'`
  expect(Number(job?.seconds)).toBeGreaterThan(3)
  expect(Number(job?.seconds)).toBeLessThanOrEqual(5)
  for (let round = 0; round < 9; round++) {
    await makeJobsDue(app)
    await app.drain()
  }
  expect(tries).toBe(8)
  expect(await effect()).toEqual([{ state: 'failed', attempts: 8, lastError: 'provider away' }])
  expect(await app.sql`select id from graphile_worker.jobs where task_identifier = 'react'`).toEqual([])
})

test('a reaction that failed and then succeeded is done, and runs no more', async () => {
  await using app = await startApp()
  let tries = 0
  using _ = withReaction('test:flaky', async () => {
    if (++tries === 1) throw new Error('once')
  })
  await app.post('/api/availability-requests', request)
  await app.drain()
  await makeJobsDue(app)
  await app.drain()
  await app.sql`select graphile_worker.add_job('react', '{"eventId": 1, "reaction": "test:flaky"}'::json)`
  await app.drain()
  expect(tries).toBe(2)
  expect(await app.sql`select state, last_error from effects where reaction = 'test:flaky'`).toEqual([
    { state: 'done', lastError: null },
  ])
})

test('events, effects and mails that lost their jobs get new ones', async () => {
  await using app = await startApp()
  await using mailbox = await openMailbox()
  await configureOffice(app)
  await app.post('/api/availability-requests', request)
  const lose = () => app.sql`delete from graphile_worker._private_jobs`
  const sweep = () => app.sweep('queueLostWork')
  await lose()
  await sweep()
  expect(await app.sql`select id from email_messages`).toHaveLength(0)
  await app.sql`update outbox set occurred_at = occurred_at - interval '2 minutes'`
  await sweep()
  expect(await app.sql`select id from email_messages`).toHaveLength(3)
  await app.sql`delete from email_messages`
  await app.sql`update effects set state = 'planned', changed_at = changed_at - interval '2 minutes'`
  await lose()
  await sweep()
  expect(await app.sql`select distinct state from email_messages`).toEqual([{ state: 'notConfigured' }])
  await configureMail(app, mailbox)
  await lose()
  await app.sql`update email_messages set updated_at = updated_at - interval '2 minutes'`
  await sweep()
  expect(mailbox.mails).toHaveLength(3)
})

test('an event that waits keeps its only job', async () => {
  await using app = await startApp()
  await app.post('/api/availability-requests', request)
  await app.sql`update outbox set occurred_at = occurred_at - interval '2 minutes'`
  await periodic.queueLostWork({ read: app.sql, write: app.sql, context: app.runtime.context })
  expect(await app.sql`select key from graphile_worker.jobs where task_identifier = 'dispatch'`).toEqual([
    { key: expect.stringMatching(/^dispatch:\d+$/) },
  ])
})

test('the sweep deletes records past their retention period and keeps the others', async () => {
  await using app = await startApp()
  await app.post('/api/availability-requests', request, { 'idempotency-key': 'new-key-1' })
  await app.drain()
  await app.sql`
    insert into idempotency_keys (http, key, input_hash, created_at)
    values ('POST /x', 'old', 'h', now() - interval '25 hours')`
  await app.sql`
    insert into rate_limits (bucket, address_hash, window_start) values ('x', 'h', now() - interval '25 hours')`
  await app.sql`
    insert into outbox (type, payload, occurred_at, dispatched_at)
    values ('a:done', '{}', now() - interval '91 days', now()), ('a:failed', '{}', now() - interval '91 days', now())`
  await app.sql`
    insert into effects (outbox_id, reaction, state) select id, 'x', case type when 'a:done' then 'done' else 'failed' end
    from outbox where type like 'a:%'`
  await app.sql`select graphile_worker.add_job('sweep')`
  await app.drain()
  expect(
    await app.sql`select created_at > now() - interval '1 hour' as is_new from idempotency_keys`,
  ).toEqual([{ isNew: true }])
  expect(await app.sql`select bucket from rate_limits`).toEqual([{ bucket: 'leads' }])
  expect(await app.sql`select type from outbox order by id`).toEqual([
    { type: 'leads:availabilityRequested' },
    { type: 'a:failed' },
    // The sweep also built the first sitemap.
    { type: 'content:sitemapChanged' },
  ])
})

test('jobs of dead workers are released at the start of another, those of running ones are not', async () => {
  await using app = await startApp()
  const now = "now() - interval '11 seconds'"
  const holders = {
    unregistered: null,
    silent: `('silent', 'elsewhere', 1, now() - interval '21 seconds')`,
    // This pid is above the kernel's maximum, so no process has it.
    gone: `('gone', '${hostname()}', 5000000, now())`,
    earlier: `('earlier', '${hostname()}', ${process.pid}, now())`,
    living: `('living', 'elsewhere', 1, now())`,
  }
  for (const [pool, row] of Object.entries(holders)) {
    if (row) await app.sql.unsafe(`insert into workers (pool_id, host, pid, seen_at) values ${row}`)
    await app.sql`select graphile_worker.add_job('sendMail', '{"messageId": 1}'::json, job_key := ${pool})`
    await app.sql.unsafe(
      `update graphile_worker._private_jobs set locked_by = '${pool}', locked_at = ${now} where key = '${pool}'`,
    )
  }
  const worker = await startWorker(app.runtime, app.databaseUrl)
  await eventually(async () =>
    expect(await app.sql`select key from graphile_worker.jobs where key <> 'sweep'`).toEqual([
      { key: 'living' },
    ]),
  )
  await worker.stop()
  expect(await app.sql`select pool_id from workers`).toEqual([{ poolId: 'living' }])
})

test('a worker whose first heartbeat hangs sends the next ones', long, async () => {
  await using app = await startApp()
  await app.sql.unsafe(`
    create sequence beats;
    create function hang() returns trigger language plpgsql as $$
      begin if nextval('beats') = 1 then perform pg_sleep(25); end if; return new; end $$;
    create trigger hang before insert on workers for each row execute function hang()`)
  const starting = startWorker(app.runtime, app.databaseUrl)
  await eventually(async () => expect(await app.sql`select pool_id from workers`).toHaveLength(4))
  const hanging = await app.sql`
    select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
  expect(hanging).toHaveLength(1)
  await (await starting).stop()
})

test('a job that the database gave to a worker in a lost response is done soon', async () => {
  await using app = await startApp()
  const worker = await startWorker(app.runtime, app.databaseUrl)
  await eventually(async () => expect(await app.sql`select pool_id from workers`).toHaveLength(4))
  const [event] = await app.sql<[{ id: number }]>`
    insert into outbox (type, payload) values ('test:nothing', '{}') returning id`
  await app.sql.begin(async (tx) => {
    await tx`lock table graphile_worker._private_jobs in access exclusive mode`
    await tx`select graphile_worker.add_job('dispatch', json_build_object('eventId', ${event.id}::bigint))`
    await tx`
      update graphile_worker._private_jobs set locked_at = now(),
        locked_by = (select pool_id from workers where queue = 'events' limit 1)`
    await eventually(async () => {
      const cut = await app.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%_private_jobs%'`
      expect(cut.length).toBeGreaterThan(0)
    })
  })
  await eventually(async () => {
    const [row] =
      await app.sql`select dispatched_at is not null as is_done from outbox where id = ${event.id}`
    expect(row).toEqual({ isDone: true })
  })
  await worker.stop()
})

test(
  'a search for lost work that never ends is replaced after five minutes, with the queues of its worker',
  long,
  async () => {
    await using app = await startApp()
    const worker = await startWorker(app.runtime, app.databaseUrl)
    const pools = () =>
      app.sql<{ poolId: string }[]>`select pool_id from workers where queue = 'events' order by pool_id`
    await eventually(async () => expect(await pools()).toHaveLength(2))
    const first = await pools()
    const pool = first[0]?.poolId ?? ''
    await app.sql`
      insert into graphile_worker._private_job_queues (queue_name, locked_at, locked_by)
      values ('task:queueLostWork', now(), ${pool})
      on conflict (queue_name) do update set locked_at = excluded.locked_at, locked_by = excluded.locked_by`
    await app.sql`
      select graphile_worker.add_job('periodic', '{"name": "queueLostWork"}', queue_name := 'task:queueLostWork',
        job_key := 'periodic:queueLostWork')`
    await app.sql`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = ${pool} where key = 'periodic:queueLostWork'`
    await app.sql`delete from periodic_runs`
    await app.sql`update workers set started_at = now() - interval '6 minutes'`
    await eventually(async () => {
      const swept =
        await app.sql`select name from periodic_runs where name = 'queueLostWork' and ended_at is not null`
      expect(swept).toHaveLength(1)
    })
    const second = await pools()
    expect(second.filter(({ poolId }) => first.some((one) => one.poolId === poolId))).toEqual([])
    await worker.stop()
  },
)

test(
  'texts that wait for a model delay no mail, and each worker runs only the jobs of its queue',
  long,
  async () => {
    await using app = await startApp()
    await using mailbox = await openMailbox()
    await configureOffice(app)
    await configureMail(app, mailbox)
    const { promise: written, resolve: write } = Promise.withResolvers<void>()
    using _ = withReaction('test:text', () => written, { queue: 'texts' })
    const effects = (state: string) => app.sql`
    select outbox_id from effects where reaction = 'test:text' and state = ${state}`
    const serving = async (queue: 'all' | 'mail' | 'texts') => {
      const worker = await startWorker(app.runtime, app.databaseUrl, silent, queue)
      return { [Symbol.asyncDispose]: () => worker.stop() }
    }
    const staff = await app.logIn()
    const workerTile = async () => {
      const { body } = await app.get('/api/admin/system', staff)
      return body.tiles.find(({ name }: { name: string }) => name === 'Processi di lavoro')
    }
    {
      await using _all = await serving('all')
      await app.post('/api/availability-requests', request)
      await eventually(() => expect(mailbox.mails).toHaveLength(3))
      // Adds more jobs to the queue `texts` than a worker runs concurrently.
      await app.sql`
      with event as (
        insert into outbox (type, payload, dispatched_at)
        select type, payload, now() from outbox, generate_series(1, 70)
        where type = ${availabilityRequested.type} returning id
      ), planned as (insert into effects (outbox_id, reaction) select id, 'test:text' from event returning outbox_id)
      select graphile_worker.add_job('react', json_build_object('eventId', outbox_id, 'reaction', 'test:text'),
        job_key := outbox_id || ':test:text') from planned`
      await eventually(async () =>
        expect(
          await app.sql`
            select id from graphile_worker.jobs where task_identifier in ('writeText', 'react:test:text@1')`,
        ).toHaveLength(71),
      )
      await app.post('/api/availability-requests', { ...request, name: 'Altra persona' })
      await eventually(() => expect(mailbox.mails).toHaveLength(6))
      expect(await effects('done')).toEqual([])
      expect(await workerTile()).toMatchObject({ state: 'ok' })
    }
    await using _texts = await serving('texts')
    await using _mail = await serving('mail')
    await eventually(async () =>
      expect(await workerTile()).toMatchObject({
        state: 'errore',
        text: 'Nessun processo di lavoro per: eventi e lavori a tempo',
      }),
    )
    await app.post('/api/availability-requests', { ...request, name: 'Terza persona' })
    write()
    await eventually(async () => expect(await effects('done')).toHaveLength(72))
    const waiting =
      await app.sql`select task_identifier from graphile_worker.jobs where task_identifier = 'dispatch'`
    expect(waiting).toHaveLength(1)
    expect(mailbox.mails).toHaveLength(6)
    await using _events = await serving('all')
    await eventually(() => expect(mailbox.mails).toHaveLength(9))
  },
)

test('a queue that stops while jobs wait in it returns them, and logs nothing', async () => {
  await using app = await startApp()
  const { promise: written, resolve: write } = Promise.withResolvers<void>()
  using _ = withReaction('test:text', () => written, { queue: 'texts' })
  const warned: object[] = []
  const log = { ...silent, warn: (fields: object) => void warned.push(fields) }
  const worker = await startWorker(app.runtime, app.databaseUrl, log, 'texts')
  // Adds one job more than the worker runs concurrently, so one job waits in the worker's memory.
  await app.sql`
    with event as (
      insert into outbox (type, payload, dispatched_at)
      select ${availabilityRequested.type}, '{"leadId": 1}', now() from generate_series(1, 11) returning id
    ), planned as (insert into effects (outbox_id, reaction) select id, 'test:text' from event returning outbox_id)
    select graphile_worker.add_job('writeText', json_build_object('eventId', outbox_id, 'reaction', 'test:text'))
    from planned`
  await eventually(async () => expect(await locked(app)).toHaveLength(11))
  const stopping = worker.stop()
  write()
  await stopping
  expect(warned).toEqual([])
  expect(await locked(app)).toEqual([])
})

test('two workers share the queue, and each mail is sent once', async () => {
  await using app = await startApp()
  await using mailbox = await openMailbox()
  await configureOffice(app)
  await configureMail(app, mailbox)
  const workers = await Promise.all([1, 2].map(() => startWorker(app.runtime, app.databaseUrl)))
  await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      app.post(
        '/api/availability-requests',
        { ...request, name: `Anna ${randomUUID()}` },
        { 'x-forwarded-for': `203.0.113.${index}` },
      ),
    ),
  )
  await eventually(() => expect(mailbox.mails.length).toBeGreaterThanOrEqual(90))
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(mailbox.mails).toHaveLength(90)
  expect(new Set(mailbox.mails.map(({ messageId }) => messageId)).size).toBe(90)
})

test('the sweep deletes exactly the records past the retention periods of the privacy notice', async () => {
  await using app = await startApp({ data: 'demo' })
  await app.post('/api/availability-requests', request)
  await app.post(
    '/api/availability-requests',
    { ...request, name: 'Ugo Verdi' },
    { 'x-forwarded-for': '203.0.113.9' },
  )
  await app.drain()
  await app.sql`
    update leads set created_at = now() - interval '2 years 1 day' where kind = 'availability_request' and name = 'Ugo Verdi'`
  await app.sql`update email_messages set created_at = now() - interval '2 years 1 day' where lead_id = 2`
  await app.sql`
    insert into route_searches (route_id, created_at)
    select id, now() - interval '8 days' from route_prices order by id limit 1`
  await app.sql`insert into route_searches (route_id) select id from route_prices order by id limit 1`
  await app.sql`select graphile_worker.add_job('sweep')`
  await app.drain()
  expect(await app.sql`select name from availability_requests`).toEqual([{ name: request.name }])
  expect(await app.sql`select distinct lead_id from email_messages`).toEqual([{ leadId: 1 }])
  expect(await app.sql`select 1 from route_searches`).toHaveLength(1)
})
