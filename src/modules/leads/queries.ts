import type { Sql, Tx } from '../../db.ts'
import { answer } from '../../message.ts'
import { Refused } from '../../refused.ts'
import { siteOrigin } from '../../site.ts'
import { company } from '../settings/queries.ts'
import { calendarOf } from './calendar.ts'
import type { LeadKind, LeadState } from './contract.inbox.ts'
import { ReadRequestCalendar, ReadRequestStatus } from './contract.ts'
import { codeOf, statusLink } from './link.ts'
import { stateWords, tripRows } from './summary.ts'

export { isOpen, openingHours, promisedMinutes } from './answerClock.ts'
export { calendarOf } from './calendar.ts'
export { statusLink } from './link.ts'
export { type AnswerLinks, replyKits, telLink } from './replyKit.ts'
export { routeOf, tripRows } from './summary.ts'
export type { LeadKind, LeadState }

/** A lead of any kind, as its mails tell it; null where the kind has no such field or nothing was said. */
export interface Lead {
  kind: LeadKind
  id: number
  code: string
  status: LeadState
  name: string | null
  phone: string
  email: string | null
  departure: string | null
  destination: string | null
  date: string | null
  time: string | null
  passengers: string | null
  flightOrTrain: string | null
  luggage: string | null
  returnTrip: boolean
  returnDate: string | null
  returnTime: string | null
  /** What the chosen ride cost when it was asked for, in words. */
  quote: string | null
  returnQuote: string | null
  /** There and back together, less the discount. */
  totalQuote: string | null
  message: string | null
  formSource: string | null
  createdAt: Date
}

export function leadColumns(sql: Sql | Tx) {
  return sql`
    kind, id, code, status, name, phone, email, departure, destination, date, time, passengers, flight_or_train,
    luggage, return_trip, return_date, return_time, quote, return_quote, total_quote, message, form_source,
    created_at`
}

/** The lead as it is now; null once it was erased. */
export async function readLead(read: Sql, kind: LeadKind, id: number): Promise<Lead | null> {
  const [lead] = await read<[Lead?]>`
    select ${leadColumns(read)} from leads where kind = ${kind} and id = ${id}`
  return lead ?? null
}

/** The lead that a link from a receipt leads to. A wrong link is told nothing: it is refused before any lookup. */
async function leadOf(read: Sql, token: string): Promise<Lead> {
  const code = codeOf(token)
  if (code) {
    const [lead] = await read<[Lead?]>`select ${leadColumns(read)} from leads where code = ${code}`
    if (lead) return lead
  }
  throw new Refused(404, 'Questa richiesta non c’è, o il link non è completo.')
}

export const readRequestStatus = answer(ReadRequestStatus, async (read, { token }) => {
  const lead = await leadOf(read, token)
  return {
    code: lead.code,
    route: lead.departure && lead.destination ? `Da ${lead.departure} a ${lead.destination}` : '',
    ...stateWords(lead),
    rows: tripRows(lead).map(([label, value]) => ({ label, value })),
    hasCalendar: calendarOf(lead, { phone: '', siteOrigin: siteOrigin() }) !== null,
    createdAt: lead.createdAt.toISOString(),
  }
})

export const readRequestCalendar = answer(ReadRequestCalendar, async (read, { token }) => {
  const lead = await leadOf(read, token)
  const { phone } = await company(read)
  const calendar = calendarOf(lead, { phone, siteOrigin: siteOrigin(), link: statusLink(lead) })
  if (!calendar) throw new Refused(404, 'Di questa richiesta non si conoscono ancora data e orario.')
  return calendar
})
