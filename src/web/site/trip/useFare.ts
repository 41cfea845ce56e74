import type { Static } from '@sinclair/typebox'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isAtNight } from '../../../kernel/clockTime.ts'
import { certaintyOf } from '../../../modules/catalog/fares/certainty.contract.ts'
import type { FareAnswer, ReadFares } from '../../../modules/catalog/fares/contract.ts'
import { shownParty } from '../../../modules/catalog/prices/quote.contract.ts'
import { call } from '../../client.ts'
import { pageLanguage } from '../../ownPage.ts'
import { released } from '../../ui/press.ts'
import type { Trip } from './trip.ts'

/** Milliseconds without a change before the browser asks the server. */
const pauseMs = 150

type Question = Static<(typeof ReadFares)['input']>

export interface ShownFare {
  /**
   * While a fare is loading, the previous fare, so that nothing moves; its price must not be visible beside the new
   * choices. Null if there is no fare.
   */
  fare: FareAnswer | null
  isLoading: boolean
  hasFailed: boolean
}

const nothing: ShownFare = { fare: null, isLoading: false, hasFailed: false }

/** Returns `known`, or the server's fare if `known` is null or may not apply at `time`. */
export function useFare(trip: Trip | null, known: FareAnswer | null, time = ''): ShownFare {
  const [found, setFound] = useState<ShownFare & { key: string }>({ key: '', ...nothing })
  // The page has daytime prices only, and may not know whether a vehicle is free at `time`.
  const isKnown = known !== null && !isAtNight(time) && (!time || certaintyOf(known) !== 'toConfirm')
  const isAsked = trip && !isKnown && trip.departure && trip.destination
  const key = isAsked ? JSON.stringify(questionOf(trip, time)) : ''
  useEffect(() => {
    if (!key) return
    const stop = new AbortController()
    const pause = setTimeout(async () => {
      const answer = await ask(JSON.parse(key), stop.signal).then(
        (fare) => ({ ...nothing, fare }),
        () => ({ ...nothing, hasFailed: true }),
      )
      await released()
      // At once, because a press may begin before React would render the answer.
      if (!stop.signal.aborted) flushSync(() => setFound({ key, ...answer }))
    }, pauseMs)
    return () => {
      clearTimeout(pause)
      stop.abort()
    }
  }, [key])
  const last = useRef<FareAnswer | null>(null)
  // Memoised, because every new object renders the page again.
  const shown = useMemo(() => {
    if (isKnown) return { ...nothing, fare: known }
    if (!key) return nothing
    return found.key === key ? found : { ...nothing, fare: last.current, isLoading: true }
  }, [isKnown, known, key, found])
  useEffect(() => {
    last.current = shown.fare
  }, [shown])
  return shown
}

/** Asks the server for the fare. Rejects if the server sends none. */
export const askFare = (trip: Trip, time = ''): Promise<FareAnswer> => ask(questionOf(trip, time))

const ask = (question: Question, signal?: AbortSignal) =>
  call<typeof ReadFares>('GET /api/fares', { ...question, lang: pageLanguage() }, signal ? { signal } : {})

function questionOf(trip: Trip, time: string): Question {
  const { departure, departureTown, destination, destinationTown, day, isReturn, returnDay } = trip
  const { passengers, bags } = shownParty(trip)
  return {
    from: departure,
    ...(departureTown && { fromTown: departureTown }),
    to: destination,
    ...(destinationTown && { toTown: destinationTown }),
    passengers: String(passengers),
    bags: String(bags),
    return: isReturn,
    ...(day && { day }),
    ...(time && { time }),
    ...(isReturn && returnDay && { returnDay }),
  }
}
