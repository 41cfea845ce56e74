import type { PriceField } from '../book/contract.ts'

/** Prices in cents; null for no price. */
export interface GuardedRoute extends Record<PriceField, number | null> {
  id: number
  departure: string
  destination: string
  transferTypeId: number
  distanceKm: number | null
  isActive: boolean
}

/** Prices of routes with a similar length. */
export interface Comparable {
  /** Median price for this distance. */
  cents: number
  centsPerKm: number
  fromKm: number
  toKm: number
  /** Maximum deviation without a warning, as the natural logarithm of a factor. */
  tolerance: number
}

/** Minimum number of compared routes. If fewer have a similar length, the routes next in length count too. */
const neighboursMin = 8
const neighboursMax = 25
/** Maximum factor between the lengths of similar routes. */
const lengthFactor = 1.35
/** Lengths at most this many kilometres apart are similar too: `lengthFactor` is strict for short routes. */
const nearKm = 5
/** Minimum tolerance, so that small deviations from very uniform prices cause no warning. */
const toleranceMin = Math.log(1.3)
/** Four standard deviations, each estimated as 1.4826 times the median absolute deviation. */
const deviations = 4 * 1.4826

/** An active route with which others are compared, with its prices in euro. */
export interface OtherRoute extends Record<PriceField, string | null> {
  id: number
  transferTypeId: number
  distanceKm: number | null
}

interface Sample {
  km: number
  cents: number
}

/**
 * Computes usual prices from routes of similar length; null if there are too few. Medians tolerate wrong prices. `others`
 * must be sorted by length; those that `routes` contains do not count.
 */
export function comparablePrices(
  routes: ReadonlyMap<number, GuardedRoute>,
  others: readonly OtherRoute[] = [],
) {
  const lists = new Map<string, Sample[]>()
  /** Samples are made only for asked prices, because there may be 100,000 routes. */
  const samplesOf = (field: PriceField, typeId: number | null): Sample[] => {
    const key = `${field}.${typeId}`
    const found = lists.get(key)
    if (found) return found
    const isMeant = (route: { transferTypeId: number; distanceKm: number | null }) =>
      route.distanceKm !== null &&
      route.distanceKm > 0 &&
      (typeId === null || route.transferTypeId === typeId)
    const list: Sample[] = []
    for (const other of others) {
      const price = other[field]
      if (price !== null && isMeant(other) && !routes.has(other.id))
        list.push({ km: other.distanceKm ?? 0, cents: Math.round(Number(price) * 100) })
    }
    for (const route of routes.values())
      if (route.isActive && route[field] && isMeant(route))
        list.push({ km: route.distanceKm ?? 0, cents: route[field] })
    list.sort((one, other) => one.km - other.km)
    lists.set(key, list)
    return list
  }

  const known = new Map<string, Comparable | null>()
  return ({ distanceKm: km, transferTypeId }: GuardedRoute, field: PriceField): Comparable | null => {
    if (!km) return null
    const key = `${field}.${transferTypeId}.${km}`
    const found = known.get(key)
    if (found !== undefined) return found
    const answer = middleOf(samplesOf(field, transferTypeId), km) ?? middleOf(samplesOf(field, null), km)
    known.set(key, answer)
    return answer
  }
}

/** A sample whose logarithms are known: the logarithm of a price grows roughly linearly with that of the kilometres. */
interface Logarithms {
  length: number
  price: number
}

function middleOf(sorted: Sample[], km: number): Comparable | null {
  const near = neighboursOf(sorted, km)
  const [first] = near
  const last = near.at(-1)
  if (!first || !last || near.length < neighboursMin) return null
  const logarithms = near.map(({ km, cents }) => ({ length: Math.log(km), price: Math.log(cents) }))
  const slope = slopeOf(logarithms)
  const here = logarithms.map(({ length, price }) => price + slope * (Math.log(km) - length))
  const middle = median(here)
  const spread = median(here.map((price) => Math.abs(price - middle)))
  const cents = Math.exp(middle)
  const extrapolated = Math.abs(median(logarithms.map(({ length }) => length)) - Math.log(km))
  return {
    cents,
    centsPerKm: cents / km,
    fromKm: first.km,
    toKm: last.km,
    tolerance: Math.max(toleranceMin, deviations * spread) + extrapolated / 2,
  }
}

/** Returns the median slope of all pairs of samples that differ clearly in length (Theil-Sen), from 0 to 1. */
function slopeOf(near: Logarithms[]): number {
  const slopes = near.flatMap((one, index) =>
    near
      .slice(index + 1)
      .filter((other) => other.length - one.length > 0.05)
      .map((other) => (other.price - one.price) / (other.length - one.length)),
  )
  return slopes.length === 0 ? 0.5 : Math.min(1, Math.max(0, median(slopes)))
}

/** Returns samples of similar length, sorted by length, and the nearest others up to `neighboursMin` in all. */
function neighboursOf(sorted: Sample[], km: number): Sample[] {
  const low = Math.min(km / lengthFactor, km - nearKm)
  const high = Math.max(km * lengthFactor, km + nearKm)
  let end = firstFrom(sorted, km)
  let start = end
  while (end - start < neighboursMax) {
    const below = sorted[start - 1]
    const above = sorted[end]
    const isBelowNearer = below && (!above || km - below.km < above.km - km)
    const next = isBelowNearer ? below : above
    if (!next) break
    if ((next.km < low || next.km > high) && end - start >= neighboursMin) break
    if (isBelowNearer) start--
    else end++
  }
  return sorted.slice(start, end)
}

function firstFrom(sorted: Sample[], km: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.km ?? 0) < km) low = middle + 1
    else high = middle
  }
  return low
}

function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const half = sorted.length >> 1
  const upper = sorted[half] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2
}
