import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import type { Caller, Event } from '../../../kernel/message.ts'
import { handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import { romanToday } from '../../../kernel/romanDay.ts'
import type { LanguageCode } from '../../../languages/messages.ts'
import { officeLanguage } from '../../../languages/office.ts'
import { jsonb, type Tx } from '../../../platform/db.ts'
import type { LeadKind } from '../inbox/contract.ts'
import { storeProvenance } from '../provenance/writes.ts'
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
import { type Quote, quoteOf } from './quote.queries.ts'
import { tableOf } from './tables.contract.ts'

export const requestAvailability = handle(RequestAvailability, async (tx, request, caller, context) => {
  refuseRobot(request)
  const { name, phone, email, departure, destination, passengers, formSource } = request
  const { quoted, ...more } = await moreOf(tx, request, context)
  return store(
    tx,
    caller,
    { kind: 'availability_request', event: availabilityRequested, request, quoted, context },
    {
      name,
      phone,
      email,
      departure,
      destination,
      passengers,
      date: request.date || null,
      time: request.time || null,
      ...more,
      message: request.message || null,
      form_source: formSource,
    },
  )
})

export const sendContact = handle(SendContact, async (tx, request, caller, context) => {
  refuseRobot(request)
  const { name, phone, email, departure, destination, passengers } = request
  const { quoted, ...more } = await moreOf(tx, request, context)
  return store(
    tx,
    caller,
    { kind: 'contact', event: contactReceived, request, quoted, context },
    {
      name,
      phone,
      email,
      departure: departure || null,
      destination: destination || null,
      passengers: passengers || null,
      date: request.date || null,
      time: request.time || null,
      ...more,
      message: request.message || null,
    },
  )
})

export const requestBooking = handle(RequestBooking, async (tx, request, caller, context) => {
  refuseRobot(request)
  const { departure, destination, time, passengers, phone } = request
  const { quoted, ...more } = await moreOf(tx, request, context)
  return store(
    tx,
    caller,
    { kind: 'booking', event: bookingRequested, request, quoted, context },
    {
      departure,
      destination,
      date: request.date || null,
      time,
      passengers,
      phone,
      name: request.name || null,
      email: request.email || null,
      ...more,
      message: request.notes || null,
    },
  )
})

/** Returns the columns of the optional fields, and the quote at today's prices for the day of travel. */
async function moreOf(
  tx: Tx,
  request: AvailabilityRequest | BookingRequest | ContactRequest,
  context: Context,
) {
  const { luggage, returnDate, returnTime, address, position } = request
  const isReturn = Boolean(request.returnTrip || returnDate || returnTime)
  const quoted = await quoteOf(tx, { ...request, returnTrip: isReturn }, romanToday(context))
  return {
    flight_or_train: request.flightOrTrain ? flightOrTrainOf(request.flightOrTrain) : null,
    luggage: luggage || null,
    address: address || null,
    position: positionOf(position ?? '') || null,
    return_trip: isReturn,
    return_date: (isReturn && returnDate) || null,
    return_time: (isReturn && returnTime) || null,
    quote: quoted.quote,
    return_quote: quoted.returnQuote,
    total_quote: quoted.totalQuote,
    quote_source: quoted.quoteSource,
    quoted,
  }
}

const humanMs = 2_000

/**
 * Refuses robots, but not senders without these fields. Both refusals have the same message, so that robots learn
 * nothing.
 */
function refuseRobot({ website, elapsedMs }: { website?: string; elapsedMs?: number }): void {
  if (website || (elapsedMs !== undefined && elapsedMs < humanMs))
    throw new HttpError(422, (t) => t('api.robot'))
}

interface Sent {
  kind: LeadKind
  event: Event<typeof availabilityRequested.payload>
  request: AvailabilityRequest | BookingRequest | ContactRequest
  quoted: Quote
  context: Context
}

/**
 * Stores a lead and its event. An identical lead within ten minutes (second click, reload) gets the first response and
 * stores nothing, unless the sender uses an Idempotency-Key.
 */
async function store(
  tx: Tx,
  caller: Caller,
  { kind, event, request, quoted, context }: Sent,
  columns: Record<string, string | boolean | null>,
) {
  const { privacyAccepted } = request
  const table = tableOf[kind]
  const row = {
    ...columns,
    language: request.language ?? caller.language ?? officeLanguage,
    privacy_version: privacyAccepted ? privacyVersion : null,
  }
  const isNamed = caller.idempotencyKey !== null
  // The second of two identical concurrent calls waits for this lock and finds the row of the first.
  const lock = isNamed
    ? tx``
    : tx`, pg_advisory_xact_lock(hashtextextended(${table + JSON.stringify(row)}, 0))`
  const [[{ id }], [earlier]] = await Promise.all([
    // The id is read first, so that the lead and its event are sent in one round trip.
    tx<[{ id: number }]>`select nextval(pg_get_serial_sequence(${table}, 'id')) as id ${lock}`,
    isNamed
      ? []
      : tx<[StoredRow?]>`
          select id, created_at, code, language from ${tx(table)} as lead
          where phone = ${request.phone} and created_at > now() - interval '10 minutes'
            and to_jsonb(lead) @> ${tx.json(row)}
          order by id desc limit 1`,
  ])
  if (earlier) return stored(earlier, request, context)
  const [[lead]] = await Promise.all([
    tx<[StoredRow]>`
      insert into ${tx(table)} ${tx({ id, ...row, fare: jsonb(tx, quoted.fare), privacy_accepted_at: privacyAccepted ? new Date() : null })}
      returning id, created_at, code, language`,
    storeProvenance(tx, kind, id, request.provenance ?? {}, quoted),
    emit(tx, event, { leadId: id }),
  ])
  return stored(lead, request, context)
}

interface StoredRow {
  id: number
  createdAt: Date
  code: string
  language: LanguageCode
}

function stored({ id, createdAt, code, language }: StoredRow, trip: Sent['request'], context: Context) {
  const path = statusPath({ code, language }, context)
  const hasCalendar = legsOf(trip).some(({ time }) => time !== null)
  // The keys are in jsonb's order, so that a response stored under an Idempotency-Key is byte-identical.
  return {
    ...{ id, code, createdAt: createdAt.toISOString() },
    ...{ statusPath: path, calendarPath: hasCalendar ? `${path}transfer.ics` : null },
  }
}
