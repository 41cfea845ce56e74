import { type Static, Type } from '@sinclair/typebox'
import { Id, Moment, Nullable, phoneLinkFields, titled } from '../../../kernel/field.ts'
import { act, command, event } from '../../../kernel/message.ts'
import { Direction, LeadKind } from '../../leads/lead/contract.ts'

/** Emitted once for each notice that names the driver. A reaction sends the notice to the customer. */
export const driverNamed = event('trips:driverNamed', Type.Object({ noticeId: Id }))

/** Emitted when a confirmed ride has another pick-up or another place, minutes after the last change. */
export const rideMoved = event('trips:rideMoved', Type.Object({ kind: LeadKind, leadId: Id }))

/** Emitted for a trip with missing details, at most once a day. */
export const gapsFound = event('trips:gapsFound', Type.Object({ tripId: Id }))

export const UntoldNews = Type.Union([Type.Literal('driver'), Type.Literal('move')])

const party = {
  leadKind: titled('Tipo di richiesta', LeadKind),
  leadId: titled('Richiesta', Id),
  direction: titled('Verso', Direction),
}
const trip = { tripId: Id, pickupAt: Moment, from: Type.String(), to: Type.String() }

/** `flightTime` means that number, airport or time of the flight or train does not fit the ride. */
export const Gap = Type.Union([Type.Literal('driver'), Type.Literal('flight'), Type.Literal('flightTime')])
export type Gap = Static<typeof Gap>

export const TripGaps = Type.Object({
  ...trip,
  /** Lead of the first party; null for a trip that staff added. */
  leadKind: Nullable(LeadKind),
  leadId: Nullable(Id),
  code: Nullable(Type.String()),
  name: Nullable(Type.String()),
  missing: Type.Array(Gap),
  /** Mismatch between flight and pick-up, as a sentence; empty if there is none. */
  warning: Type.String(),
})
export type TripGaps = Static<typeof TripGaps>

/** A customer who has not been notified of the current driver, vehicle and time, or of a moved ride. */
export const Untold = Type.Object({
  ...trip,
  ...party,
  about: UntoldNews,
  name: Nullable(Type.String()),
  phone: Type.String(),
  /** Message in the language of the customer. */
  text: Type.String(),
  ...phoneLinkFields,
  /** True if an earlier notice named a different driver, vehicle or time. */
  isUpdate: Type.Boolean(),
})
export type Untold = Static<typeof Untold>

/** A document that has expired or will expire within `warnDays`, or a vehicle out of service within `warnDays`. */
export const FleetWarning = Type.Object({
  kind: Type.Union([
    Type.Literal('licence'),
    Type.Literal('certificate'),
    Type.Literal('authorization'),
    Type.Literal('outOfService'),
  ]),
  /** Id of the driver or vehicle. */
  id: Id,
  /** Name of the driver or plate of the vehicle. */
  name: Type.String(),
  /** Last valid day, or first day out of service. */
  day: Type.String(),
  /** Last day out of service; null if it is unknown, and for a document. */
  until: Nullable(Type.String()),
  /** True if the document has expired or the vehicle is already out of service. */
  isPast: Type.Boolean(),
})
export type FleetWarning = Static<typeof FleetWarning>

export const customerTold = act('trips:customerTold', 'Cliente avvisato del viaggio')

export const RecordToldCustomer = command(
  'POST /api/admin/trips/:id/told',
  'operatore',
  Type.Object({
    id: Id,
    ...party,
    about: titled('Argomento', Type.Optional(UntoldNews)),
    /** Pick-up of which staff have notified the customer. */
    pickupAt: titled('Partenza alle', Type.Optional(Moment)),
  }),
  Type.Object({}),
  {
    acts: [customerTold],
    status: 204,
    summary:
      'Records that staff named the driver or the new pick-up to the customer by phone or WhatsApp; 409 if the trip has no driver or another pick-up; repeating it changes nothing',
  },
)
