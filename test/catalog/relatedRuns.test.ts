import { expect, test } from 'vitest'
import { type App, startApp } from '../app.ts'
import { endExpiredOf } from '../expired.ts'
import { givenMain, givenPlaces, givenRoute, related } from '../relatedFamily.ts'

test('the plan of a run says which related routes it links, restores and leaves; the run does so, and its undo unlinks them', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const { brindisi, gallipoli, lecce, bari } = await givenPlaces(app, staff)
  const texts = { longDescription: 'Testo suo.' }
  const station = await givenRoute(app, [lecce, gallipoli], staff, texts)
  const main = await givenRoute(app, [bari, gallipoli], staff, { isMainRoute: true })
  const back = await givenRoute(app, [gallipoli, brindisi], staff, texts)
  await app.send('DELETE', `/api/admin/route-prices/${back}`, undefined, staff)
  const run = { hub: brindisi, destinations: [gallipoli], withCorrelated: true, delayMs: 0 }
  const plan = (await app.post('/api/admin/bulk-routes', { ...run, dryRun: true }, staff)).body
  const counts = { adopted: 1, restored: 1 }
  const left = [{ name: 'Aeroporto Bari – Gallipoli', reason: 'è una tratta principale' }]
  expect(plan).toMatchObject({ pages: 4, families: { ...counts, created: 2, left, leftTotal: 1 } })

  const { jobId } = (await app.post('/api/admin/bulk-routes', run, staff)).body
  await app.drain()
  const { result, log } = (await app.get(`/api/admin/jobs/${jobId}`, staff)).body
  expect(result).toEqual({ ...counts, created: 1, correlated: 2, skipped: 0 })
  expect(log.map(({ message }: { message: string }) => message)).toContainEqual(
    expect.stringMatching(
      /^Aeroporto Brindisi – Gallipoli: creata \(\d+ km, 2 correlate, 1 già esistente collegata, 1 ripristinata\); Aeroporto Bari – Gallipoli è una tratta principale$/,
    ),
  )
  const [made] = await app.sql<[{ id: number }]>`
    select id from route_prices where departure_location_id = ${brindisi} and is_main_route`
  const register = await app.sql<{ id: string; action: string }[]>`
    select split_part(subject, '/', 2) as id, action from audit_log where subject like 'route_prices/%' order by id`
  const actionsOf = (id: number) =>
    register.filter((entry) => entry.id === String(id)).map(({ action }) => action)
  expect(actionsOf(made.id)).toEqual(['catalog:routeCreated'])
  expect(actionsOf(station)).toEqual(['catalog:routeCreated', 'catalog:routeLinked'])
  const family = await related.of(app, made.id, staff)
  expect(family.map(({ id }) => id)).toEqual(expect.arrayContaining([station, back]))
  expect(family).toHaveLength(4)

  const undone = await app.post(`/api/admin/bulk-routes/${jobId}/undo`, {}, staff)
  expect(undone.body).toMatchObject({ removed: 3, kept: [{ id: back, because: ['text'] }] })
  expect(await app.sql`select id, main_route_id, long_description from route_prices order by id`).toEqual([
    ...[station, main, back].map((id) => ({
      id,
      mainRouteId: null,
      longDescription: id === main ? null : 'Testo suo.',
    })),
  ])
})

/** Every row of the tables that the undo of a run changes. */
const rowsOf = async ({ sql }: App) =>
  Promise.all([
    sql`select to_jsonb(r) as row from route_prices r order by id`,
    sql`select to_jsonb(r) as row from translations r order by id, language`,
    sql`select to_jsonb(r) as row from removed_routes r order by route_id`,
    sql`select id, status, result from jobs where kind = 'bulk-routes' order by id`,
  ])

test('staff undo the undo of a run, and repeat it: each route, with its translations, comes back to the byte', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const { brindisi, gallipoli, lecce, bari } = await givenPlaces(app, staff)
  await givenRoute(app, [lecce, gallipoli], staff)
  const run = { hub: brindisi, destinations: [gallipoli, bari], withCorrelated: true, delayMs: 0 }
  const { jobId } = (await app.post('/api/admin/bulk-routes', run, staff)).body
  await app.drain()
  const [made] = await app.sql<
    [{ id: number }]
  >`select min(id) as id from route_prices where bulk_job_id = ${jobId}`
  await app.sql`
    insert into translations (kind, id, language, state, text, made_from)
    select 'route', ${made.id}, 'en', 'draft', '{}', '{}'`
  const before = await rowsOf(app)

  const undoRun = async () => (await app.post(`/api/admin/bulk-routes/${jobId}/undo`, {}, staff)).body
  const undoAct = async (id: number) => (await app.post(`/api/admin/bulk-acts/${id}/undo`, {}, staff)).status
  const undone = await undoRun()
  const after = await rowsOf(app)
  expect(after).not.toEqual(before)
  expect(await undoAct(undone.actId)).toBe(200)
  expect(await rowsOf(app)).toEqual(before)
  const [line] = await app.sql`select log -> -1 ->> 'message' as message from jobs where id = ${jobId}`
  expect(line?.message).toBe(`Annullamento annullato: tornano ${undone.removed} tratte`)
  const page = await app.sql`select payload from outbox where type = 'catalog:routeCreated'
    and (payload ->> 'routeId')::bigint = ${made.id}`
  expect(page).toHaveLength(2)

  const { items } = (await app.get('/api/admin/audit?search=annullata', staff)).body
  const entry = items.find(({ action }: { action: string }) => action === 'catalog:bulkRoutesUndone')
  expect([entry.isRestored, entry.canRestore]).toEqual([true, false])
  const again = await undoRun()
  expect(again).toEqual({ ...undone, actId: again.actId })
  const digest = async () => (await rowsOf(app)).slice(0, 2)
  expect(await digest()).toEqual(after.slice(0, 2))
})

test('the undo of a run stays once a removed route exists again', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const { brindisi, gallipoli } = await givenPlaces(app, staff)
  const run = { hub: brindisi, destinations: [gallipoli], delayMs: 0 }
  const { jobId } = (await app.post('/api/admin/bulk-routes', run, staff)).body
  await app.drain()
  const { actId } = (await app.post(`/api/admin/bulk-routes/${jobId}/undo`, {}, staff)).body
  await givenRoute(app, [brindisi, gallipoli], staff)
  const before = await rowsOf(app)
  const refused = await app.post(`/api/admin/bulk-acts/${actId}/undo`, {}, staff)
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'Una delle tratte esiste già di nuovo, oppure non c’è più una delle sue località: crea di nuovo le tratte.',
  ])
  expect(await rowsOf(app)).toEqual(before)
})

test('in bulk, related routes are completed, and a main route whose missing ones are elsewhere is named with the reason', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const { mainId, gallipoli, brindisi } = await givenMain(app, staff)
  await related.make(app, mainId, staff)
  const first = await related.of(app, mainId, staff)
  const bulk = async (act: string, ids: number[], dryRun = false) =>
    (await app.post('/api/admin/route-prices/bulk', { ids, act, dryRun }, staff)).body
  expect(await bulk('deleteFamily', [mainId])).toMatchObject({ changed: 1 })
  const forecast = await bulk('createFamily', [mainId], true)
  const made = await bulk('createFamily', [mainId])
  expect([forecast.changed, made.changed]).toEqual([1, 1])
  expect(await related.of(app, mainId, staff)).toEqual(first)
  const undone = await app.post(`/api/admin/bulk-acts/${made.actId}/undo`, {}, staff)
  expect(undone.body).toMatchObject({ undone: 1 })
  expect(await related.of(app, mainId, staff)).toEqual([])
  expect((await related.make(app, mainId, staff)).result).toMatchObject({ created: 0, restored: 5 })
  expect(await related.of(app, mainId, staff)).toEqual(first)

  // The family of the second main route consists of routes of the first.
  const other = await givenRoute(app, [brindisi, gallipoli], staff, { isMainRoute: true, transferTypeId: 2 })
  const reason = 'Le tratte mancanti sono principali, o già correlate di un’altra tratta.'
  for (const dryRun of [true, false])
    expect(await bulk('createFamily', [mainId, other], dryRun)).toMatchObject({
      changed: 0,
      reasons: [{ reason, count: 1 }],
    })
})

test('a picture in the text of a deleted related route is kept, because the route can come back', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const { gallipoli, lecce } = await givenPlaces(app, staff)
  const hashes = ['a'.repeat(32), 'b'.repeat(32)]
  for (const hash of hashes)
    await app.sql`
      insert into uploads (hash, webp, width, height, kept_until, uploaded_by)
      values (${hash}, ${Buffer.from('x')}, 1, 1, now() - interval '1 day', 'anna')`
  const id = await givenRoute(app, [lecce, gallipoli], staff, {
    touristInfo: `![mare](/media/${hashes[0]}.webp)`,
  })
  await app.send('DELETE', `/api/admin/route-prices/${id}`, undefined, staff)
  await endExpiredOf(app.sql, 'purgeUnusedPictures')
  expect(await app.sql`select hash from uploads`).toEqual([{ hash: hashes[0] }])
})

test('related routes that are made, deleted, linked, unlinked and linked by an undo at the same time never exist twice', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const { mainId } = await givenMain(app, staff)
  await related.make(app, mainId, staff)
  const first = await related.of(app, mainId, staff)
  const [{ id: routeId } = { id: 0 }] = first
  const ids = { id: mainId, routeId }
  for (let round = 0; round < 3; round++) {
    const { actId } = (await related.unlink(app, ids, staff)).body
    const replies = await Promise.all([
      app.post(related.path(mainId), {}, staff),
      app.send('DELETE', related.path(mainId), undefined, staff),
      app.post('/api/admin/route-prices/bulk', { ids: [mainId], act: 'createFamily' }, staff),
      related.link(app, ids, staff),
      related.unlink(app, ids, staff),
      app.post(`/api/admin/bulk-acts/${actId}/undo`, {}, staff),
      app.post(related.path(mainId), {}, staff),
    ])
    expect(replies.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    await related.make(app, mainId, staff)
    expect(await related.of(app, mainId, staff)).toEqual(first)
  }
})
