import { Link } from 'react-router'
import { clockOf, romanDay } from '../../../../kernel/romanDay.ts'
import type { Today } from '../../../../modules/operations/dashboard/contract.ts'
import { gapWords } from '../../../../modules/trips/reminders/gapWords.contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { showNumber } from '../../kit/format.ts'
import { RowActions, rowActionClass } from '../../kit/RowAction.tsx'
import { leadPath } from '../../leads/lead/leadCalls.ts'
import { LiveBlock } from './LiveBlock.tsx'
import { TripLine } from './TripLine.tsx'
import { dayName } from './Trips.tsx'

interface OpenTripsProps {
  trips: Today['openTrips']
  days: Today['days']
  isHeld: boolean
}

/** Lists coming trips with missing details, with links to assign a driver or to ask the customer. */
export function OpenTrips({ trips, days, isHeld }: OpenTripsProps) {
  return (
    <LiveBlock
      title="Viaggi da completare"
      summary={summaryOf(trips.length)}
      rows={trips}
      idOf={({ tripId }) => String(tripId)}
      isHeld={isHeld}
    >
      {(trip) => {
        const { from, to, name, code, leadKind: kind, leadId: id } = trip
        const pickupAt = new Date(trip.pickupAt)
        const [day, time] = [romanDay(pickupAt), clockOf(pickupAt)]
        const trips = adminPath('calendario/', {}, { giorno: day })
        const lead = kind && id ? leadPath({ kind, id }) : null
        const who = <span className="sr-only"> il viaggio delle {time}</span>
        return (
          <TripLine
            day={dayName(day, days)}
            time={time}
            route={`${from} → ${to}`}
            to={lead ?? trips}
            details={[name ?? code]}
          >
            <p className="text-brick">{gapWords(trip).join(' ')}</p>
            <RowActions>
              {trip.missing.includes('driver') && (
                <Link to={trips} className={rowActionClass}>
                  Assegna{who}
                </Link>
              )}
              {lead && trip.missing.some((gap) => gap !== 'driver') && (
                <Link to={`${lead}#whatsapp`} className={rowActionClass}>
                  Chiedi al cliente<span className="sr-only"> del viaggio delle {time}</span>
                </Link>
              )}
            </RowActions>
          </TripLine>
        )
      }}
    </LiveBlock>
  )
}

function summaryOf(trips: number): string {
  if (trips === 0) return 'Nessun viaggio da completare.'
  return trips === 1 ? 'A un viaggio manca qualcosa' : `A ${showNumber(trips)} viaggi manca qualcosa`
}
