import { closeSheet, openSheet } from '../../../src/modules/trips/sheets/sheets.writes.ts'
import { inTransaction } from '../../../src/platform/db.ts'
import { dayIn } from '../../given.ts'
import { giveTrip } from '../../rides.ts'
import type { Inputs, World } from '../world.ts'

export const tripsInputs: Inputs = {
  'POST /api/admin/calendar-feed': () => ({}),
  'DELETE /api/admin/trip-examples': () => ({}),
  'POST /api/driver/trips/:id/events': async (world) => {
    const { id, username } = await world.account('autista')
    const trip = await nextTrip(world, id)
    world.staff = await world.signedIn(username)
    return event(world, trip)
  },
  'POST /api/admin/trips/:id/events': async (world) => event(world, await nextTrip(world)),
  'POST /api/admin/drivers': (world) => ({ name: `Ugo ${world.next()}`, phone: '347 1234567' }),
  'DELETE /api/admin/drivers/:id': async (world) => ({ id: await world.driver() }),
  'PUT /api/admin/drivers/:id': async (world) =>
    world.saved(`/api/admin/drivers/${await world.driver()}`, { name: `Ada ${world.next()}` }),
  'POST /api/admin/vehicles': (world) => ({
    plate: `VE${100 + world.next()}LO`,
    kind: 'minivan',
    seats: 8,
    bags: 8,
  }),
  'DELETE /api/admin/vehicles/:id': async (world) => ({ id: await world.vehicle() }),
  'PUT /api/admin/vehicles/:id': async (world) =>
    world.saved(`/api/admin/vehicles/${await world.vehicle()}`, { garage: `Rimessa ${world.next()}` }),
  'POST /api/requests/:token/offer/:offerId/accept': async (world) => {
    const { lead, offerId } = await offer(world)
    return { token: lead.token, offerId }
  },
  'POST /api/admin/offers': async (world) => offerForm((await world.lead('booking', ride)).id),
  'POST /api/admin/offers/:id/withdraw': async (world) => ({ id: (await offer(world)).offerId }),
  'POST /api/reviews/:token': async (world) => ({ token: await reviewToken(world), ...praise }),
  'POST /api/admin/service-sheets/:id/correct': async (world) => ({ id: await sheet(world), ...correction }),
  'POST /api/admin/trips/:id/told': async (world) => {
    const { trip, lead } = await riddenTrip(world, { date: dayIn(100 + world.next()), isAssigned: true })
    return { id: trip, leadKind: 'booking', leadId: lead, direction: 'there' }
  },
  'POST /api/admin/trips': (world) => ({
    from: 'Lecce',
    to: 'Otranto',
    pickupAt: `${dayIn(60 + world.next())}T08:00:00Z`,
    passengers: 1,
    bags: 0,
  }),
  'PATCH /api/admin/rides/:id': async (world) => ({ id: await rideOf(world), day: dayIn(70 + world.next()) }),
  'POST /api/admin/trips/:id/assign': async (world) => ({ id: await world.trip(), ...(await crew(world)) }),
  'PATCH /api/admin/trips/:id': async (world) => ({ id: await world.trip(), bags: 2 }),
  'POST /api/admin/trips/:id/join': async (world) => {
    const { id, tripIds } = await joined(world)
    return { id, tripIds }
  },
  'POST /api/admin/trips/:id/split': async (world) => {
    const { id, tripIds, added } = await joined(world)
    await world.call('POST /api/admin/trips/:id/join', { id, tripIds })
    return { id, parties: [{ leadKind: 'booking', leadId: added }] }
  },
  'trips:touchFeed': async (world) => {
    const { url } = await world.call('POST /api/admin/calendar-feed')
    return { token: new URL(url).pathname.replace(/^.*\/|\.ics$/g, '') }
  },
}

const ride = {
  departure: 'Aeroporto Brindisi',
  destination: 'Gallipoli',
  passengers: '2',
  date: dayIn(20),
  time: '14:30',
}
const praise = { rating: 5, text: 'Autista puntuale, auto pulita.', name: 'Anna R.' }
const correction = {
  reason: 'Chilometri sbagliati',
  driverName: 'Ugo',
  from: 'Lecce',
  to: 'Otranto',
  startKm: 100,
  endKm: 150,
  departureAt: '2026-06-01T08:00:00Z',
  arrivalAt: '2026-06-01T09:00:00Z',
}

const crew = async (world: World) => ({ vehicleId: await world.vehicle(), driverId: await world.driver() })

async function assigned(world: World, adminUserId: number | null = null): Promise<number> {
  const id = await world.trip()
  const ends = { vehicleId: await world.vehicle(), driverId: await world.driver(adminUserId) }
  await world.call('POST /api/admin/trips/:id/assign', { id, ...ends })
  return id
}

const event = (world: World, id: number) => ({
  id,
  event: 'started',
  at: new Date().toISOString(),
  key: `chiave-${world.next()}`,
  km: 1000,
})

const offerForm = (leadId: number) => ({
  leadKind: 'booking',
  leadId,
  validUntil: new Date(Date.now() + 48 * 3_600_000).toISOString(),
  lines: [{ direction: 'there', vehicle: 'berlina', day: dayIn(20), time: '14:30', total: '90' }],
})

async function offer(world: World) {
  const lead = await world.lead('booking', ride)
  return { lead, offerId: (await world.call('POST /api/admin/offers', offerForm(lead.id))).id as number }
}

/** Stores a confirmed booking and its trip, which otherwise a reaction to the confirmation stores. */
async function riddenTrip(
  world: World,
  { date, isAssigned = false }: { date: string; isAssigned?: boolean },
) {
  const { id: lead } = await world.lead('booking', { ...ride, date })
  await world.sql`update leads set status = 'confermata' where kind = 'booking' and id = ${lead}`
  const { vehicleId, driverId } = isAssigned ? await crew(world) : { vehicleId: null, driverId: null }
  const [trip] = await world.sql<[{ id: number }]>`
    insert into trips (from_place, to_place, pickup_at, ends_at, passengers, bags, state, vehicle_id, driver_id)
    values ('Aeroporto Brindisi', 'Gallipoli', ${`${date}T10:00:00Z`}, ${`${date}T11:00:00Z`}, 2, 2,
      ${isAssigned ? 'assigned' : 'planned'}, ${vehicleId}, ${driverId}) returning id`
  await giveTrip(world.sql, lead, trip.id)
  return { lead, trip: trip.id }
}

async function rideOf(world: World): Promise<number> {
  const { lead } = await riddenTrip(world, { date: dayIn(100 + world.next()) })
  const [ride] = await world.sql<[{ id: number }]>`
    select id from rides where lead_kind = 'booking' and lead_id = ${lead}`
  return ride.id
}

async function joined(world: World) {
  const date = dayIn(100 + world.next())
  const [first, second] = [await riddenTrip(world, { date }), await riddenTrip(world, { date })]
  return { id: first.trip, tripIds: [second.trip], added: second.lead }
}

/** Stores a trip that its driver can start now. */
async function nextTrip(world: World, adminUserId: number | null = null): Promise<number> {
  const id = await assigned(world, adminUserId)
  await world.sql`
    update trips set pickup_at = now() + interval '1 hour', ends_at = now() + interval '2 hours' where id = ${id}`
  return id
}

async function sheet(world: World): Promise<number> {
  const tripId = await assigned(world)
  const time = { at: new Date('2026-06-01T08:00:00Z'), isReceipt: false }
  return inTransaction(world.sql, async (tx) => {
    const id = await openSheet(tx, { tripId, startKm: 100, time, pickupAt: time.at })
    await closeSheet(tx, { tripId, endKm: 140, time: { ...time, at: new Date('2026-06-01T09:00:00Z') } })
    return id
  })
}

/** Returns the token with which a customer reviews a ride of yesterday. */
export async function reviewToken(world: World): Promise<string> {
  const lead = await world.lead('booking', ride)
  const { vehicleId, driverId } = await crew(world)
  const [trip] = await world.sql<[{ id: number }]>`
    insert into trips (from_place, to_place, pickup_at, ends_at, passengers, bags, state, vehicle_id, driver_id)
    values ('Aeroporto Brindisi', 'Gallipoli', now() - interval '1 day', now() - interval '23 hours', 2, 2, 'finished',
      ${vehicleId}, ${driverId}) returning id`
  await giveTrip(world.sql, lead.id, trip.id)
  return (await world.read(`/api/requests/${lead.token}`)).reviewToken
}
