import { type ICalEventData, ICalEventStatus } from 'ical-generator'
import { clockOf } from '../../../kernel/romanDay.ts'
import { revisionOf } from '../../leads/status/calendarFile.queries.ts'
import { ridesOf } from '../trips/contract.ts'
import type { TripRow } from '../trips/trips.queries.ts'

interface Words {
  siteOrigin: string
  isForDriver: boolean
}

/** Returns a trip as an event for the calendar program of staff or a driver. */
export function tripEvent(trip: TripRow, { siteOrigin, isForDriver }: Words): ICalEventData {
  const { id, from, to, parties, added, driverName, plate, leadKind, leadId } = trip
  const isJoined = ridesOf(trip) > 1
  const description = [
    ...parties.map(({ code, name, pickupAt, to: place }) =>
      [name, code, isJoined && `${clockOf(new Date(pickupAt))}, ${place}`].filter(Boolean).join(' · '),
    ),
    ...added.map(({ pickupAt, to: place }) => `${clockOf(new Date(pickupAt))}, ${place}`),
    trip.phone && `Telefono: ${trip.phone}`,
    `Passeggeri: ${trip.passengers}, bagagli: ${trip.bags}`,
    trip.flightOrTrain && `Volo o treno: ${trip.flightOrTrain}`,
    trip.address && `Indirizzo: ${trip.address}`,
    plate && (isForDriver ? `Veicolo: ${plate}` : `Autista: ${driverName}, ${plate}`),
    !isForDriver && leadKind && `${siteOrigin}/admin/richieste/${leadKind}/${leadId}/`,
  ]
  return {
    id: `viaggio-${id}@${new URL(siteOrigin).hostname}`,
    ...revisionOf({ sequence: trip.rideVersion, updatedAt: trip.updatedAt }),
    start: trip.pickupAt,
    end: trip.endsAt,
    summary: `${from} → ${to}`,
    location: from,
    description: description.filter(Boolean).join('\n'),
    status: trip.state === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  }
}
