import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type App, openApp, startApp } from '../app.ts'
import { inFull } from '../length.ts'
import { givenMain, givenPlaces, givenRoute, related, type Staff } from '../relatedFamily.ts'

const app = await openApp()

test('staff link an existing route to a main route and unlink it: nothing else of it changes, and both are audited', async () => {
  await using app = await startApp()
  const staff = await app.logIn({ isSuperAdmin: false })
  const { mainId, gallipoli, bari } = await givenMain(app, staff)
  const id = await givenRoute(app, [bari, gallipoli], staff, { longDescription: 'Suo.', price1to3Pax: 91 })
  const path = `/api/admin/route-prices/${id}`
  const form = (await app.get(path, staff)).body
  const linked = await related.link(app, { id: mainId, routeId: id }, staff)
  expect([linked.status, linked.body]).toEqual([200, { actId: expect.any(Number) }])
  expect((await app.get(path, staff)).body).toEqual({ ...form, mainRouteId: mainId })
  expect(await related.of(app, mainId, staff)).toMatchObject([{ id, label: 'Aeroporto' }])
  // The form was open before the link, and is still saved.
  expect((await app.send('PUT', path, { ...form, price1to3Pax: 92 }, staff)).body).toMatchObject({
    mainRouteId: mainId,
  })
  // A repeated call changes nothing, so there is nothing to undo.
  const repeated = { status: 200, body: {} }
  for (let twice = 0; twice < 2; twice++)
    expect(await related.link(app, { id: mainId, routeId: id }, staff)).toMatchObject(repeated)
  expect((await related.unlink(app, { id: mainId, routeId: id }, staff)).status).toBe(200)
  const again = await related.unlink(app, { id: mainId, routeId: id }, staff)
  expect([again.status, again.body]).toEqual([200, {}])
  expect(await related.of(app, mainId, staff)).toEqual([])
  expect((await app.get(path, staff)).body).toMatchObject({ mainRouteId: null, price1to3Pax: '92' })
  const payload = { routeId: id, mainRouteId: mainId }
  expect(await app.sql`select type, payload from outbox where type ~ '(L|Unl)inked$' order by id`).toEqual([
    { type: 'catalog:routeLinked', payload },
    { type: 'catalog:routeUnlinked', payload },
  ])
  expect(
    await app.sql`
      select action, before, after from audit_log where subject = ${`route_prices/${id}`} and action ~ '(L|Unl)inked$'
      order by id`,
  ).toEqual([
    { action: 'catalog:routeLinked', before: { mainRouteId: null }, after: { mainRouteId: mainId } },
    { action: 'catalog:routeUnlinked', before: { mainRouteId: mainId }, after: { mainRouteId: null } },
  ])
})

test('a main route, a route of another family and the route itself are not linked, and the refusal says why', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const { mainId, brindisi, gallipoli, lecce, bari } = await givenMain(app, staff)
  const other = await givenRoute(app, [brindisi, lecce], staff, { isMainRoute: true })
  const member = await givenRoute(app, [lecce, bari], staff)
  const plain = await givenRoute(app, [bari, gallipoli], staff)
  expect((await related.link(app, { id: other, routeId: member }, staff)).status).toBe(200)
  const refused = async (id: number, routeId: number) => {
    const { status, body } = await related.link(app, { id, routeId }, staff)
    return [status, body?.detail]
  }
  expect(await refused(mainId, mainId)).toEqual([409, 'Una tratta non può essere correlata a sé stessa.'])
  expect(await refused(mainId, other)).toEqual([
    409,
    'Aeroporto Brindisi – Stazione Lecce è una tratta principale: non può essere correlata.',
  ])
  expect(await refused(mainId, member)).toEqual([
    409,
    'Stazione Lecce – Aeroporto Bari è già correlata di Aeroporto Brindisi – Stazione Lecce: prima scollegala da quella.',
  ])
  expect((await refused(plain, member))[0]).toBe(409)
  expect((await refused(mainId, 99_999))[0]).toBe(404)
  expect((await refused(99_999, plain))[0]).toBe(404)
  const { status, body } = await related.unlink(app, { id: mainId, routeId: member }, staff)
  expect([status, body?.detail]).toEqual([
    404,
    'Stazione Lecce – Aeroporto Bari non è correlata di Aeroporto Brindisi – Gallipoli, ma di Aeroporto Brindisi – Stazione Lecce.',
  ])
  expect(await related.of(app, other, staff)).toMatchObject([{ id: member }])
  // A related route that staff make a main route leaves its family.
  await related.save(app, member, { isMainRoute: true }, staff)
  expect(await related.of(app, other, staff)).toEqual([])
})

test('a link and its end are undone to the byte, also what only jobs know of them, and from the audit log', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const { brindisi, gallipoli, lecce } = await givenPlaces(app, staff)
  const routeId = await givenRoute(app, [lecce, gallipoli], staff, { longDescription: 'Suo.' })
  const run = { hub: brindisi, destinations: [gallipoli], withCorrelated: true, delayMs: 0 }
  const { jobId } = (await app.post('/api/admin/bulk-routes', run, staff)).body
  await app.drain()
  const [{ id }] = await app.sql<[{ id: number }]>`
    select id from route_prices where departure_location_id = ${brindisi} and is_main_route`
  const row = () => app.sql`select to_jsonb(r) as row from route_prices r where id = ${routeId}`

  // The run has linked the route, and its undo unlinks it again. A link by hand would keep the main route.
  const linkedByRun = await row()
  const unlinked = (await related.unlink(app, { id, routeId }, staff)).body
  expect((await undo(app, unlinked.actId, staff)).status).toBe(200)
  expect(await row()).toEqual(linkedByRun)
  const trial = await app.post(`/api/admin/bulk-routes/${jobId}/undo`, { dryRun: true }, staff)
  expect(trial.body.kept).toEqual([])

  // The deletion of the family has left the route, because staff edited it. The next creation takes it back.
  await related.remove(app, id, staff)
  const detached = await row()
  expect((await related.link(app, { id, routeId }, staff)).status).toBe(200)
  const [entry] = await app.sql<[{ id: number }]>`
    select id from audit_log where action = 'catalog:routeLinked' order by id desc limit 1`
  expect((await app.post(`/api/admin/audit/${entry.id}/restore`, {}, staff)).status).toBe(200)
  expect(await row()).toEqual(detached)
  const payload = { routeId, mainRouteId: id }
  const linked = { type: 'catalog:routeLinked', payload }
  const ended = { type: 'catalog:routeUnlinked', payload }
  expect(await app.sql`select type, payload from outbox where type ~ '(L|Unl)inked$' order by id`).toEqual([
    linked,
    ended,
    linked,
    ended,
    linked,
    ended,
  ])
})

test('the undo of a link is refused if the route was linked again, or belongs or leads to another family by now', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const { mainId: id, brindisi, lecce, bari } = await givenMain(app, staff)
  const routeId = await givenRoute(app, [lecce, bari], staff)
  const actOf = async (reply: ReturnType<typeof related.link>) => (await reply).body.actId
  const refused = async (actId: number) => {
    const { status, body } = await undo(app, actId, staff)
    return [status, body.detail?.replace(/ \(.+\)/, '')]
  }
  const first = await actOf(related.link(app, { id, routeId }, staff))
  const second = await actOf(related.unlink(app, { id, routeId }, staff))
  const third = await actOf(related.link(app, { id, routeId }, staff))
  // The third act set the values of the first again, and its undo needs the values before it.
  const changed =
    'Stazione Lecce – Aeroporto Bari: è stata collegata o scollegata di nuovo in seguito. Guarda com’è ora.'
  for (const actId of [first, second]) expect(await refused(actId)).toEqual([409, changed])
  expect((await undo(app, third, staff)).status).toBe(200)

  await related.save(app, routeId, { isMainRoute: true }, staff)
  expect(await refused(second)).toEqual([
    409,
    'Stazione Lecce – Aeroporto Bari è una tratta principale: non può essere correlata.',
  ])
  await related.save(app, routeId, { isMainRoute: false }, staff)
  await related.save(app, id, { isMainRoute: false }, staff)
  const other = await givenRoute(app, [brindisi, lecce], staff, { isMainRoute: true })
  expect((await related.link(app, { id: other, routeId: id }, staff)).status).toBe(200)
  expect(await refused(second)).toEqual([
    409,
    'Aeroporto Brindisi – Gallipoli è già correlata di Aeroporto Brindisi – Stazione Lecce: prima scollegala da quella.',
  ])
  await app.send('DELETE', `/api/admin/route-prices/${id}`, undefined, staff)
  expect(await refused(second)).toEqual([
    409,
    'Stazione Lecce – Aeroporto Bari: la tratta principale è stata eliminata in seguito. Collegala a un’altra.',
  ])
  await app.send('DELETE', `/api/admin/route-prices/${routeId}`, undefined, staff)
  expect(await refused(second)).toEqual([409, 'La tratta è stata eliminata in seguito.'])
})

const undo = (app: App, actId: number, staff: Staff) =>
  app.post(`/api/admin/bulk-acts/${actId}/undo`, {}, staff)

const act = fc.oneof(
  fc.constantFrom({ kind: 'make' } as const, { kind: 'remove' } as const),
  fc.record({
    kind: fc.constantFrom('edit', 'off', 'delete', 'unlink', 'link'),
    at: fc.integer({ min: 0, max: 4 }),
  }),
)

test('in whatever order staff make, delete, edit, link and unlink related routes, the next creation ends in the same six', async () => {
  const staff = await app.logIn()
  const { mainId } = await givenMain(app, staff)
  await related.make(app, mainId, staff)
  const six = () => app.sql<{ id: number; slug: string; text: string | null; follows: number | null }[]>`
    select id, slug, long_description as text, follows_id as follows from route_prices
    where id = ${mainId} or main_route_id = ${mainId} order by id`
  const first = await six()
  expect(first.length).toBe(6)
  const members = first.filter(({ id }) => id !== mainId)
  /** Runs one act, as far as it is possible now: a deleted route cannot be edited. */
  async function perform({ kind, at = 0 }: { kind: string; at?: number }): Promise<void> {
    const routeId = members[at]?.id ?? 0
    const path = `/api/admin/route-prices/${routeId}`
    const route = (await app.get(path, staff)).body
    if (kind === 'make') await related.make(app, mainId, staff)
    else if (kind === 'remove') await related.remove(app, mainId, staff)
    else if (kind === 'link') await related.link(app, { id: mainId, routeId }, staff)
    else if (kind === 'unlink') await related.unlink(app, { id: mainId, routeId }, staff)
    else if (kind === 'delete') await app.send('DELETE', path, undefined, staff)
    else if (route?.updatedAt && kind === 'off')
      await app.send('PUT', `${path}/active-status`, { isActive: !route.isActive }, staff)
    else if (route?.updatedAt) await related.save(app, routeId, { estimatedDuration: `${at} h` }, staff)
  }
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), async (order) => {
      for (const one of order) await perform(one)
      await related.make(app, mainId, staff)
      expect([order, await six()]).toEqual([order, first])
      const rows = await app.sql`select count(*) from route_prices`
      expect(rows).toEqual([{ count: 6 }])
    }),
    { numRuns: inFull(8, 100), endOnFailure: true },
  )
})
