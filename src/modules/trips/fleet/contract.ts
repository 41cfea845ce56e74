import { type Static, Type } from '@sinclair/typebox'
import {
  ById,
  Day,
  Emptyable,
  Id,
  Language,
  listInput,
  listOf,
  Maybe,
  Moment,
  Nullable,
  phoneLinkFields,
  Text,
} from '../../../kernel/field.ts'
import { command, query } from '../../../kernel/message.ts'
import { leadFields } from '../../leads/requests/fields.contract.ts'

const nothing = Type.Object({})

const MaybeDay = Emptyable(Day({ message: 'Indica una data valida' }))
const maybeText = Nullable(Type.String())

const stored = { id: Id, createdAt: Moment, updatedAt: Moment }

export const VehicleKind = Type.Union(
  [Type.Literal('berlina'), Type.Literal('minivan'), Type.Literal('premium')],
  { message: 'Scegli il tipo di veicolo' },
)

export const VehicleForm = Type.Object({
  /** Any spelling; the server stores only letters and digits, in upper case. */
  plate: Type.String({
    maxLength: 20,
    isName: true,
    pattern: '^ *([A-Za-z0-9][ .-]*){4,10}$',
    message: 'Inserisci la targa, per esempio GG123HH',
  }),
  kind: VehicleKind,
  /** Seats for passengers, without the driver's seat. */
  seats: Type.Integer({ minimum: 1, maximum: 60, message: 'Indica i posti per i passeggeri, da 1 a 60' }),
  bags: Type.Integer({ minimum: 0, maximum: 60, message: 'Indica i bagagli, da 0 a 60' }),
  authorizationNumber: Maybe(60),
  authorizationExpiresOn: MaybeDay,
  municipality: Maybe(100),
  garage: Maybe(200),
  outOfServiceFrom: MaybeDay,
  outOfServiceUntil: MaybeDay,
  isActive: Type.Boolean({ default: true }),
})
export type VehicleForm = Static<typeof VehicleForm>

export const Vehicle = Type.Object({
  ...stored,
  plate: Type.String(),
  kind: VehicleKind,
  seats: Type.Integer(),
  bags: Type.Integer(),
  authorizationNumber: maybeText,
  authorizationExpiresOn: maybeText,
  municipality: maybeText,
  garage: maybeText,
  /** First and last day out of service. Without a last day the vehicle is out of service until further notice. */
  outOfServiceFrom: maybeText,
  outOfServiceUntil: maybeText,
  isActive: Type.Boolean(),
})
export type Vehicle = Static<typeof Vehicle>

export const ListVehicles = query(
  'GET /api/admin/vehicles',
  ['operatore', 'contabile'],
  Type.Object(listInput('plate', 'kind', 'seats', 'active')),
  listOf(Vehicle),
  { tables: ['vehicles'], summary: 'Vehicles; searches plate, municipality and garage' },
)
export const ReadVehicle = query('GET /api/admin/vehicles/:id', 'operatore', ById, Vehicle, {
  tables: ['vehicles'],
})
export const CreateVehicle = command('POST /api/admin/vehicles', 'operatore', VehicleForm, Vehicle, {
  status: 201,
})
export const SaveVehicle = command(
  'PUT /api/admin/vehicles/:id',
  'operatore',
  Type.Object({ ...VehicleForm.properties, id: Id, updatedAt: Moment }),
  Vehicle,
)
export const DeleteVehicle = command('DELETE /api/admin/vehicles/:id', 'admin', ById, nothing, {
  status: 204,
})

const TimeOff = Type.Object({
  from: Day({ message: 'Indica il primo giorno' }),
  until: Day({ message: 'Indica l’ultimo giorno' }),
})
export type TimeOff = Static<typeof TimeOff>

export const DriverForm = Type.Object({
  name: Text(120, { isName: true, message: 'Inserisci il nome' }),
  phone: Text(leadFields.phone.maxLength, { ...leadFields.phone, isName: true }),
  /** Languages of the site that the driver speaks. */
  languages: Type.Array(Language, { maxItems: 20, default: [], message: 'Scegli le lingue dall’elenco' }),
  licenceExpiresOn: MaybeDay,
  certificateExpiresOn: MaybeDay,
  /** Periods in which the driver does not work, first and last day included. */
  daysOff: Type.Array(TimeOff, { maxItems: 100, default: [], message: 'Elenco dei periodi non valido' }),
  /** Account with which the driver logs in. */
  adminUserId: Emptyable(Id),
  isActive: Type.Boolean({ default: true }),
})
export type DriverForm = Static<typeof DriverForm>

export const Driver = Type.Object({
  ...stored,
  name: Type.String(),
  phone: Type.String(),
  ...phoneLinkFields,
  languages: Type.Array(Language),
  licenceExpiresOn: maybeText,
  certificateExpiresOn: maybeText,
  daysOff: Type.Array(TimeOff),
  adminUserId: Nullable(Id),
  isActive: Type.Boolean(),
})
export type Driver = Static<typeof Driver>

export const ListDrivers = query(
  'GET /api/admin/drivers',
  'operatore',
  Type.Object(listInput('name', 'licence', 'certificate', 'active')),
  listOf(Driver),
  { tables: ['drivers'], summary: 'Drivers; searches name and phone number' },
)
export const ListDriverAccounts = query(
  'GET /api/admin/drivers/accounts',
  'operatore',
  nothing,
  listOf(Type.Object({ id: Id, username: Type.String() })),
  { summary: 'Active accounts, of which one can be assigned to a driver; accounts of drivers first' },
)
export const ReadDriver = query('GET /api/admin/drivers/:id', 'operatore', ById, Driver, {
  tables: ['drivers'],
})
export const CreateDriver = command('POST /api/admin/drivers', 'operatore', DriverForm, Driver, {
  status: 201,
})
export const SaveDriver = command(
  'PUT /api/admin/drivers/:id',
  'operatore',
  Type.Object({ ...DriverForm.properties, id: Id, updatedAt: Moment }),
  Driver,
)
export const DeleteDriver = command('DELETE /api/admin/drivers/:id', 'admin', ById, nothing, {
  status: 204,
})
