import { Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { HttpError } from '../../src/kernel/httpError.ts'
import { long, putOff } from '../../src/kernel/longCommand.ts'
import { anyone, type Caller, command, handle } from '../../src/kernel/message.ts'
import { startApp } from '../app.ts'
import { makeJobsDue } from '../mailbox.ts'

// A command that changes or compares thousands of routes answers at once, and a job does its work.

/** Starts an app with 1,100 further routes that cost 100 euro. */
async function openLarge() {
  const app = await startApp({ data: 'demo' })
  await app.sql`
    insert into locations (name, location_type) select 'Borgo ' || n, 'Città' from generate_series(1, 1100) n`
  await app.sql`
    insert into route_prices (departure_location_id, destination_location_id, slug, price1to3_pax, distance_km)
    select h.id, b.id, 'borgo-' || b.id, 100, 60 from locations h, locations b
    where h.name = 'Stazione Lecce' and b.name like 'Borgo %'`
  await app.settle()
  const staff = await app.logIn()
  const post = (path: string, body: object) => app.post(path, body, staff)
  /** Runs the job of a reply, and returns it. */
  const ended = async ({ status, body }: { status: number; body: { jobId: number } }) => {
    expect([status, body]).toEqual([202, { jobId: expect.any(Number), isPutOff: true }])
    await app.drain()
    return (await app.get(`/api/admin/jobs/${body.jobId}`, staff)).body
  }
  const prices = async () =>
    (await app.sql`select distinct price1to3_pax as price from route_prices where slug like 'borgo-%'`).map(
      ({ price }) => Number(price),
    )
  return { app, staff, post, ended, prices, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

const all = { filter: { search: 'borgo' }, fields: ['price1to3Pax'], percent: 10 }

test('prices of thousands of routes change in a job with the preview, the outcome and the undo of a quick change', async () => {
  await using large = await openLarge()
  const { post, ended, prices } = large
  const dry = await ended(await post('/api/bulk-pricing/adjust', { ...all, dryRun: true }))
  expect(dry).toMatchObject({
    kind: 'command',
    status: 'completed',
    progress: { done: 1, total: 1 },
    result: { updated: 1100, updatedRoutes: 1100, plan: expect.any(String) },
  })
  expect(dry.result.changes).toHaveLength(1100)
  expect(await prices()).toEqual([100])

  const made = await ended(await post('/api/bulk-pricing/adjust', { ...all, plan: dry.result.plan }))
  expect(made.result).toMatchObject({ updated: 1100, batchId: expect.any(String) })
  expect(await prices()).toEqual([110])
  const stale = await ended(await post('/api/bulk-pricing/adjust', { ...all, plan: dry.result.plan }))
  expect(stale).toMatchObject({ status: 'failed', result: { refusal: { status: 409, detail: stale.error } } })
  expect(stale.error).toContain('Dopo l’anteprima qualcuno ha cambiato i prezzi')
  expect(await prices()).toEqual([110])

  const undone = await ended(await post(`/api/admin/bulk-acts/${made.result.actId}/undo`, {}))
  expect(undone.result).toMatchObject({ undone: 1 })
  expect(await prices()).toEqual([100])
})

test('a second attempt of the job and a cancelled job change nothing', async () => {
  await using large = await openLarge()
  const { app, staff, post, ended, prices } = large
  const { id } = await ended(await post('/api/bulk-pricing/adjust', all))
  await app.sql`
    select graphile_worker.add_job('react', json_build_object('eventId', id, 'reaction', 'operations:runCommand'))
    from outbox where type = 'operations:commandPutOff' and payload ->> 'jobId' = ${String(id)}`
  await app.sql`update effects set state = 'planned' where reaction = 'operations:runCommand'`
  await app.drain()
  expect(await prices()).toEqual([110])
  const { body } = await post('/api/bulk-pricing/adjust', all)
  await app.send('DELETE', `/api/admin/jobs/${body.jobId}`, undefined, staff)
  await app.drain()
  expect(await prices()).toEqual([110])
})

test('a refusal in a job has the fields that a quick command would name, and is no failure for staff', async () => {
  await using large = await openLarge()
  const { app, staff, post, ended } = large
  const { result } = await ended(
    await post('/api/bulk-pricing/adjust', { ...all, percent: undefined, amount: '-100' }),
  )
  expect(result.refusal.status).toBe(422)
  expect(result.refusal.errors[0].path).toMatch(/^\d+\.price1to3Pax$/)
  expect((await app.get('/api/admin/failures', staff)).body.items).toEqual([])
  expect((await app.get('/metrics')).text).toMatch(/jobs_failed\S* 0$/m)
})

test('a refused job cannot be retried, also after its reply is deleted', async () => {
  await using large = await openLarge()
  const { app, staff, post, ended } = large
  const job = await ended(await post('/api/bulk-pricing/adjust', { ...all, percent: undefined }))
  expect(job).toMatchObject({ status: 'failed', result: { refusal: { status: 422 } } })
  const retry = () => app.post(`/api/admin/jobs/${job.id}/retry`, {}, staff)
  const refused = {
    status: 409,
    detail: 'Questa operazione è stata rifiutata: avviala da capo con altri valori.',
  }
  expect((await retry()).body).toMatchObject(refused)
  await app.sql`update jobs set updated_at = now() - interval '2 days'`
  await app.sweep('purgeRecords')
  expect((await retry()).body).toMatchObject(refused)
  await app.drain()
  expect(await app.sql`select status, dropped_at is not null as is_dropped from jobs`).toMatchObject([
    { status: 'failed', isDropped: true },
  ])
  expect((await app.get('/api/admin/failures', staff)).body.items).toEqual([])
})

test('a job whose command this release does not know waits for one that does, and leaves the queue if staff cancel it', async () => {
  await using large = await openLarge()
  const { app, staff, post } = large
  const { body } = await post('/api/bulk-pricing/adjust', all)
  await app.sql`update jobs set input = jsonb_set(input, '{command}', '"POST /api/gone"')`
  await app.drain()
  expect((await app.get(`/api/admin/jobs/${body.jobId}`, staff)).body.status).toBe('queued')
  const waiting = () => app.sql`
    select task_identifier as task, attempts from graphile_worker.jobs where task_identifier like 'react:%'`
  expect(await waiting()).toEqual([{ task: 'react:operations:runCommand@1:POST /api/gone', attempts: 0 }])
  expect((await app.send('DELETE', `/api/admin/jobs/${body.jobId}`, undefined, staff)).status).toBe(200)
  await app.sweep('queueLostWork')
  expect(await waiting()).toEqual([])
  expect(await app.sql`select distinct state from effects`).toEqual([{ state: 'done' }])
})

test('a refused job that a retry had broken offers no other retry', async () => {
  await using large = await openLarge()
  const { app, staff, post } = large
  const { body } = await post('/api/bulk-pricing/adjust', all)
  await app.sql`update jobs set status = 'failed', input = '{}'`
  expect((await app.get('/api/admin/failures', staff)).body.items).toMatchObject([
    { kind: 'job', what: 'command', canRetry: false },
  ])
  expect((await app.post(`/api/admin/jobs/${body.jobId}/drop`, {}, staff)).status).toBe(200)
})

test('the preview of a long command is deleted after a day, its job after a year', async () => {
  await using large = await openLarge()
  const { app, staff, post, ended } = large
  const { id } = await ended(await post('/api/bulk-pricing/adjust', { ...all, dryRun: true }))
  const stored = async (age: string) => {
    await app.sql`update jobs set updated_at = now() - ${age}::interval`
    await app.sweep('purgeRecords')
    return (await app.get(`/api/admin/jobs/${id}`, staff)).body
  }
  expect((await stored('23 hours')).result.changes).toHaveLength(1100)
  const old = await stored('25 hours')
  expect([old.status, old.result]).toEqual(['completed', undefined])
  expect((await stored('364 days')).status).toBe('completed')
  expect((await stored('367 days')).detail).toBe('Operazione non trovata.')
})

test('few routes change at once, also among thousands', async () => {
  await using large = await openLarge()
  const { post } = large
  const { status, body } = await post('/api/bulk-pricing/adjust', {
    ...all,
    filter: { search: 'borgo 1099' },
  })
  expect([status, body.updated]).toEqual([200, 1])
})

test('a value that a table refuses is a refusal in a job as in a request', async () => {
  await using large = await openLarge()
  const { app, staff, post, ended, prices } = large
  await app.sql`alter table route_prices add constraint cheap check (price1to3_pax < 105) not valid`
  const { status, result } = await ended(await post('/api/bulk-pricing/adjust', all))
  expect([status, result.refusal]).toEqual([
    'failed',
    { status: 422, detail: 'Uno dei valori inviati non è ammesso.', errors: [] },
  ])
  expect((await app.get('/api/admin/failures', staff)).body.items).toEqual([])
  expect(await prices()).toEqual([100])
})

test('a job does nothing for an account that is no longer active or has lost its role', async () => {
  await using large = await openLarge()
  const { app, staff, ended, prices } = large
  for (const loss of [{ isActive: false }, { role: 'operatore' as const }]) {
    const other = await app.logIn({ isSuperAdmin: false })
    const asked = await app.post('/api/bulk-pricing/adjust', all, other)
    await app.sql`update admin_users set ${app.sql(loss)} where role = 'admin'`
    const { status, result } = await ended(asked)
    expect([status, result.refusal.status]).toEqual(['failed', 403])
    expect(await prices()).toEqual([100])
  }
  expect((await app.get('/api/admin/failures', staff)).body.items).toEqual([])
})

test('a job tries again after an outage that its command reports', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  let isDown = true
  const { message } = long(
    handle(
      command('POST /api/test-outage', 'admin', Type.Object({}), Type.Object({ isDone: Type.Boolean() })),
      async () => {
        if (isDown) throw new HttpError(503, 'Il servizio non risponde.')
        return { isDone: true }
      },
    ),
    async () => true,
  )
  const [account] = await app.sql<[{ id: number }]>`select id from admin_users`
  const caller: Caller = { ...anyone, admin: { id: account.id, role: 'superAdmin' } }
  const asked = await app.sql.begin((tx) => putOff(tx, message.http, {}, caller))
  const job = async () => (await app.get(`/api/admin/jobs/${asked?.jobId}`, staff)).body
  await app.drain()
  expect(await job()).toMatchObject({ status: 'running', error: 'Il servizio non risponde.' })
  isDown = false
  await makeJobsDue(app)
  await app.drain()
  expect(await job()).toMatchObject({ status: 'completed', result: { isDone: true } })
})
