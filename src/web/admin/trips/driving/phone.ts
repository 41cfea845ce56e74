import { useSyncExternalStore } from 'react'
import { romanDay } from '../../../../kernel/romanDay.ts'
import type { DriverTrip, ListDriverTrips, Report } from '../../../../modules/trips/driving/contract.ts'
import type { DriverEventName } from '../../../../modules/trips/trips/contract.ts'
import { isObject, local } from '../../../storage.ts'

/** A report that the server does not have yet, or has refused. */
export interface Tap extends Omit<Report, 'id' | 'km' | 'at'> {
  tripId: number
  /** Time by the phone's own clock. */
  at: string
  km: number | null
  /** Names the trip in a refusal when it is no longer in the list; old reports have none. */
  pickupAt?: string
  /** Driver who made the report, because several drivers may use one phone. */
  driverId: number
  /** Sentence with which the server refused the report. */
  refusal: string | null
}

/** A trip that is at another time or place than the driver last saw, or is no longer in the list. */
export interface TripChange {
  tripId: number
  /** As the driver last saw it. */
  before: TripFacts
  /** Null if the trip is no longer among the driver's trips of today and tomorrow. */
  now: TripFacts | null
}
type TripFacts = Pick<DriverTrip, 'pickupAt' | 'from' | 'to'>

/** Data on the phone, which the page shows without a network. */
export interface Phone {
  driver: (typeof ListDriverTrips.output.static)['driver']
  trips: DriverTrip[]
  /** When the page last read the trips from the server; null before the first time. */
  readAt: string | null
  taps: Tap[]
  /** Changes that the driver has not confirmed. */
  changes: TripChange[]
}

const storageKey = 'driverTrips'
const empty: Phone = { driver: null, trips: [], readAt: null, taps: [], changes: [] }

let text: string | null = null
let phone = empty
const followers = new Set<() => void>()

/** Returns the stored data. Returns the same object until the data change, as `useSyncExternalStore` requires. */
export function storedPhone(): Phone {
  const stored = local.text(storageKey)
  if (stored !== text) {
    text = stored
    const value = local.json(storageKey)
    phone = isPhone(value) ? { ...empty, ...value } : empty
  }
  return phone
}

export function changePhone(change: (phone: Phone) => Partial<Phone>): void {
  const before = storedPhone()
  local.keep(storageKey, JSON.stringify({ ...before, ...change(before) }))
  for (const follower of followers) follower()
}

/** Removes the trips, which contain customers' data. Keeps reports that their driver must still send or see. */
export function forgetTrips(): void {
  if (storedPhone().taps.length === 0) local.forget(storageKey)
  else changePhone(({ taps }) => ({ ...empty, taps }))
}

export const usePhone = () => useSyncExternalStore(follow, storedPhone)

function follow(onChange: () => void): () => void {
  followers.add(onChange)
  addEventListener('storage', onChange)
  return () => {
    followers.delete(onChange)
    removeEventListener('storage', onChange)
  }
}

function isPhone(value: unknown): value is Phone {
  return isObject(value) && Array.isArray(value.trips) && Array.isArray(value.taps)
}

export const ownTaps = ({ driver, taps }: Phone) => taps.filter(({ driverId }) => driverId === driver?.id)

/** Returns the logged-in driver's unsent reports. */
export const waitingTaps = (phone: Phone) => ownTaps(phone).filter(({ refusal }) => refusal === null)

/** Returns the state of a trip as if the server already had the unsent reports of the trip. */
export const stateOf = (phone: Phone, { id, state }: DriverTrip): DriverTrip['state'] =>
  waitingTaps(phone).findLast(({ tripId }) => tripId === id)?.event ?? state

export function addTap(
  { id: tripId, pickupAt }: DriverTrip,
  event: DriverEventName,
  km: number | null,
): void {
  changePhone(({ driver, taps }) => ({
    taps: [
      ...taps,
      {
        tripId,
        pickupAt,
        event,
        km,
        driverId: driver?.id ?? 0,
        refusal: null,
        at: new Date().toISOString(),
        key: crypto.randomUUID(),
      },
    ],
  }))
}

export const removeTaps = (keys: string[]) =>
  changePhone(({ taps }) => ({ taps: taps.filter(({ key }) => !keys.includes(key)) }))

/** Stores the trips that the server sent, and notes which open trips of the same driver differ from those before. */
export function keepTrips(read: Pick<Phone, 'driver' | 'trips'>): void {
  const today = romanDay(new Date())
  // A trip of an earlier day leaves the list without a change.
  const isCurrent = ({ pickupAt }: TripFacts) => romanDay(new Date(pickupAt)) >= today
  changePhone(({ driver, trips, changes }) => {
    const readAt = new Date().toISOString()
    if (driver?.id !== read.driver?.id) return { ...read, readAt, changes: [] }
    const seen = new Map<number, TripFacts>([
      ...trips.filter(({ state }) => !hasEnded(state)).map((trip) => [trip.id, factsOf(trip)] as const),
      ...changes.map(({ tripId, before }) => [tripId, before] as const),
    ])
    const all = [...seen]
      .filter(([, before]) => isCurrent(before))
      .map(([tripId, before]): TripChange => {
        const trip = read.trips.find(({ id }) => id === tripId)
        return { tripId, before, now: trip ? factsOf(trip) : null }
      })
    return { ...read, readAt, changes: all.filter(({ before, now }) => !isSame(before, now)) }
  })
}

export const confirmChange = (id: number) =>
  changePhone(({ changes }) => ({ changes: changes.filter(({ tripId }) => tripId !== id) }))

const hasEnded = (state: DriverTrip['state']) => state === 'finished' || state === 'noShow'
const factsOf = ({ pickupAt, from, to }: TripFacts): TripFacts => ({ pickupAt, from, to })
const isSame = (before: TripFacts, now: TripFacts | null) => JSON.stringify(before) === JSON.stringify(now)
