import { expect, test } from 'vitest'
import type { Translation } from '../../src/modules/content/translations/contract.ts'
import { translations } from '../../src/modules/content/translations/translated.queries.ts'
import { type App, startApp } from '../app.ts'
import { long } from '../length.ts'
import { openAnthropic } from '../providers/anthropic.ts'
import { openOpenAi } from '../providers/openAi.ts'

async function prepared(app: App) {
  const staff = await app.logIn({ isSuperAdmin: false })
  const ask = (form: object) => app.post('/api/admin/translations/drafts', form, staff)
  const job = async (id: number) => (await app.get(`/api/admin/jobs/${id}`, staff)).body
  const read = async (id: number, language = 'de', kind = 'place') =>
    (await app.get<Translation>(`/api/admin/translations/${kind}/${id}/${language}`, staff)).body
  const places = await app.sql<{ id: number }[]>`
    update locations set long_description = 'Il borgo di ' || name || ' dista 12 km dal mare.'
    where name in ('Gallipoli', 'Otranto', 'Specchia') returning id`
  return { staff, ask, job, read, ids: places.map(({ id }) => id).sort((one, other) => one - other) }
}

test('the AI drafts every missing text in a language, and no visitor reads a draft before its review', async () => {
  await using server = await openAnthropic()
  await using app = await startApp({ env: server.env, data: 'demo' })
  const { staff, ask, job, read, ids } = await prepared(app)
  const { status, body } = await ask({ language: 'de', kind: 'place' })
  expect([status, body]).toEqual([202, { jobId: expect.any(Number) }])
  await app.drain()
  expect(await job(body.jobId)).toMatchObject({
    kind: 'aiTranslations',
    status: 'completed',
    progress: { done: 3, total: 3 },
    result: { written: 3 },
    log: Array(3).fill({ message: expect.stringMatching(/^Località «.*»: bozza pronta$/) }),
  })
  const [id = 0] = ids
  const draft = await read(id)
  expect(draft).toMatchObject({ state: 'draft', isShown: false, warnings: [] })
  expect(draft.text.longDescription).toBe(`[de] ${draft.source.longDescription}`)
  const shown = async () => (await translations(app.sql as never)).text('place', id, 'de')
  expect(await shown()).toBeNull()
  const asked = JSON.stringify(server.asked[0]?.body)
  expect(asked).toContain('Traduci in tedesco')
  expect(await app.sql`select action, actor from audit_log where action like 'content:translation%'`).toEqual(
    Array(3).fill({ action: 'content:translationDraftKept', actor: 'worker' }),
  )

  const again = await ask({ language: 'de', kind: 'place' })
  expect([again.status, again.body.detail]).toMatchObject([422, expect.stringContaining('Nessun testo')])
  // A reviewed text is drafted again only once its Italian text has changed, and stays visible meanwhile.
  const { text, sourceUpdatedAt, updatedAt } = draft
  const at = `/api/admin/translations/place/${id}/de`
  await app.send('PUT', at, { text, state: 'reviewed', sourceUpdatedAt, updatedAt }, staff)
  expect((await ask({ language: 'de', kind: 'place', ids: [id] })).status).toBe(422)
  await app.sql`update locations set long_description = 'Nuovo: ' || long_description, updated_at = now() where id = ${id}`
  expect((await read(id)).state).toBe('outdated')
  expect((await ask({ language: 'de', kind: 'place', ids: [id] })).status).toBe(202)
  await app.drain()
  expect(await read(id)).toMatchObject({
    state: 'draft',
    isShown: true,
    text: { longDescription: expect.stringMatching(/^\[de\] Nuovo: /) },
  })
  expect(await shown()).not.toBeNull()
})

test('a draft with a missing or invented figure is refused with its field, and only the refused texts are asked again', async () => {
  await using server = await openOpenAi()
  await using app = await startApp({ env: server.env, data: 'demo' })
  const { ask, job, read, ids } = await prepared(app)
  const wrong = { text: '<<longDescription>>\nThe village is 15 km from the sea.' }
  server.next(wrong, wrong, {
    text: '<<longDescription>>\nOtranto, Gallipoli and Specchia are 12 km from the sea.',
  })
  const { body } = await ask({ language: 'en', kind: 'place' })
  await app.drain()
  const done = await job(body.jobId)
  expect([done.status, done.result]).toEqual(['completed', { refused: 1, written: 2 }])
  const messages = done.log.map(({ message }: { message: string }) => message)
  const reason = /longDescription: Mancano le cifre 12\. Nel testo italiano non ci sono le cifre 15\./
  expect(messages[0]).toMatch(reason)
  expect(messages[1]).toMatch(/^Località «.*»: Traduzione rifiutata\. /)
  expect(messages[1]).toMatch(reason)
  expect(JSON.stringify(server.asked[1]?.body)).toContain('correggi')
  const states = async () => (await Promise.all(ids.map((id) => read(id, 'en')))).map(({ state }) => state)
  expect(await states()).toEqual(['missing', 'draft', 'draft'])
  await ask({ language: 'en', kind: 'place' })
  await app.drain()
  expect(await states()).toEqual(['draft', 'draft', 'draft'])
})

test(
  'a retry after three refusals asks for the refused texts again, with the corrected prompt',
  long,
  async () => {
    await using server = await openOpenAi()
    await using app = await startApp({ env: server.env, data: 'demo' })
    const { staff, ask, job, read, ids } = await prepared(app)
    const wrong = { text: '<<longDescription>>\nThe village is 15 km from the sea.' }
    server.next(wrong)
    const { body } = await ask({ language: 'en', kind: 'place' })
    await app.drain()
    expect(await job(body.jobId)).toMatchObject({ status: 'failed', progress: { done: 0, total: 3 } })
    const prompt = { name: 'Breve', prompt: 'Sii breve.', provider: 'openai', fieldType: 'translation' }
    await app.post('/api/admin/ai-prompts', prompt, staff)
    server.next({ text: '<<longDescription>>\nOtranto, Gallipoli and Specchia are 12 km from the sea.' })
    expect((await app.post(`/api/admin/jobs/${body.jobId}/retry`, {}, staff)).status).toBe(202)
    await app.drain()
    expect(server.asked.at(-1)?.body.input).toMatch(/^Sii breve\./)
    expect(await job(body.jobId)).toMatchObject({ status: 'completed', result: { written: 3 } })
    for (const id of ids) expect((await read(id, 'en')).state).toBe('draft')
  },
)

test('drafts need a key, a budget and a kind for ids, and use the active prompt for translations', async () => {
  await using server = await openOpenAi()
  await using app = await startApp({ env: server.env, data: 'demo' })
  const { staff, ask, ids } = await prepared(app)
  expect((await ask({ language: 'it' })).status).toBe(422)
  expect((await ask({ language: 'de', ids })).body).toMatchObject({ errors: [{ path: 'kind' }] })
  expect((await ask({ language: 'de', kinds: 'place' })).status).toBe(422)
  const prompt = { name: 'Breve', prompt: 'Sii breve.', provider: 'openai', fieldType: 'translation' }
  const made = await app.post('/api/admin/ai-prompts', prompt, staff)
  expect([made.status, made.body.warnings]).toEqual([
    201,
    ['Manca {lingua} e {testo}: lingua e testo verranno indicati in fondo al prompt.'],
  ])
  await ask({ language: 'fr', kind: 'place', ids })
  await app.drain()
  expect(server.asked[0]?.body.input).toMatch(/^Sii breve\.\n\nLingua: francese\n\n<<longDescription>>\n/)
  await app.sql`update ai_settings set daily_tokens = 1`
  expect((await ask({ language: 'de' })).status).toBe(409)
})

test('drafts without a key of a provider are refused', async () => {
  await using app = await startApp({ data: 'demo' })
  const { ask } = await prepared(app)
  expect((await ask({ language: 'de' })).body).toMatchObject({ status: 409, detail: 'API non configurata' })
})
