import type { Static } from '@sinclair/typebox'
import { Link } from 'react-router'
import type { ReadCalendar } from '../../../modules/leads/contract.calendar.ts'
import { showLongDate } from '../kit/format.ts'
import { leadPath } from './leadCalls.ts'
import { whoOf } from './words.ts'

type Calendar = Static<typeof ReadCalendar.output>

/** Trips that one vehicle could drive together: a suggestion, to be settled with the customers. */
export function Pools({ pools }: Pick<Calendar, 'pools'>) {
  if (pools.length === 0) return null
  return (
    <section aria-labelledby="da-unire" className="mt-6 max-w-4xl">
      <h2 id="da-unire" className="font-semibold text-lg">
        Corse Economy da unire
      </h2>
      <p className="mt-1 mb-3 text-ink-soft">
        Stessa partenza, destinazioni sulla stessa strada, al massimo 8 persone; chi arriva per primo non
        aspetta più di 45 minuti.
      </p>
      <ul className="grid gap-3">
        {pools.map(({ date, from, trips, people, waitMinutes }) => (
          <li key={trips.map(({ code }) => code).join()} className="rounded-card border border-line p-4">
            <p className="figures font-medium">
              {showLongDate(`${date}T12:00:00Z`)}, da {from}: {people} persone, attesa {waitMinutes} min
            </p>
            <ul className="mt-1">
              {trips.map((trip) => (
                <li key={trip.code} className="figures">
                  {trip.time} · {trip.to} · {trip.passengers} pax ·{' '}
                  <Link to={leadPath(trip)} className="text-sea-deep underline">
                    {whoOf(trip)}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}
