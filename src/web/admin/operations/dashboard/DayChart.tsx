import type { Dashboard } from '../../../../modules/operations/dashboard/contract.ts'
import { FigureTable } from '../../kit/FigureTable.tsx'
import { showDay } from '../../kit/format.ts'

type Days = Dashboard['leadsByDay']

const series = [
  { key: 'availabilityRequests', name: 'Disponibilità', colour: 'var(--color-sea)' },
  { key: 'bookings', name: 'Prenotazioni', colour: 'var(--color-sun)' },
  { key: 'contacts', name: 'Messaggi', colour: 'var(--color-ink-soft)' },
] as const

const width = 600
const height = 180
const left = 26
const right = 10
const bottom = 22

/** Draws the number of leads on each day. A hidden table contains the same numbers for screen readers. */
export function DayChart({ days }: { days: Days }) {
  const sums = days.map((day) => series.reduce((sum, { key }) => sum + day[key], 0))
  const top = niceTop(Math.max(...sums, 1))
  const step = (width - left - right) / days.length
  const y = (count: number) => (height - bottom) * (1 - count / top) + 6
  return (
    <figure>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="w-full text-ink-soft">
        {[0, top / 2, top].map((count) => (
          <g key={count}>
            <line x1={left} x2={width - right} y1={y(count)} y2={y(count)} stroke="var(--color-line)" />
            <text x={left - 6} y={y(count) + 4} textAnchor="end" fontSize="11" fill="currentColor">
              {count}
            </text>
          </g>
        ))}
        {days.map((day, index) => {
          const x = left + index * step
          let below = 0
          return (
            <g key={day.day}>
              <title>{`${showDay(day.day)}: ${sums[index]}`}</title>
              {series.map(({ key, colour }) => {
                const from = below
                below += day[key]
                return (
                  <rect
                    key={key}
                    x={x + step * 0.15}
                    width={step * 0.7}
                    y={y(below)}
                    height={y(from) - y(below)}
                    fill={colour}
                  />
                )
              })}
              {(days.length - 1 - index) % 7 === 0 && (
                <text
                  // The last label is right-aligned, so that the edge does not cut it.
                  x={index === days.length - 1 ? x + step : x + step / 2}
                  y={height - 4}
                  textAnchor={index === days.length - 1 ? 'end' : 'middle'}
                  fontSize="11"
                  fill="currentColor"
                >
                  {day.day.slice(8)}/{day.day.slice(5, 7)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <figcaption className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-sm">
        {series.map(({ key, name, colour }) => (
          <span key={key} className="inline-flex items-center gap-1.5">
            <svg aria-hidden="true" viewBox="0 0 8 8" className="size-2.5">
              <rect width="8" height="8" rx="2" fill={colour} />
            </svg>
            {name} {days.reduce((sum, day) => sum + day[key], 0)}
          </span>
        ))}
      </figcaption>
      {/* Hides a `div` instead of the table, because a table with this class is still as wide as its cells. */}
      <div className="sr-only">
        <FigureTable
          caption="Richieste per giorno"
          head={['Giorno', ...series.map(({ name }) => name)]}
          rows={days.map((day) => ({
            key: day.day,
            name: showDay(day.day),
            cells: series.map(({ key }) => day[key]),
          }))}
        />
      </div>
    </figure>
  )
}

/** Returns an even maximum for the axis, so that the label of the middle line is an integer. */
function niceTop(count: number): number {
  const steps = [2, 4, 6, 8, 10, 20, 40, 60, 80, 100]
  return steps.find((one) => one >= count) ?? Math.ceil(count / 100) * 100
}
