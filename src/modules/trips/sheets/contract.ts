import { type Static, Type } from '@sinclair/typebox'
import {
  ById,
  FileText,
  Id,
  Lines,
  listInput,
  listOf,
  Maybe,
  Moment,
  Nullable,
  Text,
  titled,
} from '../../../kernel/field.ts'
import { act, command, exported, query } from '../../../kernel/message.ts'
import { LeadKind } from '../../leads/lead/contract.ts'
import { leadFields } from '../../leads/requests/fields.contract.ts'

export const kilometresUnreadable = 'Scrivi i chilometri del contachilometri, senza decimali'

/** Odometer in whole kilometres. */
export const Kilometres = Type.Integer({ minimum: 0, maximum: 9_999_999, message: kilometresUnreadable })

const maybeText = Nullable(Type.String())

export const ServiceSheet = Type.Object({
  id: Id,
  /** Year of the departure in Rome. Numbers run per year and vehicle, without gaps. */
  year: titled('Anno', Type.Integer()),
  number: titled('Numero', Type.Integer()),
  vehicleId: Id,
  plate: titled('Targa', Type.String()),
  authorizationNumber: maybeText,
  municipality: maybeText,
  driverName: Type.String(),
  /** Null for a trip that staff added without a request. */
  passengerName: maybeText,
  from: Type.String(),
  to: Type.String(),
  departureAt: Moment,
  /** Null until the trip ends. */
  arrivalAt: Nullable(Moment),
  /** True if the clock of the driver's phone was wrong, so that the moment is the time of receipt. */
  isDepartureReceipt: Type.Boolean(),
  isArrivalReceipt: Type.Boolean(),
  startKm: Kilometres,
  endKm: Nullable(Kilometres),
  /** The sheet outlives the trip, so the trip may have been deleted. */
  tripId: Id,
  /** Id and number (such as `3/2027`) of the sheet that this sheet corrects, and the reason; null for an original. */
  corrects: Nullable(Id),
  correctsNumber: titled('Corregge il foglio', maybeText),
  reason: maybeText,
  /** Sheet that corrects this sheet. */
  correctedBy: Nullable(Id),
  correctedByNumber: maybeText,
  createdAt: Moment,
})
export type ServiceSheet = Static<typeof ServiceSheet>

const filters = {
  year: Type.Optional(
    Type.Integer({ minimum: 2000, maximum: 9999, message: 'Indica l’anno, per esempio 2027' }),
  ),
  vehicle: Type.Optional(Id),
}

export const ListServiceSheets = query(
  'GET /api/admin/service-sheets',
  ['operatore', 'contabile'],
  Type.Object({
    ...filters,
    /** Sheets of the trips of one request. */
    leadKind: Type.Optional(LeadKind),
    leadId: Type.Optional(Id),
    ...listInput('number', 'departure', 'driver'),
  }),
  listOf(ServiceSheet),
  {
    tables: ['service_sheets'],
    summary: 'Service sheets, latest departure first; searches driver, passenger, places and number',
  },
)

export const ReadServiceSheet = query(
  'GET /api/admin/service-sheets/:id',
  ['operatore', 'contabile'],
  ById,
  ServiceSheet,
  {
    tables: ['service_sheets'],
  },
)

export const ExportServiceSheets = query(
  'GET /api/admin/service-sheets/export',
  ['operatore', 'contabile'],
  Type.Object({
    ...filters,
    format: Type.Union([Type.Literal('csv'), Type.Literal('pdf')], {
      default: 'csv',
      message: 'Scegli CSV o PDF',
    }),
  }),
  FileText,
  {
    summary: 'The sheets by number: CSV for a spreadsheet, or PDF with one sheet on each page',
    replyType: 'text/csv',
    ...exported,
    timeoutMs: 60_000,
  },
)

const moment = (message: string) => Type.String({ format: 'date-time', message })

export const sheetCorrected = act('trips:sheetCorrected', 'Foglio di servizio corretto')

/** The caller sends every field that may be corrected. The vehicle is fixed, because it determines the number. */
export const CorrectServiceSheet = command(
  'POST /api/admin/service-sheets/:id/correct',
  'operatore',
  Type.Object({
    id: Id,
    reason: titled('Motivo della correzione', Lines(500, { message: 'Scrivi perché il foglio va corretto' })),
    driverName: titled('Conducente', Text(120, { message: 'Inserisci l’autista' })),
    passengerName: titled('Passeggero', Maybe(500)),
    from: titled(
      'Luogo di partenza',
      Text(leadFields.departure.maxLength * 2, { message: 'Inserisci la partenza' }),
    ),
    to: titled(
      'Destinazione',
      Text(leadFields.destination.maxLength * 2, { message: 'Inserisci la destinazione' }),
    ),
    departureAt: titled('Inizio del servizio', moment('Indica quando è partito')),
    arrivalAt: titled('Fine del servizio', moment('Indica quando è arrivato')),
    startKm: titled('Chilometri alla partenza', Kilometres),
    endKm: titled('Chilometri all’arrivo', Kilometres),
  }),
  ServiceSheet,
  {
    acts: [sheetCorrected],
    status: 201,
    summary: 'A new sheet that names the old one; 409 if the trip has not ended or the sheet was corrected',
  },
)
