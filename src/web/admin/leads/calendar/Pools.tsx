import type { Static } from '@sinclair/typebox'
import { Link } from 'react-router'
import type { ReadCalendar } from '../../../../modules/leads/calendar/contract.ts'
import { showLongDate } from '../../kit/format.ts'
import { leadPath } from '../inbox/leadCalls.ts'
import { whoOf } from '../inbox/leadLabels.ts'

type Calendar = Static<typeof ReadCalendar.output>

/** Shows trips that one vehicle could drive together, if the customers agree. */
export function Pools({ pools, uncounted }: Pick<Calendar, 'pools' | 'uncounted'>) {
  if (pools.length === 0 && uncounted.length === 0) return null
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
        {pools.map(({ date, from, trips, people, isExact, waitMinutes }) => (
          <li key={trips.map(({ code }) => code).join()} className="rounded-card border border-line p-4">
            <p className="figures font-medium">
              {showLongDate(`${date}T12:00:00Z`)}, da {from}: {isExact ? '' : 'al massimo '}
              {people} persone, attesa {waitMinutes} min
            </p>
            <Trips trips={trips} />
          </li>
        ))}
      </ul>
      {uncounted.length > 0 && (
        <div className="mt-3 rounded-card border border-line p-4">
          <h3 className="font-medium">Chiedi quanti sono di preciso</h3>
          <p className="mt-1 text-ink-soft">
            Queste corse si potrebbero unire, ma il cliente non ha detto il numero esatto di passeggeri: un
            gruppo come 1-4 conta per il suo massimo.
          </p>
          <Trips trips={uncounted} />
        </div>
      )}
    </section>
  )
}

function Trips({ trips }: { trips: Calendar['uncounted'] }) {
  return (
    <ul className="mt-1">
      {trips.map((trip) => (
        <li key={`${trip.code} ${trip.leg}`} className="figures">
          {trip.time} · {trip.to} · {trip.passengers ? `${trip.passengers} pax` : 'pax non indicati'} ·{' '}
          <Link to={leadPath(trip)} className="text-sea-deep underline">
            {whoOf(trip)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
