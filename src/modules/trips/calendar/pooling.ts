import { minutesOf } from '../../../kernel/clockTime.ts'
import type { Coordinates } from '../../catalog/placeSearch/coordinates.contract.ts'
import { waitMinutesMax } from '../trips/joins.contract.ts'
import type { CalendarEntry } from './contract.ts'

// Finds trips that could share a vehicle, by the rules promised to customers. Staff decide whether to join these trips.

const seats = 8
/**
 * Maximum detour: the length of the way over all stops, divided by that of the direct way to the farthest stop. Both
 * lengths are straight lines.
 */
const detourMax = 1.25

type Trip = Pick<CalendarEntry, 'date' | 'time' | 'from' | 'to' | 'passengers'>

interface Poolable<T> {
  trip: T
  minutes: number
  people: number
  isExact: boolean
  at: Coordinates
}

export interface Pool<T> {
  date: string
  from: string
  /** Trips in the order in which the vehicle reaches their destinations. */
  trips: T[]
  people: number
  isExact: boolean
  waitMinutes: number
}

/** `uncounted` are the trips whose number of passengers staff must ask for. */
export function poolsOf<T extends Trip>(
  trips: T[],
  isShared: (from: string) => boolean,
  positionOf: (place: string) => Coordinates | undefined,
): { pools: Pool<T>[]; uncounted: T[] } {
  const shareable = trips.flatMap((trip): (Poolable<T> & { hub: Coordinates })[] => {
    const [hub, at] = [positionOf(trip.from), positionOf(trip.to)]
    if (!trip.time || !hub || !at || !isShared(trip.from)) return []
    return [{ trip, ...peopleOf(trip.passengers), hub, at, minutes: minutesOf(trip.time) }]
  })
  const known = shareable.filter(({ people }) => people > 0 && people < seats)
  const uncounted = shareable.filter(({ isExact }) => !isExact).map(({ trip }) => trip)
  return { pools: groupsOf(known), uncounted }
}

/** The upper end of a range counts, so that everyone has a seat. `people` is 0 for text without a number or range. */
function peopleOf(passengers: string | null): { people: number; isExact: boolean } {
  const [, first, last] = (passengers ?? '').match(/^(\d{1,2})(?:\s*[-–]\s*(\d{1,2}))?$/) ?? []
  const isMany = /^(più di 8|8\s*\+)$/i.test(passengers ?? '')
  return {
    people: Number(last ?? first ?? 0),
    isExact: isMany || (first !== undefined && last === undefined),
  }
}

function groupsOf<T extends Trip>(known: (Poolable<T> & { hub: Coordinates })[]): Pool<T>[] {
  return [...Map.groupBy(known, ({ trip }) => `${trip.date} ${trip.from}`).values()].flatMap((together) => {
    const left = together.toSorted((one, other) => one.minutes - other.minutes)
    const pools: Pool<T>[] = []
    while (left.length > 0) {
      const group = filled(left)
      for (const one of group) left.splice(left.indexOf(one), 1)
      const [first, last] = [group[0], group.at(-1)]
      if (!first || !last || group.length < 2) continue
      pools.push({
        date: first.trip.date,
        from: first.trip.from,
        trips: alongTheWay(group).map(({ trip }) => trip),
        people: group.reduce((sum, { people }) => sum + people, 0),
        isExact: group.every(({ isExact }) => isExact),
        waitMinutes: last.minutes - first.minutes,
      })
    }
    return pools
  })
}

/** Builds a group from the earliest trip, then adds the trips that cause the shortest detour. */
function filled<P extends Poolable<unknown> & { hub: Coordinates }>(left: P[]): P[] {
  let group = left.slice(0, 1)
  const [first] = group
  if (!first) return []
  while (true) {
    const people = group.reduce((sum, one) => sum + one.people, 0)
    const [best] = left
      .filter(
        (one) =>
          !group.includes(one) &&
          one.minutes - first.minutes <= waitMinutesMax &&
          people + one.people <= seats,
      )
      .map((one) => ({ one, detour: detourOf([...group, one]) }))
      .filter(({ detour }) => detour <= detourMax)
      .sort((one, other) => one.detour - other.detour)
    if (!best) return group
    group = [...group, best.one].sort((one, other) => one.minutes - other.minutes)
  }
}

function alongTheWay<P extends { hub: Coordinates; at: Coordinates }>(group: P[]): P[] {
  return group.toSorted((one, other) => distance(one.hub, one.at) - distance(other.hub, other.at))
}

function detourOf(group: { hub: Coordinates; at: Coordinates }[]): number {
  let way = 0
  let farthest = 0
  let here = group[0]?.hub
  for (const { hub, at } of alongTheWay(group)) {
    way += here ? distance(here, at) : 0
    farthest = distance(hub, at)
    here = at
  }
  return farthest === 0 ? 1 : way / farthest
}

/** Returns the straight distance in degrees of latitude, which is precise enough to compare ways within a region. */
function distance(one: Coordinates, other: Coordinates): number {
  const shrink = Math.cos((one.latitude * Math.PI) / 180)
  return Math.hypot(one.latitude - other.latitude, (one.longitude - other.longitude) * shrink)
}
