import { type ComponentProps, type CSSProperties, Fragment, useLayoutEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { minutesOf, timeOf } from '../../../../kernel/clockTime.ts'
import { romanDay } from '../../../../kernel/romanDay.ts'
import type { Trip, TripFits } from '../../../../modules/trips/trips/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { showClock, showDay, showFullDay } from '../../kit/format.ts'
import { useRights } from '../../kit/rights.ts'
import { Empty } from '../../kit/States.tsx'
import { rem } from '../../kit/textSize.ts'
import { clashesOf, type Lane, type LaneKind, laneOf } from './lanes.ts'
import { TripCard } from './TripCard.tsx'

/** Height of an hour in pixels at the panel's usual font size. */
const hourPx = 48
const hours = Array.from({ length: 24 }, (_, hour) => hour)
/** Minutes to which the time of a drop or click is rounded. */
const stepMinutes = 15
const firstHour = 7
/** Width of the column of hours at the left. The columns of the lanes scroll under it. */
const axisPx = 48
/** Least width of a lane, which has room for a number plate. */
const laneRem = { day: 7, week: 6.25 }

interface TimeGridProps {
  /** Day to which the grid scrolls if it shows a week. */
  day: string
  days: string[]
  kind: LaneKind
  lanes: Lane[]
  trips: Trip[]
  /** Chosen or dragged trip. The lanes of the trip's day show whether they can take the trip. */
  active: Trip | undefined
  fits: TripFits | undefined
  /** `data-drop` of the column under the pointer during a drag; otherwise null. */
  over: string | null
  cardOf: (trip: Trip) => ComponentProps<typeof TripCard>
}

export function TimeGrid({
  day: shownDay,
  days,
  kind,
  lanes,
  trips,
  active,
  fits,
  over,
  cardOf,
}: TimeGridProps) {
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const period = days.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other days scroll the grid again
  useLayoutEffect(() => {
    const starts = trips.map(({ pickupAt }) => Math.floor(minutesOf(showClock(pickupAt)) / 60) - 1)
    const { current } = box
    if (!current) return
    const column = current.querySelector<HTMLElement>(`[data-drop^="${shownDay} "]`)
    if (!column) return
    const hourHeight = column.offsetHeight / 24
    current.scrollTop = Math.max(0, Math.min(firstHour, ...starts)) * hourHeight
    current.scrollLeft = column.offsetLeft - (axisPx / hourPx) * hourHeight
  }, [period, lanes.length])
  const isWeek = days.length > 1
  const leastRem = isWeek ? laneRem.week : laneRem.day
  const columns = days.flatMap((day) => lanes.map((lane) => ({ day, lane, key: `${day} ${lane.id}` })))
  const markOf = ({ day, lane }: (typeof columns)[number]) => {
    if (!active || !fits || romanDay(new Date(active.pickupAt)) !== day) return null
    return clashesOf(kind, fits, lane.id)[0]?.message ?? 'libero'
  }
  const shown = trips.filter(({ state }) => state !== 'cancelled')
  if (lanes.length === 0) return <NoLanes kind={kind} />
  return (
    <section
      ref={box}
      aria-label="Viaggi assegnati"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the region
      tabIndex={0}
      className="max-h-[78vh] overflow-auto rounded-card border border-line"
    >
      <div
        className="relative grid"
        style={{
          gridTemplateColumns: `${rem(axisPx)} repeat(${columns.length}, minmax(${leastRem}rem, 1fr))`,
          // The column of hours sticks only inside this box, so the box must be as wide as all lanes.
          minWidth: `calc(${rem(axisPx)} + ${columns.length * leastRem}rem)`,
        }}
      >
        <div className="sticky top-0 left-0 z-20 border-line border-b bg-white" />
        {columns.map((column, index) => {
          const mark = markOf(column)
          return (
            <div
              key={column.key}
              className={`sticky top-0 z-10 border-line border-b border-l px-1.5 py-1 text-sm ${over === column.key ? 'bg-sea-pale' : 'bg-white'}`}
            >
              {isWeek && (
                <span className="block h-[1.25rem] whitespace-nowrap font-semibold">
                  {index % lanes.length === 0 && showDay(column.day)}
                </span>
              )}
              <span className="block truncate" title={column.lane.name}>
                {column.lane.name}
              </span>
              {mark && (
                <span
                  title={mark}
                  className={`block truncate text-xs ${mark === 'libero' ? 'text-leaf' : 'font-semibold text-brick'}`}
                >
                  {mark === 'libero' ? mark : `no: ${mark}`}
                </span>
              )}
            </div>
          )
        })}
        <div className="sticky left-0 z-10 bg-white">
          {hours.map((hour) => (
            <div
              key={hour}
              style={{ height: rem(hourPx) }}
              className="figures px-1 text-right text-ink-soft text-xs"
            >
              {timeOf(60 * hour)}
            </div>
          ))}
        </div>
        {columns.map((column) => {
          const mark = markOf(column)
          const tone =
            over === column.key
              ? 'bg-sea-pale'
              : mark === null
                ? ''
                : mark === 'libero'
                  ? 'bg-leaf/12'
                  : 'bg-brick-pale'
          const { day, lane, key } = column
          return (
            <div key={key} data-drop={key} style={lines} className={`relative border-line border-l ${tone}`}>
              <button
                type="button"
                tabIndex={-1}
                aria-label={`Nuovo viaggio, ${lane.name}, ${showFullDay(day)}`}
                onClick={({ currentTarget, clientY }) =>
                  void navigate(
                    adminPath('viaggi/nuovo/', {}, { alle: `${day}T${timeAt(currentTarget, clientY)}` }),
                  )
                }
                className="absolute inset-0 cursor-cell"
              />
              {shown
                .filter((trip) => laneOf(kind, trip) === lane.id && romanDay(new Date(trip.pickupAt)) === day)
                .map((trip) => (
                  <Fragment key={trip.id}>
                    <TripCard {...cardOf(trip)} place={placeOf(trip)} />
                  </Fragment>
                ))}
            </div>
          )
        })}
      </div>
    </section>
  )
}

function NoLanes({ kind }: Pick<TimeGridProps, 'kind'>) {
  const { opens } = useRights()
  const add = kind === 'veicoli' ? 'Aggiungi un veicolo' : 'Aggiungi un autista'
  const form = adminPath(`${kind}/nuovo/`)
  return (
    <Empty
      action={
        opens(form) && (
          <Link to={form} className={buttonClass('plain')}>
            {add}
          </Link>
        )
      }
    >
      {add}: qui avrà la sua colonna.
    </Empty>
  )
}

const lines: CSSProperties = {
  height: rem(24 * hourPx),
  backgroundImage: 'linear-gradient(var(--color-line) 1px, transparent 1px)',
  backgroundSize: `100% ${rem(hourPx)}`,
}

function placeOf({ pickupAt, endsAt }: Trip): { top: number; height: number } {
  const minutes = (Date.parse(endsAt) - Date.parse(pickupAt)) / 60_000
  return {
    top: (minutesOf(showClock(pickupAt)) * hourPx) / 60,
    height: Math.max(26, (minutes * hourPx) / 60 - 2),
  }
}

/** Returns the time at `y` (pixels from the top of the window) in a column, rounded, for example `14:30`. */
export function timeAt(column: Element, y: number): string {
  const { top, height } = column.getBoundingClientRect()
  const hoursDown = (24 * (y - top)) / height
  const steps = Math.round((hoursDown * 60) / stepMinutes)
  const minutes = Math.min(Math.max(steps * stepMinutes, 0), 24 * 60 - stepMinutes)
  return timeOf(minutes)
}
