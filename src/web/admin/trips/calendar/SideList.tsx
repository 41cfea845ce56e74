import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { stateNames } from '../../../../modules/leads/lead/contract.ts'
import type { CalendarEntry, UpcomingTrip } from '../../../../modules/trips/calendar/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { countOf, showDay } from '../../kit/format.ts'
import { leadPath } from '../../leads/lead/leadCalls.ts'
import { passengersOf, whoOf } from '../../leads/lead/leadLabels.ts'

interface SideListProps {
  items: CalendarEntry[]
  untimed: UpcomingTrip[]
  undated: number
  onOpen: (entry: CalendarEntry) => void
}

/**
 * Lists legs to confirm, and confirmed legs without a trip, mostly because day or time is missing. Counts leads without
 * a date.
 */
export function SideList({ items, untimed, undated, onOpen }: SideListProps) {
  const open = items.filter(({ status }) => status !== 'confermata')
  const confirmed = items.filter(({ status }) => status === 'confermata')
  return (
    <>
      {open.length > 0 && (
        <SideBlock id="da-confermare" title="Da confermare">
          {open.map((entry) => (
            <LegButton key={keyOf(entry)} entry={entry} onOpen={onOpen} />
          ))}
        </SideBlock>
      )}
      {confirmed.length + untimed.length > 0 && (
        <SideBlock id="senza-orario" title="Confermate, ancora senza viaggio">
          {confirmed.map((entry) => (
            <LegButton key={keyOf(entry)} entry={entry} onOpen={onOpen} />
          ))}
          {untimed.map((entry) => (
            <li key={keyOf(entry)}>
              <Link
                to={leadPath(entry)}
                className="inline-flex min-h-(--target) items-center text-sea-deep text-sm underline"
              >
                {[
                  whoOf(entry),
                  entry.leg,
                  entry.date ? `${showDay(entry.date)}, senza orario` : 'senza giorno',
                ]
                  .filter(Boolean)
                  .join(', ')}
              </Link>
            </li>
          ))}
        </SideBlock>
      )}
      {undated > 0 && (
        <p className="mt-3 text-ink-soft text-sm">
          {countOf(undated, ['richiesta', 'richieste'])} degli ultimi 90 giorni senza data:{' '}
          <Link to={adminPath('richieste/', {}, { sort: '-date' })} className="text-sea-deep underline">
            vedi le richieste
          </Link>
        </p>
      )}
    </>
  )
}

const keyOf = ({ kind, id, leg }: Pick<CalendarEntry, 'kind' | 'id' | 'leg'>) => `${kind}-${id}-${leg}`

function LegButton({ entry, onOpen }: { entry: CalendarEntry; onOpen: (entry: CalendarEntry) => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={() => onOpen(entry)}
        className="block w-full rounded-[6px] border-sun border-l-4 bg-sun-pale px-2 py-1.5 text-left text-sm leading-snug hover:underline"
      >
        <span className="figures font-semibold">
          {showDay(entry.date)}, {entry.time ?? 'ora da definire'}
        </span>{' '}
        {whoOf(entry)}
        <span className="block">
          <Arrowed text={`${entry.from} → ${entry.to}`} />
        </span>
        <span className="figures block text-ink-soft">
          {[stateNames[entry.status], passengersOf(entry.passengers), entry.assignedToName]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </button>
    </li>
  )
}

export function SideBlock({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mb-4">
      <h3 id={id} className="mb-1.5 font-semibold">
        {title}
      </h3>
      <ul className="grid grid-cols-1 gap-1.5">{children}</ul>
    </section>
  )
}
