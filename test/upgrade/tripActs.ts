import { dayIn } from '../given.ts'
import type { Act, World } from './world.ts'

interface Party {
  leadKind: string
  leadId: number
  direction?: string
}

export interface Trip {
  id: number
  state: string
  direction: string
  driverId: number | null
  vehicleId: number | null
  pickupAt: string
  updatedAt: string
  parties: Party[]
  added: { id: number }[]
}

/** Days whose trips the acts and the faces look at, counted from today. */
export const tripDays = { from: dayIn(-20), to: dayIn(40) }

export async function tripsOf(world: World): Promise<Trip[]> {
  const { body } = await world.office('GET', `/api/admin/trips?from=${tripDays.from}&to=${tripDays.to}`)
  return body.items
}

/** Returns one of the trips, rather one that fits the condition. */
async function someTrip(world: World, fits: (trip: Trip) => boolean): Promise<Trip | undefined> {
  const trips = await tripsOf(world)
  const fitting = trips.filter(fits)
  return world.one(fitting.length > 0 && world.chance(90) ? fitting : trips)
}

const isOpen = ({ state }: Trip) => state === 'planned' || state === 'assigned'

export const addsTrip: Act = async (world) => {
  const form = {
    from: world.one(['Lecce', 'Aeroporto Brindisi', 'Masseria Trapanà']),
    to: world.one(['Otranto', 'Gallipoli']),
    address: world.one(['', 'Via Roma 12']),
    pickupAt: `${world.day(-3, 6)}T${world.one(['06:00', '09:30', '21:15'])}:00Z`,
    passengers: 1 + world.die(8),
    bags: world.die(6),
    flightOrTrain: world.one(['', 'FR 4720']),
    total: world.one([null, '90', '115.50']),
  }
  await world.office('POST', '/api/admin/trips', form)
}

/** Assigns a trip to a vehicle and a driver who can do it, sometimes to any. */
export const assigns: Act = async (world) => {
  const trip = await someTrip(world, ({ state }) => state === 'planned')
  if (!trip) return
  const path = `/api/admin/trips/${trip.id}`
  const { body: fits } = await world.office('GET', `${path}/fits`)
  const able = (all: { id: number; clashes: unknown[] }[]) => {
    const free = all.filter(({ clashes }) => clashes.length === 0)
    return world.one(free.length > 0 && world.chance(90) ? free : all)?.id
  }
  const [vehicleId, driverId] = [able(fits.vehicles ?? []), able(fits.drivers ?? [])]
  await world.office('POST', `${path}/assign`, { vehicleId, driverId })
}

export const changesTrip: Act = async (world) => {
  const trip = await someTrip(world, isOpen)
  const change = world.one([
    { pickupAt: `${world.day(-2, 8)}T${world.one(['05:45', '12:00'])}:00Z` },
    { bags: world.die(9) },
    { from: 'Stazione Lecce' },
    { flightOrTrain: 'IC 610' },
    { total: world.one(['99', '']) },
    { state: 'cancelled' },
    { state: 'planned' },
  ])
  if (trip) await world.office('PATCH', `/api/admin/trips/${trip.id}`, { ...change })
}

/** Brings a trip to the day and time of another one with the same places, so that both can be joined. */
export const joins: Act = async (world) => {
  const trip = await someTrip(world, isOpen)
  if (!trip) return
  const other = (await tripsOf(world)).find(({ id, state }) => id !== trip.id && state === 'planned')
  if (!other) return
  if (world.chance(80)) {
    const { body } = await world.office('GET', `/api/admin/trips/${trip.id}`)
    const { from, to, address, pickupAt } = body
    await world.office('PATCH', `/api/admin/trips/${other.id}`, { from, to, address, pickupAt })
  }
  await world.office('POST', `/api/admin/trips/${trip.id}/join`, { tripIds: [other.id] })
}

export const splits: Act = async (world) => {
  const trip = await someTrip(world, (one) => isOpen(one) && one.parties.length + one.added.length > 1)
  if (!trip) return
  const [party, added] = [trip.parties.at(-1), trip.added.at(-1)]
  const form = added
    ? { addedIds: [added.id] }
    : { parties: party ? [{ leadKind: party.leadKind, leadId: party.leadId }] : [] }
  await world.office('POST', `/api/admin/trips/${trip.id}/split`, form)
}

export const tellsCustomer: Act = async (world) => {
  const trip = await someTrip(world, ({ state, parties }) => state === 'assigned' && parties.length > 0)
  const party = world.one(trip?.parties ?? [])
  if (!trip || !party) return
  const { leadKind, leadId } = party
  await world.office('POST', `/api/admin/trips/${trip.id}/told`, {
    leadKind,
    leadId,
    direction: trip.direction,
  })
}

const steps = [
  ['started', 'onSite', 'aboard', 'finished'],
  ['started', 'onSite', 'noShow'],
  ['started', 'onSite'],
]

/** Drives a trip, as the driver's phone or the office reports it. The odometer of the trips goes up. */
export const drives: Act = async (world) => {
  const trip = await someTrip(world, ({ state }) => state === 'assigned')
  if (!trip) return
  const isFromPhone = world.chance(50)
  const pickupMs = Math.min(Date.parse(trip.pickupAt), Date.now() - 4 * 3_600_000)
  for (const [step, event] of (world.one(steps) ?? []).entries()) {
    const form = {
      event,
      at: new Date(pickupMs + step * 20 * 60_000).toISOString(),
      key: `chiave-${trip.id}-${event}`,
      km: world.chance(90) ? 1_000 * trip.id + 40 * step : null,
    }
    if (!isFromPhone) await world.office('POST', `/api/admin/trips/${trip.id}/events`, form)
    // The phone of another driver is refused.
    else
      for (const cookie of world.cookies.drivers)
        await world.send('POST', `/api/driver/trips/${trip.id}/events`, form, cookie)
  }
}

export const correctsSheet: Act = async (world) => {
  const { body } = await world.office('GET', '/api/admin/service-sheets?limit=50')
  const sheet = world.one<{ id: number; startKm: number; departureAt: string; arrivalAt: string }>(
    body.items ?? [],
  )
  if (!sheet) return
  const form = {
    ...sheet,
    reason: world.one(['Chilometri letti male', 'Arrivo sbagliato:\nera un’altra porta']),
    endKm: sheet.startKm + 70 + world.die(50),
    arrivalAt: sheet.arrivalAt ?? new Date(Date.parse(sheet.departureAt) + 3_600_000).toISOString(),
  }
  await world.office('POST', `/api/admin/service-sheets/${sheet.id}/correct`, form)
}

/** Two vehicles with papers and one without, and a driver for each account and one without a phone. */
export async function setUpFleet(world: World, accounts: number[]): Promise<void> {
  const kinds = [
    { kind: 'minivan', seats: 8, bags: 8, authorizationNumber: '12', municipality: 'Nardò' },
    {
      kind: 'berlina',
      seats: 3,
      bags: 3,
      authorizationNumber: '7',
      municipality: 'Lecce',
      authorizationExpiresOn: dayIn(9),
    },
    { kind: 'premium', seats: 4, bags: 4, outOfServiceFrom: dayIn(5), outOfServiceUntil: dayIn(6) },
  ]
  for (const [at, form] of kinds.entries())
    await world.owner('POST', '/api/admin/vehicles', {
      plate: `GG${100 + at}HH`,
      garage: 'Via Taranto 1',
      ...form,
    })
  const papers = { licenceExpiresOn: dayIn(20), certificateExpiresOn: dayIn(-1) }
  for (const [at, adminUserId] of [...accounts, null].entries())
    await world.owner('POST', '/api/admin/drivers', {
      name: `Autista ${at} D’Elia`,
      phone: `+39 340 ${1_000_000 + at}`,
      languages: ['it', 'en'],
      daysOff: [{ from: dayIn(3), until: dayIn(3) }],
      adminUserId,
      ...(at === 0 ? papers : {}),
    })
  const { body } = await world.owner('GET', '/api/admin/drivers')
  await world.owner('POST', '/api/admin/calendar-feed', {})
  for (const { id } of body.items) await world.owner('POST', '/api/admin/calendar-feed', { driverId: id })
}
