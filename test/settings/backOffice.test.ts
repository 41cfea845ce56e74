import { expect, test } from 'vitest'
import { eventually, openApp, startApp } from '../app.ts'
import { dayIn } from '../given.ts'
import { long } from '../length.ts'
import { makeJobsDue } from '../mailbox.ts'
import { simulate } from '../providers/simulate.ts'

// Tests the statements of docs/spec-backoffice.md about the panel that no other test checks.

/** The app of tests that look only at the responses to their own calls. */
const app = await openApp({ data: 'demo' })

test('every address of the panel is one document without the site’s header and footer, kept out of the index', async () => {
  for (const path of ['/admin/', '/admin/login/', '/admin/tratte/nuova/']) {
    const { status, headers, text } = await app.get(path)
    expect([path, status, headers.get('x-robots-tag')]).toEqual([path, 200, 'noindex'])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(text).toContain('Verifica autenticazione...')
    expect(text).not.toMatch(/<header|<footer/)
  }
})

test('company name, VAT number, telephone, e-mail and leadsEmail are required, each reported by name', async () => {
  await using app = await startApp()
  const staff = await app.logIn({ isSuperAdmin: false })
  const path = '/api/admin/company-settings'
  const refused = await app.send('PUT', path, {}, staff)
  expect(refused.status).toBe(422)
  expect(refused.body.errors.map((one: { path: string }) => one.path)).toEqual([
    'companyName',
    'vatNumber',
    'phone',
    'email',
    'leadsEmail',
  ])
  expect(await app.sql`select from company_settings`).toEqual([])
  const least = {
    companyName: 'Salento Transfer',
    vatNumber: '01234567890',
    phone: '0832 123456',
    email: 'info@salento.example',
    leadsEmail: 'info@salento.example',
  }
  const saved = await app.send('PUT', path, least, staff)
  expect(saved.body).toMatchObject({ ...least, rea: '', address: '', cap: '', city: '' })
  expect((await app.get(path, staff)).body).toMatchObject(least)
})

test('by default the site is live and its stored message is the built-in one', async () => {
  await using app = await startApp()
  const staff = await app.logIn({ isSuperAdmin: false })
  const read = async () => (await app.get('/api/admin/site-settings', staff)).body
  const save = async (form: object) => {
    const { updatedAt } = await read()
    const saved = await app.send('PUT', '/api/admin/site-settings', { ...form, updatedAt }, staff)
    expect([saved.status, saved.body]).toEqual([200, await read()])
    return saved.body
  }
  const shown = 'Il sito è attualmente in manutenzione. Torneremo presto!'
  expect(await app.sql`select * from site_settings`).toEqual([])
  expect(await read()).toMatchObject({ isLive: true, message: shown })
  expect((await app.get('/api/site-settings')).body).toEqual({ isLive: true, message: shown })
  // The first save without a message stores the database's default, which the site then shows.
  const stored = 'Sito in manutenzione. Torneremo presto!'
  const first = await save({ isLive: false })
  expect(first).toMatchObject({ isLive: false, underConstructionMessage: stored, message: stored })
  await eventually(async () => {
    const { status, text } = await app.get('/prezzi/')
    expect([status, text.includes(stored)]).toEqual([503, true])
  })
  expect(await save({ isLive: true })).toMatchObject({ isLive: true, underConstructionMessage: stored })
  // If the stored message is empty, the site shows the built-in text.
  expect(await save({ isLive: true, underConstructionMessage: '' })).toMatchObject({
    underConstructionMessage: '',
    message: shown,
  })
  expect((await save({ isLive: true })).underConstructionMessage).toBe('')
})

test('an e-mail configuration is by default inactive, on port 587 and of brevo, and its port is a number', async () => {
  await using app = await startApp()
  const boss = await app.logIn()
  const path = '/api/admin/email-configurations'
  const made = await app.post(path, { fromEmail: 'sito@salento.example' }, boss)
  expect([made.status, made.body]).toMatchObject([
    201,
    { serviceName: 'brevo', isActive: false, smtpPort: 587, replyToEmail: null, webhookUrl: null },
  ])
  for (const smtpPort of ['posta', 0, 65_536, 5.5]) {
    const refused = await app.post(path, { fromEmail: 'sito@salento.example', smtpPort }, boss)
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, 'smtpPort'])
  }
  const list = await app.get(path, boss)
  expect(list.body).toMatchObject({ total: 1, items: [{ id: made.body.id }] })
  const form = { ...made.body, smtpPort: 2525 }
  expect((await app.send('PUT', `${path}/${made.body.id}`, form, boss)).body.smtpPort).toBe(2525)
  expect((await app.send('DELETE', `${path}/${made.body.id}`, undefined, boss)).status).toBe(204)
  expect((await app.get(`${path}/${made.body.id}`, boss)).status).toBe(404)
})

test('web addresses are https, or http for the site; scripts, files, words and passwords in them are refused at the field', async () => {
  const boss = await app.logIn()
  const company = (await app.get('/api/admin/company-settings', boss)).body
  const [route] = (await app.get('/api/admin/route-prices?page=1&limit=1', boss)).body.items
  const mail = { fromEmail: 'sito@salento.example' }
  const fields = [
    { name: 'webhookUrl', method: 'POST', path: '/api/admin/email-configurations', form: mail },
    ...['facebookUrl', 'instagramUrl', 'tripadvisorUrl', 'googleUrl'].map((name) => ({
      name,
      method: 'PUT',
      path: '/api/admin/company-settings',
      form: { ...company, vatNumber: '01234567890' },
    })),
    { name: 'canonicalUrl', method: 'PUT', path: `/api/admin/route-prices/${route.id}`, form: route },
  ]
  const wrong = [
    ...[
      'javascript:alert(1)',
      'file:///etc/passwd',
      'gopher://example.it/',
      'data:text/html,x',
      'ftp://example.it/',
    ],
    ...['un appunto', 'example.it/avvisi', '//example.it/avvisi', '/avvisi/', 'https:example.it', 'https://'],
    ...[
      'https://exa mple.it/',
      'https://anna:segreta@example.it/',
      'https://example.it:99999/',
      'xhttps://example.it/',
    ],
  ]
  const tooLong = `https://example.it/${'a'.repeat(600)}`
  for (const { name, method, path, form } of fields) {
    const http = name === 'canonicalUrl' ? [] : ['http://example.it/']
    for (const text of [...wrong, ...http]) {
      const { status, body } = await app.send(method, path, { ...form, [name]: text }, boss)
      expect([name, text, status, body.errors]).toEqual([
        ...[name, text, 422],
        [{ path: name, message: expect.stringContaining('https://') }],
      ])
    }
    const { status, body } = await app.send(method, path, { ...form, [name]: tooLong }, boss)
    expect([name, status, body.errors]).toEqual([
      ...[name, 422],
      [{ path: name, message: expect.stringMatching(/^Al massimo \d+ caratteri$/) }],
    ])
  }
  for (const webhookUrl of [
    'https://avvisi.example.it/brevo?chiave=1#a',
    'HTTPS://example.it/@anna',
    '',
    null,
  ]) {
    const { status, body } = await app.post('/api/admin/email-configurations', { ...mail, webhookUrl }, boss)
    expect([status, body.webhookUrl]).toEqual([201, webhookUrl || null])
  }
})

test('a measurement id may be missing while the configuration is inactive', async () => {
  const staff = await app.logIn({ isSuperAdmin: false })
  const made = await app.post('/api/admin/google-analytics-configurations', {}, staff)
  expect([made.status, made.body]).toMatchObject([201, { measurementId: '', isActive: false }])
  for (const measurementId of ['G-abcdefgh12', 'G-ABC', 'G-ABCDEFGH123'])
    expect(
      (await app.post('/api/admin/google-analytics-configurations', { measurementId }, staff)).status,
    ).toBe(422)
})

test('a username has at most 50 characters', async () => {
  const boss = await app.logIn()
  const status = async (letters: number) =>
    (
      await app.post(
        '/api/admin/admin-users',
        { username: 'm'.repeat(letters), password: 'lungomare di gallipoli' },
        boss,
      )
    ).status
  expect([await status(50), await status(51)]).toEqual([201, 422])
})

test('staff list requests and bookings, newest first, and an e-mail may be missing', async () => {
  await using app = await startApp()
  const staff = await app.logIn({ isSuperAdmin: false })
  const trip = {
    departure: 'Aeroporto Brindisi',
    destination: 'Otranto',
    passengers: '2',
    phone: '0832 1234',
  }
  const request = { ...trip, name: 'Anna Rossi', email: 'anna@example.com', formSource: 'route-page' }
  await app.post('/api/availability-requests', request)
  await app.post('/api/availability-requests', { ...request, name: 'Ugo Bianchi' })
  await app.post('/api/bookings', { ...trip, date: dayIn(200), time: '10:30' })
  const list = async (things: string) => (await app.get(`/api/admin/${things}`, staff)).body
  expect(await list('availability-requests')).toMatchObject({
    total: 2,
    items: [
      { name: 'Ugo Bianchi' },
      { ...request, phone: expect.any(String), createdAt: expect.any(String) },
    ],
  })
  expect(await list('bookings')).toMatchObject({
    total: 1,
    items: [{ departure: 'Aeroporto Brindisi', destination: 'Otranto', email: null }],
  })
})

test('a change without a body needs no content type, and browsers cache no response to staff', async () => {
  const staff = await app.logIn({ isSuperAdmin: false })
  const made = await app.send('POST', '/api/admin/indexnow/key', undefined, staff)
  expect([made.status, made.body.apiKey]).toEqual([200, expect.stringMatching(/^[0-9a-f]{32}$/)])
  for (const path of ['indexnow/key', 'company-settings', 'locations', 'dashboard'])
    expect((await app.get(`/api/admin/${path}`, staff)).headers.get('cache-control')).toBe('no-store')
})

test('IndexNow gets at most 10,000 addresses at once', long, async () => {
  await using engine = await simulate(() => ({ status: 202 }))
  await using app = await startApp({ data: 'demo', env: { INDEXNOW_ENDPOINT: `${engine.url}/indexnow` } })
  const staff = await app.logIn({ isSuperAdmin: false })
  await app.sql`
    insert into locations (name, location_type) select 'Contrada ' || n, 'Città' from generate_series(1, 2600) n`
  await app.sql`
    insert into route_prices (departure_location_id, destination_location_id, slug, is_main_route)
    select 4, id, 'prova-' || id, true from locations where name like 'Contrada %'`
  await app.post('/api/admin/indexnow/key', {}, staff)
  await expect.poll(async () => (await app.get('/api/sitemap')).body.length).toBeGreaterThan(10_000)
  const sent = await app.post('/api/admin/indexnow/submit-important', {}, staff)
  await app.drain()
  await makeJobsDue(app)
  await app.drain()
  const sizes = engine.asked.map(({ body }) => body.urlList.length)
  const { body: job } = await app.get(`/api/admin/jobs/${sent.body.jobId}`, staff)
  expect(sizes).toEqual([10_000, job.result.urlCount - 10_000])
})
