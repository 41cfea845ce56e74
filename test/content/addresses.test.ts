import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { addressOf } from '../../src/languages/addresses.ts'
import { languageWith } from '../../src/languages/catalogs.ts'
import { languages } from '../../src/languages/messages.ts'
import { italianPath, localPath } from '../../src/languages/paths.ts'
import { catalog } from '../../src/modules/catalog/book/catalog.queries.ts'
import { namesIn } from '../../src/modules/catalog/book/localNames.queries.ts'
import { routePathOf } from '../../src/modules/catalog/routePath.ts'
import { eventually, openApp } from '../app.ts'

const others = languages.slice(1)
const translations = others.map((language) => languageWith(language).t)

const messagesOf = (language: string): Record<string, string> =>
  JSON.parse(
    readFileSync(path.join(import.meta.dirname, '..', '..', 'src', 'languages', `${language}.json`), 'utf8'),
  )

const pageKeys = Object.keys(messagesOf('it')).filter((key) => key.startsWith('path.') && key !== 'path.from')
const italianPages = pageKeys.map((key) => messagesOf('it')[key] ?? '')

const slug = fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,4}$/)

test('each page has one path in each language, and the path leads back to the page', () => {
  expect(italianPages.length).toBeGreaterThan(10)
  for (const t of translations) {
    const local = italianPages.map((one) => localPath(t, one))
    expect(new Set(local).size).toBe(italianPages.length)
    for (const [index, one] of local.entries()) {
      expect(one).toMatch(new RegExp(`^/${t.language}/([a-z-]+/)*$`))
      expect(addressOf(one)).toEqual({ lang: t.language, path: italianPages[index] })
    }
    fc.assert(
      fc.property(slug, fc.integer({ min: 2, max: 99 }), (word, page) => {
        fc.pre(!word.startsWith(`${t('path.from')}-`))
        for (const one of [
          `/tratte/transfer-${word}/`,
          `/tratte/da-${word}/`,
          `/prezzi/da-${word}/`,
          `/prezzi/da-${word}/${page}/`,
          `/destinazioni/${word}/`,
          `/blog/${word}/`,
          `/richiesta/${word}/transfer.ics`,
        ])
          expect(addressOf(localPath(t, one))).toEqual({ lang: t.language, path: one })
      }),
      { numRuns: 300 },
    )
  }
})

test('no page has the path of a slug of another page', () => {
  for (const { t } of languages.map(languageWith))
    for (const parent of ['/tratte/', '/prezzi/', '/destinazioni/', '/blog/'])
      for (const page of italianPages)
        expect(
          page !== parent && localPath(t, page).startsWith(localPath(t, parent)),
          `${t.language} ${page}`,
        ).toBe(false)
})

test('a path that names no page keeps its words, and a link to it stays as it is', () => {
  expect(italianPath(languageWith('en').t, '/no-page/')).toBeNull()
  expect(addressOf('/en/no-page/')).toEqual({ lang: 'en', path: '/en/no-page/' })
  expect(addressOf('/enrico/')).toEqual({ lang: 'it', path: '/enrico/' })
  expect(localPath(languageWith('en').t, '/api/fares')).toBe('/api/fares')
})

const app = await openApp({ data: 'demo' })

const facts = ({ text }: { text: string }) => ({
  lang: /<html lang="([a-z]+)"/.exec(text)?.[1],
  canonical: /<link rel="canonical" href="https?:\/\/[^/]+([^"]*)"/.exec(text)?.[1],
})

test('every page without a slug answers in every language under its own path', async () => {
  for (const t of languages.map((language) => languageWith(language).t))
    for (const one of italianPages.filter(
      (page) => !/stato|conferma|disiscrizione|risultati|destinazioni|recension/.test(page),
    )) {
      const local = localPath(t, one)
      const reply = await app.get(local)
      expect([local, reply.status], local).toEqual([local, 200])
      expect(facts(reply)).toEqual({ lang: t.language, canonical: local })
    }
})

test('a missing last slash, capitals and Italian words redirect to the one path', async () => {
  for (const [asked, target] of [
    ['/en', '/en/'],
    ['/en/prices', '/en/prices/'],
    ['/EN/Prices/', '/en/prices/'],
    ['/Prezzi/', '/prezzi/'],
    ['/en/prezzi/', '/en/prices/'],
    ['/de/richiesta', '/de/anfrage/'],
    ['/fr/prezzi/?passeggeri=3', '/fr/prix/?passeggeri=3'],
  ] as const) {
    const reply = await app.get(asked)
    expect([asked, reply.status, reply.headers.get('location')]).toEqual([asked, 301, target])
  }
})

test('an unknown page and too many requests speak the language of the path', async () => {
  const unknown = await app.get('/de/keine-seite/')
  expect([unknown.status, facts(unknown).lang]).toEqual([404, 'de'])
  const italian = await app.get('/nessuna-pagina/')
  expect([italian.status, facts(italian).lang]).toEqual([404, 'it'])
  const from = { 'x-forwarded-for': '203.0.113.77' }
  const statuses = new Map<number, string>()
  // Stops the clock, because the limit must count all requests in the same minute.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  for (let n = 0; n < 80 && !statuses.has(429); n++) {
    const reply = await app.get(`/en/request/?departure=place${n}`, from)
    statuses.set(reply.status, reply.text)
  }
  expect(facts({ text: statuses.get(429) ?? '' }).lang).toBe('en')
})

test('a form without JavaScript leads to the status page of its language', async () => {
  const form = (path: string, values: Record<string, string>) =>
    app.send('POST', path, new URLSearchParams(values).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    })
  const refused = await form('/en/contact/', { name: 'Anna' })
  expect([refused.status, facts(refused).lang]).toEqual([422, 'en'])
  const sent = await form('/en/contact/', {
    name: 'Anna Rossi',
    email: 'anna@example.com',
    phone: '+39 320 000 0000',
    message: 'Hello, is a child seat possible?',
    privacyAccepted: 'on',
  })
  expect(sent.status).toBe(303)
  const status = sent.headers.get('location') ?? ''
  expect(status).toMatch(/^\/en\/request\/[2-9A-Z]{6}-[\w-]{22}\/\?inviata=1$/)
  const page = await app.get(status)
  expect([page.status, facts(page).lang]).toEqual([200, 'en'])
  const bare = status.replace('/?inviata=1', '')
  expect((await app.get(bare)).headers.get('location')).toBe(`${bare}/`)
  expect((await app.get(bare.replace('/en/request/', '/fr/demande/').concat('/'))).status).toBe(200)
  const newsletter = await form('/de/newsletter/', { email: 'x' })
  expect([newsletter.status, facts(newsletter).lang]).toEqual([422, 'de'])
})

test('each language of a page is cached separately', async () => {
  const [english, german] = [await app.get('/en/prices/'), await app.get('/de/preise/')]
  expect(english.headers.get('etag')).not.toBe(german.headers.get('etag'))
  expect((await app.get('/en/prices/')).headers.get('etag')).toBe(english.headers.get('etag'))
})

const mainOf = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''

test('a route has the names and the slug of its places in each language, and one address', async () => {
  const italian = '/tratte/transfer-aeroporto-brindisi-gallipoli/'
  for (const [asked, place] of [
    ['/en/transfers/brindisi-airport-gallipoli/', 'Brindisi Airport'],
    ['/de/strecken/flughafen-brindisi-gallipoli/', 'Flughafen Brindisi'],
    ['/fr/trajets/aeroport-de-brindisi-gallipoli/', 'Aéroport de Brindisi'],
    [italian, 'Aeroporto Brindisi'],
  ] as const) {
    const reply = await app.get(asked)
    expect([asked, reply.status, facts(reply).canonical]).toEqual([asked, 200, asked])
    expect(/<h1[\s\S]*?<\/h1>/.exec(mainOf(reply.text))?.[0]).toContain(place)
  }
  for (const asked of [
    '/en/transfers/aeroporto-brindisi-gallipoli/',
    `/en${italian}`,
    '/en/transfers/Brindisi-Airport-Gallipoli',
    '/EN/Transfers/brindisi-airport-gallipoli/',
  ]) {
    const reply = await app.get(asked)
    expect([asked, reply.status, reply.headers.get('location')]).toEqual([
      asked,
      301,
      '/en/transfers/brindisi-airport-gallipoli/',
    ])
  }
  expect((await app.get('/en/transfers/nowhere-gallipoli/')).status).toBe(404)
})

test('lists, places and their links have the names of the language', async () => {
  const list = await app.get('/en/transfers/from-brindisi-airport/')
  const location = list.headers.get('location')
  expect([200, 301]).toContain(list.status)
  expect(location ?? '/en/transfers/').toBe('/en/transfers/')
  const { text } = await app.get('/en/transfers/')
  expect(text).toContain('Lecce Train Station')
  expect(text).toContain('href="/en/transfers/brindisi-airport-gallipoli/')
  expect(mainOf(text)).not.toContain('Stazione Lecce')
  const found = await app.get('/en/transfers/?cerca=airport+otranto')
  expect(found.text).toContain('/en/transfers/brindisi-airport-otranto/')
  const journey = '/en/search/?departure=Flughafen+Brindisi&destination=Gallipoli'
  const results = await app.get(journey)
  expect(results.text).toContain('/en/transfers/brindisi-airport-gallipoli/')
  // The search keeps the words of the visitor.
  expect(results.text).toContain('value="Flughafen Brindisi"')
})

test('every active route has its own address in each language, which leads to it', async () => {
  // Adds places whose names give the same slug, and places whose slugs begin like other URLs.
  for (const [name, english] of [
    ['Borgo Uno', 'From Lecce'],
    ['Borgo Due', 'From-Lecce'],
    ['Borgo Tre', 'Lecce-Otranto'],
    ['Borgo Quattro', 'Otranto-Gallipoli'],
    ['Borgo Cinque', 'Transfer House'],
    ['Borgo Sei', 'Trip from Lecce'],
  ]) {
    const [place] = await app.sql<[{ id: number }]>`
      insert into locations (name, location_type) values (${name ?? ''}, 'Città') returning id`
    await app.sql`insert into location_names (id, names) values (${place.id}, ${app.sql.json({ en: english ?? '' })})`
    for (const other of ['Gallipoli', 'Lecce', 'Otranto'])
      await app.sql`
        insert into route_prices (slug, departure_location_id, destination_location_id, transfer_type_id, is_active)
        select ${`borgo-${place.id}-${other.toLowerCase()}`}, ${place.id}, id, (select min(id) from transfer_types), true
        from locations where name = ${other}`
  }
  for (const t of translations)
    await eventually(async () => {
      const model = await catalog(app.runtime.db.read)
      expect(model.routes.filter(({ slug }) => slug.startsWith('borgo-'))).toHaveLength(18)
      const names = namesIn(model, t)
      const slugs = model.routes.map((route) => names.routeSlug(route))
      expect(new Set(slugs).size).toBe(model.routes.length)
      for (const [index, route] of model.routes.entries()) {
        expect(names.routeAt(slugs[index] ?? '')?.id).toBe(route.id)
        const italian = routePathOf(slugs[index] ?? '')
        expect(addressOf(localPath(t, italian)).path).toBe(italian)
      }
    })
  await eventually(async () =>
    expect((await app.get('/en/transfers/trip-from-lecce-gallipoli/')).status).toBe(200),
  )
})

test('calls name places in the asked language', async () => {
  const names = async (path: string) => (await app.get(path)).body
  expect((await names('/api/locations/search?q=brindisi+airport&lang=de'))[0].name).toBe('Flughafen Brindisi')
  const fare = await names('/api/fares?from=Flughafen+Brindisi&to=Gallipoli&lang=fr')
  expect([fare.from.name, fare.to.name]).toEqual(['Aéroport de Brindisi', 'Gallipoli'])
  const [route] = await names('/api/routes/search?departure=Brindisi+Airport&destination=Gallipoli&lang=en')
  expect(route).toMatchObject({ departure: 'Brindisi Airport', slug: 'brindisi-airport-gallipoli' })
  expect(new URL(route.canonicalUrl).pathname).toBe('/en/transfers/brindisi-airport-gallipoli/')
  const [italian] = await names('/api/routes/search?departure=Brindisi+Airport&destination=Gallipoli')
  expect(italian).toMatchObject({ departure: 'Aeroporto Brindisi', slug: 'aeroporto-brindisi-gallipoli' })
})

test('after a new name of a place its old addresses lead to the new ones, and staff see them', async () => {
  const staff = await app.logIn()
  const [place] = await app.sql<[{ id: number }]>`select id from locations where name = 'Aeroporto Bari'`
  const at = `/api/admin/locations/${place.id}/names`
  const rename = async (english: string) => {
    const { body } = await app.get(at, staff)
    const sent = { ...body, names: { ...body.names, en: english } }
    expect((await app.send('PUT', at, sent, staff)).status).toBe(200)
    await app.drain()
  }
  const leadsTo = (path: string, target: string) =>
    eventually(async () => {
      const { status, headers } = await app.get(path)
      expect([path, status, headers.get('location')]).toEqual([path, 301, target])
    })
  await rename('Karol Airport')
  await leadsTo('/en/transfers/bari-airport-gallipoli/', '/en/transfers/karol-airport-gallipoli/')
  await leadsTo(
    '/en/transfers/lecce-train-station-bari-airport/',
    '/en/transfers/lecce-train-station-karol-airport/',
  )
  await leadsTo('/en/prices/from-bari-airport/', '/en/prices/from-karol-airport/')
  expect((await app.get('/de/strecken/flughafen-bari-gallipoli/')).status).toBe(200)
  const listed = await app.get('/api/admin/redirects?page=1&limit=100&search=bari-airport-gallipoli', staff)
  expect(listed.body.items).toMatchObject([
    { fromPath: '/en/transfers/bari-airport-gallipoli/', toPath: '/en/transfers/karol-airport-gallipoli/' },
  ])
  await rename('Bari Airport')
  await leadsTo('/en/transfers/karol-airport-gallipoli/', '/en/transfers/bari-airport-gallipoli/')
  await eventually(async () =>
    expect((await app.get('/en/transfers/bari-airport-gallipoli/')).status).toBe(200),
  )
})
