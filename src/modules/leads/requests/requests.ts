import type { Context } from '../../../kernel/context.ts'
import type { Caller, Event } from '../../../kernel/message.ts'
import { handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import { readPhone } from '../../../kernel/phone.ts'
import { isRobot } from '../../../kernel/robot.ts'
import { askAgain } from '../../../kernel/suspectedSender.ts'
import type { LanguageCode } from '../../../languages/messages.ts'
import { officeLanguage } from '../../../languages/office.ts'
import { jsonb, type Sql, type Tx } from '../../../platform/db.ts'
import { eachAsked } from '../lead/askedFields.contract.ts'
import type { LeadKind } from '../lead/contract.ts'
import { type AskedLegs, isInCalendar, isSoon } from '../lead/leg.contract.ts'
import { statusPath } from '../lead/link.queries.ts'
import { hasRides, rideRows, storeRides } from '../lead/rides.writes.ts'
import { provenanceRow, storeProvenance } from '../provenance/provenance.writes.ts'
import { askedLead, type LeadInput } from './asked.queries.ts'
import {
  availabilityRequested,
  bookingRequested,
  contactReceived,
  privacyVersion,
  RequestAvailability,
  RequestBooking,
  SendContact,
} from './contract.ts'
import { officeSources } from './fields.contract.ts'

export const requestAvailability = handle(
  RequestAvailability,
  (tx, request, caller, context) =>
    store(
      tx,
      caller,
      { kind: 'availability_request', event: availabilityRequested, request, context },
      request.message,
    ),
  { admit },
)

export const sendContact = handle(
  SendContact,
  (tx, request, caller, context) =>
    store(tx, caller, { kind: 'contact', event: contactReceived, request, context }, request.message),
  { admit },
)

export const requestBooking = handle(
  RequestBooking,
  (tx, request, caller, context) =>
    store(tx, caller, { kind: 'booking', event: bookingRequested, request, context }, request.notes),
  { admit },
)

/** Hoisted, because the commands above name it. */
function admit(write: Sql, request: LeadInput, context: Context): Promise<void> {
  return askAgain(write, { sender: request, contact: request.phone, again: (t) => t('api.robot') }, context)
}

interface Sent {
  kind: LeadKind
  event: Event<typeof availabilityRequested.payload>
  request: LeadInput
  context: Context
}

/** Returns the form that a visitor's request states; `sito` if it states one of the office's own sources. */
const formSourceOf = (stated = ''): string | null =>
  officeSources.some((source) => source === stated) ? 'sito' : stated || null

/** An identical lead within ten minutes (reload) gets the first response, unless it has an Idempotency-Key. */
async function store(
  tx: Tx,
  caller: Caller,
  { kind, event, request, context }: Sent,
  message: string | null | undefined,
) {
  const { asked, quoted } = await askedLead(tx, request, context)
  const { name, phone, email, returnTrip, quote, returnQuote, totalQuote } = asked
  const language = request.language ?? caller.language ?? officeLanguage
  const row = {
    kind,
    name,
    phone,
    email,
    phone_key: readPhone(asked.phone, language)?.e164 ?? null,
    quote,
    return_quote: returnQuote,
    total_quote: totalQuote,
    quote_source: quoted.quoteSource,
    language,
    privacy_version: request.privacyAccepted ? privacyVersion : null,
    message: message || null,
    form_source: formSourceOf(request.formSource),
  }
  const rest = {
    fare: jsonb(tx, quoted.fare),
    privacy_accepted_at: request.privacyAccepted ? new Date() : null,
    is_suspected: isRobot(request),
  }
  const rides = rideRows(
    eachAsked((name) => asked[name]),
    returnTrip,
  )
  const isNamed = caller.idempotencyKey !== null
  // A concurrent identical call waits for this lock and then finds the row of the first call.
  const lock = isNamed
    ? tx``
    : tx`, pg_advisory_xact_lock(hashtextextended(${JSON.stringify([row, rides])}, 0))`
  const [[{ id }], [earlier]] = await Promise.all([
    // Takes the id first, so that the next statements can be sent in one round trip.
    tx<[{ id: number }]>`select next_lead_id(${kind}) as id ${lock}`,
    isNamed
      ? []
      : tx<[StoredRow?]>`
          select id, created_at, code, language from leads as lead
          where phone = ${request.phone} and created_at > now() - interval '10 minutes'
            and to_jsonb(lead) @> ${tx.json(row)} and ${hasRides(tx, rides)}
          order by id desc limit 1`,
  ])
  if (earlier) return stored(earlier, asked, context)
  const [[lead]] = await Promise.all([
    // `execute` sends it before the statement that refers to it.
    tx<[StoredRow]>`
      insert into leads ${tx({ id, ...row, ...rest })}
      returning id, created_at, code, language`.execute(),
    storeRides(tx, { kind, id }, rides),
    storeProvenance(tx, kind, id, provenanceRow(request.provenance), quoted),
    emit(tx, event, { leadId: id }),
  ])
  return stored(lead, asked, context)
}

interface StoredRow {
  id: number
  createdAt: Date
  code: string
  language: LanguageCode
}

function stored({ id, createdAt, code, language }: StoredRow, trip: AskedLegs, context: Context) {
  const path = statusPath({ code, language }, context)
  // Keys in the order of jsonb, so that the first response equals, byte by byte, the response stored for a repeat.
  return {
    id,
    code,
    isSoon: isSoon(trip, context.clock.now()),
    createdAt: createdAt.toISOString(),
    statusPath: path,
    calendarPath: isInCalendar(trip) ? `${path}transfer.ics` : null,
  }
}
