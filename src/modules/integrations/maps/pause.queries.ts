import { type Context, perContext } from '../../../kernel/context.ts'
import type { MapFailure } from '../../../platform/maps.ts'

// After failures a process pauses its calls of an API, so that staff do not wait for calls that will fail. Failures
// count for one API and key, so the process tries a new key at once.

export type MapApi = 'googlePlaces' | 'googleRoutes'

interface Pause {
  account: string
  failure: MapFailure
  failedAt: Date
  until: number
  /** Number of consecutive failures. */
  count: number
}

const pausesOf = perContext(() => new Map<MapApi, Pause>())

const minute = 60_000
/** Number of consecutive network or server failures that starts a pause; fewer may be chance. */
const networkFailuresMax = 3

/** Throws the last failure while it is too early to retry. */
export function refusePaused(context: Context, api: MapApi, key: string): void {
  const pause = pausesOf(context).get(api)
  const now = context.clock.now().getTime()
  if (pause?.account === accountOf(context, api, key) && now < pause.until) throw pause.failure
}

export function notePassed(context: Context, api: MapApi): void {
  pausesOf(context).delete(api)
}

export function noteFailed(context: Context, api: MapApi, key: string, failure: MapFailure): void {
  // An invalid query does not mean that the service failed.
  if (failure.kind === 'invalid') return
  const pauses = pausesOf(context)
  const before = pauses.get(api)
  const account = accountOf(context, api, key)
  const count = before?.account === account ? before.count + 1 : 1
  const pauseMs = pauseOf(failure, count)
  const failedAt = context.clock.now()
  pauses.set(api, { account, failure, failedAt, until: failedAt.getTime() + pauseMs, count })
}

function pauseOf({ kind, isDayOver }: MapFailure, count: number): number {
  if (kind === 'denied') return 5 * minute
  if (kind === 'quota') return isDayOver ? 30 * minute : minute
  return count < networkFailuresMax ? 0 : 2 * minute
}

/** Returns the latest failure of each API whose calls have not succeeded since that failure. */
export function failingMaps(
  context: Context,
  key: string,
): { api: MapApi; failure: MapFailure; failedAt: Date }[] {
  return [...pausesOf(context)].flatMap(([api, pause]) =>
    pause.account === accountOf(context, api, key)
      ? [{ api, failure: pause.failure, failedAt: pause.failedAt }]
      : [],
  )
}

const accountOf = ({ providers }: Context, api: MapApi, key: string) => `${providers.urls[api]} ${key}`
