import type { Static } from '@sinclair/typebox'
import { useMemo, useState } from 'react'
import type { ReadCalendar } from '../../../../modules/trips/calendar/contract.ts'
import { originOf } from '../../kit/liveQueries.ts'
import { useIsInUse } from '../../kit/useIsInUse.ts'

type Data = Static<typeof ReadCalendar.output>

/** While the user works in the calendar, a change by others that moves a trip or a row waits until `take`. */
export function useHeldCalendar(data: Data | undefined) {
  const isInUse = useIsInUse()
  const origin = originOf(data)
  const [held, setHeld] = useState({ data, origin })
  const isMoved = useMemo(() => layoutOf(held.data) !== layoutOf(data), [held.data, data])
  const isOld = isInUse && isMoved && origin !== undefined && origin === held.origin
  if (!isOld && (held.data !== data || held.origin !== origin)) setHeld({ data, origin })
  return { shown: isOld ? held.data : data, isOld, take: () => setHeld({ data, origin }) }
}

/** Returns a text that differs if anything in the calendar has another place. */
function layoutOf(data: Data | undefined): string {
  if (!data) return ''
  const { trips, items, untimed, pools, uncounted } = data
  const legs = [...items, ...untimed].map(({ kind, id, leg }) => [kind, id, leg])
  const places = trips.map(({ id, state, pickupAt, endsAt, vehicleId, driverId }) => [
    ...[id, state === 'planned', pickupAt, endsAt, vehicleId, driverId],
  ])
  const shared = [...pools.map(({ trips }) => trips), uncounted].map((group) => group.map(({ code }) => code))
  return JSON.stringify([places, legs, shared])
}
