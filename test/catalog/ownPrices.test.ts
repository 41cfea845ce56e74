import { expect, test } from 'vitest'
import type { PricedRoute } from '../../src/modules/catalog/priceGrid/contract.ts'
import { startApp } from '../app.ts'
import { given } from '../given.ts'

test('staff give a return its own prices and remove them again: the prices that it loses are listed first, and the change can be undone', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  await given.route(app)
  const [back] = await app.sql<[{ id: number }]>`
    update route_prices set follows_id = main_route_id where slug = 'gallipoli-aeroporto-brindisi' returning id`
  const listed = async (): Promise<PricedRoute> =>
    (await app.get(`/api/bulk-pricing/routes?ids=${back.id}`, staff)).body.routes[0]
  const outbound = await listed()
  expect(outbound).toMatchObject({ hasOwnPrices: false, canFollow: false })
  const switchTo = async (hasOwnPrices: boolean, dryRun = false) => {
    const address = `/api/admin/route-prices/${back.id}/own-prices`
    const { status, body } = await app.send('PUT', address, { hasOwnPrices, dryRun }, staff)
    expect(status).toBe(200)
    return body
  }
  await switchTo(true, true)
  expect(await listed()).toEqual(outbound)
  await switchTo(true)
  expect(await listed()).toMatchObject({
    hasOwnPrices: true,
    canFollow: true,
    price1to3Pax: outbound.price1to3Pax,
  })
  const updates = [{ id: back.id, field: 'price1to3Pax', value: 77 }]
  await app.send('PUT', '/api/bulk-pricing/update', { updates }, staff)

  const { price1to3Pax } = outbound
  expect(await switchTo(false, true)).toMatchObject({ hasOwnPrices: false, price1to3Pax })
  expect(await listed()).toMatchObject({ hasOwnPrices: true, price1to3Pax: '77' })
  await switchTo(false)
  expect(await listed()).toMatchObject({ hasOwnPrices: false, canFollow: false, price1to3Pax })
  const { items } = (await app.get('/api/bulk-pricing/batches', staff)).body
  expect(items[0]).toMatchObject({ reason: 'Prezzi come l’andata', updated: 1, updatedRoutes: 1 })
  const undone = await app.post(`/api/admin/bulk-acts/${items[0].actId}/undo`, {}, staff)
  expect(undone.status).toBe(200)
  expect(await listed()).toMatchObject({ hasOwnPrices: true, canFollow: true, price1to3Pax: '77' })

  // Neither a main route nor a route without an opposite route can use another route's prices.
  const { routes } = (await app.get('/api/bulk-pricing/routes?limit=500', staff)).body
  const ways = new Set(routes.map((one: PricedRoute) => `${one.departure} ${one.destination}`))
  const wrong = routes.filter(
    ({ canFollow, isMainRoute, departure, destination }: PricedRoute) =>
      canFollow && (isMainRoute || !ways.has(`${destination} ${departure}`)),
  )
  expect(wrong).toEqual([])
})
