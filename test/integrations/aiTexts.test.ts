import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bareText } from '../../src/modules/integrations/ai/bareText.ts'
import { figuresMissingFrom } from '../../src/modules/integrations/ai/inventedFigures.ts'
import {
  filled,
  unknownSentence,
  warningsOf,
} from '../../src/modules/integrations/prompts/placeholders.contract.ts'
import { paragraphChanges, withChange } from '../../src/web/admin/kit/paragraphChanges.ts'
import { type App, openApp, startApp } from '../app.ts'
import { openAnthropic } from '../providers/anthropic.ts'
import { openOpenAi } from '../providers/openAi.ts'

const app = await openApp()

type Headers = Record<string, string>

const prompts = '/api/admin/ai-prompts'

async function addPrompt(app: App, staff: Headers, more: object = {}): Promise<number> {
  const form = {
    name: 'Descrizione',
    prompt: 'Descrivi {località}.',
    provider: 'openai',
    fieldType: 'description',
  }
  const { status, body } = await app.post(prompts, { ...form, ...more }, staff)
  expect(status).toBe(201)
  return body.id
}

/** Lets the product write a text. Returns the finished job as staff see it. */
async function generated(app: App, staff: Headers, promptId: number) {
  const input = { promptId, locationName: 'Otranto' }
  const { status, body } = await app.post('/api/admin/generate-location-ai-content', input, staff)
  expect([status, body]).toEqual([202, { jobId: expect.any(Number) }])
  await app.drain()
  return (await app.get(`/api/admin/jobs/${body.jobId}`, staff)).body
}

test('a prompt is written, listed by provider, changed and deleted, with its names in the lists', async () => {
  const staff = await app.logIn({ isSuperAdmin: false })
  const form = { name: 'Tratta', prompt: 'Da {partenza} a {Destinazione}', provider: 'anthropic' }
  const created = await app.post(prompts, form, staff)
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({
    ...form,
    promptText: form.prompt,
    fieldType: 'general',
    category: 'general',
    isActive: true,
    warnings: [],
  })
  for (const [fieldType, status] of [
    ['description', 201],
    ['tourist', 201],
    ['tourism', 422],
  ] as const) {
    const reply = await app.post(prompts, { ...form, provider: 'openai', fieldType }, staff)
    expect([fieldType, reply.status]).toEqual([fieldType, status])
    if (reply.body.id) await app.send('DELETE', `${prompts}/${reply.body.id}`, undefined, staff)
  }
  await addPrompt(app, staff)
  const { body: list } = await app.get(`${prompts}?provider=anthropic`, staff)
  expect([list.total, list.items[0].name]).toEqual([1, 'Tratta'])
  const path = `${prompts}/${created.body.id}`
  const changed = await app.send<{ name: string }>('PUT', path, { ...created.body, name: 'Tratte' }, staff)
  expect([changed.status, changed.body.name]).toEqual([200, 'Tratte'])
  expect((await app.send('PUT', path, { ...created.body, name: 'Vecchio' }, staff)).status).toBe(409)
  expect((await app.get(path, staff)).body.name).toBe('Tratte')
  expect((await app.send('DELETE', path, undefined, staff)).status).toBe(204)
  expect((await app.get(path, staff)).status).toBe(404)
  expect((await app.send('DELETE', path, undefined, staff)).status).toBe(404)
})

test('an unknown variable is refused by name, and a route prompt without its variables causes a warning', async () => {
  const staff = await app.logIn()
  const names = () => app.sql`select name from ai_prompts order by id`
  const before = await names()
  const form = { name: 'X', prompt: 'Da {partenza} con {prezzo} e {nave}', provider: 'openai' }
  const refused = await app.post(prompts, form, staff)
  expect(refused.status).toBe(422)
  expect(refused.body.errors).toEqual([
    {
      path: 'prompt',
      message:
        'Variabili sconosciute: {prezzo}, {nave}. Quelle ammesse sono {partenza}, {destinazione}, {localita}, {lingua}, {testo}.',
    },
  ])
  for (const more of [
    { provider: 'altro' },
    { fieldType: 'x' },
    { name: '' },
    { prompt: 'x'.repeat(8001) },
  ]) {
    const reply = await app.post(prompts, { ...form, prompt: 'x', ...more }, staff)
    expect([reply.status, reply.body.errors[0].path]).toEqual([422, Object.keys(more)[0]])
  }
  const warned = await app.post(prompts, { ...form, prompt: 'Scrivi bene.' }, staff)
  expect([warned.status, warned.body.warnings]).toEqual([
    201,
    ['Manca {partenza} e {destinazione}: la tratta verrà indicata in fondo al prompt.'],
  ])
  expect(await names()).toEqual([...before, { name: 'X' }])
})

test('placeholders are filled in either language, and a prompt without them gets the subject added', () => {
  const values = { departure: 'Brindisi', destination: 'Otranto', location: 'Otranto' }
  expect(filled('{departure}-{ Partenza }-{{destination}}-{DESTINAZIONE}', values)).toBe(
    'Brindisi-Brindisi-Otranto-Otranto',
  )
  expect(filled('Su {località}', { location: 'Lecce' })).toBe('Su Lecce')
  expect(filled('Scrivi', { location: 'Lecce' })).toBe('Scrivi\n\nLocalità: Lecce')
  expect(filled('Scrivi di {partenza}', values)).toBe('Scrivi di Brindisi\n\nTratta: Brindisi → Otranto')
  expect(filled('{localita} {"a": 1} {}', { location: 'Lecce' })).toBe('Lecce {"a": 1} {}')
  expect(unknownSentence('{"a": 1} {partenza}')).toBe('')
  expect(warningsOf('{località} {partenza} {destinazione} {lingua}', 'tourist')).toEqual([
    '{partenza} e {destinazione} valgono solo per le tratte: qui non hanno un valore.',
    '{lingua} vale solo per le traduzioni: qui non ha un valore.',
  ])
  fc.assert(
    fc.property(fc.string(), (name) => {
      // Placeholders and replacement patterns in a value are inserted unchanged.
      expect(filled('{location}', { location: `${name}{partenza}$&` })).toBe(`${name}{partenza}$&`)
    }),
  )
})

test('any wrapper that a model puts around its text is removed, and plain text stays unchanged', () => {
  for (const [answer, text] of [
    ['```html\n<p>Ciao</p>\n```', '<p>Ciao</p>'],
    ['Ecco:\n```\nuno\n```\n', 'Ecco:\nuno'],
    ['```markdown uno```', 'uno'],
    [
      '<!DOCTYPE html>\n<html lang="it">\n<head><meta charset="utf-8"><title>x</title></head>\n<body class="a">\n<h2>Uno</h2>\n</body></html>',
      '<h2>Uno</h2>',
    ],
    ['<ht<html>ml>uno', 'uno'],
    ['<header>uno</header>', '<header>uno</header>'],
    ['~~~\nuno\n~~~', 'uno'],
    ['  ', ''],
  ] as const)
    expect(bareText(answer)).toBe(text)

  const word = fc.string({ unit: fc.constantFrom(...'abcè .,!?#*-\n<>p/&'), maxLength: 80 })
  const frame = fc.constantFrom(
    (text: string) => `\`\`\`html\n${text}\n\`\`\``,
    (text: string) => `<body>\n${text}\n</body>`,
    (text: string) => `<!doctype html><html><head><title>t</title></head>${text}</html>`,
    (text: string) => `\n\n${text}\n`,
  )
  fc.assert(
    fc.property(word, fc.array(frame, { maxLength: 4 }), (text, frames) => {
      const framed = frames.reduce((inner, put) => put(inner), text)
      expect(bareText(framed)).toBe(bareText(text))
      expect(bareText(bareText(framed))).toBe(bareText(framed))
      expect(bareText(text)).toBe(text.trim())
    }),
  )
})

test('figures that were not in the prompt are listed, so that a person checks them', () => {
  const told = 'Da Brindisi a Otranto: distanza 93 km; durata 1 h 05 min.'
  const text =
    'In 1 ora e 5 minuti, 93 km dopo, siete a Otranto: da 40 € o € 38,50. Poi 3 ore di mare, 12 chilometri.'
  expect(figuresMissingFrom(text, told)).toEqual(['40 €', '€ 38,50', '3 ore', '12 chilometri'])
  expect(
    figuresMissingFrom('Nel 1480 i Turchi; 800 martiri; 5 stelle; 127 recensioni; 3 orecchiette', told),
  ).toEqual(['5 stelle', '127 recensioni'])
  expect(figuresMissingFrom('93 km e 93 km', '')).toEqual(['93 km'])
  expect(figuresMissingFrom('da 40 a 50 euro, 20-30 €', '50 €, 30 €')).toEqual(['40 euro', '20 €'])
  expect(figuresMissingFrom('40,00 €', '40 €')).toEqual([])
})

test('for a known route the prompt states distance, time and prices; a text that invents others is returned once and then refused', async () => {
  await using server = await openOpenAi()
  await using app = await startApp({ env: server.env, data: 'demo' })
  const staff = await app.logIn()
  const promptId = await addPrompt(app, staff, {
    prompt: 'Da {partenza} a {destinazione}',
    fieldType: 'general',
  })
  const ask = async (destinationLocation: string) => {
    const route = { promptId, departureLocation: 'Aeroporto Brindisi', destinationLocation }
    const { body } = await app.post('/api/admin/generate-route-ai-content', route, staff)
    await app.drain()
    return (await app.get(`/api/admin/jobs/${body.jobId}`, staff)).body
  }
  const [{ distanceKm, price1to3Pax }] = await app.sql<[{ distanceKm: number; price1to3Pax: string }]>`
    update route_prices set price1to3_pax = 87.50, price4to8_pax = 120
    where slug = 'aeroporto-brindisi-otranto' returning distance_km, price1to3_pax`
  expect(price1to3Pax).toBe('87.50')
  const honest = `Sono ${distanceKm} km, da 87,50 € a 120 euro.`
  server.next({ text: `Sono ${distanceKm} km, oppure 999 km.` }, { text: honest })
  const mended = await ask('Otranto')
  expect(mended.result).toMatchObject({ text: honest, tokens: 200 })
  expect(mended.log[1].message).toBe('Il testo inventa 999 km: OpenAI lo riscrive senza.')
  const [first, second] = server.asked.map(({ body }) => body.input)
  expect(first).toMatch(
    new RegExp(
      `^Da Aeroporto Brindisi a Otranto\\n\\nDati certi, i soli numeri da usare: distanza ${distanceKm} km; durata`,
    ),
  )
  expect(first).toContain('Privato 1-3: 87,50 €; Privato 4-8: 120 €')
  expect(second).toContain(first)
  expect(second).toContain('Non scrivere queste cifre, che non sono vere: 999 km.')
  server.next({ text: 'Solo 20 € e 5 stelle.' })
  const refused = await ask('Otranto')
  expect([refused.status, refused.result]).toEqual(['failed', undefined])
  expect(refused.error).toContain('Testo rifiutato: contiene dati che non risultano (20 €, 5 stelle).')
  expect(server.asked).toHaveLength(4)
  server.next({ text: 'Bella.' })
  // Only the form that asked shows the text, so no other page offers a retry.
  const { failures } = (await app.get('/api/admin/today', staff)).body
  const id = failures[0]?.id
  expect(failures).toMatchObject([{ kind: 'job', what: 'aiText', canRetry: false }])
  expect((await app.post(`/api/admin/jobs/${id}/retry`, {}, staff)).status).toBe(409)
  await ask('Roma')
  expect(server.asked[4]?.body.input).toBe('Da Aeroporto Brindisi a Roma')
})

test('a text is requested from the provider of its prompt, by that provider’s protocol, and stored plain on the job', async () => {
  await using openAi = await openOpenAi()
  await using claude = await openAnthropic()
  await using app = await startApp({ env: { ...openAi.env, ...claude.env } })
  const staff = await app.logIn({ isSuperAdmin: false })
  for (const [provider, server] of [
    ['openai', openAi],
    ['anthropic', claude],
  ] as const) {
    server.usual.text = '```html\n<html><body><p>Bella.</p></body></html>\n```'
    const job = await generated(app, staff, await addPrompt(app, staff, { provider }))
    expect(job).toMatchObject({
      kind: 'aiText',
      status: 'completed',
      progress: { done: 1, total: 1 },
      result: {
        text: '<p>Bella.</p>',
        provider,
        tokens: 100,
        requestId: 'req_simulated',
        promptId: expect.any(Number),
      },
    })
  }
  const [openai] = openAi.asked
  expect(openai).toMatchObject({
    path: '/v1/responses',
    headers: { authorization: 'Bearer sk-prova-openai-0123456789', 'x-stainless-retry-count': '0' },
    body: { model: 'gpt-6-luna', input: 'Descrivi Otranto.', store: false, stream: true },
  })
  expect(openai?.body).not.toHaveProperty('temperature')
  expect(claude.asked[0]).toMatchObject({
    path: '/v1/messages',
    headers: { authorization: 'Bearer sk-ant-prova-0123456789', 'anthropic-version': '2026-10-21' },
    body: { max_tokens: 6000, messages: [{ role: 'user', content: 'Descrivi Otranto.' }] },
  })
  const dump = JSON.stringify([
    app.lines,
    await app.sql`select * from jobs`,
    await app.sql`select * from outbox`,
    await app.sql`select * from audit_log`,
  ])
  expect(dump).not.toContain('0123456789')
  // The event is dispatched twice, but its text is generated once.
  await app.sql`update effects set state = 'planned'`
  await app.sql`
    select graphile_worker.add_job('react', json_build_object('eventId', outbox_id, 'reaction', reaction)) from effects`
  await app.drain()
  expect([openAi.asked.length, claude.asked.length]).toEqual([1, 1])
})

test('no customer data reaches a provider', async () => {
  await using server = await openOpenAi()
  await using app = await startApp({ env: server.env, data: 'demo' })
  const staff = await app.logIn()
  const trip = { departure: 'Aeroporto Brindisi', destination: 'Otranto', time: '10:30', passengers: '2' }
  const lead = {
    ...trip,
    name: 'Zelinda Sentinella',
    phone: '347 1234567',
    email: 'zelinda@cliente.example',
    notes: 'Zelinda arriva tardi',
  }
  expect((await app.post('/api/bookings', lead)).status).toBe(201)
  for (const prompt of ['{name}', '{email}', '{phone}', '{telefono}', '{notes}', '{cliente}']) {
    const form = { name: 'X', prompt: `Scrivi a ${prompt}`, provider: 'openai' }
    expect((await app.post(prompts, form, staff)).status).toBe(422)
  }
  const forRoutes = await addPrompt(app, staff, { prompt: '{partenza} {destinazione}', fieldType: 'general' })
  await generated(app, staff, await addPrompt(app, staff))
  const route = {
    promptId: forRoutes,
    departureLocation: 'Aeroporto Brindisi',
    destinationLocation: 'Otranto',
  }
  await app.post('/api/admin/generate-route-ai-content', route, staff)
  await app.drain()
  expect(server.asked).toHaveLength(2)
  expect(JSON.stringify(server.asked.map(({ body }) => body))).not.toMatch(/zelinda|1234567/i)
})

test('routes and the older call share one implementation', async () => {
  await using server = await openOpenAi()
  await using app = await startApp({ env: server.env })
  const staff = await app.logIn()
  const promptId = await addPrompt(app, staff, {
    prompt: 'Da {departure} a {destination}',
    fieldType: 'general',
  })
  const route = { promptId, departureLocation: 'Aeroporto Brindisi', destinationLocation: 'Otranto' }
  const more = { routeName: 'Aeroporto Brindisi → Otranto', fieldType: 'longDescription' }
  expect((await app.post('/api/admin/generate-route-ai-content', { ...route, ...more }, staff)).status).toBe(
    202,
  )
  await addPrompt(app, staff)
  const older = { fieldType: 'description', locationName: 'Castro' }
  expect((await app.post('/api/admin/generate-ai-content', older, staff)).status).toBe(202)
  await app.drain()
  expect(server.asked.map(({ body }) => body.input).sort()).toEqual([
    'Da Aeroporto Brindisi a Otranto',
    'Descrivi Castro.',
  ])
})

test('without a name, a prompt or a key nothing is requested, and the message says what is missing', async () => {
  const staff = await app.logIn()
  const promptId = await addPrompt(app, staff)
  const resting = await addPrompt(app, staff, { name: 'Riposa', isActive: false })
  const forRoutes = await addPrompt(app, staff, { prompt: 'Da {partenza}', fieldType: 'general' })
  const ask = async (call: string, input: object) => {
    const { status, body } = await app.post(`/api/admin/generate-${call}ai-content`, input, staff)
    return [status, body.detail]
  }
  const locationName = 'Otranto'
  const ends = { departureLocation: 'A', destinationLocation: 'B' }
  expect(await ask('location-', { promptId, locationName: ' ' })).toEqual([422, 'Nome località richiesto'])
  expect(await ask('location-', { promptId })).toEqual([422, 'Nome località richiesto'])
  expect(await ask('location-', { locationName })).toEqual([422, 'Prompt AI richiesto'])
  expect(await ask('location-', { locationName, promptId: null })).toEqual([422, 'Prompt AI richiesto'])
  expect(await ask('', { locationName, fieldType: 'tourist' })).toEqual([422, 'Prompt AI richiesto'])
  expect(await ask('', { fieldType: 'tourist' })).toEqual([422, 'Nome località richiesto'])
  expect(await ask('route-', { ...ends, departureLocation: '', promptId })).toEqual([
    422,
    'Località di partenza richiesta',
  ])
  expect(await ask('route-', ends)).toEqual([422, 'Prompt AI richiesto'])
  expect(await ask('location-', { locationName, promptId: 99_999 })).toEqual([
    422,
    expect.stringContaining('non esiste'),
  ])
  expect(await ask('location-', { locationName, promptId: resting })).toEqual([
    422,
    'Il prompt «Riposa» non è attivo.',
  ])
  expect(await ask('location-', { locationName, promptId: forRoutes })).toEqual([
    422,
    expect.stringContaining('{departure}'),
  ])
  expect(await ask('location-', { locationName, promptId })).toEqual([409, 'API non configurata'])
  expect(await ask('', { locationName })).toEqual([409, 'API non configurata'])
  expect(await app.sql`select id from jobs`).toEqual([])
})

test('an active key of the panel overrides the environment’s, and one that cannot be decrypted counts as none', async () => {
  await using server = await openOpenAi()
  await using app = await startApp({ env: server.env })
  const staff = await app.logIn()
  const promptId = await addPrompt(app, staff)
  const place = { table: 'api_configurations', column: 'api_key', rowId: 7 }
  await app.sql`
    insert into api_configurations (id, name, api_key) values (7, 'openai', ${app.runtime.context.secrets.encrypt('sk-del-pannello', place)})`
  await generated(app, staff, promptId)
  await app.sql`update api_configurations set is_active = false`
  await generated(app, staff, promptId)
  expect(server.asked.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer sk-del-pannello',
    'Bearer sk-prova-openai-0123456789',
  ])
  await app.sql`update api_configurations set is_active = true, api_key = 'altra:chiave:che:resta'`
  const input = { promptId, locationName: 'Otranto' }
  expect((await app.post('/api/admin/generate-location-ai-content', input, staff)).status).toBe(409)
})

test('a cancelled text is not requested again, and is not stored', async () => {
  await using server = await openOpenAi()
  await using app = await startApp({ env: server.env })
  const staff = await app.logIn()
  const input = { promptId: await addPrompt(app, staff), locationName: 'Otranto' }
  const { body } = await app.post('/api/admin/generate-location-ai-content', input, staff)
  await app.send('DELETE', `/api/admin/jobs/${body.jobId}`, undefined, staff)
  await app.drain()
  const { body: job } = await app.get(`/api/admin/jobs/${body.jobId}`, staff)
  expect([job.status, job.result, server.asked.length]).toEqual(['cancelled', undefined, 0])
})

test('a draft’s changes, accepted one by one or all together, lead from the text to the draft and nowhere else', () => {
  const parts = paragraphChanges('Uno.\n\nDue.\n\nTre.', 'Uno!\n\nDue.\n\nTre.\n\nQuattro.')
  expect(parts.map(({ isSame, before, after }) => [isSame, before, after])).toEqual([
    [false, ['Uno.'], ['Uno!']],
    [true, ['Due.', 'Tre.'], ['Due.', 'Tre.']],
    [false, [], ['Quattro.']],
  ])
  expect(withChange(parts, 2)).toBe('Uno.\n\nDue.\n\nTre.\n\nQuattro.')
  const paragraphs = fc.array(fc.constantFrom('a', 'b', 'c d', 'e f g'), { maxLength: 6 })
  fc.assert(
    fc.property(paragraphs, paragraphs, (mine, theirs) => {
      const [text, draft] = [mine.join('\n\n'), theirs.join('\n\n')]
      const all = paragraphChanges(text, draft)
      expect(all.flatMap(({ before }) => before).join('\n\n')).toBe(text)
      expect(all.flatMap(({ after }) => after).join('\n\n')).toBe(draft)
    }),
  )
})
