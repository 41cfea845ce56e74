import type { Trip, TripFits } from '../../../../modules/trips/trips/contract.ts'
import type { Pair } from '../trips/useDispatch.ts'

export const laneKinds = ['veicoli', 'autisti'] as const
export type LaneKind = (typeof laneKinds)[number]

export interface Lane {
  id: number
  name: string
}

export const laneOf = (kind: LaneKind, { vehicleId, driverId }: Trip) =>
  kind === 'veicoli' ? vehicleId : driverId

/** Returns the active vehicles or drivers, and inactive ones with a trip. */
export function lanesOf(
  kind: LaneKind,
  { vehicles, drivers, trips }: { vehicles: LaneRow[]; drivers: LaneRow[]; trips: Trip[] },
): Lane[] {
  return (kind === 'veicoli' ? vehicles : drivers)
    .filter(({ id, isActive }) => isActive || trips.some((trip) => laneOf(kind, trip) === id))
    .map(({ id, plate, name }) => ({ id, name: plate ?? name ?? '' }))
}

interface LaneRow {
  id: number
  plate?: string
  name?: string
  isActive: boolean
}

/** Returns the reasons why a lane cannot take the trip; empty if it can, or until `fits` is loaded. */
export function clashesOf(kind: LaneKind, fits: TripFits | undefined, laneId: number) {
  const lanes = (kind === 'veicoli' ? fits?.vehicles : fits?.drivers) ?? []
  return lanes.find(({ id }) => id === laneId)?.clashes ?? []
}

/** Returns the pair of an assigned trip with the lane's vehicle or driver instead of its own; null if unassigned. */
export const otherPair = (kind: LaneKind, { vehicleId, driverId }: Trip, laneId: number): Pair | null => {
  if (vehicleId === null || driverId === null) return null
  return kind === 'veicoli' ? { vehicleId: laneId, driverId } : { vehicleId, driverId: laneId }
}

/**
 * Returns vehicle and driver for a trip on the lane of a vehicle: the trip's driver, else a free driver of the lane,
 * else the only free driver. The lane of a driver finds the vehicle in the same way. Null: staff must choose.
 */
export function pairFor(
  trip: Trip,
  kind: LaneKind,
  laneId: number,
  { trips, fits }: { trips: Trip[]; fits: TripFits },
): Pair | null {
  const other = kind === 'veicoli' ? 'autisti' : 'veicoli'
  const free = (kind === 'veicoli' ? fits.drivers : fits.vehicles)
    .filter(({ clashes }) => clashes.length === 0)
    .map(({ id }) => id)
  const usual = trips
    .filter((one) => laneOf(kind, one) === laneId)
    .map((one) => laneOf(other, one))
    .find((id) => id !== null && free.includes(id))
  const otherId = laneOf(other, trip) ?? usual ?? (free.length === 1 ? free[0] : null)
  if (!otherId) return null
  return kind === 'veicoli'
    ? { vehicleId: laneId, driverId: otherId }
    : { vehicleId: otherId, driverId: laneId }
}
