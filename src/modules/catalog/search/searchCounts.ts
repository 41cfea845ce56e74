import type { Static } from '@sinclair/typebox'
import { type Context, perContext } from '../../../kernel/context.ts'
import { coordinatesOf, linkIn } from '../placeSearch/coordinates.contract.ts'
import { normalized } from '../placeSearch/placeWords.queries.ts'
import { type FoundRoute, type RecordSearches, unmetTextMax } from './contract.ts'

// Counts in memory and writes in batches, so that no response waits. A crash loses the counts of a few seconds.

type Counts = Static<typeof RecordSearches.input>

const counted = perContext(() => ({
  found: new Map<number, number>(),
  unmet: new Map<string, { departure: string; destination: string; searches: number }>(),
}))

/** Maximum number of distinct unmet searches between two writes. Only robots exceed it; the excess is not counted. */
const unmetMax = 500

/** Counts a search for the first route found, or an unmet search if there is none. */
export function countSearch(
  context: Context,
  routes: FoundRoute[],
  departure: string,
  destination: string,
): void {
  const { found, unmet } = counted(context)
  const [first] = routes
  if (first) {
    found.set(first.id, (found.get(first.id) ?? 0) + 1)
    return
  }
  const pair = { departure: keptText(departure), destination: keptText(destination) }
  if (!pair.departure || !pair.destination) return
  const key = `${pair.departure}>${pair.destination}`
  const known = unmet.get(key)
  if (known) known.searches += 1
  else if (unmet.size < unmetMax) unmet.set(key, { ...pair, searches: 1 })
}

/** Omits positions, which may be those of a person. Cuts the text: the normalized text may have twice as many letters (`ß`), and a refused batch is lost. */
const keptText = (text: string) =>
  coordinatesOf(text) || linkIn(text) ? '' : normalized(text).slice(0, unmetTextMax)

/** Returns the counts since the previous call and resets them; null if there are none. */
export function takeCounts(context: Context): Counts | null {
  const { found, unmet } = counted(context)
  if (found.size === 0 && unmet.size === 0) return null
  const counts = {
    found: [...found].map(([routeId, searches]) => ({ routeId, searches })),
    unmet: [...unmet.values()],
  }
  found.clear()
  unmet.clear()
  return counts
}
