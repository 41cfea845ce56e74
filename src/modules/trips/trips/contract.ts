import { type Static, Type } from '@sinclair/typebox'
import {
  ById,
  Day,
  Emptyable,
  Id,
  listOf,
  Maybe,
  Moment,
  Nullable,
  Price,
  Text,
  titled,
} from '../../../kernel/field.ts'
import { act, command, query } from '../../../kernel/message.ts'
import { PriceInput, Vehicle } from '../../catalog/prices/contract.ts'
import { Direction, LeadKind } from '../../leads/lead/contract.ts'
import { leadFields } from '../../leads/requests/fields.contract.ts'

export const TripState = Type.Union([
  Type.Literal('planned'),
  Type.Literal('assigned'),
  Type.Literal('started'),
  Type.Literal('onSite'),
  Type.Literal('aboard'),
  Type.Literal('finished'),
  Type.Literal('noShow'),
  Type.Literal('cancelled'),
])
export type TripState = Static<typeof TripState>

/** Step that the driver reports, or that staff report for the driver. The step becomes the state of the trip. */
export const DriverEventName = Type.Union([
  Type.Literal('started'),
  Type.Literal('onSite'),
  Type.Literal('aboard'),
  Type.Literal('finished'),
  Type.Literal('noShow'),
])
export type DriverEventName = Static<typeof DriverEventName>

export const DriverEvent = Type.Object({
  event: DriverEventName,
  /** Time of the step, according to the driver's phone or to staff who report for the driver. */
  at: Moment,
  receivedAt: Moment,
  /** True if the sender's clock was wrong, so that `at` is the time of receipt. */
  isReceiptTime: Type.Boolean(),
  /** Odometer in whole kilometres. */
  km: Nullable(Type.Integer()),
})
export type DriverEvent = Static<typeof DriverEvent>

const maybeText = Nullable(Type.String())

/** Fields of each ride that a trip takes. */
const ride = {
  from: Type.String(),
  to: Type.String(),
  pickupAt: Moment,
  passengers: Type.Integer(),
  bags: Type.Integer(),
}

export const Trip = Type.Object({
  id: Id,
  /** Lead of the first party; null for a trip that staff added. */
  leadKind: titled('Tipo di richiesta', Nullable(LeadKind)),
  leadId: titled('Richiesta', Nullable(Id)),
  /** Leads whose passengers the trip takes, each with its own places and pick-up. */
  parties: Type.Array(
    Type.Object({
      leadKind: LeadKind,
      leadId: Id,
      code: Type.String(),
      name: maybeText,
      ...ride,
    }),
  ),
  /** Rides that staff added without a lead; empty for a trip that is not joined. */
  added: Type.Array(Type.Object({ id: Id, ...ride })),
  direction: titled('Verso', Direction),
  from: Type.String(),
  to: Type.String(),
  address: maybeText,
  pickupAt: Moment,
  /** Expected arrival. */
  endsAt: Moment,
  passengers: Type.Integer(),
  bags: Type.Integer(),
  flightOrTrain: maybeText,
  vehicleId: titled('Veicolo', Nullable(Id)),
  plate: maybeText,
  driverId: titled('Autista', Nullable(Id)),
  driverName: maybeText,
  state: titled('Stato', TripState),
  total: Price,
  /** Vehicle that the customer booked, such as `economy` for a shared ride; null if unknown. */
  vehicleKind: Nullable(Vehicle),
  /** Code, name and phone number of the first party. */
  code: maybeText,
  name: maybeText,
  phone: maybeText,
  /** True if mails do not reach a customer of the trip, so that staff must call after a change. */
  needsCall: Type.Boolean(),
  /** Steps reported for the trip, oldest first. */
  events: Type.Array(DriverEvent),
  updatedAt: Moment,
})
export type Trip = Static<typeof Trip>

/** A trip after an act of a dispatcher, with the id by which staff undo the act. */
export const DispatchedTrip = Type.Object({ ...Trip.properties, actId: Type.Optional(Id) })
export type DispatchedTrip = Static<typeof DispatchedTrip>

/** Returns whether staff may still assign and move the trip: it has not started and is not cancelled. */
export const isOpen = ({ state }: Pick<Trip, 'state'>) => state === 'planned' || state === 'assigned'

/** Returns whether the driver has started the trip and not ended it. */
export const isRunning = ({ state }: Pick<Trip, 'state'>) =>
  state === 'started' || state === 'onSite' || state === 'aboard'

/** Returns the number of rides in `parties` and `added`: 0 for an unjoined trip that staff added. */
export const ridesOf = ({ parties, added }: { parties: unknown[]; added: unknown[] }) =>
  parties.length + added.length

export const daysMax = 62

const tables = ['trips', 'leads', 'vehicles', 'drivers', 'driver_events']

export const ListTrips = query(
  'GET /api/admin/trips',
  'operatore',
  Type.Object({
    /** First and last day of the pick-up in Rome. */
    from: Day({ message: 'Indica il primo giorno' }),
    to: Day({ message: 'Indica l’ultimo giorno' }),
  }),
  listOf(Trip),
  { tables, summary: `Trips of at most ${daysMax} days, all on one page, earliest pick-up first` },
)

export const ListCustomerTrips = query(
  'GET /api/admin/customers/:id/trips',
  'operatore',
  ById,
  listOf(Trip),
  { tables, summary: 'The latest 100 trips of a customer, the latest pick-up first' },
)

export const ReadTrip = query('GET /api/admin/trips/:id', 'operatore', ById, Trip, { tables })

export const TripForm = Type.Object({
  from: titled('Partenza', Text(leadFields.departure.maxLength, { message: 'Inserisci la partenza' })),
  to: titled(
    'Destinazione',
    Text(leadFields.destination.maxLength, { message: 'Inserisci la destinazione' }),
  ),
  address: titled('Indirizzo', Maybe(leadFields.address.maxLength)),
  pickupAt: titled('Partenza alle', Type.String({ format: 'date-time', message: 'Indica quando si parte' })),
  /** Expected arrival; estimated by default. */
  endsAt: titled(
    'Arrivo alle',
    Emptyable(Type.String({ format: 'date-time', message: 'Indica quando si arriva' })),
  ),
  passengers: titled(
    'Passeggeri',
    Type.Integer({ minimum: 1, maximum: 100, message: 'Indica i passeggeri, da 1 a 100' }),
  ),
  bags: titled(
    'Bagagli',
    Type.Integer({ minimum: 0, maximum: 200, message: 'Indica i bagagli, da 0 a 200' }),
  ),
  flightOrTrain: titled('Volo o treno', Maybe(leadFields.flightOrTrain.maxLength)),
  total: titled('Prezzo', PriceInput),
})
export type TripForm = Static<typeof TripForm>
type TripField = keyof TripForm

/** Fields that the rides of a joined trip determine. */
const fieldsOfRides = ['from', 'to', 'address', 'flightOrTrain', 'passengers', 'bags'] as const

/** Returns why staff cannot change a field of the trip in its state, by field. The other fields may change. */
export function lockedFields(
  trip: Pick<Trip, 'state'> & { parties: unknown[]; added: unknown[] },
): Partial<Record<TripField, string>> {
  const lock = (fields: readonly TripField[], reason: string) =>
    Object.fromEntries(fields.map((field) => [field, reason]))
  const allButPrice = (Object.keys(TripForm.properties) as TripField[]).filter((field) => field !== 'total')
  const { state } = trip
  if (state === 'cancelled') return lock(allButPrice, 'Il viaggio è annullato: riaprilo prima.')
  if (state === 'finished' || state === 'noShow')
    return lock(allButPrice, 'Il viaggio è concluso: si può correggere solo il prezzo.')
  const joined = isRunning(trip)
    ? 'Il viaggio porta più corse ed è già cominciato: non si può più dividere.'
    : 'Il viaggio porta più corse: dividilo, poi cambia il viaggio di ciascuna.'
  return {
    ...(ridesOf(trip) > 1 && lock(fieldsOfRides, joined)),
    ...(state === 'aboard' &&
      lock(['from', 'pickupAt'], 'Il cliente è già a bordo: partenza e ora non cambiano più.')),
  }
}

export const tripAdded = act('trips:tripAdded', 'Viaggio aggiunto')

export const AddTrip = command('POST /api/admin/trips', 'operatore', TripForm, Trip, {
  acts: [tripAdded],
  status: 201,
  summary: 'A trip without a lead; confirmed leads get their trips without a call',
})

export const tripChanged = act('trips:tripChanged', 'Viaggio modificato')

export const SaveTrip = command(
  'PATCH /api/admin/trips/:id',
  'operatore',
  Type.Object({
    ...Type.Partial(TripForm).properties,
    id: Id,
    /** Either value removes vehicle and driver from the trip. `planned` also reopens a cancelled trip. */
    state: titled(
      'Stato',
      Type.Optional(
        Type.Union([Type.Literal('planned'), Type.Literal('cancelled')], { message: 'Stato non valido' }),
      ),
    ),
    /** Vehicle and driver for the changed trip; not together with `state`. */
    assign: titled(
      'Assegnazione',
      Type.Optional(Type.Object({ vehicleId: titled('Veicolo', Id), driverId: titled('Autista', Id) })),
    ),
    updatedAt: Type.Optional(Moment),
  }),
  DispatchedTrip,
  {
    acts: [tripChanged],
    summary:
      '409 if the changed trip does not fit its vehicle and driver, or if its state does not allow the change: with ' +
      'the passengers aboard pick-up place and time stay, and of an ended or cancelled trip only the price may change',
    restorable: ['vehicleId', 'driverId'],
    restored: restoredTrip,
  },
)

/** Vehicle and driver come back together, by an assignment or by the state that has none. */
function restoredTrip(
  { vehicleId, driverId, state, ...values }: Record<string, unknown>,
  before: Record<string, unknown>,
): Record<string, unknown> {
  if (vehicleId === undefined && driverId === undefined && state === undefined) return values
  const isAssigned = before.vehicleId !== null && before.driverId !== null
  if (!isAssigned) return { ...values, state: before.state }
  return { ...values, assign: { vehicleId: before.vehicleId, driverId: before.driverId } }
}

export const tripAssigned = act('trips:tripAssigned', 'Viaggio assegnato')

export const AssignTrip = command(
  'POST /api/admin/trips/:id/assign',
  'operatore',
  Type.Object({
    id: Id,
    vehicleId: titled('Veicolo', Id),
    driverId: titled('Autista', Id),
    updatedAt: Type.Optional(Moment),
  }),
  DispatchedTrip,
  {
    acts: [tripAssigned],
    summary: '409 with `clashes`: what vehicle or driver cannot do, and with which trips they are busy',
  },
)

const Clash = Type.Object({
  /** Whether the vehicle or the driver cannot do the trip. */
  of: Type.Union([Type.Literal('vehicle'), Type.Literal('driver')]),
  /** The other trip; null if the clash has a different reason, such as a day off. */
  tripId: Nullable(Id),
  message: Type.String(),
})
export type Clash = Static<typeof Clash>

/** A vehicle (`name` is the plate) or a driver, whom staff can assign to the trip if `clashes` is empty. */
const Fit = Type.Object({ id: Id, name: Type.String(), clashes: Type.Array(Clash) })

export const TripFits = Type.Object({ vehicles: Type.Array(Fit), drivers: Type.Array(Fit) })
export type TripFits = Static<typeof TripFits>

export const ReadTripFits = query('GET /api/admin/trips/:id/fits', 'operatore', ById, TripFits, {
  tables: ['trips', 'vehicles', 'drivers'],
  summary: 'All vehicles and drivers, each with the reasons for which an assignment would be refused',
})
