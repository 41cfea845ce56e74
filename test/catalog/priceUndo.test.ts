import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PriceField, priceFields } from '../../src/modules/catalog/book/contract.ts'
import type { PricedRoute } from '../../src/modules/catalog/priceGrid/contract.ts'
import type { PriceChange } from '../../src/modules/catalog/prices/contract.ts'
import { type App, startApp } from '../app.ts'
import { given } from '../given.ts'
import { inFull } from '../length.ts'
import { newAddress } from '../newAddress.ts'

type Prices = Map<string, string | null>

const keyOf = ({ id, field }: { id: number; field: PriceField }) => `${id}.${field}`

/** Returns all prices of routes to and from Gallipoli as texts, by keys of the form `id.field`. */
async function pricesOf(app: App, staff: Record<string, string>): Promise<Prices> {
  const { routes } = (
    await app.get<{ routes: PricedRoute[] }>('/api/bulk-pricing/routes?search=gallipoli&limit=500', staff)
  ).body
  return new Map(
    routes.flatMap((route) =>
      priceFields.map((field) => [keyOf({ ...route, field }), route[field]] as const),
    ),
  )
}

const differing = (before: Prices, after: Prices) =>
  [...after].filter(([key, price]) => before.get(key) !== price).map(([key]) => key)

const adjustment = fc.record({
  fields: fc.uniqueArray(fc.constantFrom(...priceFields), { minLength: 1, maxLength: 4 }),
  percent: fc.integer({ min: -4_000, max: 6_000 }).map((points) => points / 100),
  roundTo: fc.constantFrom('0,01', '0,50', '5'),
  excluded: fc.array(fc.nat(), { maxLength: 3 }),
})
const undoing = fc.record({ act: fc.nat() })
const steps = fc.array(fc.oneof(adjustment, undoing), { minLength: 4, maxLength: 12 })

test('random adjustments with exclusions, undone in any allowed order, leave each route as it was to the byte', async () => {
  await using app = await startApp({ data: 'demo' })
  let staff = await app.logIn()
  await given.route(app)
  await app.sql`update route_prices set follows_id = main_route_id where slug = 'gallipoli-aeroporto-brindisi'`
  const post = (path: string, body: object) => app.post(`/api/bulk-pricing/${path}`, body, staff)
  const undo = (id: number) => app.post(`/api/admin/bulk-acts/${id}/undo`, {}, staff)
  const bytes = () =>
    app.sql`select to_jsonb(r) - 'ricerche' - 'gate_reasons' as row from route_prices r order by id`

  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      // Uses a new session and a new IP address, because calls are limited per minute by session and by IP address.
      staff = { ...(await app.logIn()), 'x-forwarded-for': newAddress() }
      const original = await bytes()
      const open: number[] = []
      for (const step of all) {
        const before = await pricesOf(app, staff)
        if ('percent' in step) {
          const { excluded, ...how } = step
          const ask = { ...how, filter: { search: 'gallipoli' } }
          const shown = await post('adjust', { ...ask, dryRun: true })
          if (shown.status === 422) continue
          expect(shown.status).toBe(200)
          const free = shown.body.changes.filter(({ followsId }: PriceChange) => followsId === undefined)
          const excludedIds = excluded.flatMap((at) => free[at % free.length]?.id ?? [])
          const saved = await post('adjust', { ...ask, excludedIds, plan: shown.body.plan })
          expect(saved.status).toBe(200)
          const changed = differing(before, await pricesOf(app, staff))
          expect(changed.filter((key) => excludedIds.includes(Number(key.split('.')[0])))).toEqual([])
          expect(changed).toHaveLength(saved.body.updated)
          if (saved.body.actId) open.push(saved.body.actId)
        } else {
          const id = open[step.act % open.length]
          if (id === undefined) continue
          const now = await bytes()
          const { status } = await undo(id)
          expect([200, 409]).toContain(status)
          if (status === 200) open.splice(open.indexOf(id), 1)
          else expect(await bytes()).toEqual(now)
        }
      }
      for (const id of open.toReversed()) expect((await undo(id)).status).toBe(200)
      expect(await bytes()).toEqual(original)
    }),
    { numRuns: inFull(4, 15) },
  )
})
