import { expect, test } from 'vitest'
import {
  analyticsMonths,
  consentDays,
  draftKeys,
  leadYears,
  newsletterEndedDays,
  newsletterUnconfirmedDays,
  rightsDays,
  searchDays,
} from '../../src/modules/settings/privacy/contract.ts'
import { type App, eventually, openApp, startApp } from '../app.ts'
import { asStaff, configureOffice } from '../mailbox.ts'
import { newAddress } from '../newAddress.ts'

const app = await openApp({ data: 'demo' })

function textOf(html: string): string {
  return html
    .replaceAll(/<(script|style|svg|head)\b[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
}

const read = async (app: App, path: string) => textOf((await app.get(path)).text)

test('each text page has one h1, the legal footer and no mention of a taxi; search engines do not quote its consent dialog', async () => {
  await using app = await startApp()
  await configureOffice(app)
  for (const path of ['/aziende/', '/contatti/', '/privacy-policy/', '/termini-condizioni/']) {
    const text = await eventually(async () => {
      const text = await read(app, path)
      expect(text).toContain('P.IVA 01234567890')
      return text
    })
    const { status, text: html } = await app.get(path)
    expect([path, status, html.match(/<h1[\s>]/g)?.length]).toEqual([path, 200, 1])
    expect(text).toContain('Impostazioni Cookie')
    expect(text).not.toMatch(/taxi/i)
    const [dialog = ''] = html.match(/<dialog[^>]*data-consent-dialog[^>]*>/) ?? []
    expect(dialog).toContain(' data-nosnippet')
    expect(dialog).not.toContain(' open')
  }
})

test('the privacy notice matches the software: its numbers are the constants', async () => {
  const text = await read(app, '/privacy-policy/')
  // The values are repeated here, so that a changed constant fails the test.
  expect({ leadYears, analyticsMonths, consentDays, rightsDays }).toEqual({
    leadYears: 2,
    analyticsMonths: 14,
    consentDays: 390,
    rightsDays: 30,
  })
  for (const words of [
    `richieste e prenotazioni: ${leadYears} anni`,
    `Ricerche di tratte: ${searchDays} giorni`,
    `Google Analytics: ${analyticsMonths} mesi`,
    `13 mesi (${consentDays} giorni)`,
    `entro ${rightsDays} giorni`,
    'ncc-gdpr-consent',
    'Ultimo aggiornamento: novembre 2026',
    'Preferenze Cookie',
    `non viene confermata si cancella dopo ${newsletterUnconfirmedDays} giorni`,
    `poi ancora ${newsletterEndedDays} giorni`,
    Object.values(draftKeys).join(', '),
    'memoria della scheda',
    'La pagina della tua richiesta',
  ])
    expect(text).toContain(words)
})

test('the terms state the conditions of the service, and no fee on a payment method', async () => {
  const text = await read(app, '/termini-condizioni/')
  for (const words of [
    'fino a 45 minuti',
    '24 ore prima',
    'una valigia e un bagaglio a mano',
    '15 minuti di attesa gratuita',
    '15 € per ogni ora o frazione, da pagare all’autista',
    '7 giorni prima',
    'Nessun metodo di pagamento comporta costi aggiuntivi.',
  ])
    expect(text).toContain(words)
})

test('without JavaScript a message is stored once, and errors are shown in the page', async () => {
  const form = (fields: Record<string, string>) =>
    app.send('POST', '/contatti/', new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': newAddress(),
    })
  const fields = { name: 'Anna Conte', phone: '347 1234567', email: 'anna@example.com', message: 'Ciao <b>' }
  const refused = await form({ ...fields, website: '' })
  expect(refused.status).toBe(422)
  expect(textOf(refused.text)).toContain('Devi accettare la Privacy Policy per continuare')
  expect(refused.text).toContain('value="Anna Conte"')
  expect(refused.text).toContain('Ciao &lt;b&gt;')
  const sent = await form({ ...fields, privacyAccepted: 'on' })
  expect([sent.status, sent.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^\/richiesta\/\w{6}-[\w-]{22}\/\?inviata=1$/),
  ])
  const [{ code }] = await app.sql<[{ code: string }]>`select code from contacts`
  const status = await read(app, sent.headers.get('location') ?? '')
  expect(status).toContain('Il tuo messaggio è arrivato')
  expect(status).toContain(code)
  // Bookmarks of earlier versions lead to this view.
  const answer = await read(app, `/contatti/?inviata=1&codice=${code}`)
  expect(answer).toContain('Messaggio inviato con successo!')
  expect(answer).toContain(`Codice della richiesta: ${code}`)
  const invented = await read(app, '/contatti/?inviata=1&codice=Chiama 899 123')
  expect(invented).toContain('Messaggio inviato con successo!')
  expect(invented).not.toContain('Codice')
  expect(await app.sql`select name, message, privacy_version from contacts`).toEqual([
    { name: 'Anna Conte', message: 'Ciao <b>', privacyVersion: expect.stringMatching(/^\d{4}-\d\d$/) },
  ])
  const robot = await form({ ...fields, privacyAccepted: 'on', website: 'https://spam.example' })
  expect(robot.status).toBe(422)
  expect(textOf(robot.text)).toContain('premi ancora una volta')
})

test('without JavaScript a booking is stored once, and errors are shown in the request page with the input', async () => {
  const form = (fields: Record<string, string>) =>
    app.send('POST', '/prenotazione/', new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': newAddress(),
    })
  const fields = { departure: 'Lecce', destination: 'Otranto', time: '11:00', passengers: '3', phone: 'mai' }
  const refused = await form({ ...fields, privacyAccepted: 'on' })
  expect(refused.status).toBe(422)
  expect(textOf(refused.text)).toContain('Inserisci un numero di telefono valido')
  for (const typed of ['Lecce', 'Otranto', '11:00', 'mai']) expect(refused.text).toContain(`value="${typed}"`)
  const sent = await form({ ...fields, phone: '347 1234567', privacyAccepted: 'on' })
  expect([sent.status, sent.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^\/richiesta\/\w{6}-[\w-]{22}\/\?inviata=1$/),
  ])
  expect(await app.sql`select departure, destination, time, passengers, phone from bookings`).toEqual([
    { ...fields, phone: '347 1234567' },
  ])
})

test('while the site is not live every page answers 503 and says so; everything else works', async () => {
  await using app = await startApp({ data: 'demo' })
  const shown = await app.get('/under-construction/')
  expect([shown.status, shown.text.includes('content="noindex"')]).toEqual([200, true])
  expect(textOf(shown.text)).toContain('Il sito è attualmente in manutenzione. Torneremo presto!')
  expect((await app.get('/prezzi/')).status).toBe(200)

  const underConstructionMessage = 'Torniamo <b>lunedì</b>.'
  await asStaff(app, 'PUT /api/admin/site-settings', { isLive: false, underConstructionMessage })
  await eventually(async () => expect((await app.get('/prezzi/')).status).toBe(503))
  for (const path of ['/', '/tratte', '/tratte/transfer-aeroporto-brindisi-gallipoli/', '/non-esiste/']) {
    const { status, headers, text: html } = await app.get(path)
    expect([path, status, headers.get('retry-after')]).toEqual([path, 503, '3600'])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(html).toContain('Torniamo &lt;b&gt;lunedì&lt;/b&gt;.')
    // The dialog about cookies has a link to call as well.
    const [page] = html.split('<dialog')
    expect(page).toMatch(/href="tel:\+39/)
    expect(page).toMatch(/href="mailto:/)
    expect(html).not.toContain('href="/tratte/"')
  }
  for (const path of ['/robots.txt', '/sitemap.xml', '/healthz', '/readyz', '/api/routes/pricing-table'])
    expect([path, (await app.get(path)).status]).toEqual([path, 200])
  const [script = ''] = (await app.get('/')).text.match(/\/assets\/boot[^"]*\.js/) ?? []
  expect((await app.get(script)).status).toBe(200)

  await asStaff(app, 'PUT /api/admin/site-settings', { isLive: true })
  await eventually(async () => expect((await app.get('/prezzi/')).status).toBe(200))
})

test('clicks on call and WhatsApp links are counted by day and page, and a cookie choice is recorded without a person', async () => {
  await app.inOneWindow()
  const tap = (kind: string, path: string, address = '203.0.113.1') =>
    app.post('/api/taps', { kind, path }, { 'x-forwarded-for': address })
  for (const [kind, path] of [
    ['call', '/'],
    ['call', '/'],
    ['whatsapp', '/contatti/'],
  ] as const)
    expect((await tap(kind, path)).status).toBe(204)
  expect(await app.sql`select kind, path, count from contact_taps order by kind`).toEqual([
    { kind: 'call', path: '/', count: 2 },
    { kind: 'whatsapp', path: '/contatti/', count: 1 },
  ])
  expect((await tap('email', '/')).status).toBe(422)
  expect((await tap('call', '/contatti/?email=anna@example.com')).status).toBe(422)
  // As a link in the panel this path would lead to another domain.
  expect((await tap('call', '//2130706433/')).status).toBe(422)
  for (let index = 3; index < 30; index++) await tap('call', '/')
  expect((await tap('call', '/')).status).toBe(429)
  expect((await tap('call', '/', '203.0.113.2')).status).toBe(204)

  const choice = { version: '1.0', analytics: true, marketing: false }
  expect((await app.post('/api/consents', choice)).status).toBe(204)
  expect((await app.post('/api/consents', { ...choice, analytics: 'yes' })).status).toBe(422)
  expect(await app.sql`select * from consent_log`).toEqual([{ id: 1, ...choice, givenAt: expect.any(Date) }])
})

test('the code in a WhatsApp message shows staff its page, and belongs to the one request created from it', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  const path = '/tratte/transfer-aeroporto-brindisi-gallipoli/'
  const tap = (code: string, more = {}) => app.post('/api/taps', { kind: 'whatsapp', path, code, ...more })
  const provenance = { landing: '/blog/', utmSource: 'estate', utmMedium: 'chiamami al 333 1234567' }
  for (const code of ['abc234', 'ABC10I', 'ABC23']) expect((await tap(code)).status).toBe(422)
  expect((await tap('ABC234', { provenance })).status).toBe(204)
  // A second tap of the visitor has the same code and belongs to the same message, so it changes nothing.
  expect((await tap('ABC234', { path: '/contatti/' })).status).toBe(204)
  expect(await app.sql`select code, path, provenance ->> 'utm_medium' as medium from whatsapp_taps`).toEqual([
    { code: 'ABC234', path, medium: null },
  ])

  expect((await app.get('/api/admin/taps/ABC234')).status).toBe(401)
  expect((await app.get('/api/admin/taps/XYZ234', staff)).status).toBe(404)
  expect((await app.get('/api/admin/taps/abc234', staff)).body).toMatchObject({
    code: 'ABC234',
    path,
    departure: 'Aeroporto Brindisi',
    destination: 'Gallipoli',
  })

  const lead = {
    name: 'Anna',
    phone: '333 1234567',
    departure: 'Aeroporto Brindisi',
    destination: 'Gallipoli',
  }
  const add = () => app.post('/api/admin/leads', { ...lead, passengers: '2', tapCode: 'ABC234' }, staff)
  const added = await add()
  expect([added.status, added.body.code, added.body.formSource]).toEqual([201, 'ABC234', 'whatsapp'])
  expect(added.body.answeredVia).toBe('whatsapp')
  const { body: found } = await app.get('/api/admin/leads?search=ABC234', staff)
  expect(found.items.map(({ code }: { code: string }) => code)).toEqual(['ABC234'])
  const { body: detail } = await app.get(`/api/admin/leads/availability_request/${added.body.id}`, staff)
  expect(detail.provenance).toMatchObject({ landingPath: '/blog/', source: 'estate' })
  const again = await add()
  expect([again.status, again.body.errors[0].path]).toEqual([422, 'tapCode'])
  // A lead has this code already, so the tap is not stored.
  await tap('ABC234')
  expect(await app.sql`select 1 from whatsapp_taps`).toEqual([])
})

test('Google’s hosts are allowed only while an Analytics id is active', async () => {
  await using app = await startApp()
  const policy = async () => (await app.get('/')).headers.get('content-security-policy') ?? ''
  expect(await policy()).not.toContain('google')
  await app.sql`insert into google_analytics_configurations (measurement_id, is_active) values ('G-ABCDEF1234', true)`
  await eventually(async () => expect(await policy()).toContain('https://*.googletagmanager.com'))
  expect((await app.get('/api/google-analytics/active')).body).toEqual({
    isActive: true,
    measurementId: 'G-ABCDEF1234',
  })
  await app.sql`update google_analytics_configurations set is_active = false`
  await eventually(async () => expect(await policy()).not.toContain('google'))
})

test('the page for testing structured data contains the data of the site’s pages', async () => {
  const { status, headers, text: html } = await app.get('/api/rich-snippets/test')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const types = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json = '']) => JSON.parse(json)['@type'],
  )
  expect(new Set(types)).toEqual(
    new Set(['WebSite', 'LocalBusiness', 'BreadcrumbList', 'Service', 'TaxiService']),
  )
  const page = await app.get('/rich-snippets-test/')
  expect([page.status, page.text.includes('content="noindex"')]).toEqual([200, true])
})
