import { type Static, Type } from '@sinclair/typebox'
import { ById, Day, Id, listOf, Moment, Nullable, Price } from '../../../kernel/field.ts'
import { act, command, query } from '../../../kernel/message.ts'
import { LeadChange } from '../../leads/inbox/contract.ts'
import { Direction, LeadKind } from '../../leads/lead/contract.ts'

export const RideState = Type.Union([
  Type.Literal('requested'),
  Type.Literal('offered'),
  Type.Literal('confirmed'),
  Type.Literal('finished'),
  Type.Literal('noShow'),
  Type.Literal('cancelled'),
])

const maybeText = Nullable(Type.String())

export const Ride = Type.Object({
  id: Id,
  /** Null for a ride that staff added without a lead. */
  leadKind: Nullable(LeadKind),
  leadId: Nullable(Id),
  direction: Direction,
  state: RideState,
  /** Words of the lead or, without a lead, of the trip. Null for what they do not say. */
  from: maybeText,
  to: maybeText,
  day: maybeText,
  time: maybeText,
  passengers: maybeText,
  luggage: maybeText,
  flightOrTrain: maybeText,
  address: maybeText,
  position: maybeText,
  /** Trip that drives the ride, with its pick-up and expected arrival; null until the ride is planned. */
  tripId: Nullable(Id),
  pickupAt: Nullable(Moment),
  endsAt: Nullable(Moment),
  total: Price,
  updatedAt: Moment,
})
export type Ride = Static<typeof Ride>

const tables = ['leads', 'trips']

export const ListRides = query(
  'GET /api/admin/rides',
  'operatore',
  Type.Object({
    /** First and last day of the rides: of the pick-up in Rome or, until a ride is planned, of the lead. */
    from: Day({ message: 'Indica il primo giorno' }),
    to: Day({ message: 'Indica l’ultimo giorno' }),
  }),
  listOf(Ride),
  { tables, summary: 'Rides of at most 62 days, all on one page, without those of lost leads' },
)

export const ReadRide = query('GET /api/admin/rides/:id', 'operatore', ById, Ride, { tables })

/** Effects of a change of a ride, besides the ride itself. */
const Follows = Type.Object({
  /** Vehicle and driver that lose the ride; null if it had none or keeps them. */
  loses: Nullable(Type.Object({ tripId: Id, plate: Type.String(), driverName: Type.String() })),
  /** Whether the ride leaves the trip that it shared with others. */
  leavesOthers: Type.Boolean(),
  /** Why this vehicle and driver cannot do the changed ride. */
  clashes: Type.Array(Type.String()),
  /** How the customer learns of the change of a confirmed ride; null if it changes nothing for the customer. */
  tellsCustomer: Nullable(Type.Union([Type.Literal('email'), Type.Literal('call')])),
  /** Offers that wait for the customer and state another day or time. */
  offers: Type.Array(Id),
  /** Price of the lead in euro today for its day, if it differs from the price that the lead shows. */
  price: Nullable(Type.Object({ shown: Price, now: Price })),
})
export type Follows = Static<typeof Follows>

export const rideChangedByStaff = act('trips:rideChanged', 'Corsa modificata')

export const ChangeRide = command(
  'PATCH /api/admin/rides/:id',
  'operatore',
  Type.Object({
    id: Id,
    day: LeadChange.properties.date,
    time: LeadChange.properties.time,
    address: LeadChange.properties.address,
    position: LeadChange.properties.position,
    /** True to learn what would follow, and change nothing. */
    dryRun: Type.Boolean({ default: false }),
    /** `updatedAt` of the ride when the form loaded it. */
    updatedAt: Type.Optional(Moment),
  }),
  Type.Object({ ride: Ride, follows: Follows, actId: Type.Optional(Id) }),
  {
    acts: [rideChangedByStaff],
    summary:
      'Changes a ride of a lead at once, with its trip. The response says what follows; 409 once the trip has started',
  },
)
