import postgres from 'postgres'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import type { ReadSiteMode } from '../../src/modules/settings/site/contract.ts'
import { CallError, call } from '../../src/web/client.ts'
import { type App, eventually, openApp, startApp } from '../app.ts'
import { given } from '../given.ts'
import { long } from '../length.ts'
import { configureOffice } from '../mailbox.ts'

// Tests the statements of docs/spec-public.md for which no browser is needed.

const route = '/tratte/transfer-aeroporto-brindisi-gallipoli/'

/** The app of tests that change no page. A search for a route changes pages, because the API counts searches. */
const shared = await openApp({ data: 'demo' })

function textOf(html: string): string {
  return html
    .replaceAll(/<(script|style|svg|head|noscript)\b[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/[\s\u00a0]+/g, ' ')
}

const part = (html: string, tag: 'header' | 'main' | 'footer') =>
  html.match(new RegExp(`<${tag}\\b[\\s\\S]*</${tag}>`))?.[0] ?? ''
const hrefs = (html: string) => [...html.matchAll(/href="(.*?)"/g)].map(([, href]) => href)
const linksOf = (html: string, words: string) =>
  [...html.matchAll(/<a\b[^>]*?href="(.*?)"[^>]*>([\s\S]*?)<\/a>/g)]
    .filter(([, , inner = '']) => textOf(inner).trim() === words)
    .map(([, href]) => href)
const heads = (html: string, level: 2 | 3) =>
  [...html.matchAll(new RegExp(`<h${level}\\b[^>]*>([\\s\\S]*?)</h${level}>`, 'g'))].map(([, inner = '']) =>
    textOf(inner).trim(),
  )
const sectionOf = (html: string, heading: string) =>
  html.split('<section').find((one) => heads(one, 2)[0] === heading) ?? ''
const mainOf = async (app: App, path: string) => part((await app.get(path)).text, 'main')

function expectAll(text: string, words: string[]): void {
  for (const one of words) expect(text).toContain(one)
}

test('the page for an outage marks no link of the menu as the current page', async () => {
  const { status, text } = await shared.get('/non-disponibile/')
  const [menu = ''] = part(text, 'header').split('</nav>')
  expect([status, menu.includes('aria-current')]).toEqual([503, false])
})

test('every page of the specification answers at its address with slash, and without slash redirects there', async () => {
  const [post] = (await shared.get('/api/blog-posts')).body.items
  for (const path of [
    '/home-2/',
    '/tratte/',
    route,
    '/risultati-ricerca/',
    '/prezzi/',
    '/aziende/',
    '/blog/',
    `/blog/${post.slug}/`,
    '/contatti/',
    '/privacy-policy/',
    '/termini-condizioni/',
    '/rich-snippets-test/',
    '/under-construction/',
  ]) {
    const query = '?departure=Lecce&destination=Otranto'
    const page = await shared.get(path + query)
    expect([path, page.status]).toEqual([path, 200])
    const bare = await shared.get(path.slice(0, -1) + query)
    expect([path, bare.status, bare.headers.get('location')]).toEqual([path, 301, path + query])
  }
  const unknown = await shared.get('/non-esiste/')
  expect(unknown.text).toMatch(/<title>Pagina Non Trovata/)
  expect(textOf(part(unknown.text, 'main'))).toContain('Pagina Non Trovata')
  expect(hrefs(part(unknown.text, 'main'))).toContain('/')
  for (const [path, words, link] of [
    ['/tratte/transfer-x-y/', 'La tratta richiesta non è disponibile.', '/'],
    ['/tratte/x-y/', 'cercala qui, o guarda l’elenco', '/tratte/'],
  ] as const) {
    const lost = await shared.get(path)
    expect([path, lost.status]).toEqual([path, 404])
    expectAll(textOf(part(lost.text, 'main')), ['Tratta non trovata', words])
    expect(hrefs(part(lost.text, 'main'))).toEqual([link])
  }
  const older = await shared.get('/tratte/aeroporto-brindisi-gallipoli/')
  expect([older.status, older.headers.get('location')]).toEqual([301, route])
})

test('the footer holds logo, tagline, contacts, six places, five links, the company line and the cookie button', async () => {
  await using app = await startApp()
  await configureOffice(app)
  await app.sql`update company_settings set address = 'Via Roma 1', cap = '73100', city = 'Lecce', rea = 'LE-1'`
  const html = await eventually(async () => {
    const html = part((await app.get('/aziende/')).text, 'footer')
    expect(html).toContain('Via Roma 1, 73100 Lecce')
    return html
  })
  expectAll(textOf(html), [
    'Servizio transfer professionale nel Salento',
    '+39 0832 123456',
    'info@salento.example',
    'Aeroporto di Brindisi Aeroporto di Bari Gallipoli Lecce Otranto Santa Maria di Leuca',
    '© Salento Transfer',
    'P.IVA 01234567890',
    'REA LE-1',
    'Impostazioni Cookie',
  ])
  expect(hrefs(html).filter((href) => href !== '/blog/')).toEqual([
    'tel:+390832123456',
    'mailto:info@salento.example',
    '/tratte/',
    '/aziende/',
    '/prezzi/',
    '/termini-condizioni/',
    '/privacy-policy/',
    '/privacy-policy/',
  ])
  // The full address is empty if one of its three parts is missing.
  await app.sql`update company_settings set cap = ''`
  await eventually(async () =>
    expect((await app.get('/api/company-settings')).body).toMatchObject({ city: 'Lecce', fullAddress: '' }),
  )
})

test('home has its sections: search, six services, 4 and 6 popular routes, reasons, fleet, zones, and the bar', async () => {
  const { text: html } = await shared.get('/')
  const main = part(html, 'main')
  expectAll(heads(main, 3).join(), [
    'Transfer aeroporto',
    'Transfer stazione',
    'Transfer porto',
    'Transfer su misura',
    'Tour del Salento',
    'Servizi extra',
    'Berlina',
    'Costa adriatica',
    'Costa ionica',
    'Entroterra',
    'Aeroporti, stazioni e porti',
  ])
  const popular: { slug: string }[] = (await shared.get('/api/routes/popular')).body
  const links = popular.map(({ slug }) => `/tratte/transfer-${slug}/`)
  const routeLinks = hrefs(main).filter((href = '') => href.startsWith('/tratte/transfer-'))
  expect(routeLinks).toEqual([...links.slice(0, 4), ...links])
  expect(hrefs(main)).toContain('/tratte/')
  expectAll(textOf(main), [
    'Partenza',
    'Destinazione',
    'Vedi tutte le',
    'Perché viaggiare con noi',
    '4 passeggeri 3 bagagli A/C',
    '8 passeggeri 8 bagagli A/C',
    '6 passeggeri 6 bagagli A/C',
    'telefono per chi è in viaggio',
  ])
  expect(textOf(main)).not.toMatch(/4[.,]9|127|testimonianz|recensioni/i)
  expect(html).toContain('RICHIEDI DISPONIBILITÀ')
})

test('home and footer link to a place as soon as it has a page, and no longer than that', async () => {
  await using app = await startApp({ data: 'demo' })
  const linked = async () => {
    const { text: html } = await app.get('/')
    const zones = sectionOf(part(html, 'main'), 'Dove ti portiamo')
    return [
      ...linksOf(zones, 'Otranto'),
      ...linksOf(zones, 'Aeroporto di Brindisi'),
      ...linksOf(part(html, 'footer'), 'Otranto'),
    ]
  }
  const path = '/destinazioni/otranto/'
  expect(await linked()).toEqual([])
  await app.sql`
    update locations set long_description = 'Testo.' where name in ('Otranto', 'Aeroporto Brindisi')`
  const airport = '/destinazioni/aeroporto-brindisi/'
  await eventually(async () => expect(await linked()).toEqual([path, airport, path]))
  expect((await app.get(path)).status).toBe(200)
  // A place without a route has no page.
  await app.sql`
    update route_prices set is_active = false
    where destination_location_id = (select id from locations where name = 'Otranto')`
  await eventually(async () => expect(await linked()).toEqual([airport]))
  expect((await app.get(path)).status).toBe(404)
})

test('the licences of the map data are in the footer, and each map names its sources at its foot', async () => {
  const licences = '© OpenStreetMap contributors (ODbL 1.0, linea di costa); GeoNames (CC BY 4.0); ISTAT'
  for (const path of ['/', route, '/blog/', '/aziende/']) {
    const { text: html } = await shared.get(path)
    expect([path, textOf(part(html, 'footer')).includes(licences)]).toEqual([path, true])
    expect([path, textOf(part(html, 'main')).includes('ODbL')]).toEqual([path, false])
    expect(html.match(/id="dati-geografici"/g)).toHaveLength(1)
    if (path !== '/aziende/')
      expect(linksOf(part(html, 'main'), '© OpenStreetMap contributors, GeoNames, ISTAT')).toEqual([
        '#dati-geografici',
      ])
  }
  // The maintenance page has a map but no footer, so the page itself states the licences.
  expect(textOf((await shared.get('/under-construction/')).text)).toContain(licences)
})

test('the list of routes is grouped by hub with icon and description, prices, and badges', async () => {
  await using app = await startApp({ data: 'demo' })
  await app.sql`
    update route_prices set ricerche = 40 where slug in ('aeroporto-brindisi-otranto', 'aeroporto-bari-gallipoli')`
  await app.sql`update route_prices set ricerche = 4 where slug = 'stazione-lecce-otranto'`
  const main = await eventually(async () => {
    const main = await mainOf(app, '/tratte/')
    expect(main).toContain('Più Richiesta')
    return main
  })
  const hubs: Record<string, { name: string; description: string; routes: { slug: string }[] }> = (
    await app.get('/api/routes/by-hubs')
  ).body
  const icons: string[] = []
  for (const [key, hub] of Object.entries(hubs)) {
    const section = main.split(`<section id="${key}"`)[1]?.split('</section>')[0] ?? ''
    expectAll(textOf(section), [hub.name, hub.description, 'a partire da', 'per veicolo'])
    const links = hrefs(section).filter((href = '') => href.startsWith('/tratte/transfer-'))
    expect(links).toHaveLength(10)
    expect(hrefs(section)).toContain(`/tratte/da-${key}/`)
    icons.push(section.split('</h2>')[0]?.match(/<svg[\s\S]*<\/svg>/)?.[0] ?? 'none')
    const whole: string[] = []
    for (let path: string | undefined = `/tratte/da-${key}/`; path; ) {
      const page = await mainOf(app, path)
      whole.push(...[...page.matchAll(/href="\/tratte\/transfer-([^"]*)\/"/g)].map(([, slug = '']) => slug))
      path = page.match(/<a[^>]*rel="next"[^>]*href="([^"]*)"/)?.[1]
    }
    expect(whole.toSorted()).toEqual(hub.routes.map(({ slug }) => slug).toSorted())
  }
  // Two routes were searched for often, the third only four times.
  expect(main.match(/Più Richiesta/g)).toHaveLength(2)
  for (const name of ['Otranto', 'Gallipoli'])
    expect(textOf(main)).toMatch(new RegExp(`Destinazione.*?${name} Più Richiesta`))
  // Both airports have the plane, and the station has another icon.
  expect(icons).toEqual([icons[0], icons[0], expect.not.stringMatching(/^none$/)])
  expect(new Set(icons).size).toBe(2)
  expect(main.match(/role="combobox"/g)).toHaveLength(2)
})

test('a route page has its sections, an icon by type of destination, and no shared ride from Bari airport', async () => {
  await using app = await startApp({ data: 'demo' })
  await app.sql`
    update route_prices set long_description = 'Lungo la statale.', tourist_info = 'Il castello.',
      ricerche = 40,
      price_premium1to3_pax = 150, price_premium4to7_pax = null
    where slug = 'aeroporto-brindisi-gallipoli'`
  await given.route(app, { price1to3Pax: 110 })
  await app.sql`
    update route_prices set price_min2_pax = 20, price3to4_pax = 60, price5to7_pax = 90
    where slug = 'aeroporto-bari-lecce'`
  await app.sql`
    update route_prices set main_route_id = main.id from route_prices main
    where route_prices.slug = 'aeroporto-bari-gallipoli' and main.slug = 'aeroporto-brindisi-gallipoli'`
  await app.settle()
  const main = await mainOf(app, route)
  expectAll(textOf(main), [
    'Home / Tratte /',
    'Più Richiesta',
    '1 h',
    '84 km',
    '1-8 pax',
    'Carta, contanti, bonifico',
    'A/C',
    'Lungo la statale.',
    'Il castello.',
    'Incluso nel servizio',
    'Seggiolini bambini inclusi',
    'Sosta intermedia su richiesta',
    'Bagagli extra inclusi',
    'Wi-Fi a bordo gratuito',
    'Transfer correlati',
    'Premium',
  ])
  const titles = [...heads(main, 2), ...heads(main, 3)]
  expectAll(titles.join(), [
    'Come funziona',
    'Prezzi',
    'Domande frequenti',
    'Chiedi',
    'Confermiamo',
    'Economy condiviso',
  ])
  expectAll(titles.join(), ['Ti aspettiamo', 'Viaggi e paghi', 'Privato'])
  expect((main.split('Domande frequenti')[1] ?? '').match(/<details/g)).toHaveLength(5)
  const { text: whole } = await app.get(route)
  // In the header and in the bar.
  expect(linksOf(whole, 'CHIAMA ORA')).toEqual(Array(2).fill('tel:+390832000000'))
  expect(linksOf(main, 'CHIAMA')).toEqual(['tel:+390832000000'])
  expect(linksOf(whole, 'WhatsApp')).toHaveLength(1)
  expect(linksOf(whole, 'RICHIEDI DISPONIBILITÀ')).toEqual([
    expect.stringMatching(/^\/richiesta\/\?departure=/),
  ])
  const tourist = sectionOf(main, 'Cosa vedere: Gallipoli')
  expect([textOf(tourist).includes('Il castello.'), tourist.includes('Lungo la statale.')]).toEqual([
    true,
    false,
  ])
  expect(hrefs(sectionOf(main, 'Anche il ritorno?'))).toEqual([
    '/tratte/transfer-gallipoli-aeroporto-brindisi/',
  ])
  const related = hrefs(sectionOf(main, 'Transfer correlati'))
  expect(related).toContain('/tratte/transfer-aeroporto-bari-gallipoli/')
  expect(related).not.toContain(route)
  const [, premium = ''] = main.split('>Premium</h3>')
  expect(textOf(premium.split('</table>')[0] ?? '')).toMatch(
    / 1-3 PAX 4-7 PAX 150 € per veicolo Su richiesta $/,
  )
  expect((await app.get(route)).text).toContain('</footer>')

  // Prices of shared rides are stored for Bari too.
  const bari = await mainOf(app, '/tratte/transfer-aeroporto-bari-lecce/')
  expect(heads(bari, 3)).toContain('Privato')
  expect(heads(bari, 3)).not.toContain('Economy condiviso')
  // The demo data have no premium prices, no text about sights and no return route for this route.
  expect([...heads(bari, 2), ...heads(bari, 3)].join()).not.toMatch(/Premium|Cosa vedere|Anche il ritorno/)

  const icons = new Set<string>()
  for (const type of ['Città', 'Aeroporto', 'Stazione', 'Porto']) {
    await app.sql`update locations set location_type = ${type} where name = 'Gallipoli'`
    icons.add(
      await eventually(async () => {
        const [, words = ''] = (await mainOf(app, route)).split('Destinazione</dt>')
        expect(words).toContain(`>${type} ·`)
        const [, hero = ''] = (await mainOf(app, route)).split('rounded-full bg-ink')
        return hero.match(/<path d="[^"]*"/)?.[0] ?? ''
      }),
    )
  }
  expect(icons.size).toBe(4)
})

test('a price per person states its minimum, a title its unit, and a saving is computed from the prices', async () => {
  await using app = await startApp({ data: 'demo' })
  await app.sql`update locations set long_description = 'La città vecchia.' where name = 'Gallipoli'`
  await eventually(async () => expect((await app.get('/destinazioni/gallipoli/')).status).toBe(200))
  const pages = [
    '/',
    '/tratte/',
    '/prezzi/',
    '/prezzi/da-stazione-lecce/',
    route,
    '/tratte/transfer-stazione-lecce-otranto/',
    '/tratte/transfer-aeroporto-bari-gallipoli/',
    '/risultati-ricerca/?departure=Aeroporto+Brindisi&destination=Gallipoli',
    '/blog/economy-condiviso-o-auto-privata/',
    '/aziende/',
    '/termini-condizioni/',
    '/destinazioni/gallipoli/',
  ]
  for (const path of pages) {
    const { status, text: html } = await app.get(path)
    expect([path, status]).toEqual([path, 200])
    const text = html.replaceAll(/[\u00a0]/g, ' ')
    const said = [textOf(part(text, 'main')), ...(text.match(/<title>.*?<\/title>|<meta[^>]*>/g) ?? [])].join(
      ' ',
    )
    // The minimum or the size of the party follows `€ a persona`, as in `80 € (40 € a persona × 2)`.
    expect([path, said.match(/€ a persona(?!, minimo 2 persone| ×).{0,30}/g)]).toEqual([path, null])
    expect([path, said.match(/fino alla metà/)]).toEqual([path, null])
    const [title = ''] = text.match(/<title>.*?<\/title>/) ?? []
    expect([path, title]).toEqual([
      path,
      expect.not.stringMatching(/€(?! (in due|per veicolo|per il gruppo))/),
    ])
  }
  const main = textOf(await mainOf(app, route))
  // Shared rides cost 40 € per person for two, 110 € for three or four, 120 € for five to seven; car 110 €, van 130 €.
  expect(main).toContain(
    'Rispetto al privato risparmiate 30 € in 2, 20 € in 4 e 10 € in 5, 6 o 7; in 3 non conviene, viaggiate in privato.',
  )
  expect(main).toContain('Dal quarto passeggero serve il minivan')
  expect(textOf(await mainOf(app, `${route}?passeggeri=2&bagagli=4`))).toContain(
    'Con più di 3 bagagli serve il minivan',
  )
  expect((await app.get(route)).text).toContain(
    '<title>Transfer Aeroporto Brindisi Gallipoli: da 80 € in due</title>',
  )
})

test('shared prices that save nobody anything are shown nowhere', async () => {
  await using app = await startApp({ data: 'demo' })
  // No party saves: two people pay 120 € (car 110 €), four pay 130 € and five 140 € (van 130 €).
  await app.sql`
    update route_prices set price_min2_pax = 60, price3to4_pax = 130, price5to7_pax = 140, ricerche = 99
    where slug = 'aeroporto-brindisi-gallipoli'`
  await eventually(async () =>
    expect((await app.get('/api/transfer-routes/aeroporto-brindisi-gallipoli')).body).toMatchObject({
      priceMin2Pax: null,
      price3to4Pax: null,
      price5to7Pax: null,
      price1to3Pax: '110',
      startingPrice: '110',
    }),
  )
  const { text: html } = await app.get(route)
  expect(heads(html, 3)).not.toContain('Economy condiviso')
  expect(textOf(part(html, 'main'))).not.toMatch(/60 €|140 €|a persona, minimo/)
  expect(html).not.toContain('"price":"60.00"')
  const [found] = (await app.get('/api/routes/search?departure=bds&destination=gallipoli')).body
  expect(found).toMatchObject({ price: '110', unit: 'veicolo' })
  const listed = (await app.get('/api/routes/pricing-table')).body.filter(
    ({ slug }: { slug: string }) => slug === 'aeroporto-brindisi-gallipoli',
  )
  expect(listed).toMatchObject([{ transferType: 'Privato' }])
  const fare = await app.get('/api/fares?from=4&to=Gallipoli&passengers=2&bags=2')
  expect(fare.body.offers.map(({ vehicle }: { vehicle: string }) => vehicle)).toEqual(['berlina'])
})

test('home promises the lowest starting price of the popular routes, with its route, not of the shortest ride', async () => {
  await using app = await startApp({ data: 'demo' })
  // Gives the lowest prices to a ride of four kilometres that nobody searches for.
  await app.sql`
    update route_prices set price_min2_pax = 5, price1to3_pax = 35, price4to8_pax = 45, ricerche = 0
    where slug = 'aeroporto-brindisi-brindisi'`
  await app.sql`update route_prices set ricerche = 9 where slug = 'aeroporto-bari-lecce'`
  await app.sql`update route_prices set ricerche = 8 where slug = 'aeroporto-brindisi-otranto'`
  await eventually(async () => {
    const popular: { name: string; price: string }[] = (await app.get('/api/routes/popular')).body
    expect(popular.map(({ name }) => name).slice(0, 2)).toEqual([
      'Aeroporto Bari → Lecce',
      'Aeroporto Brindisi → Otranto',
    ])
    const [cheapest] = popular.toSorted((one, other) => Number(one.price) - Number(other.price))
    const [from, to] = cheapest?.name.split(' → ') ?? []
    const { text: html } = await app.get('/')
    const promise = `${from} – ${to} da ${cheapest?.price} € a persona, minimo 2 persone`
    expect(textOf(part(html, 'main')).replaceAll('\u00a0', ' ')).toContain(promise)
    expect(html).toContain(`al Salento: ${promise}`)
    expect(textOf(html)).not.toMatch(/\b5 €/)
  })
})

test('a new site shows the routes usually in demand in Salento as popular, and marks none as the most requested', async () => {
  await using app = await startApp({ data: 'bundled' })
  const popular: { name: string; slug: string }[] = (await app.get('/api/routes/popular')).body
  expect(popular.map(({ name }) => name)).toEqual([
    'Aeroporto Brindisi → Lecce',
    'Aeroporto Brindisi → Gallipoli',
    'Aeroporto Brindisi → Otranto',
    'Aeroporto Brindisi → Santa Maria di Leuca',
    'Aeroporto Bari → Lecce',
    'Stazione Lecce → Gallipoli',
  ])
  for (const path of ['/tratte/', '/prezzi/da-aeroporto-brindisi/'])
    expect(await mainOf(app, path)).not.toContain('Più Richiesta')
})

test('results have the right singular and plural, with details; a missing place redirects to the routes', async () => {
  await using app = await startApp({ data: 'demo' })
  const one = await mainOf(app, '/risultati-ricerca/?departure=Aeroporto+Brindisi&destination=Gallipoli')
  expectAll(textOf(one), [
    '1 tratta trovata',
    'Aeroporto Brindisi → Gallipoli',
    '1 h',
    '84 km',
    'prezzo da',
    '40 €',
  ])
  expectAll(textOf(one), ['DETTAGLI'])
  const [found] = (await app.get('/api/routes/search?departure=Aeroporto+Brindisi&destination=Gallipoli'))
    .body
  expect(textOf(one)).toContain(found.description.slice(0, 40))
  expect(hrefs(one)).toContain(new URL(found.canonicalUrl).pathname)
  const many = await mainOf(app, '/risultati-ricerca/?departure=aeroporto&destination=otranto')
  expect(textOf(many)).toMatch(/ [2-9] tratte trovate/)
  const none = await mainOf(app, '/risultati-ricerca/?departure=Lecce&destination=Roma')
  expect(textOf(none)).toContain('Nessuna tratta trovata')
  expect(hrefs(none)).toEqual(expect.arrayContaining(['/tratte/']))
  const unknown = await mainOf(app, '/risultati-ricerca/?departure=Nessundove&destination=Gallipoli')
  expect(textOf(unknown)).toMatch(/Nessuna tratta trovata(?!:)/)
  for (const query of ['', '?departure=Lecce', '?destination=Lecce', '?departure=&destination=Lecce']) {
    const { status, headers } = await app.get(`/risultati-ricerca/${query}`)
    expect([query, status, headers.get('location')]).toEqual([query, 301, `/tratte/${query}`])
  }
})

test('missing prices are “Su richiesta”, a missing distance is N/A, and cards invent nothing', async () => {
  await using app = await startApp({ data: 'demo' })
  await app.sql`
    update route_prices set price_min2_pax = null, price5to7_pax = null, distance_km = null, estimated_duration = ''
    where slug = 'aeroporto-brindisi-gallipoli'`
  await app.sql`
    update route_prices set price_min2_pax = null, price3to4_pax = null, price5to7_pax = null,
      price1to3_pax = null, price4to8_pax = null, estimated_duration = '', ricerche = 99
    where slug = 'aeroporto-brindisi-otranto'`
  const rows = await eventually(async () => {
    const rows = (await mainOf(app, '/prezzi/')).match(/<tr><th scope="row">.*?<\/tr>/g) ?? []
    const [gallipoli = ''] = rows.filter((row) => row.includes('>Gallipoli<'))
    // Three or four people share for 110 €, which saves a party of four 20 €. The other shared prices are missing.
    expect(textOf(gallipoli)).toMatch(/Gallipoli 110 € 130 € — 110 € — N\/A \/ N\/A/)
    const [first = ''] = rows.filter((row) => row.includes('>Otranto<'))
    expect(textOf(first)).toMatch(/Otranto Più Richiesta Su richiesta Su richiesta — — — 93 km/)
    return rows
  })
  // Phones show the unit only after a price.
  expect((rows.join().match(/data-unit="a persona">\d+/g) ?? []).length).toBeGreaterThan(10)
  expect(rows.join()).not.toMatch(/data-unit="a persona">[^\d]/)
  const otranto = '/tratte/transfer-aeroporto-brindisi-otranto/'
  const hero = (await mainOf(app, otranto)).split('Prezzi</h2>')[0] ?? ''
  expectAll(textOf(hero), ['Su richiesta', 'N/A'])
  const home = await mainOf(app, '/')
  const [link = ''] = home.split(`href="${otranto}"`)[1]?.split('</a>') ?? []
  // The route with the most searches is the first card, which ends with its link.
  const [card = ''] = sectionOf(home, 'Cosa è compreso').split(`href="${otranto}"`)
  for (const one of [link, card]) {
    expect(textOf(one)).toContain('Su richiesta')
    expect(textOf(one)).not.toMatch(/45 min|35/)
  }
})

test('the pricing page has terms and both ways to act, and only it has structured prices', async () => {
  const { text: html } = await shared.get('/prezzi/')
  const main = part(html, 'main')
  expect(hrefs(main)).toContain('/termini-condizioni/')
  // No company is stored, so the page shows the default phone number.
  expect(linksOf(html, 'CHIAMA ORA')).toEqual(Array(2).fill('tel:+390832000000'))
  expect(linksOf(main, 'CHIAMA')).toEqual(['tel:+390832000000'])
  expect(linksOf(html, 'RICHIEDI DISPONIBILITÀ')).toEqual(['/richiesta/'])
  const [snippet] = (await shared.get('/api/rich-snippets/pricing')).body.richSnippets
  expect(snippet.hasOfferCatalog?.itemListElement).toHaveLength(5)
  expect(html.split('</head>')[0]).toContain('OfferCatalog')
  expect((await shared.get('/contatti/')).text).not.toContain('OfferCatalog')
})

test('contacts, business, privacy and terms contain what the specification lists', async () => {
  const contacts = await mainOf(shared, '/contatti/')
  expectAll(textOf(contacts), [
    'Telefono',
    'WhatsApp',
    'Email',
    'Ufficio, da lunedì a domenica 06:00 - 24:00',
    'Emergenze di chi è in viaggio, solo per telefono 24 ore su 24',
    'Chiamata di emergenza',
    'INVIA MESSAGGIO',
  ])
  expect(hrefs(contacts).map((href) => href?.split('?')[0])).toEqual(
    expect.arrayContaining([
      'tel:+390832000000',
      'https://wa.me/390832000000',
      'mailto:info@salento-transfer.example',
    ]),
  )
  expect(linksOf(contacts, 'Chiamata di emergenza')).toEqual(['tel:+390832000000'])
  // Until staff enter links to social networks, none are shown.
  expect(contacts).not.toMatch(/facebook|instagram|href="#"/i)

  const business = await mainOf(shared, '/aziende/')
  expectAll(textOf(business), [
    'Convenzioni aziendali',
    'Servizio Businessman',
    'Consegna documenti',
    'Transfer aeroporto',
    'Transfer stazione',
    'Transfer porto',
    'Transfer su misura',
    'Tour del Salento',
    'Servizi extra',
    'ECONOMY',
  ])
  expectAll(heads(business, 3).join(), ['Ci scrivete', 'Vi proponiamo', 'Confermate', 'Viaggiate'])
  expect(hrefs(business).filter((href) => href === '/contatti/')).toHaveLength(2)

  const privacy = await mainOf(shared, '/privacy-policy/')
  expect(heads(privacy, 2)).toEqual([
    'Titolare',
    'Dati trattati',
    'Finalità e basi giuridiche',
    'Tempi di conservazione',
    'Destinatari e trasferimenti',
    'I tuoi diritti',
    'Cookie Policy',
  ])
  for (const [heading, words] of [
    ['Titolare', 'Salento Transfer'],
    ['Dati trattati', 'nome, telefono, email, partenza, destinazione'],
    ['Finalità e basi giuridiche', 'legittimo interesse (lett. f)'],
    ['Destinatari e trasferimenti', 'I dati restano nell’Unione Europea'],
    ['I tuoi diritti', 'Garante per la protezione dei dati personali'],
  ] as const)
    expect([heading, textOf(sectionOf(privacy, heading))]).toEqual([heading, expect.stringContaining(words)])
  const terms = await mainOf(shared, '/termini-condizioni/')
  expect(heads(terms, 2)).toEqual(
    expect.arrayContaining([
      'Servizio Economy',
      'Bagagli',
      'Prenotazione',
      'Pagamento',
      'Ritardi e attese',
      'Trasporto',
      'Modifiche e cancellazioni',
      'Contatti',
    ]),
  )
  expectAll(textOf(terms), [
    '+39 0832 000000',
    'richieste@salento-transfer.example',
    'dal secondo passeggero in poi',
    'Quanto fa risparmiare dipende dalla tratta e da quanti siete',
    'servito come privato, a tariffa intera',
    'vanno dichiarati alla prenotazione',
    'data e orario',
    'numero di passeggeri',
    'numero del volo o del treno',
    'bonifico bancario anticipato',
    'con carta, a bordo',
    'in contanti, all’autista',
    'PayPal, oltre un importo minimo',
    'L’autista va contattato 24 ore prima della partenza',
    'almeno 7 giorni prima del transfer di andata. Dopo non è previsto rimborso',
    'Le modifiche vanno chieste almeno 24 ore prima',
    'Aeroporti e porti di Brindisi e Bari, stazioni di Lecce e Brindisi',
  ])
})

test('a request reports each missing field, accepts an empty message, and cannot be read back', async () => {
  const whole = {
    name: 'Anna Conte',
    phone: '347 1234567',
    email: 'anna@example.com',
    departure: 'Lecce',
    destination: 'Otranto',
    passengers: '2',
    formSource: 'sticky-footer',
  }
  const send = (path: string, body: object, address: string) =>
    shared.post(path, body, { 'x-forwarded-for': address })
  for (const [index, name] of Object.keys(whole).entries())
    for (const missing of ['', undefined]) {
      const reply = await send(
        '/api/availability-requests',
        { ...whole, [name]: missing },
        `203.0.113.${index}`,
      )
      expect([name, reply.status]).toEqual([name, 422])
      expect(JSON.parse(reply.text).errors).toEqual([{ path: name, message: expect.any(String) }])
    }
  const refused = await send('/api/availability-requests', { ...whole, email: 'anna@' }, '203.0.113.50')
  expect(JSON.parse(refused.text).errors).toEqual([
    { path: 'email', message: 'Completa l’indirizzo email prima e dopo la @' },
  ])
  expect((await send('/api/availability-requests', whole, '203.0.113.51')).status).toBe(201)
  const { name, phone, email } = whole
  const contact = { name, phone, email }
  for (const field of Object.keys(contact)) {
    const reply = await send('/api/contacts', { ...contact, [field]: '' }, '203.0.113.52')
    expect([field, reply.status, JSON.parse(reply.text).errors?.[0]?.path]).toEqual([field, 422, field])
  }
  expect((await send('/api/contacts', contact, '203.0.113.53')).status).toBe(201)
  for (const path of ['/api/availability-requests', '/api/contacts', '/api/bookings'])
    expect([path, (await shared.get(path)).status]).toEqual([path, 404])
})

test('a failed call throws an error of status and text, or of the status text, also for 401', async () => {
  expect(new CallError(500, 'Internal Server Error', 'boom').message).toBe('500: boom')
  const answers = [
    new Response('chi sei?', { status: 401 }),
    new Response('', { status: 401, statusText: 'Unauthorized' }),
  ]
  vi.stubGlobal('document', { getElementById: () => null })
  onTestFinished(() => void vi.unstubAllGlobals())
  using _ = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => answers.shift() ?? Response.error())
  const read = () => call<typeof ReadSiteMode>('GET /api/site-settings', {})
  await expect(read()).rejects.toThrow(/^401: chi sei\?$/)
  await expect(read()).rejects.toThrow(/^401: Unauthorized$/)
})

test('while the database is down the site serves results and the company from memory', async () => {
  await using app = await startApp({ data: 'demo' })
  const texted = '/tratte/transfer-aeroporto-brindisi-lecce/'
  await app.sql`update route_prices set long_description = 'Una corsa tra gli ulivi.' where slug = 'aeroporto-brindisi-lecce'`
  // Waits until the process knows the office, so that it also knows the earlier change of the route.
  await configureOffice(app)
  expect((await app.get('/risultati-ricerca/?departure=bds&destination=gallipoli')).status).toBe(200)
  const name = new URL(app.databaseUrl).pathname.slice(1)
  const admin = postgres(inject('postgresUrl'), { max: 1, onnotice: () => {} })
  await admin`alter database ${admin(name)} with allow_connections false`
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
  const page = await app.get('/risultati-ricerca/?departure=bds&destination=otranto')
  expect([page.status, /\d tratt[ae] trovat[ae]/.test(textOf(page.text))]).toEqual([200, true])
  expect(linksOf(page.text, 'CHIAMA ORA')).toContain('tel:+390832123456')
  expect(await app.get('/api/company-settings')).toMatchObject({
    status: 200,
    body: { phone: '+39 0832 123456' },
  })
  for (const path of ['/', '/tratte/', route, '/prezzi/', '/blog/', '/contatti/', '/privacy-policy/', '/en/'])
    expect([path, (await app.get(path)).status]).toEqual([path, 200])
  // The page needs the long text, which no process keeps in memory, so the API responds with 503.
  const missing = await app.get(texted)
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([503, 'no-store'])
  expect(Number(missing.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(hrefs(missing.text)).toContain('tel:+390832123456')
  await admin`alter database ${admin(name)} with allow_connections true`
  await eventually(async () => expect((await app.get(texted)).text).toContain('Una corsa tra gli ulivi.'))
  await admin.end()
})

test('browsers may cache reads for as long as a change may take to show; the site is live unless switched off', async () => {
  for (const [path, seconds] of [
    ['/api/google-analytics/active', 60],
    ['/api/site-settings', 5],
    ['/api/rich-snippets/pricing', 5],
    ['/api/routes/by-hubs', 5],
    ['/api/maps/embed/Lecce/Otranto', 1800],
  ] as const) {
    const { status, headers } = await shared.get(path)
    // `seconds` includes the two seconds for which a browser may show its copy while renewing it.
    const [, own, renewed] =
      headers.get('cache-control')?.match(/^public, max-age=(\d+), .*stale-while-revalidate=(\d+)/) ?? []
    expect([path, status, Number(own) + Number(renewed)]).toEqual([path, 200, seconds])
  }
  expect((await shared.get('/api/site-settings')).body).toEqual({
    isLive: true,
    message: 'Il sito è attualmente in manutenzione. Torneremo presto!',
  })
  const type = async (q: string) => (await shared.get(`/api/locations/search?q=${q}`)).body[0].type
  expect([
    await type('aeroporto'),
    await type('porto%20di'),
    await type('stazione'),
    await type('otranto'),
  ]).toEqual(['aeroporto', 'porto', 'stazione', 'other'])
  const { embedUrl } = (await shared.get('/api/maps/embed/Lecce/Otranto')).body
  expect(embedUrl).toMatch(/^https:\/\/www\.salento\.example\/mappa\//)
})

test(
  'a sitemap of more than 50,000 addresses is an index of files with at most that many',
  long,
  async () => {
    await using app = await startApp()
    // Adds articles, because loading as many places and routes takes ten times as long.
    await app.sql`
      insert into blog_posts (title, slug, summary, content, is_published, published_at)
      select 'Articolo ' || n, 'articolo-' || n, 'x', 'x', true, now() from generate_series(1, 50000) n`
    const parts = await eventually(async () => {
      const { text } = await app.get('/sitemap.xml')
      const parts = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
      expect(text).toContain('<sitemapindex')
      return parts
    })
    const counts: number[] = []
    for (const path of parts) counts.push((await app.get(path)).text.match(/<loc>/g)?.length ?? 0)
    expect(Math.max(...counts)).toBeLessThanOrEqual(50_000)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(50_010)
  },
)
