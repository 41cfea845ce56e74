import { Fragment, type ReactNode } from 'react'
import { dayAfter, romanDay } from '../../../kernel/romanDay.ts'
import { showClock, showFullDay } from './format.ts'

export interface TimelineEntry {
  key: string
  /** ISO 8601. */
  at: string
  content: ReactNode
}

/** Shows entries by day in Rome. The caller sorts the entries, newest first. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  const days = Map.groupBy(entries, ({ at }) => romanDay(new Date(at)))
  return (
    <div className="max-w-4xl">
      {[...days].map(([day, ofDay]) => (
        <Fragment key={day}>
          <h2 className="mt-6 mb-2 font-semibold text-base first:mt-0">{dayName(day)}</h2>
          <ol className="border-line border-l">
            {ofDay.map(({ key, at, content }) => (
              <li key={key} className="grid gap-x-4 gap-y-1 py-2.5 pl-4 sm:grid-cols-[3.5rem_minmax(0,1fr)]">
                <time dateTime={at} className="figures text-ink-soft text-sm leading-[1.5rem]">
                  {showClock(at)}
                </time>
                <div className="min-w-0">{content}</div>
              </li>
            ))}
          </ol>
        </Fragment>
      ))}
    </div>
  )
}

/** Returns for example `Ieri, domenica 22 novembre 2026`. */
function dayName(day: string): string {
  const words = showFullDay(day)
  const today = romanDay(new Date())
  if (day === today) return `Oggi, ${words}`
  return day === dayAfter(today, -1) ? `Ieri, ${words}` : words
}
