import { useState } from 'react'
import { clockOf } from '../../../../kernel/romanDay.ts'
import type { DriverTrip } from '../../../../modules/trips/driving/contract.ts'
import {
  asksKm,
  eventNames,
  nextEvents,
  startHours,
} from '../../../../modules/trips/driving/order.contract.ts'
import type { DriverEventName } from '../../../../modules/trips/trips/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { showDayAndTime } from '../../kit/format.ts'
import { KmDialog } from './KmDialog.tsx'
import { addTap, type Phone, stateOf, waitingTaps } from './phone.ts'

interface TripTapsProps {
  trip: DriverTrip
  phone: Phone
  onTap: () => void
}

export function TripTaps({ trip, phone, onTap }: TripTapsProps) {
  const [asked, setAsked] = useState<DriverEventName | null>(null)
  const waiting = waitingTaps(phone).filter(({ tripId }) => tripId === trip.id)
  const state = stateOf(phone, trip)
  const startsAt = new Date(Date.parse(trip.pickupAt) - startHours * 3_600_000)
  const isEarly = state === 'assigned' && startsAt > new Date()
  const tap = (event: DriverEventName, km: number | null) => {
    addTap(trip, event, km)
    setAsked(null)
    onTap()
  }
  const startKm =
    trip.events.find(({ event }) => event === 'started')?.km ??
    waiting.find(({ event }) => event === 'started')?.km
  return (
    <>
      <ul className="mt-3">
        {[...trip.events, ...waiting].map((one) => (
          <li key={one.event} className="flex flex-wrap gap-x-3">
            <span className="figures">{clockOf(new Date(one.at))}</span>
            {eventNames[one.event]}
            {'key' in one && <strong className="font-semibold">da inviare</strong>}
          </li>
        ))}
      </ul>
      {isEarly && <p className="mt-3">Primo inizio possibile: {showDayAndTime(startsAt.toISOString())}</p>}
      <div className="mt-3 grid gap-3">
        {!isEarly &&
          nextEvents(state).map((event, index) => (
            <Button
              key={event}
              look={index === 0 ? 'sun' : 'plain'}
              className={index === 0 ? 'min-h-18 w-full text-xl' : 'min-h-14 w-full'}
              onClick={() => (asksKm(event) ? setAsked(event) : tap(event, null))}
            >
              {eventNames[event]}
            </Button>
          ))}
      </div>
      {asked && (
        <KmDialog
          event={asked}
          least={asked === 'started' ? 0 : (startKm ?? 0)}
          onReport={(km) => tap(asked, km)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
