import { useEffect, useState } from 'react'
import { claimedTime } from '../../../../kernel/claimedTime.ts'
import type { ListDriverTrips, ReportEvent } from '../../../../modules/trips/driving/contract.ts'
import { CallError, call } from '../../../client.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { leaveIfOut } from '../../kit/session.ts'
import { changePhone, keepTrips, removeTaps, storedPhone, waitingTaps } from './phone.ts'

const everyMs = 30_000
/** Milliseconds between tries while reports wait: browsers say that the network is back before it carries a call. */
const retryMs = 3_000
/** Milliseconds after which a call on a weak network counts as failed. */
const callMs = 20_000

let running: Promise<void> | null = null
let isAskedAgain = false

/** Sends reports, then reads the trips; a call during a run repeats both. A refused report causes no error. */
function sync(): Promise<void> {
  isAskedAgain = true
  running ??= syncAll().finally(() => {
    running = null
  })
  return running
}

/** A call that began without a network may fail only after the network is back and `sync` was called again. */
async function syncAll(): Promise<void> {
  isAskedAgain = false
  try {
    await sendTaps()
    const { driver, items: trips } = await call<typeof ListDriverTrips>('GET /api/driver/trips', {}, inTime())
    keepTrips({ driver, trips })
  } catch (error) {
    if (!isAskedAgain) throw error
  }
  if (isAskedAgain) await syncAll()
}

/** Sends the waiting reports. The server counts each key once, so a report without a response is safe to send again. */
async function sendTaps(): Promise<void> {
  for (;;) {
    const tap = waitingTap()
    if (!tap) return
    const { tripId: id, event, at, key, km } = tap
    try {
      const input = { id, event, at: claimedTime(new Date(at)), key, km }
      const trip = await call<typeof ReportEvent>('POST /api/driver/trips/:id/events', input, inTime())
      changePhone(({ trips }) => ({ trips: trips.map((one) => (one.id === id ? trip : one)) }))
      removeTaps([key])
    } catch (error) {
      if (!(error instanceof CallError) || ![404, 409, 422].includes(error.status)) throw error
      const refusal = error.problem.detail || 'L’ufficio non può registrarlo.'
      changePhone(({ taps }) => ({ taps: taps.map((one) => (one.key === key ? { ...one, refusal } : one)) }))
    }
  }
}

const waitingTap = () => waitingTaps(storedPhone())[0]

const inTime = () => ({ signal: AbortSignal.timeout(callMs) })

const offline = 'Senza rete.'

/** Synchronises phone and server. `trouble` is the reason of the last failure ('' after a success). */
export function useSync(): { trouble: string; syncNow: () => void } {
  const [trouble, setTrouble] = useState('')
  const syncNow = () => {
    sync().then(
      () => setTrouble(''),
      (error) => {
        setTrouble(troubleOf(error))
        leaveIfOut(error)
        // A 403 means that the driver must replace the initial password or set up the second factor on another
        // page.
        if (error instanceof CallError && error.status === 403) location.assign(adminPath(''))
      },
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function uses nothing that changes
  useEffect(() => {
    syncNow()
    const timer = setInterval(syncNow, everyMs)
    const retry = setInterval(() => {
      if (navigator.onLine && waitingTap()) syncNow()
    }, retryMs)
    const goOffline = () => setTrouble(offline)
    const onVisible = () => {
      if (document.visibilityState === 'visible') syncNow()
    }
    addEventListener('online', syncNow)
    addEventListener('offline', goOffline)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearInterval(timer)
      clearInterval(retry)
      removeEventListener('online', syncNow)
      removeEventListener('offline', goOffline)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [])
  return { trouble, syncNow }
}

function troubleOf(error: unknown): string {
  if (!(error instanceof CallError)) return offline
  // A proxy, such as the log-in page of a Wi-Fi, answers without a sentence for the driver.
  return (error.status < 500 && error.problem.detail) || 'Il server non risponde.'
}
