import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Arrowed } from '../../../ui/Arrowed.tsx'

interface TripLineProps {
  /** For example `domani`. */
  day: string
  time: string
  route: string
  to: string
  details: (string | null)[]
  children: ReactNode
}

export function TripLine({ day, time, route, to, details, children }: TripLineProps) {
  return (
    <div className="grid gap-x-3 @min-[14rem]:grid-cols-[4.5rem_minmax(0,1fr)]">
      <p className="figures">
        <span className="block text-ink-soft text-sm">{day}</span>
        <span className="font-semibold">{time}</span>
      </p>
      <div className="min-w-0">
        {/* A paragraph of bold text alone would look like a heading. */}
        <div className="relative md:truncate">
          <Link to={to} className="font-semibold text-sea-deep underline underline-offset-4">
            <Arrowed text={route} />
          </Link>
        </div>
        <p className="figures md:truncate text-ink-soft text-sm">{details.filter(Boolean).join(' · ')}</p>
        {children}
      </div>
    </div>
  )
}
