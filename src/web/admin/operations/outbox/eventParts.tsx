import type { ReactNode } from 'react'
import { countOf, showDate, showTime } from '../../kit/format.ts'

/** Returns for example `21/11/26 08:05:12`. */
export const moment = (at: string) => `${showDate(at)} ${showTime(at)}`

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-lg">{title}</h2>
      {children}
    </section>
  )
}

export function Rows<T>({
  of,
  idOf,
  children,
}: {
  of: T[]
  idOf: (one: T) => string | number
  children: (one: T) => ReactNode
}) {
  return (
    <ul className="grid gap-2">
      {of.map((one) => (
        <li key={idOf(one)} className="rounded-card border border-line px-4 py-3">
          {children(one)}
        </li>
      ))}
    </ul>
  )
}

export function Course({
  attempts,
  at,
  nextAt,
  reason,
}: {
  attempts: number
  at: string
  nextAt?: string | null
  reason: string | null
}) {
  return (
    <p className="text-ink-soft text-sm">
      {countOf(attempts, ['tentativo', 'tentativi'])}, {at}
      {nextAt && `, prossimo ${moment(nextAt)}`}
      {reason && <span className="block text-ink">{reason}</span>}
    </p>
  )
}
