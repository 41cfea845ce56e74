import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type App, openApp, startApp } from '../app.ts'
import { inFull } from '../length.ts'
import { givenMain, givenRoute, type Member, related, type Staff } from '../relatedFamily.ts'

const app = await openApp()

const routePath = (id: number) => `/api/admin/route-prices/${id}`

async function remove(on: App, id: number, staff: Staff): Promise<void> {
  expect((await on.send('DELETE', routePath(id), undefined, staff)).status).toBe(204)
}

async function memberAt(on: App, mainId: number, slug: string, staff: Staff): Promise<number> {
  const member = (await related.of(on, mainId, staff)).find((one) => one.slug === slug)
  expect(member).toBeDefined()
  return member?.id ?? 0
}

test('a route that was deleted twice, with other ends each time, comes back once and with its last state', async () => {
  const staff = await app.logIn()
  const { mainId, lecce, gallipoli } = await givenMain(app, staff)
  await related.make(app, mainId, staff)
  const there = await memberAt(app, mainId, 'stazione-lecce-gallipoli', staff)
  const back = await memberAt(app, mainId, 'gallipoli-stazione-lecce', staff)
  await related.remove(app, mainId, staff)
  expect((await related.make(app, mainId, staff)).result).toMatchObject({ created: 0, restored: 5 })

  await related.save(app, there, { longDescription: 'Il testo di prima.' }, staff)
  await remove(app, there, staff)
  const moved = { departureLocationId: lecce, destinationLocationId: gallipoli, longDescription: 'Nuovo.' }
  await related.save(app, back, moved, staff)
  await remove(app, back, staff)
  // The route that was deleted last takes the place. The other way has no route any more, so one is created.
  expect((await related.make(app, mainId, staff)).result).toMatchObject({ created: 1, restored: 1 })
  expect((await app.get(routePath(back), staff)).body).toMatchObject({ ...moved, mainRouteId: mainId })
  expect((await app.get(routePath(there), staff)).status).toBe(404)

  // When the place is free again, the route that was deleted before comes back with its own text.
  await related.save(
    app,
    back,
    { departureLocationId: gallipoli, destinationLocationId: lecce, transferTypeId: 2 },
    staff,
  )
  expect((await related.make(app, mainId, staff)).result).toMatchObject({ created: 0, restored: 1 })
  expect((await app.get(routePath(there), staff)).body).toMatchObject({
    longDescription: 'Il testo di prima.',
    departureLocationId: lecce,
  })
})

test('a route comes back with the type and texts that it had when staff last deleted it', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const { mainId } = await givenMain(app, staff)
  await related.make(app, mainId, staff)
  const id = await memberAt(app, mainId, 'aeroporto-bari-gallipoli', staff)
  await related.remove(app, mainId, staff)
  await related.make(app, mainId, staff)
  const type = { ids: [id], act: 'type', transferTypeId: 2 }
  expect((await app.post('/api/admin/route-prices/bulk', type, staff)).body).toMatchObject({ changed: 1 })
  await related.save(app, id, { longDescription: 'Il testo nuovo.' }, staff)
  await remove(app, id, staff)
  expect((await related.make(app, mainId, staff)).result).toMatchObject({ created: 0, restored: 1 })
  expect((await app.get(routePath(id), staff)).body).toMatchObject({
    transferTypeId: 2,
    longDescription: 'Il testo nuovo.',
    mainRouteId: mainId,
  })
  const rows = await app.sql`select count(*) from removed_routes where (route ->> 'id')::bigint = ${id}`
  expect(rows).toEqual([{ count: 1 }])
})

test('the redirects to a route that comes back with another slug lead to its new address, in each language', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const { mainId, brindisi, bari, gallipoli } = await givenMain(app, staff)
  await related.make(app, mainId, staff)
  const id = await memberAt(app, mainId, 'stazione-lecce-gallipoli', staff)
  const page = '/tratte/transfer-stazione-lecce-gallipoli/'
  const targets = {
    '/vecchia/': `${page}?da=1#prezzi`,
    '/cambiata/': page,
    '/old/': '/en/transfers/stazione-lecce-gallipoli/?from=1',
  }
  for (const [fromPath, toPath] of Object.entries(targets)) {
    const redirect = { fromPath, toPath, statusCode: 301 }
    expect((await app.post('/api/admin/redirects', redirect, staff)).status).toBe(201)
  }
  await related.remove(app, mainId, staff)
  await app.drain()
  expect((await app.get('/vecchia/')).status).toBe(410)
  await givenRoute(app, [brindisi, bari], staff, { slug: 'stazione-lecce-gallipoli' })
  const namesPath = `/api/admin/locations/${gallipoli}/names`
  const names = (await app.get(namesPath, staff)).body
  const english = { ...names, names: { ...names.names, en: 'Gallipoli Beach' } }
  expect((await app.send('PUT', namesPath, english, staff)).status).toBe(200)
  const { items } = (await app.get('/api/admin/redirects', staff)).body
  const changed = items.find(({ fromPath }: { fromPath: string }) => fromPath === '/cambiata/')
  const elsewhere = { ...changed, toPath: '/chi-siamo/', statusCode: 301 }
  const saved = await app.send('PUT', `/api/admin/redirects/${changed.id}`, elsewhere, staff)
  expect([saved.status, saved.body]).toEqual([200, expect.anything()])
  await app.drain()

  expect((await related.make(app, mainId, staff)).result).toMatchObject({ restored: 5 })
  expect(await memberAt(app, mainId, 'stazione-lecce-gallipoli-2', staff)).toBe(id)
  const locations = Object.keys(targets).map(async (path) => (await app.get(path)).headers.get('location'))
  expect(await Promise.all(locations)).toEqual([
    '/tratte/transfer-stazione-lecce-gallipoli-2/?da=1#prezzi',
    '/chi-siamo/',
    '/en/transfers/stazione-lecce-gallipoli-beach/?from=1',
  ])
})

test('a redirect to a route that comes back before its deletion is known leads to its new address', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const { mainId, brindisi, bari } = await givenMain(app, staff)
  await related.make(app, mainId, staff)
  const redirect = {
    fromPath: '/vecchia/',
    toPath: '/tratte/transfer-stazione-lecce-gallipoli/',
    statusCode: 301,
  }
  expect((await app.post('/api/admin/redirects', redirect, staff)).status).toBe(201)
  await related.remove(app, mainId, staff)
  await givenRoute(app, [brindisi, bari], staff, { slug: 'stazione-lecce-gallipoli' })
  const bulk = { ids: [mainId], act: 'createFamily' }
  expect((await app.post('/api/admin/route-prices/bulk', bulk, staff)).body).toMatchObject({ changed: 1 })
  await app.drain()
  const { status, headers } = await app.get('/vecchia/')
  expect([status, headers.get('location')]).toEqual([301, '/tratte/transfer-stazione-lecce-gallipoli-2/'])
})

test('the undo of a deletion in bulk restores the related routes after a creation in bulk was undone', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const { mainId } = await givenMain(app, staff)
  await related.make(app, mainId, staff)
  await app.drain()
  const first = await related.of(app, mainId, staff)
  const addresses = () => app.sql`select from_path, to_path, status_code from redirects order by from_path`
  const before = await addresses()
  const bulk = async (act: string) => {
    const { body } = await app.post('/api/admin/route-prices/bulk', { ids: [mainId], act }, staff)
    expect(body).toMatchObject({ changed: 1 })
    return body.actId
  }
  const undo = async (actId: number) => (await app.post(`/api/admin/bulk-acts/${actId}/undo`, {}, staff)).body
  // The worker runs the reactions after each act, or only after all acts.
  for (const follows of [() => app.drain(), () => {}]) {
    const made: number[] = []
    for (const act of ['deleteFamily', 'createFamily', 'deleteFamily']) {
      made.push(await bulk(act))
      await follows()
    }
    const families: Member[][] = []
    for (const actId of made.toReversed()) {
      expect(await undo(actId)).toMatchObject({ undone: 1, kept: [] })
      await follows()
      families.push(await related.of(app, mainId, staff))
    }
    expect(families).toEqual([first, [], first])
    await app.drain()
    expect(await addresses()).toEqual(before)
  }

  // After the creation by a job, nothing is left to undo, and the main route is not said to be deleted.
  const deletion = await bulk('deleteFamily')
  await app.drain()
  await related.make(app, mainId, staff)
  expect(await undo(deletion)).toMatchObject({
    undone: 0,
    kept: [{ id: String(mainId), reason: 'È cambiata di nuovo in seguito.' }],
  })
  expect(await related.of(app, mainId, staff)).toEqual(first)
})

test('the register has each creation, return, link and detachment of a related route, with who pressed the button', async () => {
  await using app = await startApp()
  const staff = await app.logIn({ role: 'admin' })
  const { mainId, lecce, gallipoli } = await givenMain(app, staff)
  const own = await givenRoute(app, [lecce, gallipoli], staff)
  await related.make(app, mainId, staff)
  const made = await memberAt(app, mainId, 'gallipoli-stazione-lecce', staff)
  await related.remove(app, mainId, staff)
  await related.make(app, mainId, staff)
  await related.save(app, own, { isMainRoute: true }, staff)
  const [{ actor }] = await app.sql<[{ actor: string }]>`
    select actor from audit_log where subject = ${`route_prices/${mainId}`} order by id limit 1`
  const entries = async (id: number) => {
    const rows = await app.sql`
      select actor, action, before -> 'mainRouteId' as before, after -> 'mainRouteId' as after from audit_log
      where subject = ${`route_prices/${id}`} order by id`
    return rows.map((row) => [row.actor, row.action, row.before, row.after])
  }
  expect(await entries(made)).toEqual([
    [actor, 'catalog:routeCreated', null, mainId],
    [actor, 'catalog:routeDeleted', mainId, null],
    [actor, 'catalog:routeRestored', null, mainId],
  ])
  expect(await entries(own)).toEqual([
    [actor, 'catalog:routeCreated', null, null],
    [actor, 'catalog:routeLinked', null, mainId],
    [actor, 'catalog:routeUnlinked', mainId, null],
    [actor, 'catalog:routeLinked', null, mainId],
    [actor, 'catalog:routeUnlinked', mainId, null],
    [actor, 'catalog:routeUpdated', mainId, null],
  ])
  const kinds = await app.sql`
    select type, count(*) from outbox where type in ('catalog:routeCreated', 'catalog:routeRestored') group by 1 order by 1`
  expect(kinds).toEqual([
    { type: 'catalog:routeCreated', count: 2 + 4 + 4 },
    { type: 'catalog:routeRestored', count: 4 },
  ])
})

test('a creation whose main route is deleted before it begins, or is no main route any more, ends and says so', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const { mainId, brindisi, lecce } = await givenMain(app, staff)
  const other = await givenRoute(app, [brindisi, lecce], staff, { isMainRoute: true })
  const deleted = (await app.post(related.path(mainId), {}, staff)).body.jobId
  const changed = (await app.post(related.path(other), {}, staff)).body.jobId
  await remove(app, mainId, staff)
  await related.save(app, other, { isMainRoute: false }, staff)
  await app.drain()
  const outcome = async (id: number) => {
    const { status, result, log } = (await app.get(`/api/admin/jobs/${id}`, staff)).body
    return { status, result, lines: log.map(({ message }: { message: string }) => message) }
  }
  const nothing = {
    status: 'completed',
    result: { created: 0, adopted: 0, restored: 0, left: [] },
  }
  expect(await outcome(deleted)).toEqual({
    ...nothing,
    lines: ['La tratta principale è stata eliminata: niente da creare'],
  })
  expect(await outcome(changed)).toEqual({
    ...nothing,
    lines: ['La tratta non è più principale: niente da creare'],
  })
  expect((await app.get('/api/admin/failures', staff)).body.items).toEqual([])
})

const act = fc.oneof(
  fc.constantFrom(
    { kind: 'make' } as const,
    { kind: 'remove' } as const,
    { kind: 'makeInBulk' } as const,
    { kind: 'removeInBulk' } as const,
    { kind: 'undo' } as const,
  ),
  fc.record({
    kind: fc.constantFrom('edit', 'delete', 'move', 'type', 'unlink'),
    at: fc.nat(20),
    to: fc.nat(12),
  }),
)

interface State {
  id: number
  ends: string
  type: number
  text: string | null
  price: string | null
  mainId: number | null
}

/** Follows all routes, so that a route that comes back can be compared with its last state. */
class History {
  live = new Map<number, State>()
  readonly #last = new Map<number, State>()
  /** Deleted routes that a creation may bring back, the latest last. */
  readonly #waiting = new Set<number>()
  readonly #everWaited = new Set<number>()

  /** Compares the routes after an act with those before it. `isUndo`: created routes that it takes away do not wait. */
  see(now: State[], { isUndo, isMake }: { isUndo: boolean; isMake: boolean }): void {
    const next = new Map(now.map((state) => [state.id, state]))
    const fresh = now.filter(({ id }) => !this.live.has(id))
    for (const { mainId, ...state } of fresh) {
      const { mainId: _, ...last } = this.#last.get(state.id) ?? { ...state, mainId }
      expect(state).toEqual(last)
      if (isMake) expect([state, this.#laterAt(state)]).toEqual([state, []])
    }
    for (const id of this.live.keys())
      if (!next.has(id) && (!isUndo || this.#everWaited.has(id))) {
        this.#waiting.add(id)
        this.#everWaited.add(id)
      }
    for (const state of now) {
      this.#last.set(state.id, state)
      this.#waiting.delete(state.id)
    }
    this.live = next
  }

  /** Returns routes that should have come back instead: deleted later, or deleted at all if the route is new. */
  #laterAt({ id, ends, type }: Pick<State, 'id' | 'ends' | 'type'>): State[] {
    const order = [...this.#waiting]
    return order.slice(order.indexOf(id) + 1).flatMap((other) => {
      const last = this.#last.get(other)
      const isSameType = last?.type === type || !order.includes(id)
      return last && last.ends === ends && isSameType ? [last] : []
    })
  }
}

test('in whatever order staff change, move, delete, make and undo related routes, each comes back in its last state', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const { mainId, brindisi, gallipoli, lecce, bari } = await givenMain(app, staff)
  const places = [brindisi, gallipoli, lecce, bari]
  const pairs = places.flatMap((from) => places.filter((to) => to !== from).map((to) => [from, to] as const))
  const history = new History()
  const undoable: number[] = []
  let texts = 0

  const bulk = async (input: object) => {
    const { status, body } = await app.post('/api/admin/route-prices/bulk', input, staff)
    expect(status).toBeLessThan(500)
    await app.drain()
    if (body.actId) undoable.push(body.actId)
  }
  const change = async (id: number, fields: object) => {
    const form = (await app.get(routePath(id), staff)).body
    const { status } = await app.send('PUT', routePath(id), { ...form, ...fields }, staff)
    expect([200, 409, 422]).toContain(status)
  }
  async function perform({ kind, at = 0, to = 0 }: { kind: string; at?: number; to?: number }) {
    const others = [...history.live.keys()].filter((id) => id !== mainId)
    const id = others[at % others.length] ?? 0
    const [departureLocationId, destinationLocationId] = pairs[to % pairs.length] ?? []
    if (kind === 'make') await related.make(app, mainId, staff)
    else if (kind === 'remove') await related.remove(app, mainId, staff)
    else if (kind === 'makeInBulk') await bulk({ ids: [mainId], act: 'createFamily' })
    else if (kind === 'removeInBulk') await bulk({ ids: [mainId], act: 'deleteFamily' })
    else if (kind === 'undo') await app.post(`/api/admin/bulk-acts/${undoable.pop() ?? 0}/undo`, {}, staff)
    else if (id === 0) return
    else if (kind === 'type') await bulk({ ids: [id], act: 'type', transferTypeId: (to % 2) + 1 })
    else if (kind === 'delete') await remove(app, id, staff)
    else if (kind === 'unlink') await related.unlink(app, { id: mainId, routeId: id }, staff)
    else if (kind === 'edit') await change(id, { longDescription: `Testo ${texts++}.` })
    else await change(id, { departureLocationId, destinationLocationId })
  }
  async function look(kind: string) {
    const now = await app.sql<State[]>`
      select r.id, concat(r.departure_location_id, '-', r.destination_location_id) as ends,
        r.transfer_type_id as type, r.long_description as text, r.main_route_id as main_id,
        case when r.follows_id is null then r.price1to3_pax else o.price1to3_pax end as price
      from route_prices r left join route_prices o on o.id = r.follows_id order by r.id`
    history.see(now, { isUndo: kind === 'undo', isMake: kind.startsWith('make') })
    return now
  }

  await look('given')
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 12 }), async (order) => {
      for (const one of order) {
        await perform(one)
        await look(one.kind)
      }
      await perform({ kind: 'make' })
      const family = (await look('make')).filter((state) => state.mainId === mainId)
      const served = [lecce, bari].flatMap((hub) => [`${hub}-${gallipoli}`, `${gallipoli}-${hub}`])
      expect(family.map(({ ends }) => ends)).toEqual(
        expect.arrayContaining([...served, `${gallipoli}-${brindisi}`]),
      )
      expect((await app.get('/api/admin/failures', staff)).body.items).toEqual([])
    }),
    { numRuns: inFull(6, 60), endOnFailure: true },
  )
})
