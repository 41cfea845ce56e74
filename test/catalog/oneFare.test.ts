import fc from 'fast-check'
import { expect, test } from 'vitest'
import { euro } from '../../src/kernel/money.ts'
import { romanDay } from '../../src/kernel/romanDay.ts'
import type { FareAnswer } from '../../src/modules/catalog/fares/contract.ts'
import { type App, eventually, startApp } from '../app.ts'
import { newAddress } from '../newAddress.ts'

/** How many questions are drawn; set it to 100000 for the long form. */
const questions = Number(process.env.FARE_QUESTIONS ?? 60)
const day = (days: number) => romanDay(new Date(Date.now() + days * 86_400_000))

async function openWithList(app: App) {
  const staff = await app.logIn()
  const list = {
    name: 'Estate',
    startsOn: day(10),
    endsOn: day(40),
    departure: 4,
    fields: ['priceMin2Pax', 'price3to4Pax', 'price5to7Pax', 'price1to3Pax', 'price4to8Pax'],
    percent: '15',
  }
  expect((await app.post('/api/admin/price-lists', list, staff)).status).toBe(201)
  const routes = await app.sql<
    { slug: string; departure: string; destination: string; departureId: number }[]
  >`
    select slug, d.name as departure, a.name as destination, d.id as departure_id from route_prices r
      join locations d on d.id = departure_location_id join locations a on a.id = destination_location_id
    where r.is_active and not exists (
      select from route_prices back where back.departure_location_id = r.destination_location_id
        and back.destination_location_id = r.departure_location_id)
    order by r.id`
  const ask = async (query: Record<string, string | number | boolean>) => {
    const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    return (await app.get<FareAnswer>(`/api/fares?${text}`)).body
  }
  const inside = { from: 4, to: 'Gallipoli', passengers: 1, day: day(10) }
  await eventually(async () => expect((await ask(inside)).offers[0]?.validUntil).toBe(day(40)))
  return { staff, routes, ask }
}

const cents = (text: string | null | undefined) => Math.round(Number(text) * 100)

test('whatever is asked: cents are whole, the way back mirrors the way there, lists end with their days, more people never pay less', async () => {
  await using app = await startApp({ data: 'demo' })
  const { routes, ask } = await openWithList(app)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...routes),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 0, max: 8 }),
      fc.integer({ min: 0, max: 60 }),
      async ({ departure, destination, departureId }, passengers, bags, days) => {
        const there = { from: departure, to: destination, bags, day: day(days) }
        const fare = await ask({ ...there, passengers, return: true })
        expect(fare.source).toBe('listed')
        for (const { total, price, unit } of fare.offers) {
          expect(total).toMatch(/^\d+(\.\d\d)?$/)
          expect(cents(total)).toBe(cents(price) * (unit === 'persona' ? passengers : 1))
        }
        const isInList = departureId === 4 && days >= 10 && days <= 40
        const [own] = fare.offers
        expect([own?.validFrom, own?.validUntil]).toEqual(
          isInList ? [day(10), day(40)] : [null, departureId === 4 && days < 10 ? day(9) : null],
        )
        const back = await ask({ ...there, from: destination, to: departure, passengers })
        expect(back.source).toBe('reverse')
        expect(back.offers.map(({ vehicle, total }) => [vehicle, total])).toEqual(
          fare.offers
            .filter(({ vehicle }) => vehicle !== 'economy')
            .map(({ vehicle, total }) => [vehicle, total]),
        )
        for (const both of fare.roundTrip?.offers ?? [])
          expect(cents(both.total)).toBe(cents(both.there) + cents(both.back))
        if (passengers < 8) {
          const more = await ask({ ...there, passengers: passengers + 1 })
          expect(cents(more.offers[0]?.total)).toBeGreaterThanOrEqual(cents(own?.total))
        }
      },
    ),
    { numRuns: questions },
  )
}, 600_000)

test('page, structured data, calls, stored request and reply say one price for one question', async () => {
  await using app = await startApp({ data: 'demo' })
  const { staff, routes, ask } = await openWithList(app)
  const drawn = fc.sample(
    fc.tuple(fc.constantFrom(...routes), fc.constantFrom(1, 2, 5), fc.constantFrom(0, 12, 50)),
    { numRuns: Math.min(questions, 12), seed: 21 },
  )
  for (const [{ slug, departure, destination }, passengers, days] of drawn) {
    const date = day(days)
    const fare = await ask({ from: departure, to: destination, passengers, day: date })
    const total = fare.offers[0]?.total ?? ''
    const field = passengers > 3 ? 'price4to8Pax' : 'price1to3Pax'
    const route = (await app.get(`/api/transfer-routes/${slug}?day=${date}`)).body
    expect(route[field]).toBe(total)
    const page = (await app.get(`/tratte/transfer-${slug}/${days > 0 ? `?giorno=${date}` : ''}`)).text
    expect(page).toContain(`"${field}":"${total}"`)
    expect(page).toContain(`"price":"${Number(total).toFixed(2)}"`)
    const search = { departure, destination, day: date }
    const found = (await app.get(`/api/routes/search?${new URLSearchParams(search)}`)).body
    expect(found[0].price).toBe(route.startingPrice)
    const request = {
      ...{ name: 'Anna', phone: '347 1234567', email: 'anna@example.com', formSource: 'pagina' },
      ...{ departure, destination, date, time: '10:00', passengers: String(passengers) },
    }
    const sent = await app.post('/api/availability-requests', request, { 'x-forwarded-for': newAddress() })
    expect(sent.status).toBe(201)
    const lead = (await app.get(`/api/admin/leads/availability_request/${sent.body.id}`, staff)).body
    expect(lead).toMatchObject({
      quoteSource: 'listed',
      quotedDay: date,
      price: total,
      priceSource: 'estimated',
    })
    expect(lead.quote).toContain(euro(total))
    expect(lead.reply.text).toContain(lead.quote)
  }
}, 300_000)
