import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import type { Caller, Event } from '../../../kernel/message.ts'
import { handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import { isRobot } from '../../../kernel/robot.ts'
import { romanToday } from '../../../kernel/romanDay.ts'
import type { LanguageCode } from '../../../languages/messages.ts'
import { officeLanguage } from '../../../languages/office.ts'
import { jsonb, type Tx } from '../../../platform/db.ts'
import type { LeadKind } from '../inbox/contract.ts'
import { provenanceRow, storeProvenance } from '../provenance/writes.ts'
import { legsOf } from '../status/calendarFile.queries.ts'
import { statusPath } from '../status/queries.ts'
import {
  type AvailabilityRequest,
  availabilityRequested,
  type BookingRequest,
  bookingRequested,
  type ContactRequest,
  contactReceived,
  privacyVersion,
  RequestAvailability,
  RequestBooking,
  SendContact,
} from './contract.ts'
import { flightOrTrainOf } from './flight.contract.ts'
import { positionOf } from './position.contract.ts'
import { quoteOf } from './quote.queries.ts'
import { tableOf } from './tables.contract.ts'

export const requestAvailability = handle(RequestAvailability, (tx, request, caller, context) =>
  store(
    tx,
    caller,
    { kind: 'availability_request', event: availabilityRequested, request, context },
    { message: request.message || null, form_source: request.formSource },
  ),
)

export const sendContact = handle(SendContact, (tx, request, caller, context) =>
  store(
    tx,
    caller,
    { kind: 'contact', event: contactReceived, request, context },
    { message: request.message || null },
  ),
)

export const requestBooking = handle(RequestBooking, (tx, request, caller, context) =>
  store(
    tx,
    caller,
    { kind: 'booking', event: bookingRequested, request, context },
    { message: request.notes || null },
  ),
)

/** Returns `09:30` for `9:30` or `9.30`, so that prices, trips and calendars can read it. Keeps other text. */
function clockText(text: string | null | undefined): string | null {
  const [, hours, minutes] = text?.match(/^(\d|[01]\d|2[0-3])[:.]([0-5]\d)$/) ?? []
  return hours && minutes ? `${hours.padStart(2, '0')}:${minutes}` : text || null
}

interface Sent {
  kind: LeadKind
  event: Event<typeof availabilityRequested.payload>
  request: AvailabilityRequest | BookingRequest | ContactRequest
  context: Context
}

/** An identical lead within ten minutes (reload) gets the first response, unless it has an Idempotency-Key. */
async function store(
  tx: Tx,
  caller: Caller,
  { kind, event, request, context }: Sent,
  own: { message: string | null; form_source?: string },
) {
  if (isRobot(request)) throw new HttpError(422, (t) => t('api.robot'))
  const { privacyAccepted, returnDate } = request
  const [time, returnTime] = [clockText(request.time), clockText(request.returnTime)]
  const trip = { ...request, time, returnTime }
  const isReturn = Boolean(request.returnTrip || returnDate || returnTime)
  // Computes the price for the day of travel from the prices stored today.
  const quoted = await quoteOf(tx, { ...trip, returnTrip: isReturn }, romanToday(context))
  const table = tableOf[kind]
  const row = {
    name: request.name || null,
    phone: request.phone,
    email: request.email || null,
    departure: request.departure || null,
    destination: request.destination || null,
    date: request.date || null,
    time,
    passengers: request.passengers || null,
    flight_or_train: request.flightOrTrain ? flightOrTrainOf(request.flightOrTrain) : null,
    luggage: request.luggage || null,
    address: request.address || null,
    position: positionOf(request.position ?? '') || null,
    return_trip: isReturn,
    return_date: (isReturn && returnDate) || null,
    return_time: isReturn ? returnTime : null,
    quote: quoted.quote,
    return_quote: quoted.returnQuote,
    total_quote: quoted.totalQuote,
    quote_source: quoted.quoteSource,
    language: request.language ?? caller.language ?? officeLanguage,
    privacy_version: privacyAccepted ? privacyVersion : null,
    ...own,
  }
  const isNamed = caller.idempotencyKey !== null
  // A concurrent identical call waits for this lock and then finds the row of the first call.
  const lock = isNamed
    ? tx``
    : tx`, pg_advisory_xact_lock(hashtextextended(${table + JSON.stringify(row)}, 0))`
  const [[{ id }], [earlier]] = await Promise.all([
    // Takes the id first, so that the next statements can be sent in one round trip.
    tx<[{ id: number }]>`select nextval(pg_get_serial_sequence(${table}, 'id')) as id ${lock}`,
    isNamed
      ? []
      : tx<[StoredRow?]>`
          select id, created_at, code, language from ${tx(table)} as lead
          where phone = ${request.phone} and created_at > now() - interval '10 minutes'
            and to_jsonb(lead) @> ${tx.json(row)}
          order by id desc limit 1`,
  ])
  if (earlier) return stored(earlier, trip, context)
  const [[lead]] = await Promise.all([
    tx<[StoredRow]>`
      insert into ${tx(table)} ${tx({ id, ...row, fare: jsonb(tx, quoted.fare), privacy_accepted_at: privacyAccepted ? new Date() : null })}
      returning id, created_at, code, language`,
    storeProvenance(tx, kind, id, provenanceRow(request.provenance), quoted),
    emit(tx, event, { leadId: id }),
  ])
  return stored(lead, trip, context)
}

interface StoredRow {
  id: number
  createdAt: Date
  code: string
  language: LanguageCode
}

function stored(
  { id, createdAt, code, language }: StoredRow,
  trip: Parameters<typeof legsOf>[0],
  context: Context,
) {
  const path = statusPath({ code, language }, context)
  const hasCalendar = legsOf(trip).some(({ time }) => time !== null)
  // Keys in the order of jsonb, so that the first response equals, byte by byte, the response stored for a repeat.
  return {
    ...{ id, code, createdAt: createdAt.toISOString() },
    ...{ statusPath: path, calendarPath: hasCalendar ? `${path}transfer.ics` : null },
  }
}
