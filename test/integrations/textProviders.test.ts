import { expect, test } from 'vitest'
import { type App, startApp } from '../app.ts'
import { long } from '../length.ts'
import { openAnthropic } from '../providers/anthropic.ts'
import { openOpenAi } from '../providers/openAi.ts'

// Every documented failure of the two providers, with their real SDKs over HTTP.

const providers = [
  { provider: 'openai', name: 'OpenAI', open: openOpenAi },
  { provider: 'anthropic', name: 'Anthropic', open: openAnthropic },
] as const

/** Lets the product write a text. Returns the finished job as staff see it. */
async function written(app: App, staff: Record<string, string>, promptId: number) {
  const input = { promptId, locationName: 'Otranto' }
  const { body } = await app.post('/api/admin/generate-location-ai-content', input, staff)
  await app.drain()
  return (await app.get(`/api/admin/jobs/${body.jobId}`, staff)).body
}

async function prepared(app: App, provider: string) {
  const staff = await app.logIn()
  const form = { name: 'X', prompt: 'Descrivi {localita}.', provider, fieldType: 'description' }
  const { body } = await app.post('/api/admin/ai-prompts', form, staff)
  return { staff, promptId: body.id as number }
}

const passing: Record<string, string> = {
  conflict: 'non è al momento disponibile (errore 409).',
  busy: 'riceve troppe richieste: riprova tra qualche minuto.',
  down: 'non è al momento disponibile (errore 500).',
  overloaded: 'non è al momento disponibile (errore 5',
  gateway: 'non è al momento disponibile (errore 502).',
  slow: 'non ha risposto in tempo.',
  stalled: 'non ha risposto in tempo.',
  cut: 'non è raggiungibile.',
  cutStream: 'non è raggiungibile.',
  elsewhere: 'non è raggiungibile.',
  endsEarly: 'si è interrotta.',
  page: 'si è interrotta.',
  badStream: 'non è comprensibile.',
  errorEvent: 'non è al momento disponibile (errore 5',
  failed: '',
}

const lasting: Record<string, string> = {
  badRequest: 'non accetta la richiesta (errore 400).',
  badKey: 'La chiave API di',
  forbidden: 'La chiave API di',
  noModel: 'non conosce il modello richiesto, o la chiave non può usarlo.',
  quota: 'Il credito presso',
  busyLong: 'riceve troppe richieste: riprova tra qualche minuto.',
  tooLong: 'Risposta incompleta: accorcia il prompt e riprova.',
  refusal: 'si è rifiutato di scrivere questo testo: cambia il prompt.',
  empty: 'ha risposto senza testo.',
}

for (const { provider, name, open } of providers) {
  test(`${name}: temporary errors are retried automatically and give one text`, long, async () => {
    await using server = await open()
    await using app = await startApp({ env: { ...server.env, TEXT_RETRY_MS: '20' } })
    const { staff, promptId } = await prepared(app, provider)
    for (const [fate, sentence] of Object.entries(passing)) {
      const isSlow = fate === 'slow' || fate === 'stalled'
      // Only responses that never end get the short timeout, because a busy machine needs time.
      await app.sql`update ai_settings set timeout_seconds = ${isSlow ? 1 : 30}`
      server.next(fate, { text: 'Bella.' })
      server.asked.length = 0
      const job = await written(app, staff, promptId)
      expect([fate, job.status, job.result?.text, server.asked.length]).toEqual([
        fate,
        'completed',
        'Bella.',
        2,
      ])
      expect(job.log[1].message).toContain(sentence)
      expect(job.log[1].message).toContain('Nuovo tentativo tra')
      expect(JSON.stringify(job)).not.toContain('0123456789')
    }
  })

  test(`${name}: permanent errors end the job with a reason, store nothing, and another press requests again`, async () => {
    await using server = await open()
    await using app = await startApp({ env: { ...server.env, TEXT_RETRY_MS: '20' } })
    const { staff, promptId } = await prepared(app, provider)
    for (const [fate, sentence] of Object.entries(lasting)) {
      server.next(fate)
      server.asked.length = 0
      const job = await written(app, staff, promptId)
      expect([fate, job.status, job.result, server.asked.length]).toEqual([fate, 'failed', undefined, 1])
      expect(job.error).toContain(sentence)
    }
    // The job reports a busy provider after the last attempt.
    server.next('busy')
    server.asked.length = 0
    const busy = await app.post(
      '/api/admin/generate-location-ai-content',
      { promptId, locationName: 'Otranto' },
      staff,
    )
    await app.drain()
    expect(server.asked.length).toBe(4)
    expect((await app.get(`/api/admin/jobs/${busy.body.jobId}`, staff)).body.status).toBe('failed')
    server.next({ text: 'Bella.' })
    expect((await written(app, staff, promptId)).result.text).toBe('Bella.')
    const dump = JSON.stringify([app.lines, await app.sql`select * from jobs`])
    expect(dump).not.toContain('0123456789')
  })

  test(`${name}: the simulator refuses what the real service refuses`, async () => {
    await using server = await open()
    const isOpenAi = provider === 'openai'
    const path = isOpenAi ? '/v1/responses' : '/v1/messages'
    const key = Object.values(server.env).find((value) => value.startsWith('sk-'))
    const good = isOpenAi
      ? { model: 'gpt-6-luna', input: 'Ciao', stream: true }
      : {
          model: 'claude-haiku-5-5',
          max_tokens: 50,
          stream: true,
          messages: [{ role: 'user', content: 'Ciao' }],
        }
    const ask = async (body: object, headers: Record<string, string> = {}) => {
      const reply = await fetch(server.url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${key}`,
          'anthropic-version': '2026-10-21',
          ...headers,
        },
        body: JSON.stringify(body),
      })
      return [reply.status, await reply.text()] as const
    }
    expect((await ask(good))[0]).toBe(200)
    expect((await ask(good, { authorization: 'Bearer sk-altra' }))[0]).toBe(401)
    expect((await ask({ ...good, model: 'gpt-2' }))[0]).toBe(404)
    expect((await ask({ ...good, temperature: 1 }))[0]).toBe(400)
    expect((await ask({ ...good, invented: 1 }))[1]).toContain('invented')
    if (isOpenAi) expect((await ask({ ...good, max_output_tokens: 1 }))[0]).toBe(400)
    else {
      expect((await ask({ ...good, max_tokens: undefined }))[0]).toBe(400)
      expect((await ask(good, { 'anthropic-version': '2023-06-01' }))[0]).toBe(400)
    }
  })
}

test(
  'the text appears on the job while the model writes, a cancelled one is not read to its end, and its tokens count',
  long,
  async () => {
    await using server = await openAnthropic()
    await using app = await startApp({ env: { ...server.env, TEXT_RETRY_MS: '20' } })
    const { staff, promptId } = await prepared(app, 'anthropic')
    server.usual.text = 'Otranto è la città più a est. '.repeat(12)
    server.usual.pauseMs = 60
    const written = Promise.withResolvers<void>()
    server.usual.end = written.promise
    const input = { promptId, locationName: 'Otranto' }
    const { body } = await app.post('/api/admin/generate-location-ai-content', input, staff)
    const work = app.drain()
    const soFar = async (): Promise<number> =>
      (await app.get(`/api/admin/jobs/${body.jobId}`, staff)).body.result?.soFar?.length ?? 0
    await expect.poll(soFar).toBeGreaterThan(0)
    await expect.poll(soFar).toBeGreaterThan(await soFar())
    written.resolve()
    await work
    const { result } = (await app.get(`/api/admin/jobs/${body.jobId}`, staff)).body
    expect(result.text).toBe(server.usual.text.trim())

    const second = await app.post('/api/admin/generate-location-ai-content', input, staff)
    const work2 = app.drain()
    await expect
      .poll(async () => (await app.get(`/api/admin/jobs/${second.body.jobId}`, staff)).body.result)
      .toBeTruthy()
    await app.send('DELETE', `/api/admin/jobs/${second.body.jobId}`, undefined, staff)
    await work2
    const { body: stopped } = await app.get(`/api/admin/jobs/${second.body.jobId}`, staff)
    expect([stopped.status, stopped.result]).toEqual(['cancelled', undefined])
    const uses = await app.sql`
    select job_id, input_tokens, output_tokens from ai_uses order by id`
    expect(uses[0]).toEqual({ jobId: body.jobId, inputTokens: 40, outputTokens: 60 })
    // The provider did not report the tokens of the cancelled job, so the product estimates them.
    expect(uses).toHaveLength(2)
    expect(uses[1]?.outputTokens).toBeGreaterThan(0)
  },
)

test('models, daily tokens and the timeout are settings; at the limit nothing is requested, with a message that names it', async () => {
  await using server = await openOpenAi()
  await using app = await startApp({ env: { ...server.env, TEXT_RETRY_MS: '20' } })
  const { staff, promptId } = await prepared(app, 'openai')
  const { body: before } = await app.get('/api/admin/ai-settings', staff)
  expect(before).toMatchObject({
    openaiModel: null,
    usualOpenaiModel: 'gpt-6-luna',
    usualAnthropicModel: 'claude-haiku-5-5',
    dailyTokens: 500_000,
    timeoutSeconds: 60,
    tokensToday: 0,
  })
  const form = { ...before, openaiModel: 'gpt-6-sol', dailyTokens: 1000, timeoutSeconds: 30 }
  const save = (more: object, headers = staff) =>
    app.send<{ updatedAt: string; detail: string }>(
      'PUT',
      '/api/admin/ai-settings',
      { ...form, ...more },
      headers,
    )
  expect((await save({}, await app.logIn({ isSuperAdmin: false }))).status).toBe(403)
  expect((await save({ dailyTokens: -1 })).status).toBe(422)
  expect((await save({ timeoutSeconds: 0 })).status).toBe(422)
  const saved = await save({})
  expect(saved.status).toBe(200)
  expect((await save({})).status).toBe(409)
  expect((await written(app, staff, promptId)).result).toMatchObject({ model: 'gpt-6-sol', tokens: 100 })
  expect((await app.get('/api/admin/ai-settings', staff)).body.tokensToday).toBe(100)
  // The text was requested within the limit, but the limit was reached before the job ran.
  const late = await app.post(
    '/api/admin/generate-location-ai-content',
    { promptId, locationName: 'X' },
    staff,
  )
  expect((await save({ dailyTokens: 100, updatedAt: saved.body.updatedAt })).status).toBe(200)
  await app.drain()
  const sentence =
    'Il limite di 100 token al giorno per i testi AI è raggiunto: riprova domani, o alzalo in API Esterne.'
  expect((await app.get(`/api/admin/jobs/${late.body.jobId}`, staff)).body).toMatchObject({
    status: 'failed',
    error: sentence,
  })
  const now = await app.post(
    '/api/admin/generate-location-ai-content',
    { promptId, locationName: 'X' },
    staff,
  )
  expect([now.status, now.body.detail]).toEqual([409, sentence])
  expect(server.asked).toHaveLength(1)
  // Yesterday's tokens do not count.
  await app.sql`update ai_uses set used_at = now() - interval '1 day'`
  expect((await written(app, staff, promptId)).status).toBe('completed')
})
