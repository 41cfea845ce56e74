import { eventNames } from '../../../../modules/trips/driving/order.contract.ts'
import type { Trip } from '../../../../modules/trips/trips/contract.ts'
import { showDayAndTime } from '../../kit/format.ts'

/** Milliseconds between the phone and the server that need no mention. */
const sameMs = 60_000

/** Reports of the driver with the moment of the phone, and with that of their arrival if it is another. */
export function TripEvents({ events }: Pick<Trip, 'events'>) {
  if (events.length === 0) return null
  return (
    <ul aria-label="Eventi dell’autista" className="mt-1 text-sm">
      {events.map(({ event, at, receivedAt, km }) => (
        <li key={event} className="figures">
          {eventNames[event]} {showDayAndTime(at)}
          {km !== null && `, km ${km}`}
          {Math.abs(Date.parse(receivedAt) - Date.parse(at)) > sameMs && (
            <span className="text-ink-soft"> (ricevuto {showDayAndTime(receivedAt)})</span>
          )}
        </li>
      ))}
    </ul>
  )
}
