import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PriceField, priceFields } from '../../src/modules/catalog/book/contract.ts'
import type { PricedRoute } from '../../src/modules/catalog/priceGrid/contract.ts'
import type { BatchChange } from '../../src/modules/catalog/prices/contract.ts'
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
const undoing = fc.record({ batch: fc.nat(), rows: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }) })
const steps = fc.array(fc.oneof(adjustment, undoing), { minLength: 4, maxLength: 12 })

test('random adjustments with exclusions, partly undone in any allowed order and then wholly, leave each price as it was', async () => {
  await using app = await startApp({ data: 'demo' })
  let staff = await app.logIn()
  await given.route(app)
  await app.sql`update route_prices set follows_id = main_route_id where slug = 'gallipoli-aeroporto-brindisi'`
  const post = (path: string, body: object) => app.post(`/api/bulk-pricing/${path}`, body, staff)
  const changesOf = async (batchId: string): Promise<BatchChange[]> =>
    (await app.get(`/api/bulk-pricing/batches/${batchId}`, staff)).body.changes
  const canUndo = ({ undoneAt, now, to, followsId }: BatchChange) =>
    !undoneAt && now === to && followsId === undefined

  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      // Uses a new session and a new IP address, because calls are limited per minute by session and by IP address.
      staff = { ...(await app.logIn()), 'x-forwarded-for': newAddress() }
      const original = await pricesOf(app, staff)
      const batches: string[] = []
      for (const step of all) {
        const before = await pricesOf(app, staff)
        if ('percent' in step) {
          const { excluded, ...how } = step
          const ask = { ...how, filter: { search: 'gallipoli' } }
          const shown = await post('adjust', { ...ask, dryRun: true })
          if (shown.status === 422) continue
          expect(shown.status).toBe(200)
          const free = shown.body.changes.filter(({ followsId }: BatchChange) => followsId === undefined)
          const excludedIds = excluded.flatMap((at) => free[at % free.length]?.id ?? [])
          const saved = await post('adjust', { ...ask, excludedIds, plan: shown.body.plan })
          expect(saved.status).toBe(200)
          const changed = differing(before, await pricesOf(app, staff))
          expect(changed.filter((key) => excludedIds.includes(Number(key.split('.')[0])))).toEqual([])
          expect(changed).toHaveLength(saved.body.updated)
          if (saved.body.batchId) batches.push(saved.body.batchId)
        } else {
          const batchId = batches[step.batch % batches.length]
          if (!batchId) continue
          const open = (await changesOf(batchId)).filter(canUndo)
          const chosen = [...new Set(step.rows.map((at) => open[at % open.length]))].flatMap(
            (row) => row ?? [],
          )
          if (chosen.length === 0) continue
          const rows = chosen.map(({ id, field }) => ({ id, field }))
          const undone = await post(`batches/${batchId}/undo`, { rows })
          expect(undone.status).toBe(200)
          const after = await pricesOf(app, staff)
          expect(chosen.map((row) => after.get(keyOf(row)))).toEqual(chosen.map(({ from }) => from))
          expect(differing(before, after)).toHaveLength(undone.body.updated)
        }
      }
      for (let undone = 1; undone > 0; ) {
        undone = 0
        for (const batchId of batches.toReversed()) {
          const rows = (await changesOf(batchId)).filter(canUndo).map(({ id, field }) => ({ id, field }))
          if (rows.length === 0) continue
          expect((await post(`batches/${batchId}/undo`, { rows })).status).toBe(200)
          undone += rows.length
        }
      }
      expect(await pricesOf(app, staff)).toEqual(original)
    }),
    { numRuns: inFull(4, 15) },
  )
})
