import { expect, test } from 'vitest'
import type { FareAnswer } from '../../src/modules/catalog/fares/contract.ts'
import { type App, eventually, startApp } from '../app.ts'
import { long } from '../length.ts'
import { newAddress } from '../newAddress.ts'

const page = '/tratte/transfer-aeroporto-brindisi-gallipoli/'
const day = '2027-07-15'
const returnDay = '2027-07-22'
const choice = `giorno=${day}&passeggeri=6&bagagli=5&ritorno=${returnDay}`

const textOf = (html: string) =>
  html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ')

const fieldValue = (html: string, name: string) =>
  html.match(new RegExp(`name="${name}"[^>]* value="([^"]*)"`))?.[1]

async function openInSpring(): Promise<App> {
  const app = await startApp({ data: 'demo' })
  app.runtime.context.clock.now = () => new Date('2027-03-01T10:00:00Z')
  const staff = await app.logIn()
  const list = {
    name: 'Estate',
    startsOn: '2027-07-01',
    endsOn: '2027-08-31',
    departure: 4,
    percent: '20',
    fields: ['priceMin2Pax', 'price3to4Pax', 'price5to7Pax', 'price1to3Pax', 'price4to8Pax'],
  }
  expect((await app.post('/api/admin/price-lists', list, staff)).status).toBe(201)
  await eventually(async () =>
    expect(
      (await app.get(`/api/transfer-routes/aeroporto-brindisi-gallipoli?day=${day}`)).body.price4to8Pax,
    ).toBe('156'),
  )
  return app
}

test('a chosen day and party show their totals, there and back, on every page with prices, without a script', async () => {
  await using app = await openInSpring()
  const question = { from: '4', to: 'Gallipoli', day, passengers: '6', bags: '5', return: 'true', returnDay }
  const { body: fare } = await app.get<FareAnswer>(`/api/fares?${new URLSearchParams(question)}`)
  const [van] = fare.roundTrip?.offers ?? []
  // The price list also applies to the return trip: 156 € each way.
  expect([fare.offers[0]?.total, van?.total]).toEqual(['156', '312'])
  await app.sql`update route_prices set ricerche = 9 where slug = 'aeroporto-brindisi-gallipoli'`
  const shown = async (path: string) => textOf((await app.get(path)).text)
  const route = await shown(`${page}?${choice}`)
  for (const words of [
    'Prezzo fisso per giovedì 15 luglio 2027, ritorno giovedì 22 luglio 2027: 6 passeggeri, 5 bagagli',
    'Minivan per veicolo, andata e ritorno 312 €',
  ])
    expect(route).toContain(words)
  const results = await shown(
    `/risultati-ricerca/?departure=Aeroporto+Brindisi&destination=Gallipoli&${choice}`,
  )
  expect(results).toContain('Minivan per veicolo, andata e ritorno 312 €')
  await eventually(async () => {
    const home = await shown(`/?${choice}`)
    expect(home).toContain(
      '6 passeggeri, 5 bagagli, andata e ritorno: 312 € in tutto, minivan; sola andata 156 €',
    )
  })
  const prices = await shown(`/prezzi/?${choice}`)
  expect(prices).toContain('In tutto 6 passeggeri, 5 bagagli')
  expect(prices).toMatch(/Gallipoli (Più Richiesta )?156 €, a\/r 312 € 144 € 84 km/)
  const list = await shown(`/tratte/da-aeroporto-brindisi/?${choice}`)
  expect(list).toMatch(/Gallipoli (Più Richiesta )?156 €, a\/r 312 € 144 € 84 km/)
  for (const text of [route, results]) expect(text).not.toContain('indicativo')
})

test('links lead on with the choice, and the forms of the page start from it', async () => {
  await using app = await openInSpring()
  const { text: prices } = await app.get(`/prezzi/?${choice}`)
  expect(prices).toContain(
    `href="${page}?giorno=${day}&amp;passeggeri=6&amp;bagagli=5&amp;ritorno=${returnDay}"`,
  )
  const { text } = await app.get(`${page}?${choice}`)
  expect([fieldValue(text, 'giorno'), fieldValue(text, 'ritorno')]).toEqual([day, returnDay])
  const [, link = ''] = text.match(/href="(\/richiesta\/\?[^"]*)"/) ?? []
  const { text: form } = await app.get(link.replaceAll('&amp;', '&'))
  expect([fieldValue(form, 'date'), fieldValue(form, 'returnDate')]).toEqual([day, returnDay])
  expect(form).toMatch(/name="passengers"[^>]*>.*?<option[^>]* selected="">6<\/option>/)
})

test('the form of a page that does not exist begins with today and offers no past day', async () => {
  await using app = await openInSpring()
  for (const path of ['/non-esiste/', `/non-esiste/?${choice}`, '/tratte/non-esiste/', '/en/non-esiste/']) {
    const { status, text } = await app.get(path)
    expect([path, status, fieldValue(text, 'giorno')]).toEqual([path, 404, '2027-03-01'])
    expect(text).toContain('min="2027-03-01" max="2028-09-01"')
  }
})

test('a planned list is one line with its days and price, and leads to its first day', async () => {
  await using app = await openInSpring()
  const { text } = await app.get(page)
  expect(textOf(text)).toMatch(/dal 1 luglio al 31 agosto : 132 € \(1-3 PAX\), 156 € \(4-8 PAX\)/)
  expect(text).toContain(`href="${page}?giorno=2027-07-01"`)
  expect((await app.get('/prezzi/')).text).toContain('href="/prezzi/?giorno=2027-07-01"')
  const { text: then } = await app.get(`${page}?giorno=${day}`)
  expect(textOf(then)).not.toContain('dal 1 luglio')
})

test('a day or party that cannot be is refused in words, above the prices of today', async () => {
  await using app = await openInSpring()
  for (const [query, message] of [
    ['giorno=2027-02-28', 'Questo giorno è già passato'],
    ['giorno=2027-02-30', 'Questo giorno non esiste'],
    ['giorno=domani', 'Questo giorno non esiste'],
    ['giorno=2031-01-01', 'Questo giorno è troppo lontano'],
    ['giorno=2027-07-15&ritorno=2027-07-14', 'Il ritorno viene prima dell’andata'],
    ['passeggeri=0', 'Indica almeno un passeggero'],
    ['bagagli=molti', 'Indica i bagagli in cifre'],
    ['giorno=%00&ritorno=%E0%A4%A&passeggeri=9e99&bagagli=-1', 'Questo giorno non esiste'],
  ] as const)
    for (const path of [page, '/prezzi/', '/', '/tratte/']) {
      const { status, text } = await app.get(`${path}?${query}`)
      expect([path, query, status]).toEqual([path, query, 422])
      expect(text).toContain(message)
      expect(text).toContain('aria-invalid="true"')
      expect(textOf(text)).toContain('Gallipoli')
    }
})

test('an address is priced as an indication, never called fixed and never in structured data', async () => {
  await using app = await openInSpring()
  const ends = { departure: 'Aeroporto Bari', destination: 'Masseria San Domenico, Savelletri' }
  const { status, text } = await app.get(`/risultati-ricerca/?${new URLSearchParams(ends)}&${choice}`)
  expect(status).toBe(200)
  expect(textOf(text)).toMatch(/Prezzo indicativo per .* te lo confermiamo/)
  expect(textOf(text)).not.toMatch(/prezzo fisso/i)
  expect(text).not.toContain('"@type":"Offer"')
})

/** Returns `view` of the JSON with which React starts in the browser. */
async function viewOf(app: App, path: string, query: Record<string, string>) {
  const { text } = await app.get(`${path}?${new URLSearchParams(query)}`)
  const [, json = '{}'] = /<script type="application\/json" id="page">(.*?)<\/script>/s.exec(text) ?? []
  return JSON.parse(json).view
}

test('results state what is understood of each end, the routes of exactly this pair, and why there is no price', async () => {
  await using app = await openInSpring()
  const results = (query: Record<string, string>) => viewOf(app, '/risultati-ricerca/', query)
  const found = await results({ departure: 'aeroporto brindisi', destination: 'GALLIPOLI' })
  expect(found).toMatchObject({
    routes: [{ name: 'Aeroporto Brindisi → Gallipoli' }],
    chosen: { from: { id: 4, name: 'Aeroporto Brindisi' }, to: { name: 'Gallipoli' }, source: 'listed' },
  })
  expect(found.chosen.roundTrip).toBe(null)
  const back = await results({ departure: 'Gallipoli', destination: 'Aeroporto Brindisi' })
  expect(back).toMatchObject({ routes: [], chosen: { source: 'reverse' } })
  const near = await results({ departure: 'Otranto', destination: 'Gallipoli' })
  expect(near).toMatchObject({ routes: [], chosen: { source: 'estimated' } })
  const ports = await results({ departure: 'Porto di Brindisi', destination: 'Lecce' })
  expect(ports.chosen.from.name).toBe('Porto di Brindisi')
  for (const { departure } of ports.routes) expect(departure).toBe('Porto di Brindisi')
  for (const [destination, reason] of [
    ['Roma', 'notServed'],
    ['Atlantide', 'unknownPlace'],
  ] as const)
    expect(await results({ departure: 'Lecce', destination })).toMatchObject({
      routes: [],
      chosen: { to: null, offers: [], source: null, reason },
    })
  const many = await results({ departure: 'Aeroporto Brindisi', destination: 'Gallipoli', passeggeri: '12' })
  expect([many.chosen.reason, many.routes.length]).toEqual(['tooMany', 1])
})

test('an address is understood by the town in the text or in the town field, however the town is spelled', async () => {
  await using app = await openInSpring()
  const end = async (destination: string, destinationTown = '', reason = 'unknownPlace') => {
    const query = { departure: 'Aeroporto Brindisi', destination, destinationTown }
    const { routes, chosen } = await viewOf(app, '/risultati-ricerca/', query)
    const isAddress = chosen.source === 'estimated'
    expect(routes).toEqual(isAddress || !chosen.to ? [] : [expect.anything()])
    expect([destination, chosen.reason]).toEqual([destination, chosen.to ? null : reason])
    for (const { isIndicative } of chosen.offers) expect(isIndicative).toBe(isAddress)
    return [chosen.to?.name ?? null, isAddress]
  }
  for (const [text, town, name] of [
    ['Masseria San Domenico, Savelletri', '', 'Savelletri'],
    ['Masseria San Domenico, Savelletry', '', 'Savelletri'],
    ['Masseria San Domenico', 'savelletri', 'Savelletri'],
    ['Grand Hotel Costa Brada, Baia Verde, Gallipoli', '', 'Gallipoli'],
    ['via Roma 12, Otranto', '', 'Otranto'],
    ['via Roma 12, 73028 Otranto (LE)', '', 'Otranto'],
    ['Via Roma 12 Otranto', '', 'Otranto'],
    ['Otranto, via Lecce 12', '', 'Otranto'],
    ['Resort Le Cale d’Otranto', '', 'Otranto'],
    ['Torre dell’Orso Hotel Araba Fenice', '', "Torre dell'Orso"],
    ['via Lecce 3', 'Galipoli', 'Gallipoli'],
    // A hotel may have the name of another town.
    ['Gallipoli', 'Otranto', 'Otranto'],
  ])
    expect([text, await end(text ?? '', town)]).toEqual([text, [name, true]])
  for (const [text, name] of [
    ['73100 Lecce', 'Lecce'],
    ['Lecce (LE)', 'Lecce'],
    ['galipoli', 'Gallipoli'],
    ['Otranto, Italia', 'Otranto'],
  ])
    expect([text, await end(text ?? '')]).toEqual([text, [name, false]])
  for (const text of ['Hotel Paradiso', 'Via Garibaldi 3', 'xyzzy'])
    expect([text, await end(text)]).toEqual([text, [null, false]])
  expect(await end('Grand Hotel, Parigi', '', 'notServed')).toEqual([null, false])
})

test('a route page carries the fare of the default party today, and both ways only for a return', async () => {
  await using app = await openInSpring()
  const fare = async (more: object) => {
    const question = { from: '4', to: 'Gallipoli', day: '2027-03-01', passengers: '2', bags: '2', ...more }
    return (await app.get<FareAnswer>(`/api/fares?${new URLSearchParams(question)}`)).body
  }
  const first = await viewOf(app, page, {})
  expect(first.chosen).toEqual(await fare({}))
  expect(first.choice).toMatchObject({ isReturn: false, party: { passengers: 2, bags: 2 } })
  // If the URL lacks a number, the usual number applies.
  for (const [query, party] of [
    [{ passeggeri: '3' }, { passengers: 3, bags: 2 }],
    [{ bagagli: '1' }, { passengers: 2, bags: 1 }],
  ] as const)
    expect((await viewOf(app, page, query)).choice.party).toEqual(party)
  const open = await viewOf(app, page, { ar: '1' })
  expect([open.choice.isReturn, open.choice.returnDay]).toEqual([true, null])
  expect(open.chosen).toEqual(await fare({ return: 'true' }))
  const later = await viewOf(app, page, { ritorno: returnDay })
  expect(later.choice.isReturn).toBe(true)
  expect(later.chosen).toEqual(await fare({ return: 'true', returnDay }))
  expect((await viewOf(app, page, { ar: '0' })).choice.isReturn).toBe(false)
})

test('a party too large for one vehicle gets a quote from the office', async () => {
  await using app = await openInSpring()
  const { status, text } = await app.get(`${page}?passeggeri=12`)
  expect(status).toBe(200)
  expect(textOf(text)).toContain('uniamo più veicoli')
})

test(
  'pages of a choice are made for one visitor: they do not enter the cache that all visitors share',
  long,
  async () => {
    await using app = await openInSpring()
    const visitor = { 'x-forwarded-for': newAddress() }
    const statuses = async (path: string, count: number) => {
      const seen = new Set<number>()
      for (let index = 0; index < count; index++) seen.add((await app.get(path, visitor)).status)
      return [...seen]
    }
    // Cached responses do not count against the limit of sixty a minute.
    expect(await statuses(page, 100)).toEqual([200])
    expect(await statuses(`${page}?giorno=${day}`, 100)).toEqual([200, 429])
    // `visitor` has reached the limit. Another visitor fills the cache, which a change of the data may have emptied.
    await eventually(async () => {
      await app.get(page)
      expect(await statuses(page, 5)).toEqual([200])
    })
  },
)
