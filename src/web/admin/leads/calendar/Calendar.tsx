import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type CalendarEntry, ReadCalendar } from '../../../../modules/leads/calendar/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { useQueryCall } from '../../kit/api.ts'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { TripDialog } from '../inbox/TripDialog.tsx'
import { CalendarDay } from './CalendarDay.tsx'
import { CalendarFeed } from './CalendarFeed.tsx'
import { daysOf, isDay, romanToday, showWeekday, stepped, titleOf, type View, views } from './calendarDays.ts'
import { Pools } from './Pools.tsx'
import { useMoveTrip } from './useMoveTrip.ts'

const viewNames: Record<View, string> = { mese: 'Mese', settimana: 'Settimana', giorno: 'Giorno' }

/**
 * Calendar with view and day in the URL. Staff move a trip with the mouse in the calendar, or with the keyboard in its
 * dialog.
 */
export default function Calendar() {
  const { view, day, show } = usePlace()
  const days = daysOf(view, day)
  const calendar = useQueryCall(
    ReadCalendar,
    { from: days[0] ?? day, to: days.at(-1) ?? day },
    { keepPrevious: true },
  )
  const [open, setOpen] = useState<CalendarEntry | null>(null)
  const move = useMoveTrip()
  return (
    <>
      <Title intro="Viaggi richiesti e confermati. Trascina un viaggio per spostarlo, o aprilo per cambiare giorno e ora.">
        Calendario
      </Title>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-center gap-1.5">
          <Button look="plain" onClick={() => show({ giorno: stepped(view, day, -1) })}>
            Precedente
          </Button>
          <Button look="plain" onClick={() => show({ giorno: romanToday() })}>
            Oggi
          </Button>
          <Button look="plain" onClick={() => show({ giorno: stepped(view, day, 1) })}>
            Successivo
          </Button>
        </div>
        <h2 aria-live="polite" className="min-w-48 font-semibold text-lg first-letter:uppercase">
          {titleOf(view, day)}
        </h2>
        <fieldset className="flex gap-1.5 lg:ml-auto">
          <legend className="sr-only">Vista</legend>
          {views.map((one) => (
            <Button
              key={one}
              look={one === view ? 'sea' : 'plain'}
              aria-pressed={one === view}
              onClick={() => show({ vista: one })}
            >
              {viewNames[one]}
            </Button>
          ))}
        </fieldset>
      </div>
      <Answer of={calendar} rows={10}>
        {({ items, undated, pools, uncounted }) => (
          <>
            <div
              className={
                view === 'giorno' ? '' : 'md:grid md:grid-cols-7 md:border-line md:border-t md:border-l'
              }
            >
              {view !== 'giorno' &&
                days.slice(0, 7).map((one) => (
                  <div
                    key={one}
                    aria-hidden="true"
                    className="border-line border-r border-b px-2 py-1 text-ink-soft text-sm max-md:hidden"
                  >
                    {showWeekday(one)}
                  </div>
                ))}
              {days.map((one) => (
                <CalendarDay
                  key={one}
                  day={one}
                  view={view}
                  isOutside={view === 'mese' && one.slice(0, 7) !== day.slice(0, 7)}
                  entries={items.filter(({ date }) => date === one)}
                  onOpen={setOpen}
                  onMove={move}
                  onShowDay={() => show({ vista: 'giorno', giorno: one })}
                />
              ))}
            </div>
            <Pools pools={pools} uncounted={uncounted} />
            {undated > 0 && (
              <p className="mt-3 text-ink-soft">
                {undated === 1 ? '1 richiesta' : `${undated} richieste`} degli ultimi 90 giorni senza data:{' '}
                <Link to="/admin/richieste/?sort=-date" className="text-sea-deep underline">
                  vedi le richieste
                </Link>
              </p>
            )}
          </>
        )}
      </Answer>
      <CalendarFeed />
      {open && <TripDialog entry={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function usePlace() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('giorno')
  const view = views.find((one) => one === params.get('vista')) ?? 'mese'
  return {
    view,
    day: isDay(asked) ? asked : romanToday(),
    show(changes: { vista?: View; giorno?: string }) {
      setParams({ ...Object.fromEntries(params), ...changes }, { preventScrollReset: true })
    },
  }
}
