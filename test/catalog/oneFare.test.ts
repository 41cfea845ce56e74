import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { FareAnswer } from '../../src/modules/catalog/fares/contract.ts'
import { type Position, roadEstimate } from '../../src/modules/catalog/roadEstimate.ts'
import { eventually, openApp } from '../app.ts'
import { dayIn } from '../given.ts'
import { inFull } from '../length.ts'
import { newAddress } from '../newAddress.ts'

// Rules for every question about a fare. `FARE_QUESTIONS=100000` sets the number of random questions.

const questions = Number(process.env.FARE_QUESTIONS ?? inFull(40, 100))
/** Number of times that the test changes prices and price lists. */
const changes = Math.max(2, Math.round(questions / 50))

const cents = (text: string | null | undefined) => Math.round(Number(text) * 100)
/** Returns the price in cents plus 3.7 %, rounded to the cent. Computes with integers. */
const raised = (base: number) => Math.floor((base * 1_037 + 500) / 1_000)

const airportId = 4
const first = 10
const last = 40
const season = { name: 'Estate', startsOn: dayIn(first), endsOn: dayIn(last), percent: '3,7' }
const fields = ['priceMin2Pax', 'price3to4Pax', 'price5to7Pax', 'price1to3Pax', 'price4to8Pax']
const discount = 7

interface Listed {
  id: number
  departure: string
  destination: string
  departureId: number
  distanceKm: number
  car: string
  van: string
}

const app = await openApp({ data: 'demo' })
let staff: Record<string, string>
let routes: Listed[]
let places: (Position & { name: string })[]
beforeAll(async () => {
  staff = await app.logIn()
  routes = await app.sql<Listed[]>`
    select r.id, d.name as departure, a.name as destination, d.id as departure_id, distance_km,
      price1to3_pax as car, price4to8_pax as van
    from route_prices r
      join locations d on d.id = departure_location_id join locations a on a.id = destination_location_id
    where r.is_active and not exists (
      select from route_prices back where back.departure_location_id = r.destination_location_id
        and back.destination_location_id = r.departure_location_id)
    order by r.id`
  places = await app.sql<typeof places>`
    select name, latitude, longitude from locations where latitude is not null order by id`
  await app.sql`
    insert into company_settings (company_name, vat_number, phone, email, leads_email, return_discount_percent)
    values ('Salento Transfer', '01234567890', '0832 1', 'info@salento.example', 'info@salento.example', ${discount})
    on conflict (id) do update set return_discount_percent = ${discount}`
  await add({ ...season, departure: airportId, fields })
  await eventually(async () => {
    const fare = await ask({
      from: airportId,
      to: 'Gallipoli',
      passengers: 1,
      day: dayIn(first),
      return: true,
    })
    expect([fare.offers[0]?.validUntil, fare.roundTrip?.discountPercent]).toEqual([dayIn(last), discount])
  })
})

/** Returns headers with a new IP address, because writes are limited by IP address and a long run makes thousands. */
const caller = () => ({ ...staff, 'x-forwarded-for': newAddress() })

async function add(list: object): Promise<number> {
  const { status, body } = await app.post('/api/admin/price-lists', list, caller())
  expect([status, body.errors]).toEqual([201, undefined])
  return body.id
}

async function ask(query: Record<string, string | number | boolean>): Promise<FareAnswer> {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return (await app.get<FareAnswer>(`/api/fares?${text}`)).body
}

const shown = ({ offers }: FareAnswer) => offers.map(({ vehicle, total }) => `${vehicle} ${total}`)
const isIn = ({ departureId }: Listed, days: number) =>
  departureId === airportId && days >= first && days <= last
const expected = (route: Listed, days: number, isVan: boolean) => {
  const base = cents(isVan ? route.van : route.car)
  return isIn(route, days) ? raised(base) : base
}
const anyRoute = () => fc.constantFrom(...routes)
const anyParty = fc.record({
  passengers: fc.integer({ min: 1, max: 8 }),
  bags: fc.integer({ min: 0, max: 8 }),
})
const anyDay = fc.oneof(fc.constantFrom(first - 1, first, last, last + 1), fc.integer({ min: 0, max: 60 }))

test('a price list changes only the prices of its days, to the cent, and states how long they are valid', async () => {
  await fc.assert(
    fc.asyncProperty(anyRoute(), anyParty, anyDay, async (route, party, days) => {
      const fare = await ask({ from: route.departure, to: route.destination, day: dayIn(days), ...party })
      expect([fare.source, fare.reason]).toEqual(['listed', null])
      const isVan = party.passengers > 3 || party.bags > 3
      expect(cents(fare.offers[0]?.total)).toBe(expected(route, days, isVan))
      for (const { total, price, unit, validFrom, validUntil } of fare.offers) {
        for (const text of [total, price]) expect(text).toMatch(/^\d+(\.\d\d)?$/)
        expect(cents(total)).toBe(cents(price) * (unit === 'persona' ? party.passengers : 1))
        const until = route.departureId === airportId && days < first ? dayIn(first - 1) : null
        expect([validFrom, validUntil]).toEqual(
          isIn(route, days) ? [dayIn(first), dayIn(last)] : [null, until],
        )
      }
    }),
    { numRuns: questions },
  )
}, 3_600_000)

test('the opposite direction mirrors a route, and both ways cost their sum less the discount', async () => {
  await fc.assert(
    fc.asyncProperty(anyRoute(), anyParty, anyDay, anyDay, async (route, party, one, other) => {
      const [days, later] = [Math.min(one, other), Math.max(one, other)]
      const { departure, destination } = route
      const there = { from: departure, to: destination, day: dayIn(days), ...party }
      const fare = await ask({ ...there, return: true, returnDay: dayIn(later) })
      const back = await ask({ from: destination, to: departure, day: dayIn(later), ...party })
      expect(back.source).toBe('reverse')
      const mirrored = await ask({ ...there, day: dayIn(later) })
      expect(shown(back)).toEqual(shown(mirrored).filter((text) => !text.startsWith('economy')))
      expect(fare.roundTrip?.offers.map(({ vehicle }) => vehicle)).toEqual(
        back.offers.map(({ vehicle }) => vehicle),
      )
      for (const both of fare.roundTrip?.offers ?? []) {
        const own = fare.offers.find(({ vehicle }) => vehicle === both.vehicle)?.total
        const returned = back.offers.find(({ vehicle }) => vehicle === both.vehicle)?.total
        expect([both.there, both.back]).toEqual([own, returned])
        const sum = cents(own) + cents(returned)
        expect(both.total).toMatch(/^\d+(\.\d\d)?$/)
        expect(cents(both.total)).toBe(sum - Math.ceil((sum * discount) / 100))
      }
    }),
    { numRuns: questions },
  )
}, 3_600_000)

test('more people or bags never pay less, and from one place neither does a longer ride', async () => {
  await fc.assert(
    fc.asyncProperty(anyRoute(), anyRoute(), anyParty, anyDay, async (route, another, party, days) => {
      const own = (of: Listed, more: object = {}) =>
        ask({ from: of.departure, to: of.destination, day: dayIn(days), ...party, ...more })
      const price = ({ offers }: FareAnswer) => cents(offers[0]?.total)
      const fare = price(await own(route))
      if (party.passengers < 8)
        expect(price(await own(route, { passengers: party.passengers + 1 }))).toBeGreaterThanOrEqual(fare)
      if (party.bags < 8)
        expect(price(await own(route, { bags: party.bags + 1 }))).toBeGreaterThanOrEqual(fare)
      const neighbours = routes.filter(({ departureId }) => departureId === route.departureId)
      const other = neighbours[routes.indexOf(another) % neighbours.length] ?? route
      const [near, far] = [route, other].toSorted((a, b) => a.distanceKm - b.distanceKm) as [Listed, Listed]
      if (near.distanceKm < far.distanceKm)
        expect(price(await own(far))).toBeGreaterThanOrEqual(price(await own(near)))
    }),
    { numRuns: questions },
  )
}, 3_600_000)

test('an estimate is indicative, private, in steps of 5 euro, alike both ways and on every day, and grows with the road', async () => {
  const anyPlace = fc.constantFrom(...places)
  // Places near a place with a route are served too.
  const ends = new Set(routes.flatMap(({ departure, destination }) => [departure, destination]))
  // `routes` leaves out pairs with a route in each direction, so this query reads all pairs.
  const listedPairs = await app.sql<Pick<Listed, 'departure' | 'destination'>[]>`
    select d.name as departure, a.name as destination
    from route_prices r
      join locations d on d.id = departure_location_id join locations a on a.id = destination_location_id
    where r.is_active`
  const pairs = new Set(
    listedPairs.flatMap((one) => [one.departure + one.destination, one.destination + one.departure]),
  )
  const everywhere = { ...season, name: 'Ovunque', startsOn: dayIn(100), endsOn: dayIn(120), percent: '50' }
  const listId = await add({ ...everywhere, departure: null, fields })
  const listed = { from: 'Stazione Lecce', to: 'Otranto', passengers: 1, day: dayIn(100) }
  await eventually(async () => expect((await ask(listed)).offers[0]?.validFrom).toBe(dayIn(100)))
  const anyDay = fc.integer({ min: 95, max: 125 })
  await fc.assert(
    fc.asyncProperty(
      anyPlace,
      anyPlace,
      anyPlace,
      anyParty,
      anyDay,
      async (start, end, another, party, days) => {
        const [from, to, other] = [start.name, end.name, another.name]
        fc.pre(new Set([from, to, other]).size === 3)
        fc.pre(!pairs.has(from + to) && !pairs.has(from + other))
        const fare = await ask({ from, to, day: dayIn(days), ...party })
        if (fare.reason === 'notServed' && !(ends.has(from) && ends.has(to))) {
          expect((await ask({ from: to, to: from, day: dayIn(days), ...party })).reason).toBe('notServed')
          return
        }
        expect([fare.from?.name, fare.to?.name]).toEqual([from, to])
        expect([fare.source, fare.offers.length]).toEqual(['estimated', 1])
        const [offer] = fare.offers
        expect(offer).toMatchObject({
          isIndicative: true,
          validFrom: null,
          validUntil: null,
          unit: 'veicolo',
        })
        expect(cents(offer?.total) % 500).toBe(0)
        expect(shown(await ask({ from, to, day: dayIn(0), ...party }))).toEqual(shown(fare))
        expect(shown(await ask({ from: to, to: from, day: dayIn(days), ...party }))).toEqual(shown(fare))
        const longer = await ask({ from, to: other, day: dayIn(days), ...party })
        if (longer.reason === 'notServed' && !ends.has(other)) return
        const km = [end, another].map((place) => roadEstimate(start, place).distanceKm) as [number, number]
        const order = Math.sign(cents(longer.offers[0]?.total) - cents(offer?.total))
        if (km[0] !== km[1]) expect([0, Math.sign(km[1] - km[0])]).toContain(order)
      },
    ),
    { numRuns: questions },
  )
  expect((await app.send('DELETE', `/api/admin/price-lists/${listId}`, undefined, caller())).status).toBe(204)
  await eventually(async () => expect((await ask(listed)).offers[0]?.validFrom).toBeNull())
}, 3_600_000)

test('a change of a base price, its undo, and a list give the same fares in any order', async () => {
  const route = (
    await app.sql<[{ id: number }]>`
    select id from route_prices where slug = 'stazione-lecce-otranto'`
  )[0].id
  const days = [5, first, last, last + 1]
  const fares = async () => {
    const asked = days.map((one) =>
      ask({ from: 'Stazione Lecce', to: 'Otranto', passengers: 1, day: dayIn(one) }),
    )
    return (await Promise.all(asked)).map(({ offers }) => cents(offers[0]?.total))
  }
  const [base = 0] = await fares()
  const during = (price: number, isListed: boolean) =>
    days.map((one) => (isListed && one >= first && one <= last ? raised(price) : price))
  const change = async (price: number) => {
    const updates = [{ id: route, field: 'price1to3Pax', value: (price / 100).toFixed(2) }]
    const body = { updates, reason: 'Prova' }
    const saved = await app.send('PUT', '/api/bulk-pricing/update', body, caller())
    expect([saved.status, saved.body]).toEqual([200, expect.objectContaining({ updated: 1 })])
    return saved.body.actId as number
  }
  const undo = (id: number) => app.post(`/api/admin/bulk-acts/${id}/undo`, {}, caller())
  const list = { ...season, name: 'Stazione', departure: 0, fields: ['price1to3Pax'] }
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1_000, max: 50_000 }).filter((price) => price !== base),
      fc.boolean(),
      fc.boolean(),
      async (price, isListFirst, isUndoFirst) => {
        const [{ id: departure }] = await app.sql<[{ id: number }]>`
          select id from locations where name = 'Stazione Lecce'`
        let listId = 0
        let actId = 0
        const steps = [
          async () => {
            listId = await add({ ...list, departure })
          },
          async () => {
            actId = await change(price)
          },
        ]
        for (const step of isListFirst ? steps : steps.toReversed()) await step()
        await eventually(async () => expect(await fares()).toEqual(during(price, true)))
        const remove = async () => {
          expect(
            (await app.send('DELETE', `/api/admin/price-lists/${listId}`, undefined, caller())).status,
          ).toBe(204)
        }
        if (isUndoFirst) {
          expect((await undo(actId)).status).toBe(200)
          await eventually(async () => expect(await fares()).toEqual(during(base, true)))
          await remove()
        } else {
          await remove()
          await eventually(async () => expect(await fares()).toEqual(during(price, false)))
          expect((await undo(actId)).status).toBe(200)
        }
        await eventually(async () => expect(await fares()).toEqual(during(base, false)))
      },
    ),
    { numRuns: changes, endOnFailure: true },
  )
}, 3_600_000)
