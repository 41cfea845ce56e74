import { eventNames } from '../../../../modules/trips/driving/order.contract.ts'
import { receiptNote } from '../../../../modules/trips/sheets/words.contract.ts'
import type { Trip } from '../../../../modules/trips/trips/contract.ts'
import { showDayAndTime } from '../../kit/format.ts'

/** If the server's time differs from the phone's time by more than these milliseconds, the list shows both times. */
const sameMs = 60_000

export function TripEvents({ events }: Pick<Trip, 'events'>) {
  if (events.length === 0) return null
  return (
    <ul aria-label="Eventi dell’autista" className="mt-1 text-sm">
      {events.map(({ event, at, receivedAt, isReceiptTime, km }) => (
        <li key={event} className="figures">
          {eventNames[event]} {showDayAndTime(at)}
          {km !== null && `, km ${km}`}
          {isReceiptTime && <span className="text-ink-soft"> ({receiptNote})</span>}
          {Math.abs(Date.parse(receivedAt) - Date.parse(at)) > sameMs && (
            <span className="text-ink-soft"> (ricevuto {showDayAndTime(receivedAt)})</span>
          )}
        </li>
      ))}
    </ul>
  )
}
