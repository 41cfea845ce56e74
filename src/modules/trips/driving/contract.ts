import { type Static, Type } from '@sinclair/typebox'
import { ClaimedTime } from '../../../kernel/claimedTime.ts'
import { Id, listOf, Nullable, phoneLinkFields, titled } from '../../../kernel/field.ts'
import { act, command, event, query } from '../../../kernel/message.ts'
import { Kilometres, kilometresUnreadable } from '../sheets/contract.ts'
import { DriverEventName, Trip } from '../trips/contract.ts'

/** A trip as its driver sees it. If a place has a street address, its text begins with that address. */
export const DriverTrip = Type.Object({
  ...Type.Pick(Trip, ['id', 'from', 'to', 'pickupAt', 'endsAt', 'passengers', 'bags', 'flightOrTrain'])
    .properties,
  ...Type.Pick(Trip, ['plate', 'state', 'events']).properties,
  /** One entry for each ride, earliest pick-up first. A ride without a lead has no name and no phone number. */
  guests: Type.Array(
    Type.Object({
      ...Type.Pick(Trip, ['from', 'to', 'pickupAt', 'flightOrTrain', 'passengers', 'bags', 'name'])
        .properties,
      phone: Nullable(Type.String()),
      ...phoneLinkFields,
      /** Coordinates, or the URL of a map. */
      position: Nullable(Type.String()),
    }),
  ),
})
export type DriverTrip = Static<typeof DriverTrip>

export const ListDriverTrips = query(
  'GET /api/driver/trips',
  'autista',
  Type.Object({}),
  Type.Object({
    ...listOf(DriverTrip).properties,
    /** Driver who logs in with the caller's account; null if the account belongs to no driver. */
    driver: Nullable(Type.Object({ id: Id, name: Type.String() })),
  }),
  { summary: 'The driver’s own trips of today and tomorrow, and those under way' },
)

export const ReportEvent = command(
  'POST /api/driver/trips/:id/events',
  'autista',
  Type.Object({
    id: Id,
    event: Type.Union(DriverEventName.anyOf, { message: 'Evento sconosciuto' }),
    at: ClaimedTime({ message: 'Indica quando è successo' }),
    key: Type.String({ minLength: 8, maxLength: 100, message: 'Indica una chiave, da 8 a 100 caratteri' }),
    km: titled(
      'Chilometri sul contachilometri',
      Type.Optional(Type.Union([Kilometres, Type.Null()], { message: kilometresUnreadable })),
    ),
  }),
  DriverTrip,
  {
    summary:
      'Records an event of the driver’s own trip. The same `key` counts once; 409 in the wrong order, or more than twelve hours before the pick-up',
  },
)
export type Report = Static<typeof ReportEvent.input>

export const tripReported = act('trips:tripReported', 'Viaggio seguito per l’autista')

export const ReportForDriver = command(
  'POST /api/admin/trips/:id/events',
  'operatore',
  ReportEvent.input,
  Trip,
  { acts: [tripReported], summary: 'Records an event of a trip for a driver without a phone' },
)

const about = Type.Object({ tripId: Id })
export const tripEvents = {
  started: event('trips:tripStarted', about),
  onSite: event('trips:driverArrived', about),
  aboard: event('trips:passengersBoarded', about),
  finished: event('trips:tripFinished', about),
  noShow: event('trips:passengersMissed', about),
}
