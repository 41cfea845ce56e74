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
  titled,
} from '../../../kernel/field.ts'
import { act, command, query } from '../../../kernel/message.ts'
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
  plate: titled(
    'Targa',
    Type.String({
      maxLength: 20,
      isName: true,
      pattern: '^ *([A-Za-z0-9][ .-]*){4,10}$',
      message: 'Inserisci la targa, per esempio GG123HH',
    }),
  ),
  kind: titled('Tipo', VehicleKind),
  /** Seats for passengers, without the driver's seat. */
  seats: titled(
    'Posti per i passeggeri',
    Type.Integer({ minimum: 1, maximum: 60, message: 'Indica i posti per i passeggeri, da 1 a 60' }),
  ),
  bags: titled('Bagagli', Type.Integer({ minimum: 0, maximum: 60, message: 'Indica i bagagli, da 0 a 60' })),
  authorizationNumber: titled('Numero dell’autorizzazione', Maybe(60)),
  authorizationExpiresOn: titled('Scadenza dell’autorizzazione', MaybeDay),
  municipality: titled('Comune', Maybe(100)),
  garage: titled('Rimessa', Maybe(200)),
  outOfServiceFrom: titled('Fuori servizio dal', MaybeDay),
  outOfServiceUntil: titled('Fuori servizio fino al', MaybeDay),
  isActive: titled('Attivo', Type.Boolean({ default: true })),
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
export const vehicleCreated = act('trips:vehicleCreated', 'Veicolo aggiunto')

export const CreateVehicle = command('POST /api/admin/vehicles', 'operatore', VehicleForm, Vehicle, {
  acts: [vehicleCreated],
  status: 201,
})
export const vehicleChanged = act('trips:vehicleChanged', 'Veicolo modificato')

export const SaveVehicle = command(
  'PUT /api/admin/vehicles/:id',
  'operatore',
  Type.Object({ ...VehicleForm.properties, id: Id, updatedAt: Moment }),
  Vehicle,
  { acts: [vehicleChanged] },
)
export const vehicleDeleted = act('trips:vehicleDeleted', 'Veicolo eliminato')

export const DeleteVehicle = command('DELETE /api/admin/vehicles/:id', 'admin', ById, nothing, {
  acts: [vehicleDeleted],
  status: 204,
})

const TimeOff = Type.Object({
  from: titled('Dal', Day({ message: 'Indica il primo giorno' })),
  until: titled('Al', Day({ message: 'Indica l’ultimo giorno' })),
})
export type TimeOff = Static<typeof TimeOff>

export const DriverForm = Type.Object({
  name: titled('Nome', Text(120, { isName: true, message: 'Inserisci il nome' })),
  phone: titled('Telefono', Text(leadFields.phone.maxLength, { ...leadFields.phone, isName: true })),
  /** Languages of the site that the driver speaks. */
  languages: titled(
    'Lingue',
    Type.Array(Language, { maxItems: 20, default: [], message: 'Scegli le lingue dall’elenco' }),
  ),
  licenceExpiresOn: titled('Patente valida fino al', MaybeDay),
  certificateExpiresOn: titled('CAP / KB valido fino al', MaybeDay),
  /** Periods in which the driver does not work, first and last day included. */
  daysOff: titled(
    'Giorni di riposo',
    Type.Array(TimeOff, { maxItems: 100, default: [], message: 'Elenco dei periodi non valido' }),
  ),
  /** Account with which the driver logs in. */
  adminUserId: titled('Account', Emptyable(Id)),
  isActive: titled('Attivo', Type.Boolean({ default: true })),
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
export const driverCreated = act('trips:driverCreated', 'Autista aggiunto')

export const CreateDriver = command('POST /api/admin/drivers', 'operatore', DriverForm, Driver, {
  acts: [driverCreated],
  status: 201,
})
export const driverChanged = act('trips:driverChanged', 'Autista modificato', {
  fields: { contactsChanged: 'Nome o telefono cambiati (non sono conservati)' },
})

export const SaveDriver = command(
  'PUT /api/admin/drivers/:id',
  'operatore',
  Type.Object({ ...DriverForm.properties, id: Id, updatedAt: Moment }),
  Driver,
  { acts: [driverChanged] },
)
export const driverDeleted = act('trips:driverDeleted', 'Autista eliminato')

export const DeleteDriver = command('DELETE /api/admin/drivers/:id', 'admin', ById, nothing, {
  acts: [driverDeleted],
  status: 204,
})
