import { useState } from 'react'
import type { CalendarEntry } from '../../../../modules/leads/calendar/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { stateNames } from '../inbox/leadLabels.ts'
import { romanToday, showFullDay, type View } from './calendarDays.ts'
import type { MoveTrip } from './useMoveTrip.ts'

interface CalendarDayProps {
  day: string
  view: View
  /** True if the day is in the previous or next month. */
  isOutside: boolean
  entries: CalendarEntry[]
  onOpen: (entry: CalendarEntry) => void
  onMove: MoveTrip
  onShowDay: () => void
}

const dragType = 'application/x-trip'
/** Maximum number of trips that the month shows for a day. A button shows the rest. */
const shownInMonth = 5

export function CalendarDay({ day, view, isOutside, entries, onOpen, onMove, onShowDay }: CalendarDayProps) {
  const [isOver, setOver] = useState(false)
  const visibleEntries = view === 'mese' ? entries.slice(0, shownInMonth) : entries
  const isToday = day === romanToday()
  const sizes = { mese: 'md:min-h-28', settimana: 'md:min-h-96', giorno: '' }
  return (
    <section
      aria-label={showFullDay(day)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragType)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const entry: CalendarEntry = JSON.parse(event.dataTransfer.getData(dragType))
        if (entry.date !== day) void onMove(entry, { date: day })
      }}
      className={`${view === 'giorno' ? '' : 'md:border-line md:border-r md:border-b md:p-1'} ${sizes[view]} ${isOutside ? 'max-md:hidden md:bg-stone' : ''} ${isOver ? 'bg-sea-pale' : ''} ${entries.length === 0 && view !== 'giorno' && !isToday ? 'max-md:hidden' : 'max-md:mb-4'}`}
    >
      {view !== 'giorno' && (
        <button
          type="button"
          onClick={onShowDay}
          className={`figures mb-1 rounded-full px-2 text-sm hover:bg-panel max-md:font-semibold ${isToday ? 'bg-ink font-semibold text-white hover:bg-ink-deep' : 'text-ink-soft'}`}
        >
          <span aria-hidden="true" className="max-md:hidden">
            {Number(day.slice(8))}
          </span>
          <span className="md:sr-only">{showFullDay(day)}</span>
        </button>
      )}
      <ul className="grid grid-cols-1 gap-1">
        {visibleEntries.map((entry) => (
          <li key={`${entry.kind}-${entry.id}-${entry.leg}`}>
            <Trip entry={entry} view={view} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {visibleEntries.length < entries.length && (
        <button
          type="button"
          onClick={onShowDay}
          className="mt-1 min-h-6 px-1.5 text-sea-deep text-sm underline"
        >
          altri {entries.length - visibleEntries.length}
        </button>
      )}
      {entries.length === 0 && (view === 'giorno' || isToday) && (
        <p className={`text-ink-soft ${view === 'giorno' ? '' : 'text-sm md:hidden'}`}>Nessun viaggio</p>
      )}
    </section>
  )
}

interface TripProps {
  entry: CalendarEntry
  view: View
  onOpen: (entry: CalendarEntry) => void
}

function Trip({ entry, view, onOpen }: TripProps) {
  const isWide = view === 'giorno'
  const { time, from, to, name, phone, passengers, status, assignedToName } = entry
  const isSure = status === 'confermata'
  return (
    <button
      type="button"
      draggable
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(dragType, JSON.stringify(entry))
        dataTransfer.effectAllowed = 'move'
      }}
      onClick={() => onOpen(entry)}
      className={`block w-full cursor-grab overflow-hidden rounded-[6px] border-l-4 px-1.5 py-1 text-left text-sm leading-snug hover:underline ${isSure ? 'border-leaf bg-leaf/12' : 'border-sun bg-sun-pale'} ${isWide ? 'p-3 text-base' : ''}`}
    >
      <span className="figures font-semibold">{time ?? 'ora da definire'}</span>{' '}
      {!isWide && <span className="text-ink-soft">{name || phone}</span>}
      <span className={isWide ? 'font-semibold' : view === 'mese' ? 'block xl:truncate' : 'block'}>
        <Arrowed text={`${from} → ${to}`} />
      </span>
      {isWide && (
        <span className="figures block text-ink-soft">
          {[name, phone, passengers && `${passengers} passeggeri`, assignedToName]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
      <span className={isWide ? 'text-ink-soft' : 'sr-only'}> {stateNames[status]}</span>
    </button>
  )
}
