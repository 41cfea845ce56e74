import type { Static } from '@sinclair/typebox'
import { useEffect, useState } from 'react'
import type { FareAnswer, ReadFares } from '../../modules/catalog/fares/contract.ts'
import { call } from '../client.ts'

/** Milliseconds without a change of the form before the server is asked. */
const pauseMs = 200

type Question = Static<(typeof ReadFares)['input']>

/** Returns the server's fare for the question; null without a question, while it is loading, and if it is refused. */
export function useFare(question: Question | null): { fare: FareAnswer | null; isLoading: boolean } {
  const [found, setFound] = useState<{ key: string; fare: FareAnswer | null } | null>(null)
  const key = question ? JSON.stringify(question) : ''
  useEffect(() => {
    if (!key) return
    const stop = new AbortController()
    const pause = setTimeout(() => {
      call<typeof ReadFares>('GET /api/fares', JSON.parse(key), { signal: stop.signal }).then(
        (fare) => setFound({ key, fare }),
        () => stop.signal.aborted || setFound({ key, fare: null }),
      )
    }, pauseMs)
    return () => {
      clearTimeout(pause)
      stop.abort()
    }
  }, [key])
  const isFound = found?.key === key
  return { fare: isFound ? found.fare : null, isLoading: key !== '' && !isFound }
}
