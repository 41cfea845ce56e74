import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openApp, startApp } from '../app.ts'
import { inFull } from '../length.ts'
import { givenMain, givenRoute, related } from '../relatedFamily.ts'

const app = await openApp()

test('staff link an existing route to a main route and unlink it: nothing else of it changes, and both are audited', async () => {
  await using app = await startApp()
  const staff = await app.logIn({ isSuperAdmin: false })
  const { mainId, gallipoli, bari } = await givenMain(app, staff)
  const id = await givenRoute(app, [bari, gallipoli], staff, { longDescription: 'Suo.', price1to3Pax: 91 })
  const path = `/api/admin/route-prices/${id}`
  const form = (await app.get(path, staff)).body
  const linked = await related.link(app, { id: mainId, routeId: id }, staff)
  expect(linked.status).toBe(204)
  expect((await app.get(path, staff)).body).toEqual({ ...form, mainRouteId: mainId })
  expect(await related.of(app, mainId, staff)).toMatchObject([{ id, label: 'Aeroporto' }])
  // The form was open before the link, and is still saved.
  expect((await app.send('PUT', path, { ...form, price1to3Pax: 92 }, staff)).body).toMatchObject({
    mainRouteId: mainId,
  })
  for (let twice = 0; twice < 2; twice++) {
    expect((await related.link(app, { id: mainId, routeId: id }, staff)).status).toBe(204)
  }
  for (let twice = 0; twice < 2; twice++)
    expect((await related.unlink(app, { id: mainId, routeId: id }, staff)).status).toBe(204)
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
  expect((await related.link(app, { id: other, routeId: member }, staff)).status).toBe(204)
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
