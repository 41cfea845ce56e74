import type { Context } from '../../../kernel/context.ts'
import { dayAfter, romanToday } from '../../../kernel/romanDay.ts'
import { officeLanguage } from '../../../languages/office.ts'
import type { Sql } from '../../../platform/db.ts'
import { eachAsked } from '../lead/askedFields.contract.ts'
import type { Lead } from '../lead/lead.queries.ts'
import { quoteOf } from './quote.queries.ts'

// An invented customer for previews of mails and replies.

/** Returns a lead of the kind `contact`. */
export const sampleMessage = (now: Date): Lead => ({
  kind: 'contact',
  id: 0,
  code: 'AAAAAA',
  status: 'nuova',
  language: officeLanguage,
  isSuspected: false,
  name: 'Anna Rossi',
  phone: '+39 347 1234567',
  email: 'anna@example.com',
  ...eachAsked(() => null),
  message: null,
  formSource: null,
  returnTrip: false,
  quote: null,
  returnQuote: null,
  totalQuote: null,
  quoteSource: null,
  quotedDay: null,
  fare: null,
  chosenVehicle: null,
  createdAt: now,
  updatedAt: now,
})

/** Returns a booking of the same customer, at today's prices. */
export async function sampleRequest(read: Sql, message: Lead, context: Context): Promise<Lead> {
  const today = romanToday(context)
  const trip = {
    departure: 'Aeroporto Brindisi',
    destination: 'Gallipoli',
    passengers: '3',
    luggage: '3',
    date: dayAfter(today, 30),
    time: '14:30',
    flightOrTrain: 'FR1234',
    returnTrip: true,
    returnDate: dayAfter(today, 37),
    returnTime: '09:15',
  }
  return { ...message, kind: 'booking', ...trip, ...(await quoteOf(read, trip, today)) }
}
