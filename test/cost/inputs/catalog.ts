import type { Inputs, World } from '../world.ts'

export const catalogInputs: Inputs = {
  'POST /api/admin/closed-days': (world) => closedDay(world),
  'DELETE /api/admin/closed-days/:id': async (world) => ({
    id: (await world.call('POST /api/admin/closed-days', closedDay(world))).id,
  }),
  'PUT /api/admin/closed-days/:id': async (world) => {
    const { id } = await world.call('POST /api/admin/closed-days', closedDay(world))
    return world.saved(`/api/admin/closed-days/${id}`, { maxTripsPerHour: 3 })
  },
  'PUT /api/admin/fare-settings': (world) =>
    world.saved('/api/admin/fare-settings', { areaKm: 20 + world.next() }),
  'PUT /api/admin/fare-settings | dry run': (world) =>
    world.saved('/api/admin/fare-settings', { areaKm: 20 + world.next(), dryRun: true }),
  'POST /api/admin/bulk-routes | dry run': async (world) => ({ hub: await world.place(), dryRun: true }),
  'POST /api/admin/bulk-routes/:id/undo | dry run': async (world) => ({
    id: await madeRoutes(world),
    dryRun: true,
  }),
  'POST /api/admin/route-prices/bulk | dry run': () => ({ filter: {}, act: 'deactivate', dryRun: true }),
  'POST /api/admin/route-prices/bulk | family': () => ({ filter: {}, act: 'createFamily', dryRun: true }),
  'POST /api/admin/locations/bulk | dry run': () => ({
    filter: { search: 'Borgo' },
    act: 'delete',
    dryRun: true,
  }),
  'POST /api/bulk-pricing/adjust | dry run': () => ({
    filter: {},
    fields: ['price1to3Pax'],
    percent: 1,
    roundTo: 1,
    dryRun: true,
  }),
  'POST /api/bulk-pricing/copy-bari-prices | dry run': () => ({ dryRun: true }),
  'PUT /api/admin/locations/:id | hub': async (world) => {
    const [row] = await world.sql<
      [{ id: number }]
    >`select id from locations where name like 'Stazione Lecce%'`
    return world.saved(`/api/admin/locations/${row.id}`, { name: `Stazione Lecce ${world.next()}` })
  },
  'POST /api/admin/bulk-routes': async (world) => ({ hub: await world.place() }),
  'POST /api/admin/bulk-routes/:id/resume': async (world) => {
    const { jobId } = await world.call('POST /api/admin/bulk-routes', { hub: await world.place() })
    await world.call('DELETE /api/admin/jobs/:id', { id: jobId })
    return { id: jobId }
  },
  'POST /api/admin/bulk-routes/:id/undo': async (world) => ({ id: await madeRoutes(world) }),
  'POST /api/admin/locations/bulk': () => ({ filter: { search: 'Borgo' }, act: 'exclude' }),
  'POST /api/admin/locations/import-lecce': () => ({}),
  'POST /api/admin/locations/sync-all': () => ({}),
  'POST /api/admin/locations/:id/sync': async (world) => {
    const [row] = await world.sql<[{ id: number }]>`select id from locations where name = 'Otranto'`
    return { id: row.id }
  },
  'POST /api/admin/locations': (world) => ({ name: `Isola ${world.next()}`, locationType: 'Città' }),
  'DELETE /api/admin/locations/:id': async (world) => ({ id: await world.place() }),
  'PUT /api/admin/locations/:id': async (world) => {
    const [row] = await world.sql<[{ id: number }]>`
      select id from locations where name like 'Borgo %' order by id offset ${world.next()} limit 1`
    return world.saved(`/api/admin/locations/${row.id}`, { name: `Rione ${world.next()}` })
  },
  'PUT /api/admin/page-texts/routes/:id': async (world) =>
    world.saved(`/api/admin/page-texts/routes/${await world.route()}`, {
      touristInfo: `Il mare ${world.next()}`,
    }),
  'PUT /api/admin/page-texts/places/:id': async (world) => {
    const [row] = await world.sql<[{ id: number }]>`select id from locations where name = 'Otranto'`
    return world.saved(`/api/admin/page-texts/places/${row.id}`, {
      longDescription: `La città ${world.next()}`,
    })
  },
  'POST /api/admin/calculate-route-details': async (world) => ends(world),
  'PUT /api/admin/locations/:id/names': async (world) => {
    const [row] = await world.sql<
      [{ id: number }]
    >`select id from locations where name = 'Aeroporto Brindisi'`
    const { updatedAt } = await world.read(`/api/admin/locations/${row.id}/names`)
    return { id: row.id, names: { en: `Brindisi Airport ${world.next()}` }, aliases: {}, updatedAt }
  },
  'POST /api/admin/price-lists': (world) => priceList(world),
  'POST /api/admin/price-lists/:id/cancel': async (world) => {
    const { id } = await world.call('POST /api/admin/price-lists', priceList(world))
    await world.sql`update price_lists set starts_on = current_date - 2 where id = ${id}`
    return { id }
  },
  'DELETE /api/admin/price-lists/:id': async (world) => ({
    id: (await world.call('POST /api/admin/price-lists', priceList(world))).id,
  }),
  'POST /api/admin/price-lists/preview': () => ({ fields: ['price1to3Pax'], percent: '10', cells: [] }),
  'POST /api/admin/price-lists/preview/routes/:id': async (world) => ({
    fields: ['price1to3Pax'],
    percent: '10',
    cells: [],
    id: await world.route(),
  }),
  'PUT /api/admin/price-lists/:id': async (world) => {
    const form = priceList(world)
    const { id } = await world.call('POST /api/admin/price-lists', form)
    const { updatedAt } = await world.read(`/api/admin/price-lists/${id}`)
    return { ...form, id, updatedAt, percent: '20' }
  },
  'POST /api/bulk-pricing/adjust': () => ({
    filter: {},
    fields: ['price1to3Pax', 'price4to8Pax'],
    percent: 1,
    roundTo: 1,
  }),
  'POST /api/bulk-pricing/copy-bari-prices': async (world) => {
    await world.sql`
      update route_prices set price1to3_pax = price1to3_pax + 1
      where departure_location_id = (select id from locations where name = 'Aeroporto Bari')`
    await world.app.settle()
    return {}
  },
  'POST /api/bulk-pricing/import': async (world) => ({
    data: Buffer.from(`ID;Privato 1-3\n${await world.route()};${120 + (world.next() % 9)}\n`),
  }),
  'POST /api/bulk-pricing/check': async (world) => ({ updates: await cells(world) }),
  'PUT /api/bulk-pricing/update': async (world) => ({
    updates: await cells(world),
    guarded: true,
    reason: '',
  }),
  'POST /api/admin/route-prices/check': async (world) => ({
    id: await world.route(),
    transferTypeId: 1,
    distanceKm: 60,
    price1to3Pax: '112',
  }),
  'POST /api/admin/route-prices/bulk | delete': async (world) => ({
    ids: await routes(world, 3),
    act: 'delete',
  }),
  'POST /api/admin/route-prices/bulk': () => ({ filter: {}, act: 'deactivate' }),
  'POST /api/admin/route-prices': (world) => newRoute(world),
  'DELETE /api/admin/route-prices/:id': async (world) => ({ id: await world.route() }),
  'PUT /api/admin/route-prices/:id/indexing': async (world) => ({
    id: await world.route(),
    indexing: 'gate',
  }),
  'PUT /api/admin/route-prices/:id': async (world) => {
    const id = await world.route()
    return world.saved(`/api/admin/route-prices/${id}`, { slug: `spostata-${id}`, price1to3Pax: '133' })
  },
  'PUT /api/admin/route-prices/:id/own-prices': async (world) => {
    const [row] = await world.sql<[{ id: number }]>`
      select id from route_prices where slug like 'borgo-%-hub-%' and follows_id is null order by id offset ${world.next()} limit 1`
    return { id: row.id, hasOwnPrices: false }
  },
  'PUT /api/admin/route-prices/:id/active-status': async (world) => ({
    id: await world.route(),
    isActive: false,
  }),
  'POST /api/admin/correlated-routes/:id': async (world) => ({ id: await world.route() }),
  'DELETE /api/admin/correlated-routes/:id': async (world) => {
    const id = await world.route()
    await world.sql`
      update route_prices set main_route_id = ${id}, is_main_route = false, generated_at = updated_at
      where id = (select id from route_prices where slug like 'borgo-%' order by id desc limit 1)`
    return { id }
  },
  'PUT /api/admin/correlated-routes/:id/routes/:routeId': async (world) => ({
    id: await world.route(),
    routeId: await otherRoute(world, null),
  }),
  'DELETE /api/admin/correlated-routes/:id/routes/:routeId': async (world) => {
    const id = await world.route()
    return { id, routeId: await otherRoute(world, id) }
  },
  'POST /api/admin/route-prices/:id/generate-correlated-routes': async (world) => ({
    id: await world.route(),
  }),
  'POST /api/admin/transfer-types': (world) => ({ name: `Navetta ${world.next()}` }),
  'DELETE /api/admin/transfer-types/:id': async (world) => ({
    id: (await world.call('POST /api/admin/transfer-types', { name: `Navetta ${world.next()}` })).id,
  }),
  'PUT /api/admin/transfer-types/:id': (world) =>
    world.saved('/api/admin/transfer-types/1', { name: `Privato ${world.next()}` }),
  'catalog:recordSearches': async (world) => ({
    found: [{ routeId: await world.route(), searches: 3 }],
    unmet: [{ departure: 'Lecce', destination: 'Roma', searches: 1 }],
  }),
}

/** Each has its own days, because lists of one kind must not overlap. */
function priceList(world: World) {
  const year = 2100 + world.next()
  return {
    overlay: 'period',
    weekdays: [],
    name: `Estate ${year}`,
    startsOn: `${year}-06-01`,
    endsOn: `${year}-08-31`,
    fields: ['price1to3Pax'],
    percent: '10',
    cells: [],
  }
}

const closedDay = (world: World) => ({ day: `${2100 + world.next()}-08-15`, reason: 'Ferragosto' })

async function ends(world: World) {
  const rows = await world.sql<{ id: number }[]>`
    select id from locations where name in ('Aeroporto Brindisi', 'Otranto') order by name`
  return { departureLocationId: rows[0]?.id, destinationLocationId: rows[1]?.id }
}

async function newRoute(world: World) {
  const [row] = await world.sql<[{ id: number }]>`select id from locations where name = 'Aeroporto Brindisi'`
  const prices = { price1to3Pax: '110', price4to8Pax: '130' }
  return {
    departureLocationId: row.id,
    destinationLocationId: await world.place(),
    transferTypeId: 1,
    ...prices,
  }
}

async function cells(world: World) {
  const id = await world.route()
  const [row] = await world.sql<[{ price: string }]>`
    select price4to8_pax + 1 as price from route_prices where id = ${id}`
  return [{ id, field: 'price4to8Pax', value: row.price }]
}

async function routes(world: World, count: number): Promise<number[]> {
  const ids: number[] = []
  while (ids.length < count) ids.push(await world.route())
  return ids
}

/** Stores a run that has made a thousandth of the routes. */
async function madeRoutes(world: World): Promise<number> {
  const id = await world.job('bulk-routes', 'completed')
  await world.sql`
    update route_prices set bulk_job_id = ${id}, generated_at = updated_at, long_description = null, tourist_info = null,
      main_route_id = null, indexing = 'gate'
    where id in (select id from route_prices where slug ~ '^borgo-\\d+-\\d$' and bulk_job_id is null order by id desc limit 100)`
  await world.app.settle()
  return id
}

/** Returns a route that is related to the main route; with null to none. */
async function otherRoute(world: World, mainId: number | null): Promise<number> {
  const [row] = await world.sql<[{ id: number }]>`
    update route_prices set main_route_id = ${mainId}, is_main_route = false, generated_at = updated_at
    where id = (select max(id) from route_prices where slug like 'borgo-%') returning id`
  return row.id
}
