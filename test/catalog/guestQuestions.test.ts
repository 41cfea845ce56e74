import { beforeAll, expect, test } from 'vitest'
import type { FareAnswer } from '../../src/modules/catalog/fares/contract.ts'
import { statusLink } from '../../src/modules/leads/lead/link.queries.ts'
import { eventually, openApp } from '../app.ts'
import { dayIn, given } from '../given.ts'
import { long } from '../length.ts'

// Every part of the product must answer a question alike. Brindisi airport to Gallipoli costs 110 € by car and 130 €
// by van. A shared ride costs 40 € per person for two, 110 € for three or four people, and 120 € for five to seven.

const app = await openApp({ data: 'demo' })
let staff: Record<string, string>
beforeAll(async () => {
  staff = await app.logIn()
})

const airport = 'Aeroporto Brindisi'
const gallipoli = '/tratte/transfer-aeroporto-brindisi-gallipoli/'

const ask = async (query: Record<string, string>) =>
  (await app.get<FareAnswer>(`/api/fares?${new URLSearchParams(query)}`)).body

const totals = ({ offers }: FareAnswer) => offers.map(({ vehicle, total }) => `${vehicle} ${total}`)

async function sent(form: Record<string, unknown>) {
  const { id, code } = await given.lead(app, 'request', form)
  const lead = (await app.get(`/api/admin/leads/availability_request/${id}`, staff)).body
  const status = await app.get(new URL(statusLink({ code }, app.runtime.context)).pathname)
  return { lead, reply: lead.reply.text as string, status: status.text.replaceAll('\u00a0', ' ') }
}

const resultsPath = (departure: string, destination: string) =>
  `/risultati-ricerca/?${new URLSearchParams({ departure, destination })}`

async function shown(path: string, ...texts: string[]): Promise<string[]> {
  const page = (await app.get(path)).text.replaceAll('\u00a0', ' ')
  return texts.filter((text) => page.includes(text))
}

test('a day of a planned list has the price of the list in search, page, form, status and reply', async () => {
  const list = {
    name: 'Estate',
    startsOn: dayIn(30),
    endsOn: dayIn(60),
    departure: 4,
    percent: '15',
    fields: ['price1to3Pax', 'price4to8Pax'],
  }
  expect((await app.post('/api/admin/price-lists', list, staff)).status).toBe(201)
  const question = { from: airport, to: 'Gallipoli', passengers: '2', day: dayIn(45) }
  const fare = await eventually(async () => {
    const found = await ask(question)
    expect(totals(found)).toEqual(['berlina 126.50', 'economy 80'])
    return found
  })
  expect(fare.offers[0]).toMatchObject({ validFrom: dayIn(30), validUntil: dayIn(60), isIndicative: false })
  expect(totals(await ask({ ...question, day: dayIn(29) }))).toEqual(['berlina 110', 'economy 80'])
  for (const path of [gallipoli, '/prezzi/'])
    expect(await shown(`${path}?giorno=${dayIn(45)}`, '126,50 €')).toEqual(['126,50 €'])
  const { lead, reply, status } = await sent({
    departure: airport,
    destination: 'Gallipoli',
    passengers: '2',
    date: dayIn(45),
  })
  expect(lead).toMatchObject({ price: '126.50', quotedDay: dayIn(45), quoteSource: 'listed' })
  expect(reply).toContain('Berlina, 126,50\u00a0€ per veicolo')
  expect(reply).toContain('Il prezzo è fisso')
  expect(status).toContain('Berlina, 126,50 € per veicolo')
})

test('the opposite direction has the price of the route, and no page says that there is no such route', async () => {
  const fare = await ask({ from: 'Gallipoli', to: airport, passengers: '2' })
  expect([fare.source, totals(fare)]).toEqual(['reverse', ['berlina 110']])
  const none = 'Nessuna tratta trovata'
  const words = [none, '110 €', 'Prezzo fisso']
  expect(await shown(resultsPath('Gallipoli', airport), ...words)).toEqual(['110 €', 'Prezzo fisso'])
  const { lead, reply } = await sent({ departure: 'Gallipoli', destination: airport, passengers: '2' })
  expect(lead).toMatchObject({ price: '110', quoteSource: 'reverse' })
  expect(reply).toContain('Berlina, 110\u00a0€ per veicolo')
  expect(reply).toContain('Il prezzo è fisso')
  expect(reply).not.toContain('Ti mandiamo subito')
})

test(
  'there and back for six have a total on every route page, in the fare, the form, the status and the reply',
  long,
  async () => {
    await app.sql`
    insert into company_settings (company_name, vat_number, phone, email, leads_email, return_discount_percent)
    values ('Salento Transfer', '01234567890', '0832 1', 'info@salento.example', 'info@salento.example', 7)
    on conflict (id) do update set return_discount_percent = 7`
    const question = { from: airport, to: 'Gallipoli', passengers: '6', bags: '5', return: 'true' }
    await eventually(async () =>
      expect((await ask(question)).roundTrip).toEqual({
        discountPercent: 7,
        offers: [{ vehicle: 'minivan', there: '130', back: '130', total: '241.80' }],
      }),
    )
    const { lead, reply, status } = await sent({
      departure: airport,
      destination: 'Gallipoli',
      passengers: '6',
      luggage: '5',
      returnTrip: true,
    })
    expect(lead.price).toBe('241.80')
    for (const text of [reply.replaceAll('\u00a0', ' '), status])
      expect(text).toContain('241,80 € (260 € meno il 7%)')
    const slugs = await app.sql<{ slug: string }[]>`select slug from route_prices where is_active order by id`
    const without: string[] = []
    for (const { slug } of slugs) {
      const view = await viewOf(`/tratte/transfer-${slug}/`)
      if (!view.ways.back.some(({ price4to8Pax }: { price4to8Pax: string | null }) => price4to8Pax))
        without.push(slug)
    }
    expect(without).toEqual([])
  },
)

/** Returns `view` of the JSON with which React starts in the browser. */
async function viewOf(path: string) {
  const { text } = await app.get(path)
  const [, json = '{}'] = /<script[^>]*type="application\/json"[^>]*>(.*?)<\/script>/s.exec(text) ?? []
  return JSON.parse(json).view
}

test('a return uses the raised price of its outbound, in every response', async () => {
  const [outbound] = await app.sql<[{ id: number }]>`
    update route_prices set is_main_route = true where slug = 'aeroporto-brindisi-otranto' returning id`
  await app.post(`/api/admin/correlated-routes/${outbound.id}`, {}, staff)
  await app.drain()
  for (const price of ['95', '120']) {
    const updates = [{ id: outbound.id, field: 'price1to3Pax', value: price }]
    const body = { updates, reason: 'Prova del ritorno' }
    expect((await app.send('PUT', '/api/bulk-pricing/update', body, staff)).status).toBe(200)
    await eventually(async () => {
      const fare = await ask({ from: 'Otranto', to: airport, passengers: '2' })
      expect([fare.source, totals(fare)]).toEqual(['reverse', [`berlina ${price}`]])
    })
    await eventually(async () => {
      const route = (await app.get('/api/transfer-routes/otranto-aeroporto-brindisi')).body
      expect(route?.price1to3Pax).toBe(price)
    })
    const jsonLd = `"price":"${price}.00"`
    expect(await shown('/tratte/transfer-otranto-aeroporto-brindisi/', jsonLd)).toEqual([jsonLd])
    const search = { departure: 'Otranto', destination: airport }
    expect((await app.get(`/api/routes/search?${new URLSearchParams(search)}`)).body[0].price).toBe(price)
    const { lead } = await sent({ departure: 'Otranto', destination: airport, passengers: '2' })
    expect(lead.price).toBe(price)
  }
})

test('luggage in words counts, in the fare and in the form', async () => {
  const fare = await ask({ from: airport, to: 'Gallipoli', passengers: '2', bags: '3 grandi' })
  expect(totals(fare)).toEqual(['berlina 110', 'economy 80'])
  for (const [luggage, vehicle] of [
    ['3 grandi', 'Berlina, 110'],
    ['due valigie e due zaini', 'Minivan, 130'],
  ] as const) {
    const form = { departure: airport, destination: 'Gallipoli', passengers: '2', luggage }
    expect((await sent(form)).lead.quote).toContain(vehicle)
  }
})

test('an address with its town gets the indicative price of the town and is stored with the request', async () => {
  const farm = 'Masseria San Domenico, Savelletri'
  const from = 'Aeroporto Bari'
  const town = await ask({ from, to: 'Savelletri', passengers: '2' })
  const fare = await ask({ from, to: farm, passengers: '2' })
  expect([fare.source, fare.to?.name, totals(fare)]).toEqual(['estimated', 'Savelletri', totals(town)])
  const { lead, reply, status } = await sent({ departure: from, destination: farm, passengers: '2' })
  expect(lead).toMatchObject({
    destination: farm,
    quoteSource: 'estimated',
    price: fare.offers[0]?.total,
  })
  expect(reply).toContain('(prezzo indicativo)')
  expect(reply).toContain('Il prezzo è indicativo, te lo confermiamo')
  expect(reply).not.toContain('fisso')
  expect(status).toContain('(prezzo indicativo)')
  const words = ['Nessuna tratta trovata', 'Prezzo indicativo per oggi', 'te lo confermiamo', 'Prezzo fisso']
  expect(await shown(resultsPath(from, farm), ...words)).toEqual([words[1], words[2]])
})

test('a premium vehicle can be chosen like the others, on the page, in the form and in the reply', async () => {
  const slug = 'aeroporto-brindisi-alezio'
  await app.sql`
    update route_prices set price_premium1to3_pax = 180, price_premium4to7_pax = 220 where slug = ${slug}`
  await eventually(async () => {
    const premium = async (passengers: string) =>
      totals(await ask({ from: airport, to: 'Alezio', passengers })).at(-1)
    expect([await premium('3'), await premium('7'), await premium('8')]).toEqual([
      'premium 180',
      'premium 220',
      'minivan 130',
    ])
  })
  expect(await shown(`/tratte/transfer-${slug}/`, '180 €', '220 €')).toEqual(['180 €', '220 €'])
  const { lead, reply } = await sent({
    departure: airport,
    destination: 'Alezio',
    passengers: '3',
    offer: 'premium',
  })
  expect(lead).toMatchObject({ price: '180', priceSource: 'chosen' })
  expect(reply).toContain('Premium, 180\u00a0€ per veicolo')
  // Four bags need the larger premium vehicle.
  const larger = await ask({ from: airport, to: 'Alezio', passengers: '3', bags: '4' })
  expect(totals(larger)).toContain('premium 220')
})

test('a confirmed request counts as revenue with the price that it was confirmed at', async () => {
  const value = async () => Number((await app.get('/api/admin/leads/provenance', staff)).body.total.value)
  const before = await value()
  const { lead } = await sent({ departure: 'Gallipoli', destination: airport, passengers: '2' })
  const path = `/api/admin/availability-requests/${lead.id}`
  const confirm = (change: object, updatedAt: string) =>
    app.send('PATCH', path, { status: 'confermata', updatedAt, ...change }, staff)
  const confirmed = await confirm({}, lead.updatedAt)
  expect(confirmed.status).toBe(200)
  expect((await value()) - before).toBe(110)
  expect((await confirm({ price: '99,50' }, confirmed.body.updatedAt)).status).toBe(200)
  expect((await value()) - before).toBe(99.5)
})
