import { readClock } from '../../../kernel/clockTime.ts'
import type { Context } from '../../../kernel/context.ts'
import { romanToday } from '../../../kernel/romanDay.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { placeText } from '../../catalog/placeSearch/coordinates.contract.ts'
import { type Asked, eachAsked } from '../lead/askedFields.contract.ts'
import type { Lead } from '../lead/lead.queries.ts'
import type { ContactRequest } from './contract.ts'
import { flightOrTrainOf } from './flight.contract.ts'
import { whereOf } from './position.contract.ts'
import { type Quote, quoteOf } from './quote.queries.ts'

/** The fields that all forms have. */
export type LeadInput = Omit<ContactRequest, 'name' | 'email'> & {
  name?: string | null
  email?: string | null
}

/** Fields of a lead that contain what the visitor asked for. */
export type AskedLead = Asked &
  Pick<Lead, 'name' | 'phone' | 'email' | 'returnTrip' | 'quote' | 'returnQuote' | 'totalQuote'>

/** Computes the price for the day of travel from the prices stored today. */
export async function askedLead(
  read: Sql | Tx,
  request: LeadInput,
  context: Context,
): Promise<{ asked: AskedLead; quoted: Quote }> {
  const [time, returnTime] = [clockText(request.time), clockText(request.returnTime)]
  const returnTrip = Boolean(request.returnTrip || request.returnDate || returnTime)
  const quoted = await quoteOf(read, { ...request, time, returnTime, returnTrip }, romanToday(context))
  const { quote, returnQuote, totalQuote } = quoted
  const asked = {
    ...eachAsked((name) => request[name] || null),
    name: request.name || null,
    phone: request.phone,
    email: request.email || null,
    departure: placeText(request.departure ?? '') || null,
    destination: placeText(request.destination ?? '') || null,
    time,
    flightOrTrain: request.flightOrTrain ? flightOrTrainOf(request.flightOrTrain) : null,
    ...whereOf(request),
    returnTrip,
    returnDate: (returnTrip && request.returnDate) || null,
    returnTime: returnTrip ? returnTime : null,
    quote,
    returnQuote,
    totalQuote,
  }
  return { asked, quoted }
}

/** Returns `09:30` for `9:30` or `9.30`, so that prices, trips and calendars can read it. Keeps other text. */
const clockText = (text: string | null | undefined): string | null => readClock(text) ?? (text || null)
