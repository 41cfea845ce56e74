import type { Static } from '@sinclair/typebox'
import { Link } from 'react-router'
import type { PoolEntry, ReadCalendar } from '../../../../modules/trips/calendar/contract.ts'
import type { Trip } from '../../../../modules/trips/trips/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { countOf, showLongDate } from '../../kit/format.ts'
import { leadPath } from '../../leads/lead/leadCalls.ts'
import { whoOf } from '../../leads/lead/leadLabels.ts'
import { useDispatch } from '../trips/useDispatch.ts'

type Calendar = Static<typeof ReadCalendar.output>

/** Shows shared rides that one vehicle could drive together, and rides whose exact number of passengers is unknown. */
export function Pools({ pools, uncounted, trips }: Pick<Calendar, 'pools' | 'uncounted' | 'trips'>) {
  const { join } = useDispatch()
  const tripOf = ({ tripId }: PoolEntry) => trips.find(({ id }) => id === tripId)
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
        {pools.map(({ date, from, trips: legs, people, isExact, waitMinutes }) => (
          <li key={legs.map(({ code }) => code).join()} className="rounded-card border border-line p-4">
            <p className="figures font-medium">
              {showLongDate(date)}, da {from}: {isExact ? '' : 'al massimo '}
              {countOf(people, ['persona', 'persone'])}, attesa {waitMinutes} min
            </p>
            <Legs legs={legs} />
            <Join trips={legs.map(tripOf)} onJoin={join} />
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
          <Legs legs={uncounted} />
        </div>
      )}
    </section>
  )
}

interface JoinProps {
  trips: (Trip | undefined)[]
  onJoin: (host: Trip, others: Trip[]) => void
}

/** Joins the trips into the first assigned trip, else into the first trip. Only a confirmed lead has a trip. */
function Join({ trips, onJoin }: JoinProps) {
  const known = trips.filter((trip) => trip !== undefined)
  const host = known.find(({ state }) => state === 'assigned') ?? known[0]
  if (!host || known.length < trips.length)
    return <p className="mt-2 text-ink-soft text-sm">Si uniscono quando tutte sono confermate.</p>
  return (
    <Button
      look="plain"
      className="mt-2"
      onClick={() =>
        onJoin(
          host,
          known.filter((trip) => trip !== host),
        )
      }
    >
      Unisci in un viaggio
    </Button>
  )
}

function Legs({ legs }: { legs: PoolEntry[] }) {
  return (
    <ul className="mt-1">
      {legs.map((trip) => (
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
