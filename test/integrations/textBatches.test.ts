import { expect, test } from 'vitest'
import { type App, startApp } from '../app.ts'
import { long } from '../length.ts'
import { openOpenAi } from '../providers/openAi.ts'

async function prepared(app: App) {
  const staff = await app.logIn({ isSuperAdmin: false })
  const form = { name: 'Tratte', prompt: 'Da {partenza} a {destinazione}.', provider: 'openai' }
  const { body } = await app.post('/api/admin/ai-prompts', form, staff)
  await app.sql`
    update route_prices set long_description = case when departure_location_id = 4 then null else 'Mio.' end`
  const write = (more: object = {}) =>
    app.post('/api/admin/ai-batches', { promptId: body.id, field: 'longDescription', max: 3, ...more }, staff)
  const job = async (id: number) => (await app.get(`/api/admin/jobs/${id}`, staff)).body
  const drafts = async () => (await app.get('/api/admin/text-drafts?page=1&limit=100', staff)).body.items
  return { staff, promptId: body.id as number, write, job, drafts }
}

test('texts for many routes are drafts, one for each route, with progress; none is published automatically', async () => {
  await using server = await openOpenAi()
  await using app = await startApp({ env: server.env, data: 'demo' })
  const { staff, write, job, drafts } = await prepared(app)
  const before = await app.sql`select id, long_description, updated_at from route_prices order by id`
  const { status, body } = await write()
  expect([status, body.routes]).toEqual([202, 3])
  await app.drain()
  expect(await job(body.jobId)).toMatchObject({
    kind: 'aiTexts',
    status: 'completed',
    progress: { done: 3, total: 3 },
    result: { written: 3 },
    log: [
      { message: expect.stringMatching(/: bozza pronta$/) },
      { message: expect.stringMatching(/: bozza pronta$/) },
      { message: expect.stringMatching(/: bozza pronta$/) },
    ],
  })
  const all = await drafts()
  expect(all).toHaveLength(3)
  expect(new Set(all.map(({ routeId }: { routeId: number }) => routeId)).size).toBe(3)
  expect(all[0]).toMatchObject({
    text: 'Testo.',
    field: 'longDescription',
    model: 'gpt-6-luna',
    promptName: 'Tratte',
    departure: 'Aeroporto Brindisi',
  })
  expect(server.asked[0]?.body.input).toContain('Dati certi')
  expect(await app.sql`select id, long_description, updated_at from route_prices order by id`).toEqual(before)
  // Routes with an open draft are skipped.
  const second = await write()
  await app.drain()
  expect(second.body.routes).toBe(3)
  expect(new Set((await drafts()).map(({ routeId }: { routeId: number }) => routeId)).size).toBe(6)

  const [one, other] = all
  const decide = (id: number, isAccepted: unknown) =>
    app.post(`/api/admin/text-drafts/${id}/decision`, { isAccepted }, staff)
  expect((await decide(one.id, true)).status).toBe(204)
  expect((await decide(one.id, true)).status).toBe(204)
  expect((await decide(one.id, false)).status).toBe(409)
  expect((await decide(other.id, false)).status).toBe(204)
  expect((await decide(99_999, true)).status).toBe(404)
  expect((await decide(all[2].id, 'forse')).status).toBe(422)
  expect(await drafts()).toHaveLength(4)
  const kept = await app.sql`select action, after from audit_log where action like '%textDraft%' order by id`
  expect(kept).toMatchObject([
    { action: 'integrations:textDraftAccepted', after: { model: 'gpt-6-luna', promptName: 'Tratte' } },
    { action: 'integrations:textDraftDiscarded' },
  ])
})

test('a batch stops with its reason at the daily limit or a provider’s refusal, and one call resumes it', async () => {
  await using server = await openOpenAi()
  await using app = await startApp({ env: server.env, data: 'demo' })
  const { staff, write, job, drafts } = await prepared(app)
  await app.sql`update ai_settings set daily_tokens = 200`
  const { body } = await write({ max: 5 })
  await app.drain()
  expect(await job(body.jobId)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('Il limite di 200 token al giorno'),
    progress: { done: 2, total: 5 },
  })
  const resume = () => app.post(`/api/admin/ai-batches/${body.jobId}/resume`, {}, staff)
  expect((await resume()).status).toBe(409)
  await app.sql`update ai_settings set daily_tokens = 0`
  // One refused text does not stop the batch, but three in a row do.
  server.next('refusal', { text: 'Bella.' }, 'quota')
  expect((await resume()).status).toBe(202)
  await app.drain()
  expect(await job(body.jobId)).toMatchObject({ status: 'completed', progress: { total: 5 } })
  expect(await drafts()).toHaveLength(3)
  const next = await write({ max: 6 })
  await app.drain()
  const stopped = await job(next.body.jobId)
  expect([stopped.status, stopped.error]).toEqual([
    'failed',
    'Fermato dopo tre testi non riusciti di fila: guarda il registro, poi riprendi.',
  ])
  expect(stopped.log[0].message).toContain('Il credito presso OpenAI è esaurito.')
  // Staff correct the prompt before they resume.
  await app.sql`update ai_prompts set prompt = 'Corretto: da {partenza} a {destinazione}.'`
  server.next({ text: 'Bella.' })
  expect((await app.post(`/api/admin/ai-batches/${next.body.jobId}/resume`, {}, staff)).status).toBe(202)
  await app.drain()
  expect(await job(next.body.jobId)).toMatchObject({ status: 'completed', progress: { done: 6, total: 6 } })
  expect(server.asked.at(-1)?.body.input).toMatch(/^Corretto: da /)
  expect(await drafts()).toHaveLength(9)
  expect((await app.post(`/api/admin/ai-batches/${next.body.jobId}/resume`, {}, staff)).status).toBe(409)
  expect((await app.post('/api/admin/ai-batches/999999/resume', {}, staff)).status).toBe(404)
})

test(
  'a batch that is resumed after a kill writes each text once, and a cancelled one stops',
  long,
  async () => {
    await using server = await openOpenAi()
    await using app = await startApp({ env: server.env, data: 'demo' })
    const { staff, write, job, drafts } = await prepared(app)
    const { body } = await write({ max: 4 })
    await app.drain()
    expect(server.asked).toHaveLength(4)
    // Simulates that the process was killed after two texts.
    await app.sql`
    delete from text_drafts where id in (select id from text_drafts order by id desc limit 2)`
    await app.sql`update jobs set status = 'running', done = 2 where id = ${body.jobId}`
    await app.sql`update effects set state = 'planned'`
    await app.sql`
    select graphile_worker.add_job('react', json_build_object('eventId', outbox_id, 'reaction', reaction)) from effects`
    await app.drain()
    expect(server.asked).toHaveLength(6)
    expect(await drafts()).toHaveLength(4)
    expect(await job(body.jobId)).toMatchObject({ status: 'completed', progress: { done: 4, total: 4 } })

    server.usual.text = 'Una lunga storia. '.repeat(20)
    server.usual.pauseMs = 40
    const long = await write({ max: 4 })
    const work = app.drain()
    await expect.poll(() => server.asked.length).toBe(7)
    await app.send('DELETE', `/api/admin/jobs/${long.body.jobId}`, undefined, staff)
    await work
    expect((await job(long.body.jobId)).status).toBe('cancelled')
    expect(server.asked.length).toBe(7)
    expect(await drafts()).toHaveLength(4)
  },
)

test('without a prompt, a key or a route no batch starts', async () => {
  await using server = await openOpenAi()
  await using app = await startApp({ env: server.env, data: 'demo' })
  const { staff, promptId, write } = await prepared(app)
  expect((await write({ promptId: 999 })).status).toBe(422)
  expect((await write({ field: 'slug' })).status).toBe(422)
  expect((await write({ max: 0 })).status).toBe(422)
  const none = await write({ search: 'nessun posto' })
  expect([none.status, none.body.detail]).toEqual([
    422,
    'Nessuna tratta da scrivere: hanno già un testo, o una bozza da rivedere.',
  ])
  const { body } = await app.get(`/api/admin/ai-prompts/${promptId}`, staff)
  await app.send('PUT', `/api/admin/ai-prompts/${promptId}`, { ...body, provider: 'anthropic' }, staff)
  expect((await write()).status).toBe(409)
  expect(await app.sql`select id from jobs`).toEqual([])
})
