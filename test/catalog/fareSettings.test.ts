import { expect, test } from 'vitest'
import { dayAfter, romanDay } from '../../src/kernel/romanDay.ts'
import type { PriceChange } from '../../src/modules/catalog/prices/contract.ts'
import { eventually, startApp } from '../app.ts'
import { long } from '../length.ts'

const path = '/api/admin/fare-settings'

test(
  'a trial of the fare settings names the estimates, places and lists that would change, and writes nothing',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    const staff = await app.logIn({ isSuperAdmin: false })
    const { body: settings } = await app.get(path, staff)
    const rows = () => app.sql`select * from fare_bands order by field`
    const before = await rows()
    const trial = async (changed: object) => {
      const { status, body } = await app.send(
        'PUT',
        path,
        { ...settings, ...changed, updatedAt: settings.updatedAt, dryRun: true },
        staff,
      )
      expect(status).toBe(200)
      return body.preview
    }
    const nothing = { count: 0, names: [] }
    const same = await trial({})
    expect(same).toMatchObject({
      estimates: { changed: 0, examples: [] },
      places: { gained: nothing, lost: nothing },
      lists: { on: [], off: [] },
    })
    expect(same.estimates.total).toBeGreaterThan(100)

    const { price1to3Pax } = settings.bands
    const bands = { ...settings.bands, price1to3Pax: { ...price1to3Pax, start: '58,50' } }
    const { estimates } = await trial({ bands })
    expect(estimates.changed).toBe(estimates.total / 2)
    const examples: PriceChange[] = estimates.examples
    expect(examples).toHaveLength(8)
    const priceOf = async ({ departure, destination }: PriceChange) => {
      const query = new URLSearchParams({ from: departure, to: destination, passengers: '2' })
      const { body } = await app.get(`/api/fares?${query}`)
      return [body.source, body.offers[0]?.total]
    }
    for (const example of examples) {
      expect(example).toMatchObject({ field: 'price1to3Pax' })
      expect(Number(example.to)).toBe(Number(example.from) + 20)
      expect(await priceOf(example)).toEqual(['estimated', example.from])
    }

    const smaller = await trial({ areaKm: 0 })
    expect(smaller.places.gained).toEqual(nothing)
    expect(smaller.places.lost.count).toBeGreaterThan(0)
    expect(smaller.estimates.examples[0]).toMatchObject({ to: null })

    const list = { name: 'Fine settimana', overlay: 'weekdays', weekdays: [6, 7], percent: '10' }
    const startsOn = dayAfter(romanDay(new Date()), 30)
    const made = await app.post(
      '/api/admin/price-lists',
      { ...list, startsOn, fields: ['price1to3Pax'], cells: [] },
      staff,
    )
    expect(made.status).toBe(201)
    expect((await trial({ weekdays: true })).lists).toEqual({ on: ['Fine settimana'], off: [] })
    expect((await trial({ nights: true })).lists).toEqual({ on: [], off: [] })

    expect([await rows(), (await app.get(path, staff)).body]).toEqual([before, settings])
    const saved = await app.send('PUT', path, { ...settings, bands }, staff)
    expect([saved.status, saved.body.preview]).toEqual([200, undefined])
    const [first] = examples
    if (!first) throw new Error('there are examples')
    await eventually(async () => expect(await priceOf(first)).toEqual(['estimated', first.to]))
  },
)

test('a rule by distance begins at 0 if staff write 0, and not if they write no amount', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  const { body: settings } = await app.get(path, staff)
  const trial = async (changed: object) => {
    const bands = { ...settings.bands, price1to3Pax: { ...settings.bands.price1to3Pax, ...changed } }
    const { status, body } = await app.send('PUT', path, { ...settings, bands, dryRun: true }, staff)
    return [status, body.errors?.map((one: { path: string }) => one.path)]
  }
  for (const start of ['0', '0,00', '5', '0 €'])
    expect([start, ...(await trial({ start }))]).toEqual([start, 200, undefined])
  for (const start of ['-', 'Su richiesta', '1.250', '-5'])
    expect([start, ...(await trial({ start }))]).toEqual([start, 422, ['bands.price1to3Pax.start']])
  for (const name of ['minimum', 'step'])
    for (const amount of ['0', '-'])
      expect([name, amount, ...(await trial({ [name]: amount }))]).toEqual([
        name,
        amount,
        422,
        [`bands.price1to3Pax.${name}`],
      ])
})
