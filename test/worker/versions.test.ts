import { type TObject, Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { createJob } from '../../src/kernel/job.ts'
import { listReactions } from '../../src/kernel/jobTask.ts'
import { commandPutOff } from '../../src/kernel/longCommand.ts'
import { anyone, type Event, earlierPayload, event, on } from '../../src/kernel/message.ts'
import { emit } from '../../src/kernel/outbox.ts'
import { reactions } from '../../src/modules/index.ts'
import { personErased } from '../../src/modules/settings/privacy/erasure.contract.ts'
import { type App, startApp } from '../app.ts'

/** Registers a reaction until the test ends. */
function withReaction<P extends TObject>(name: string, to: Event<P>, react: (payload: object) => void) {
  const reaction = on(name, to, async (payload) => react(payload))
  reactions.push(reaction as never)
  listReactions([reaction as never])
  return { [Symbol.dispose]: () => void reactions.splice(reactions.indexOf(reaction as never), 1) }
}

const queued = (app: App) =>
  app.sql`select task_identifier as task, attempts, last_error from graphile_worker.jobs order by id`
const events = (app: App) => app.sql`
  select type, dispatched_at is not null as is_dispatched, count(reaction) as effects
  from outbox left join effects on outbox_id = id group by outbox.id, type order by outbox.id`
const effects = (app: App) =>
  app.sql`select reaction, state, attempts, last_error from effects order by reaction`
async function tile(app: App) {
  const { body } = await app.get('/api/admin/system', await app.logIn())
  return body.tiles.find(({ name }: { name: string }) => name === 'Lavori di un’altra versione')
}
/** Adds a living worker of this release, because `drain` runs jobs without one. */
const addWorker = (app: App, tasks: string[] | null) => app.sql`
  insert into workers (pool_id, host, pid, seen_at, tasks) values ('prova', 'host', 1, now() + interval '1 hour', ${tasks})`
const age = (app: App) =>
  app.sql`update graphile_worker._private_jobs set run_at = run_at - interval '3 minutes'`

test('a worker leaves a version that it does not know, and Stato names it once it has waited', async () => {
  await using app = await startApp()
  await app.sql`
    insert into outbox (type, version, task, payload)
    values ('content:postPublished', 7, 'dispatch:content:postPublished@7', '{"postId": 1}')`
  await app.sql`select graphile_worker.add_job('dispatch', '{"eventId": 1}'::json)`
  await app.drain()
  const left = [{ task: 'dispatch:content:postPublished@7', attempts: 0, lastError: null }]
  expect(await queued(app)).toEqual(left)
  await addWorker(app, ['dispatch', 'react', 'dispatch:content:postPublished@1'])
  expect(await tile(app)).toMatchObject({ state: 'ok' })
  await age(app)
  await app.drain()
  expect(await queued(app)).toEqual(left)
  expect(await events(app)).toContainEqual({ type: 'content:postPublished', isDispatched: false, effects: 0 })
  expect(await tile(app)).toMatchObject({
    state: 'attenzione',
    text: 'Nessun processo in funzione conosce: Articolo pubblicato (versione 7)',
  })
})

test('a worker leaves an effect of a version that it does not know, without counting a try', async () => {
  await using app = await startApp()
  await app.sql`
    with event as (
      insert into outbox (type, version, payload, dispatched_at)
      values ('content:postPublished', 7, '{}', now()) returning id
    ) insert into effects (outbox_id, reaction, task)
    select id, 'integrations:submitPostPublished', 'react:integrations:submitPostPublished@7' from event`
  await app.sql`
    select graphile_worker.add_job('react', '{"eventId": 1, "reaction": "integrations:submitPostPublished"}'::json)`
  await app.drain()
  const task = 'react:integrations:submitPostPublished@7'
  expect(await queued(app)).toEqual([{ task, attempts: 0, lastError: null }])
  const planned = {
    reaction: 'integrations:submitPostPublished',
    state: 'planned',
    attempts: 0,
    lastError: null,
  }
  expect(await effects(app)).toEqual([planned])
})

test('a worker leaves the job of a command that it does not know, without counting a try', async () => {
  await using app = await startApp()
  const input = { command: 'POST /api/admin/of-a-newer-release', input: {}, admin: null }
  await app.sql.begin(async (tx) => {
    await emit(tx, commandPutOff, { jobId: await createJob(tx, 'command', input, anyone) })
  })
  await app.drain()
  const task = 'react:operations:runCommand@1:POST /api/admin/of-a-newer-release'
  expect(await queued(app)).toEqual([{ task, attempts: 0, lastError: null }])
  expect(await effects(app)).toEqual([
    { reaction: 'operations:runCommand', state: 'planned', attempts: 0, lastError: null },
  ])
  expect(await app.sql`select status from jobs`).toEqual([{ status: 'queued' }])
})

test('a worker leaves a scheduled task that it does not know, and Stato names it once it has waited', async () => {
  await using app = await startApp()
  await app.sql`select graphile_worker.add_job('periodic', '{"name": "greetOnBirthdays"}'::json)`
  await app.drain()
  expect(await queued(app)).toEqual([{ task: 'periodic:greetOnBirthdays', attempts: 0, lastError: null }])
  await addWorker(app, ['periodic', 'periodic:buildSitemap'])
  await age(app)
  expect(await tile(app)).toMatchObject({
    state: 'attenzione',
    text: 'Nessun processo in funzione conosce: periodic:greetOnBirthdays',
  })
})

test('a worker of 1.0.0 can neither dispatch an event that it does not know nor count a try of its effect', async () => {
  await using app = await startApp()
  await app.sql.begin((tx) => emit(tx, personErased, { leads: [], addressHashes: [] }))
  expect(await queued(app)).toEqual([
    { task: 'dispatch:settings:personErased@1', attempts: 0, lastError: null },
  ])
  // The statements of 1.0.0 (src/worker/effects.ts).
  const dispatched = await app.sql`
    update outbox set dispatched_at = now() where dispatched_at is null returning id`
  expect(dispatched).toEqual([])
  await app.drain()
  expect(await events(app)).toEqual([{ type: 'settings:personErased', isDispatched: true, effects: 4 }])
  await app.sql`
    insert into effects (outbox_id, reaction, task) values (1, 'test:new', 'react:test:new@1'), (1, 'test:old', null)`
  const begun = await app.sql`
    update effects set attempts = attempts + 1, changed_at = now() where state = 'planned' returning reaction`
  expect(begun).toEqual([{ reaction: 'test:old' }])
})

test('events that 1.0.0 stores under their former names get their effects', async () => {
  await using app = await startApp()
  for (const [type, payload] of [
    ['leads:personErased', { leads: [], addressHashes: [] }],
    ['content:textRequested', { jobId: 1 }],
  ] as const)
    await app.sql`
      with event as (insert into outbox (type, payload) values (${type}, ${app.sql.json(payload)}) returning id)
      select from event, graphile_worker.add_job('dispatch', json_build_object('eventId', id), job_key := 'dispatch:' || id)`
  await app.drain()
  expect(await events(app)).toEqual([
    { type: 'leads:personErased', isDispatched: true, effects: 4 },
    { type: 'content:textRequested', isDispatched: true, effects: 1 },
  ])
  expect(await app.sql`select distinct state from effects`).toEqual([{ state: 'done' }])
  const { body } = await app.get('/api/admin/outbox', await app.logIn())
  expect(body.items).toMatchObject([
    { type: 'settings:loggedIn' },
    { type: 'content:textRequested', label: 'Testo richiesto all’AI' },
    { type: 'leads:personErased', label: 'Dati di una persona cancellati' },
  ])
})

test('an event of an earlier version is read as the present one', async () => {
  await using app = await startApp()
  const renamed = event('test:renamed', Type.Object({ leadId: Type.Integer() }), {
    version: 2,
    earlier: { 1: earlierPayload(Type.Object({ lead: Type.Integer() }), ({ lead }) => ({ leadId: lead })) },
  })
  const seen: object[] = []
  using _ = withReaction('test:seeing', renamed, (payload) => seen.push(payload))
  await app.sql.begin(async (tx) => {
    await emit(tx, renamed, { leadId: 2 })
    await emit(tx, event('test:renamed', Type.Object({ lead: Type.Integer() })), { lead: 1 })
  })
  expect((await queued(app)).map(({ task }) => task)).toEqual([
    'dispatch:test:renamed@2',
    'dispatch:test:renamed@1',
  ])
  await app.drain()
  expect(seen.length).toBe(2)
  expect(seen).toEqual(expect.arrayContaining([{ leadId: 1 }, { leadId: 2 }]))
})

test('a job whose payload does not match its schema stays with its reason, which Stato shows', async () => {
  await using app = await startApp()
  await app.sql`select graphile_worker.add_job('dispatch', '{"factId": 1}'::json)`
  await app.sql`select graphile_worker.add_job('sendMail', '{"messageId": "x"}'::json)`
  await app.drain()
  expect(await queued(app)).toEqual([
    { task: 'dispatch', attempts: 1, lastError: 'payload: eventId Campo obbligatorio' },
    { task: 'sendMail', attempts: 1, lastError: expect.stringMatching(/^payload: messageId /) },
  ])
  expect(await tile(app)).toMatchObject({
    state: 'errore',
    text: expect.stringMatching(/^Dati non validi in 2 lavori: (dispatch|sendMail): payload: /),
  })
})

test('an event whose payload does not match its schema fails with its reason', async () => {
  await using app = await startApp()
  await app.sql`
    with event as (insert into outbox (type, payload) values ('content:postPublished', '{"post": 1}') returning id)
    select from event, graphile_worker.add_job('dispatch', json_build_object('eventId', id))`
  await app.drain()
  expect(await effects(app)).toEqual([
    {
      reaction: 'integrations:submitPostPublished',
      state: 'planned',
      attempts: 1,
      lastError: expect.stringMatching(/^payload: \w+ Campo obbligatorio$/),
    },
  ])
})

const insertMail = (app: App, purpose: string, task: string | null) => app.sql`
  insert into email_messages (message_key, purpose, task, recipient, subject, message_id)
  values (${purpose}, ${purpose}, ${task}, 'anna@example.com', 'Oggetto', ${purpose})`

test('a mail of a purpose that a worker does not know is left to one that does', async () => {
  await using app = await startApp()
  await insertMail(app, 'birthday', 'sendMail:birthday@1')
  await app.sql`select graphile_worker.add_job('sendMail', '{"messageId": 1}'::json, job_key := 'mail:1')`
  await app.drain()
  expect(await queued(app)).toEqual([{ task: 'sendMail:birthday@1', attempts: 0, lastError: null }])
  expect(await app.sql`select state, attempts from email_messages`).toEqual([
    { state: 'planned', attempts: 0 },
  ])
})

test('a worker of 1.0.0 cannot claim a mail that it would write wrongly', async () => {
  await using app = await startApp()
  await addWorker(app, null)
  await insertMail(app, 'cancelled', 'sendMail:cancelled@1')
  await insertMail(app, 'office', null)
  const claim = () => app.sql`
    update email_messages set state = 'sending', claimed_by = 'prova' where state = 'planned' returning purpose`
  expect(await claim()).toEqual([{ purpose: 'office' }])
  await app.sql`update workers set tasks = '{sendMail,sendMail:cancelled@1}'`
  expect(await claim()).toEqual([{ purpose: 'cancelled' }])
})
