import type { Static } from '@sinclair/typebox'
import { useEffect, useMemo, useState } from 'react'
import type { FareAnswer, ReadFares } from '../../../modules/catalog/fares/contract.ts'
import { shownParty } from '../../../modules/catalog/prices/quote.contract.ts'
import { call } from '../../client.ts'
import type { Trip } from './trip.ts'

/** Milliseconds without a change before the server is asked. */
const pauseMs = 150

type Question = Static<(typeof ReadFares)['input']>

export interface ShownFare {
  /** The fare of the trip; while another one is loading, the previous fare; null if there is none. */
  fare: FareAnswer | null
  isLoading: boolean
  /** True if the server sent no fare. */
  hasFailed: boolean
}

const nothing: ShownFare = { fare: null, isLoading: false, hasFailed: false }

/**
 * Returns the fare of a trip: `known`, if the page has it, otherwise the server's. Returns no fare without a trip, and
 * until both places are chosen.
 */
export function useFare(trip: Trip | null, known: FareAnswer | null, time = ''): ShownFare {
  const [found, setFound] = useState<ShownFare & { key: string }>({ key: '', ...nothing })
  // The prices in a page are those of rides by day.
  const isKnown = known !== null && !isAtNight(time)
  const isAsked = trip && !isKnown && trip.departure && trip.destination
  const key = isAsked ? JSON.stringify(questionOf(trip, time)) : ''
  useEffect(() => {
    if (!key) return
    const stop = new AbortController()
    const pause = setTimeout(() => {
      ask(JSON.parse(key), stop.signal).then(
        (fare) => setFound({ key, ...nothing, fare }),
        () => stop.signal.aborted || setFound({ key, ...nothing, hasFailed: true }),
      )
    }, pauseMs)
    return () => {
      clearTimeout(pause)
      stop.abort()
    }
  }, [key])
  // The result changes only with the fare, because a page renders again with it.
  return useMemo(() => {
    if (isKnown) return { ...nothing, fare: known }
    if (!key) return nothing
    return found.key === key ? found : { ...nothing, fare: found.fare, isLoading: true }
  }, [isKnown, known, key, found])
}

/** Asks the server for the fare of a trip; rejects if the server sends none. */
export const askFare = (trip: Trip, time = ''): Promise<FareAnswer> => ask(questionOf(trip, time))

const ask = (question: Question, signal?: AbortSignal) =>
  call<typeof ReadFares>('GET /api/fares', question, signal ? { signal } : {})

/** Nights have other prices; the hour of a ride by day changes nothing, so the server is not asked again for it. */
const isAtNight = (time: string) => /^(2[23]|0[0-5]):/.test(time)

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
    ...(isAtNight(time) && { time }),
    ...(isReturn && returnDay && { returnDay }),
  }
}
