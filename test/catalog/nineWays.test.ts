import fc from 'fast-check'
import { expect, test } from 'vitest'
import { euro } from '../../src/kernel/money.ts'
import type { FareAnswer } from '../../src/modules/catalog/fares/contract.ts'
import { statusLink } from '../../src/modules/leads/lead/link.queries.ts'
import { pageFare } from '../../src/web/site/trip/pageFare.ts'
import { chosenOffer, tripOf } from '../../src/web/site/trip/trip.ts'
import { type App, eventually, startApp } from '../app.ts'
import { dayIn, given } from '../given.ts'
import { inFull } from '../length.ts'
import { cli } from '../operator.ts'

/** First and last day of the price list, counted from today. */
const [first, last] = [10, 40]

interface Asked {
  departure: string
  destination: string
  passengers: number
  bags: number
  days: number
  daysAway: number
  isReturn: boolean
}

interface Question extends Asked {
  fare: FareAnswer
  /** Total of the first offer, which every part of the product must state. */
  total: string
}

type Ways = Record<string, unknown>

/** Returns the price if the text contains it, otherwise the text. */
const priceIn = (text: string | undefined, total: string) =>
  text?.replaceAll('\u00a0', ' ').includes(euro({ locale: 'it' }, total).replaceAll('\u00a0', ' '))
    ? total
    : text

/** Returns the HTML of a page, and `view` of the JSON with which React starts in the browser. */
async function viewOf(app: App, path: string) {
  const { text } = await app.get(path)
  const [, json = '{}'] = /<script type="application\/json" id="page">(.*?)<\/script>/s.exec(text) ?? []
  return { text, view: JSON.parse(json).view }
}

const query = (values: Record<string, string | number | boolean>) =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))

/** Compares the prices on the catalog's pages and in its API. Without a route, only the search results have a price. */
async function catalogWays(app: App, { fare, ...asked }: Question): Promise<Ways> {
  const { departure, destination, days, passengers, bags } = asked
  const giorno = dayIn(days)
  const [own] = fare.offers
  const single = own?.total ?? ''
  const results = await viewOf(
    app,
    `/risultati-ricerca/?${query({ departure, destination, giorno, passeggeri: passengers, bagagli: bags })}`,
  )
  const found = (await app.get(`/api/routes/search?${query({ departure, destination, day: giorno })}`)).body
  if (found.length === 0) {
    const offered = results.view.chosen.offers.find(
      ({ vehicle }: { vehicle: string }) => vehicle === own?.vehicle,
    )
    return { results: same(offered?.total, single, asked.total) }
  }
  expect(found.map(({ name }: { name: string }) => name)).toEqual([`${departure} → ${destination}`])
  const cheapest = async (party: object) =>
    (
      await app.get<FareAnswer>(
        `/api/fares?${query({ from: departure, to: destination, day: giorno, ...party })}`,
      )
    ).body.offers
  const start =
    (await cheapest({ passengers: 2 })).find(({ vehicle }) => vehicle === 'economy')?.price ??
    (await cheapest({ passengers: 1 }))[0]?.price
  const field = own?.vehicle === 'minivan' ? 'price4to8Pax' : 'price1to3Pax'
  const { slug } = found[0]
  const page = await viewOf(
    app,
    `/tratte/transfer-${slug}/?${query({ giorno, passeggeri: passengers, bagagli: bags })}`,
  )
  const [, shown] = /class="offer".*?<b>(.*?)<\/b>/s.exec(page.text) ?? []
  const prices = await viewOf(app, `/prezzi/?${query({ giorno, cerca: destination })}`)
  const row = prices.view.list.groups
    .flatMap(({ rows }: { rows: { slug: string }[] }) => rows)
    .find((one: { slug: string }) => one.slug === slug)
  const detail = (await app.get(`/api/transfer-routes/${slug}?day=${giorno}`)).body
  const party = { passengers, bags }
  // The page has the prices of one day, so a return trip on another day is not compared.
  const isReturn = asked.isReturn && asked.daysAway === 0
  const calculated = pageFare(page.view, { ...tripOf(page.view), ...party, isReturn })
  const offer = calculated && chosenOffer(calculated.offers, null)
  const both = calculated?.roundTrip?.offers.find(({ vehicle }) => vehicle === offer?.vehicle)
  return {
    search: same(found[0].price, start, asked.total),
    results: same(results.view.routes[0].price, start, asked.total),
    route: same(detail[field], single, asked.total),
    page: same(shown === euro({ locale: 'it' }, single) ? single : shown, single, asked.total),
    structuredData: page.text.includes(`"price":"${Number(single).toFixed(2)}"`)
      ? asked.total
      : page.view.route,
    calculator: both ? both.total : same(offer?.total, single, asked.total),
    ...(row ? { prices: same(row[field], single, asked.total) } : {}),
  }
}

const same = (found: unknown, expected: unknown, total: string) =>
  found === expected ? total : { found, expected }

/** Sends a lead, and compares the prices in all texts about it, for staff and for the customer. */
async function requestWays(app: App, staff: Record<string, string>, asked: Question): Promise<Ways> {
  const { departure, destination, passengers, bags, days, daysAway, isReturn, total } = asked
  const kinds = ['request', 'booking', 'contact'] as const
  const kind = kinds[(passengers + days) % 3] ?? 'request'
  const { id, code } = await given.lead(app, kind, {
    departure,
    destination,
    passengers: String(passengers),
    luggage: String(bags),
    date: dayIn(days),
    // Also today, a minute before midnight is not past.
    time: '23:59',
    returnTrip: isReturn,
    ...(isReturn ? { returnDate: dayIn(days + daysAway) } : {}),
  })
  const stored = kind === 'request' ? 'availability_request' : kind
  const lead = (await app.get(`/api/admin/leads/${stored}/${id}`, staff)).body
  const status = await app.get(new URL(statusLink({ code }, app.runtime.context)).pathname)
  return { form: lead.price, status: priceIn(status.text, total), reply: priceIn(lead.reply.text, total) }
}

async function commandWay(app: App, asked: Question): Promise<Ways> {
  const { departure, destination, passengers, bags, days, daysAway, isReturn } = asked
  const party = ['--passengers', String(passengers), '--bags', String(bags)]
  const back = isReturn ? ['--return-on', dayIn(days + daysAway)] : []
  const ends = ['--from', departure, '--to', destination, '--on', dayIn(days)]
  const { out } = await cli(app, ['prices', 'quote', ...ends, ...party, ...back, '--json'])
  return { command: totalOf(JSON.parse(out)) }
}

const totalOf = ({ offers, roundTrip }: FareAnswer) => roundTrip?.offers[0]?.total ?? offers[0]?.total ?? ''

test('one question asked in nine ways gives one number', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const fields = ['priceMin2Pax', 'price3to4Pax', 'price5to7Pax', 'price1to3Pax', 'price4to8Pax']
  const season = { name: 'Estate', startsOn: dayIn(first), endsOn: dayIn(last), percent: '3,7' }
  expect((await app.post('/api/admin/price-lists', { ...season, departure: 4, fields }, staff)).status).toBe(
    201,
  )
  await app.sql`
    insert into company_settings (company_name, vat_number, phone, email, leads_email, return_discount_percent)
    values ('Salento Transfer', '01234567890', '0832 1', 'info@salento.example', 'info@salento.example', 7)
    on conflict (id) do update set return_discount_percent = 7`
  const ask = async (asked: Asked) => {
    const { departure, destination, passengers, bags, days, daysAway, isReturn } = asked
    const back: Record<string, string> = isReturn ? { return: 'true', returnDay: dayIn(days + daysAway) } : {}
    const ends = { from: departure, to: destination, day: dayIn(days) }
    return (await app.get<FareAnswer>(`/api/fares?${query({ ...ends, passengers, bags, ...back })}`)).body
  }
  const summer = { departure: 'Aeroporto Brindisi', destination: 'Gallipoli', passengers: 1, bags: 0 }
  await eventually(async () => {
    const fare = await ask({ ...summer, days: first, daysAway: 0, isReturn: true })
    expect([fare.offers[0]?.validUntil, fare.roundTrip?.discountPercent]).toEqual([dayIn(last), 7])
  })
  const routes = await app.sql<{ departure: string; destination: string }[]>`
    select d.name as departure, a.name as destination from route_prices r
      join locations d on d.id = departure_location_id join locations a on a.id = destination_location_id
    where r.is_active order by r.id`
  const anyEnds = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...routes) },
    fc.constantFrom(...routes).map(({ departure, destination }) => ({
      departure: destination,
      destination: departure,
    })),
    fc.constantFrom(...routes).map(({ departure, destination }) => ({
      departure,
      destination: `Masseria Bellavista, ${destination}`,
    })),
    fc.constantFrom({ departure: 'Otranto', destination: 'Gallipoli' }),
  )
  const anyQuestion = fc.record({
    ends: anyEnds,
    passengers: fc.integer({ min: 1, max: 8 }),
    bags: fc.integer({ min: 0, max: 8 }),
    days: fc.oneof(fc.constantFrom(0, first - 1, first, last, last + 1), fc.integer({ min: 0, max: 60 })),
    daysAway: fc.constantFrom(0, 0, 7),
    isReturn: fc.boolean(),
  })
  let commands = inFull(2, 8)
  await fc.assert(
    fc.asyncProperty(anyQuestion, async ({ ends, ...more }) => {
      const asked = { ...ends, ...more }
      const fare = await ask(asked)
      const question = { ...asked, fare, total: totalOf(fare) }
      expect(question.total).toMatch(/^\d+(\.\d\d)?$/)
      const ways = {
        ...(await catalogWays(app, question)),
        ...(await requestWays(app, staff, question)),
        ...(commands-- > 0 ? await commandWay(app, question) : {}),
      }
      expect(ways).toEqual(Object.fromEntries(Object.keys(ways).map((way) => [way, question.total])))
    }),
    // With `endOnFailure` fast-check does not search for a smaller question that fails.
    { numRuns: Number(process.env.FARE_QUESTIONS ?? inFull(15, 30)), endOnFailure: true },
  )
}, 3_600_000)
