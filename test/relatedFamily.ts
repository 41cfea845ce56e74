import { expect } from 'vitest'
import type { App } from './app.ts'

export type Staff = Record<string, string>

export interface Member {
  id: number
  slug: string
  name: string
  label: string
  isActive: boolean
  isEdited: boolean
}

interface Left {
  name: string
  reason: string
}

interface MadeFamily {
  result: { created: number; adopted: number; restored: number; left: Left[] }
  /** Lines of the job's log. */
  lines: string[]
}

const familyPath = (id: number) => `/api/admin/correlated-routes/${id}`

/** The acts of staff on the related routes of a main route, over HTTP and with the worker's job. */
export const related = {
  path: familyPath,
  of: async (app: App, id: number, staff: Staff): Promise<Member[]> =>
    (await app.get(familyPath(id), staff)).body,

  async make(app: App, id: number, staff: Staff): Promise<MadeFamily> {
    const { status, body } = await app.post(familyPath(id), {}, staff)
    expect(status).toBe(202)
    await app.drain()
    const job = (await app.get(`/api/admin/jobs/${body.jobId}`, staff)).body
    expect(job).toMatchObject({ status: 'completed' })
    return { result: job.result, lines: job.log.map(({ message }: { message: string }) => message) }
  },

  async remove(app: App, id: number, staff: Staff): Promise<{ deleted: number; detached: number }> {
    const { status, body } = await app.send('DELETE', familyPath(id), undefined, staff)
    expect(status).toBe(200)
    return body
  },

  link: (app: App, ids: { id: number; routeId: number }, staff: Staff) =>
    app.send('PUT', `${familyPath(ids.id)}/routes/${ids.routeId}`, undefined, staff),
  unlink: (app: App, ids: { id: number; routeId: number }, staff: Staff) =>
    app.send('DELETE', `${familyPath(ids.id)}/routes/${ids.routeId}`, undefined, staff),

  /** Saves a route with other values in some fields. */
  async save(app: App, id: number, fields: object, staff: Staff): Promise<void> {
    const path = `/api/admin/route-prices/${id}`
    const form = (await app.get(path, staff)).body
    expect((await app.send('PUT', path, { ...form, ...fields }, staff)).status).toBe(200)
  },
}

const places = [
  ['Aeroporto Brindisi', 'Aeroporto', 40.6576, 17.947],
  ['Gallipoli', 'Città', 40.0559, 17.9926],
  ['Stazione Lecce', 'Stazione', 40.3456, 18.1663],
  ['Aeroporto Bari', 'Aeroporto', 41.1389, 16.7606],
] as const

/** Stores the places of a family. Returns their ids. */
export async function givenPlaces(app: App, staff: Staff) {
  const ids: number[] = []
  for (const [name, locationType, latitude, longitude] of places) {
    const form = { name, locationType, latitude, longitude }
    const { status, body } = await app.post('/api/admin/locations', form, staff)
    expect(status).toBe(201)
    ids.push(body.id)
  }
  const [brindisi = 0, gallipoli = 0, lecce = 0, bari = 0] = ids
  return { brindisi, gallipoli, lecce, bari }
}

/** Stores the places of a family and its main route, from Aeroporto Brindisi to Gallipoli. Returns the ids. */
export async function givenMain(app: App, staff: Staff) {
  const ids = await givenPlaces(app, staff)
  const mainId = await givenRoute(app, [ids.brindisi, ids.gallipoli], staff, {
    isMainRoute: true,
    distanceKm: 84,
    priceMin2Pax: 40,
    price1to3Pax: 110,
    price4to8Pax: 130,
    longDescription: 'Dalla pista al mare.',
  })
  return { ...ids, mainId }
}

export async function givenRoute(
  app: App,
  [departureLocationId, destinationLocationId]: [number, number],
  staff: Staff,
  fields: object = {},
): Promise<number> {
  const { status, body } = await app.post(
    '/api/admin/route-prices',
    { departureLocationId, destinationLocationId, ...fields },
    staff,
  )
  expect(status).toBe(201)
  return body.id
}
