import { stateNames } from '../../../../modules/leads/lead/contract.ts'
import type { Today } from '../../../../modules/operations/dashboard/contract.ts'
import type { TripGap, UpcomingTrip } from '../../../../modules/trips/calendar/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { Badge } from '../../kit/Badge.tsx'
import { showDay } from '../../kit/format.ts'
import { leadPath } from '../../leads/lead/leadCalls.ts'
import { stateTones, whoOf } from '../../leads/lead/leadLabels.ts'
import { DayLink } from './DayLink.tsx'
import { LiveBlock } from './LiveBlock.tsx'
import { TripLine } from './TripLine.tsx'

const gapNames: Record<TripGap, string> = {
  day: 'manca il giorno',
  time: 'manca l’ora',
  flight: 'manca il volo o treno',
  price: 'prezzo da confermare',
  reading: 'da leggere',
}

interface TripsProps {
  trips: UpcomingTrip[]
  days: Today['days']
  isHeld: boolean
}

export function Trips({ trips, days, isHeld }: TripsProps) {
  const open = trips.filter(({ missing }) => missing.length > 0).length
  const today = trips.filter(({ date }) => date === days.today).length
  const tomorrow = trips.filter(({ date }) => date === days.tomorrow).length
  return (
    <LiveBlock
      title="Viaggi di oggi e domani"
      summary={
        trips.length === 0
          ? 'Nessun viaggio tra oggi e domani.'
          : `${today} oggi, ${tomorrow} domani${open > 0 ? `; a ${open} manca qualcosa` : ', completi'}`
      }
      rows={trips}
      idOf={({ kind, id, leg }) => `${kind}-${id}-${leg}`}
      isHeld={isHeld}
      more={
        <p className="mt-1 flex flex-wrap gap-x-4">
          <DayLink to={adminPath('calendario/', {}, { giorno: days.today })}>Calendario di oggi</DayLink>
          <DayLink to={adminPath('calendario/', {}, { giorno: days.tomorrow })}>Calendario di domani</DayLink>
        </p>
      }
    >
      {(trip) => (
        <TripLine
          day={dayName(trip.date, days)}
          time={trip.time ?? '—'}
          route={`${trip.from} → ${trip.to}`}
          to={leadPath(trip)}
          details={[whoOf(trip), trip.passengers && `${trip.passengers} pass.`, trip.assignedToName]}
        >
          <p className="mt-1 flex flex-wrap gap-1.5">
            <Badge tone={stateTones[trip.status]}>{stateNames[trip.status]}</Badge>
            {trip.missing.map((gap) => (
              <Badge key={gap} tone="bad">
                {gapNames[gap]}
              </Badge>
            ))}
          </p>
        </TripLine>
      )}
    </LiveBlock>
  )
}

export function dayName(date: string | null, { today, tomorrow }: Today['days']): string {
  if (date === null) return 'senza data'
  return date === today ? 'oggi' : date === tomorrow ? 'domani' : showDay(date)
}
