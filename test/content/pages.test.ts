import { once } from 'node:events'
import http, { validateHeaderValue } from 'node:http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withQuery } from '../../src/kernel/sitePath.ts'
import { addressOf } from '../../src/languages/addresses.ts'
import { languages } from '../../src/languages/messages.ts'
import { newAddress as targetAddress } from '../../src/modules/content/addresses/rules.queries.ts'
import { eventually, openApp, startApp } from '../app.ts'
import { italianSentences } from '../italianSentences.ts'
import { inFull } from '../length.ts'
import { newAddress } from '../newAddress.ts'
import { fewRoutes } from '../templates.ts'

const route = '/tratte/transfer-aeroporto-brindisi-gallipoli/'

/** The app of tests that change no text, price or place. */
const shared = await openApp({ data: 'demo' })

function textOf(html: string): string {
  return html
    .replaceAll(/<(script|style|svg|head)\b[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
}

test('a route page is complete without JavaScript: h1, all prices, canonical, structured data', async () => {
  const { status, text: html } = await shared.get(route)
  expect(status).toBe(200)
  expect(html.match(/<h1[\s>]/g)).toHaveLength(1)
  expect(textOf(html)).toContain('Aeroporto Brindisi')
  const { body } = await shared.get('/api/transfer-routes/aeroporto-brindisi-gallipoli')
  for (const field of ['priceMin2Pax', 'price3to4Pax', 'price5to7Pax', 'price1to3Pax', 'price4to8Pax'])
    expect(textOf(html)).toContain(`${body[field]} €`)
  const canonical = `https://www.salento.example${route}`
  expect(html).toContain(`<link rel="canonical" href="${canonical}"`)
  expect(html).toContain(`property="og:url" content="${canonical}"`)
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json = '']) => JSON.parse(json),
  )
  const service = blocks.find((block) => block['@type'] === 'TaxiService')
  expect(service.offers.map((offer: { price: string }) => Number(offer.price))).toEqual(
    [body.priceMin2Pax, body.price3to4Pax, body.price5to7Pax, body.price1to3Pax, body.price4to8Pax].map(
      Number,
    ),
  )
})

test('the head of every page in the sitemap is complete, within its bounds, and unique', async () => {
  const sitemap = await shared.get('/sitemap.xml')
  const addresses = [...sitemap.text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url)
  expect(addresses.length).toBeGreaterThan(268)
  const titles = new Map<string, string>()
  const isWithinBounds = (url: string, { title, description }: { title: string; description: string }) => {
    expect([url, title, title.length > 10 && title.length <= 60]).toEqual([url, title, true])
    expect([url, description.length >= 70 && description.length <= 160]).toEqual([url, true])
    titles.set(url, title)
  }
  // In the full run pageLanguages.test.ts reads the head of every page, and crawl.test.ts every canonical URL.
  for (const url of fewRoutes(addresses)) {
    const { status, text: html } = await shared.get(new URL(url).pathname)
    const title = html.match(/<title>(.*?)<\/title>/)?.[1]?.replaceAll('&#x27;', "'") ?? ''
    const description =
      html.match(/<meta name="description" content="(.*?)"/)?.[1]?.replaceAll('&#x27;', "'") ?? ''
    expect([url, status]).toEqual([url, 200])
    isWithinBounds(url, { title, description })
    expect(html).toContain(`<link rel="canonical" href="${url}"`)
    const language = languages.find((code) => new URL(url).pathname.startsWith(`/${code}/`)) ?? 'it'
    expect(html).toContain(`<html lang="${language}"`)
    expect(html).not.toContain('noindex')
  }
  // This call returns the same title, description and canonical URL in a tenth of the time that the page takes.
  for (const url of addresses.filter((one) => !titles.has(one))) {
    const { lang, path } = addressOf(new URL(url).pathname)
    if (lang !== languages[0]) continue
    const slug = path.slice('/tratte/transfer-'.length, -1)
    const { status, body } = await shared.get(`/api/transfer-routes/${slug}/meta`)
    expect([url, status, body.canonical]).toEqual([url, 200, url])
    isWithinBounds(url, body)
  }
  expect(titles.size).toBeGreaterThan(268)
  expect(new Set(titles.values()).size).toBe(titles.size)
})

test('the call for the URLs of the sitemap answers in parts, and never with more than 50,000', async () => {
  const all = (await shared.get('/api/sitemap')).body
  expect((await shared.get('/api/sitemap?first=2&max=3')).body).toEqual(all.slice(2, 5))
  expect((await shared.get(`/api/sitemap?first=${all.length}`)).body).toEqual([])
  expect((await shared.get('/api/sitemap?max=50001')).status).toBe(422)
})

test('a route of the first site keeps its page and its call; another name of a current route redirects to it', async () => {
  await using app = await startApp({ data: 'demo' })
  await app.sql`
    insert into routes (name, slug, departure, destination, distance, duration, price, description, is_popular)
    values ('Brindisi - Lecce centro', 'brindisi-lecce-centro', 'Brindisi', 'Lecce', '40 km', '35 min', 75,
      'Corsa diretta fino al centro storico.', true)`
  await eventually(async () => {
    const { status, text: html } = await app.get('/tratte/brindisi-lecce-centro/')
    expect(status).toBe(200)
    const main = html.match(/<main[\s\S]*<\/main>/)?.[0] ?? ''
    for (const words of [
      'Home / Tratte / Brindisi - Lecce centro',
      'Più Richiesta',
      'a partire da 75 €',
      '35 min',
      '40 km',
      'Corsa diretta fino al centro storico.',
      'Servizi inclusi Autista professionista',
      'Partenza Brindisi Destinazione Lecce',
      'Perché sceglierci',
      'Tratte più richieste',
    ])
      expect(textOf(main).replaceAll('\u00a0', ' ')).toContain(words)
    expect(main.match(/href="\/tratte\/transfer-/g)).toHaveLength(3)
    expect(html).toMatch(/href="tel:\+39\d+"[\s\S]*href="https:\/\/wa\.me\/39\d+\?text=/)
    expect(html).toContain(
      'href="/richiesta/?departure=Brindisi&amp;destination=Lecce&amp;passeggeri=2&amp;bagagli=2"',
    )
  })
  expect((await app.get('/api/routes/brindisi-lecce-centro')).body).toMatchObject({
    price: '75',
    isPopular: true,
  })
  expect((await app.get('/sitemap.xml')).text).toContain('/tratte/brindisi-lecce-centro/')
  const current = await app.get('/tratte/aeroporto-brindisi-gallipoli/')
  expect([current.status, current.headers.get('location')]).toEqual([301, route])
  const unknown = await app.get('/tratte/da-nessuna-parte/')
  expect(unknown.status).toBe(404)
  expect(textOf(unknown.text)).toContain('Tratta non trovata')
  expect(unknown.text).toContain('href="/tratte/"')
})

test('inactive and unknown routes and pages are 404 pages in Italian, kept out of the index', async () => {
  for (const [path, words] of [
    ['/tratte/transfer-aeroporto-brindisi-erchie/', 'La tratta richiesta non è disponibile.'],
    ['/tratte/transfer-da-nessuna-parte/', 'Tratta non trovata'],
    ['/non-esiste/', 'Pagina Non Trovata'],
  ]) {
    const { status, text: html } = await shared.get(path ?? '')
    expect([path, status]).toEqual([path, 404])
    expect(textOf(html)).toContain(words)
    expect(html).toMatch(/name="robots" content="noindex/)
  }
})

test('one address per page: variants redirect to it in one step, with their query', async () => {
  const moved = async (path: string) => {
    const reply = await shared.get(path)
    return [reply.status, reply.headers.get('location')]
  }
  expect(await moved('/tratte')).toEqual([301, '/tratte/'])
  expect(await moved('/prezzi?utm_source=x&a=1')).toEqual([301, '/prezzi/?utm_source=x&a=1'])
  expect(await moved('/routes')).toEqual([301, '/tratte/'])
  expect(await moved('/transfer-aeroporto-brindisi-gallipoli')).toEqual([301, route])
  expect(await moved('/transfer-aeroporto-brindisi-gallipoli/?x=1')).toEqual([301, `${route}?x=1`])
  expect(await moved(route.slice(0, -1))).toEqual([301, route])
  expect(await moved('/risultati-ricerca/?departure=Lecce')).toEqual([301, '/tratte/?departure=Lecce'])
  const [home, again] = [await shared.get('/'), await shared.get('/home-2/')]
  for (const { text: html } of [home, again])
    expect(html).toContain('rel="canonical" href="https://www.salento.example/"')
  const h1 = (html: string) => html.match(/<h1[\s\S]*?<\/h1>/)?.[0]
  expect(h1(again.text)).toBe(h1(home.text))
})

/** Requests a path without the changes that `fetch` would make. */
async function raw(origin: string, path: string): Promise<{ status: number; location: string | undefined }> {
  const request = http.get(new URL(origin), { path, agent })
  const [reply] = (await once(request, 'response')) as [http.IncomingMessage]
  reply.resume()
  await once(reply, 'end')
  return { status: reply.statusCode ?? 0, location: reply.headers.location }
}
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })

const address = fc
  .array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom('a', 'b-c', '/', 'città', '€', '–', 'x.html', '%C3%A0', '%E2%82%AC'),
      },
      fc.constantFrom(
        '//',
        '\\',
        '%2f',
        '%5c',
        '%0d%0a',
        '%09',
        '%00',
        '%zz',
        '%',
        '\t',
        '\n',
        '%252f',
        '%2e',
      ),
      fc.constantFrom(
        '.',
        '..',
        '/..',
        '/../',
        'evil.example',
        '@',
        ':',
        ';',
        '?',
        '#',
        ' ',
        '[',
        '|',
        '%c2%85',
      ),
      fc.string({ unit: 'binary', maxLength: 2 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((pieces) => `/${pieces.join('')}`)

test('no address, in any notation, redirects to another site', async () => {
  const piece = fc.constantFrom(
    '/',
    '//',
    '\\',
    '%2f',
    '%5c',
    '%0d%0a',
    'evil.example',
    '@',
    ':',
    'tratte',
    'transfer-a',
    '..',
    '?',
    '#',
    ';',
    '%20',
    '%C3%A0',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 8 }), async (pieces) => {
      const { status, location } = await raw(shared.origin, `/${pieces.join('')}`)
      expect(status).toBeLessThan(500)
      if (location) {
        const target = new URL(location, 'https://www.salento.example')
        expect(target.origin).toBe('https://www.salento.example')
      }
    }),
    { numRuns: inFull(500, 4_000) },
  )
})

test('no stored redirect, in any notation, leads to another site or fails', async () => {
  await using app = await startApp()
  const targets = fc
    .sample(address, 400)
    .filter((to) => !to.includes('\0') && to.isWellFormed() && to !== '/n/')
    .map((to, n) => ({ from: `/n${n}/`, to: n % 10 === 0 ? `/arrivo-${n}/` : to }))
  await app.sql`
    insert into redirects (from_path, to_path)
    select r.from, r.to from jsonb_to_recordset(${app.sql.json(targets)}) as r ("from" text, "to" text)`
  await eventually(async () => expect((await raw(app.origin, '/n0/')).status).toBe(301))
  let followed = 0
  for (const { from } of targets) {
    const { status, location } = await raw(app.origin, `${from}?q=%C3%A0%0d%0a`)
    expect([301, 404]).toContain(status)
    if (location) expect(new URL(location, 'https://www.salento.example').host).toBe('www.salento.example')
    followed += status === 301 ? 1 : 0
  }
  expect(followed).toBeGreaterThan(20)
})

test('generated addresses, typed or stored, lead to this site or are refused', () => {
  const origin = 'https://www.salento.example'
  let accepted = 0
  fc.assert(
    fc.property(address, fc.string({ unit: 'binary', maxLength: 6 }), (text, query) => {
      const address = targetAddress(text, origin)
      if (address === null) return
      accepted += 1
      expect(targetAddress(address, origin)).toBe(address)
      const location = withQuery(address, `/x?${query}`)
      validateHeaderValue('location', location)
      const target = new URL(location, origin)
      expect([target.origin, target.pathname]).toEqual([origin, address.split(/[?#]/, 1)[0]])
      expect(address).toMatch(/^\/(?!\/)[!-~]*$/)
    }),
    { numRuns: inFull(10_000, 30_000) },
  )
  expect(accepted).toBeGreaterThan(inFull(1_000, 3_000))
})

test('a price changed in the database is soon in the page, in the API and in the sitemap', async () => {
  await using app = await startApp({ data: 'demo' })
  await app.get(route)
  await app.sql`
    update route_prices set price1to3_pax = 123.5, updated_at = '2030-01-02T03:04:05Z'
    where slug = 'aeroporto-brindisi-gallipoli'`
  await eventually(async () => expect(textOf((await app.get(route)).text)).toContain('123,50 €'))
  expect((await app.get('/api/transfer-routes/aeroporto-brindisi-gallipoli')).body.price1to3Pax).toBe(
    '123.50',
  )
  expect((await app.get('/sitemap.xml')).text).toContain('<lastmod>2030-01-02T03:04:05.000Z</lastmod>')
})

test('stored text cannot inject markup into a page', async () => {
  await using app = await startApp({ data: 'demo' })
  const evil = '</script><script>alert(1)</script><img src=x onerror=alert(1)>'
  await app.sql`update locations set name = ${evil} where name = 'Gallipoli'`
  await app.sql`update company_settings set company_name = ${evil}`
  await eventually(async () => {
    const { text: html } = await app.get(route)
    expect(html).toContain('alert(1)')
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<img src=x')
  })
})

test('without JavaScript the search finds a route, and a lead is stored once, with errors shown in text', async () => {
  const found = await shared.get('/risultati-ricerca/?departure=aeroporto+brindisi&destination=gallipoli')
  expect(textOf(found.text)).toContain('1 tratta trovata')
  expect(found.text).toContain(`href="${route}"`)
  const none = await shared.get('/risultati-ricerca/?departure=Lecce&destination=Roma')
  expect(textOf(none.text)).toContain('Nessuna tratta trovata')

  const form = (fields: Record<string, string>) =>
    shared.send('POST', '/richiesta/', new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': newAddress(),
    })
  const fields = {
    name: 'Anna Conte',
    phone: '347 1234567',
    email: 'anna@example.com',
    departure: 'Aeroporto Brindisi',
    destination: 'Gallipoli',
    passengers: '3',
    whenUnknown: '1',
    privacyAccepted: 'on',
  }
  const refused = await form({ ...fields, email: 'anna@' })
  expect(refused.status).toBe(422)
  expect(textOf(refused.text)).toContain('Completa l’indirizzo email prima e dopo la @')
  expect(refused.text).toContain('value="Anna Conte"')
  const sent = await form(fields)
  expect([sent.status, sent.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^\/richiesta\/\w{6}-[\w-]{22}\/\?inviata=1$/),
  ])
  // Mails and bookmarks of earlier versions lead to this view.
  expect(textOf((await shared.get('/richiesta/?inviata=1')).text)).toContain(
    'Richiesta Inviata con Successo!',
  )
  const rows = await shared.sql`select name, privacy_version from availability_requests`
  expect(rows).toEqual([{ name: 'Anna Conte', privacyVersion: expect.stringMatching(/^\d{4}-\d\d$/) }])
})

test('without a maps key a route is shown on the site’s own map page, which only this site may frame', async () => {
  const { body } = await shared.get("/api/maps/embed/Aeroporto%20Brindisi/Torre%20dell'Orso")
  expect(body).toEqual({ embedUrl: 'https://www.salento.example/mappa/aeroporto-brindisi/torre-dellorso/' })
  const map = await shared.get(new URL(body.embedUrl).pathname)
  expect(map.status).toBe(200)
  expect(map.text).toContain('<svg')
  expect(map.text).toContain('OpenStreetMap')
  expect(map.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect((await shared.get('/mappa/da/nessuna/')).status).toBe(404)
  const german = await shared.get('/api/maps/embed/Flughafen%20Brindisi/Gallipoli?lang=de')
  const { pathname, search } = new URL(german.body.embedUrl)
  expect(pathname + search).toBe('/mappa/flughafen-brindisi/gallipoli/?lang=de')
  const { text } = await shared.get(pathname + search)
  expect(text).toContain('<html lang="de">')
  expect(text).toContain('Flughafen Brindisi')
  expect(italianSentences(text)).toEqual([])
})
