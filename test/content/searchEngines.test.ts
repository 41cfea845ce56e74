import { expect, test } from 'vitest'
import { openApp, startApp } from '../app.ts'
import { simulate } from '../providers/simulate.ts'

const app = await openApp({ data: 'demo' })

test('only one Analytics configuration is active, even after another is activated', async () => {
  const staff = await app.logIn({ isSuperAdmin: false })
  const path = '/api/admin/google-analytics-configurations'
  const make = (form: object) => app.post(path, form, staff)
  const wrong = await make({ measurementId: 'UA-12345' })
  expect(wrong.status).toBe(422)
  expect(wrong.body.errors).toEqual([
    { path: 'measurementId', message: 'ID Misurazione deve essere nel formato G-XXXXXXXXXX' },
  ])
  expect((await make({ measurementId: '', isActive: true })).status).toBe(422)
  const first = await make({ measurementId: 'G-ABCDEFGH12', isActive: true })
  expect(first.body).toMatchObject({ description: 'Google Analytics 4', isActive: true })
  const [one, two] = await Promise.all([
    make({ measurementId: 'G-ABCDEFGH13', isActive: true }),
    make({ measurementId: 'G-ABCDEFGH14', isActive: true }),
  ])
  expect([one.status, two.status]).toEqual([201, 201])
  const list = await app.get(path, staff)
  expect(list.body.items.filter(({ isActive }: { isActive: boolean }) => isActive)).toHaveLength(1)
  const active = list.body.items[0]
  const stale = { ...active, updatedAt: '2020-01-01T00:00:00.000Z' }
  expect((await app.send('PUT', `${path}/${active.id}`, stale, staff)).status).toBe(409)
  const off = await app.send('PUT', `${path}/${active.id}`, { ...active, isActive: false }, staff)
  expect(off.body.isActive).toBe(false)
  expect((await app.send('DELETE', `${path}/${active.id}`, undefined, staff)).status).toBe(204)
  expect((await app.get(`${path}/${active.id}`, staff)).status).toBe(404)
})

test('a service’s key is write-only; its mask or an empty value keeps it', async () => {
  await using app = await startApp()
  const boss = await app.logIn()
  const admin = await app.logIn({ isSuperAdmin: false })
  const path = '/api/admin/api-configurations'
  const secret = 'AIzaSyD-not-a-real-key-1234'
  const created = await app.post(path, { name: 'maps-places', apiKey: secret }, boss)
  expect(created.body).toMatchObject({ name: 'maps-places', apiKey: '••••1234', isActive: true })
  const stored = async () => (await app.sql`select api_key from api_configurations`)[0]?.apiKey
  const encrypted = await stored()
  expect(encrypted).not.toContain(secret)
  const { body } = await app.get(`${path}/${created.body.id}`, admin)
  expect(body.apiKey).toBe('••••1234')
  expect((await app.send('PUT', `${path}/${body.id}`, body, admin)).status).toBe(403)
  const masked = await app.send('PUT', `${path}/${body.id}`, { ...body, description: 'Mappe' }, boss)
  expect(masked.body).toMatchObject({ apiKey: '••••1234', description: 'Mappe' })
  expect(await stored()).toBe(encrypted)
  expect((await app.post(path, { name: 'maps-places' }, boss)).status).toBe(409)
  expect((await app.post(path, { name: 'altro' }, boss)).body.errors).toEqual([
    { path: 'name', message: 'Il nome deve essere maps-places, maps-embed, indexnow, openai o anthropic' },
  ])
  expect((await app.get(path, boss)).body.items).toMatchObject([{ id: body.id, apiKey: '••••1234' }])
  expect((await app.send('DELETE', `${path}/${body.id}`, undefined, boss)).status).toBe(204)
  expect((await app.get(path, boss)).body.items).toEqual([])
  expect(JSON.stringify(await app.sql`select * from audit_log`)).not.toContain(secret)
})

test('the reported count equals the number of URLs in the sitemap file', async () => {
  const staff = await app.logIn({ isSuperAdmin: false })
  const { status, body } = await app.post('/api/admin/sitemap/generate', {}, staff)
  expect(status).toBe(202)
  await app.drain()
  const { result } = (await app.get(`/api/admin/jobs/${body.jobId}`, staff)).body
  const { text } = await app.get('/sitemap.xml')
  expect(result.urlCount).toBe(text.match(/<loc>/g)?.length)
})

test('the IndexNow key is verified by a file of its name, and no other name works', async () => {
  const staff = await app.logIn({ isSuperAdmin: false })
  const set = (form: object) => app.post('/api/admin/indexnow/key', form, staff)
  const hexadecimal = (chars: number) => 'abcdef0123456789'.repeat(9).slice(0, chars)
  for (const customKey of [
    ...['corta', 'con spazio 1234', '../../robots', ''],
    ...[hexadecimal(7), hexadecimal(129)],
  ])
    expect((await set({ customKey })).body.errors).toEqual([
      { path: 'customKey', message: 'Inserisci una API key valida' },
    ])
  for (const chars of [8, 128])
    expect((await set({ customKey: hexadecimal(chars) })).body.apiKey).toBe(hexadecimal(chars))
  const random = await set({})
  expect(random.body.apiKey).toMatch(/^[0-9a-f]{32}$/)
  const file = await app.get(`/${random.body.apiKey}.txt`)
  expect([file.status, file.text, file.headers.get('content-type')]).toEqual([
    200,
    random.body.apiKey,
    'text/plain; charset=utf-8',
  ])
  const own = await set({ customKey: 'Chiave-Salento-2026' })
  expect(own.body.apiKey).toBe('Chiave-Salento-2026')
  expect((await app.get('/Chiave-Salento-2026.txt')).text).toBe('Chiave-Salento-2026')
  expect((await app.get(`/${random.body.apiKey}.txt`)).status).toBe(404)
  await set({ customKey: 'robotsrobots' })
  expect((await app.get('/robots.txt')).text).toContain('Sitemap:')
})

test('the important pages are submitted once, each with its row of history; a busy engine is retried', async () => {
  await using engine = await simulate((_, count) => ({ status: count === 1 ? 429 : 200 }))
  await using app = await startApp({ data: 'demo', env: { INDEXNOW_ENDPOINT: `${engine.url}/indexnow` } })
  const staff = await app.logIn({ isSuperAdmin: false })
  const send = () => app.post('/api/admin/indexnow/submit-important', {}, staff)
  expect((await send()).status).toBe(409)
  const { body } = await app.post('/api/admin/indexnow/key', {}, staff)
  const sent = await send()
  expect(sent.status).toBe(202)
  await app.drain()
  await app.sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at := now()) from graphile_worker.jobs`
  await app.drain()
  const job = await app.get(`/api/admin/jobs/${sent.body.jobId}`, staff)
  expect(job.body).toMatchObject({ status: 'completed', result: { urlCount: expect.any(Number) } })
  const { urlCount } = job.body.result
  expect(engine.asked).toHaveLength(2)
  expect(engine.asked[1]?.body).toMatchObject({
    host: 'www.salento.example',
    key: body.apiKey,
    keyLocation: `https://www.salento.example/${body.apiKey}.txt`,
  })
  expect(engine.asked[1]?.body.urlList).toHaveLength(urlCount)
  for (const path of ['/prezzi/', '/de/preise/', '/tratte/transfer-aeroporto-brindisi-gallipoli/', '/fr/'])
    expect(engine.asked[1]?.body.urlList).toContain(`https://www.salento.example${path}`)
  expect(engine.asked[1]?.body.urlList).toContain(
    'https://www.salento.example/en/transfers/brindisi-airport-gallipoli/',
  )
  const history = await app.get('/api/admin/indexnow/submissions?limit=1', staff)
  expect(history.body).toMatchObject([
    { submissionType: 'manual', status: 'success', statusCode: 200, errorMessage: null },
  ])
  const rows =
    await app.sql`select status, count(*) as n from indexnow_submissions group by status order by 1`
  expect(rows.map(({ status, n }) => [status, n])).toEqual([
    ['error', urlCount],
    ['success', urlCount],
  ])
})

test('nothing is submitted to search engines while the site is in maintenance', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  await app.post('/api/admin/indexnow/key', {}, staff)
  await app.send('PUT', '/api/admin/site-settings', { isLive: false }, staff)
  const { status, body } = await app.post('/api/admin/indexnow/submit-important', {}, staff)
  expect([status, body.detail]).toEqual([
    409,
    'Il sito è in manutenzione: le pagine si inviano quando torna online.',
  ])
})
