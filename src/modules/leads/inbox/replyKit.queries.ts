import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { italian, languageWith } from '../../../languages/catalogs.ts'
import { officeLanguage } from '../../../languages/office.ts'
import type { SimpleKey, Translate } from '../../../languages/translate.ts'
import type { Sql } from '../../../platform/db.ts'
import type { Operator } from '../../settings/company/contract.ts'
import { paymentRule, refundReply, waitingAt } from '../../settings/company/sentences.contract.ts'
import type { Lead } from '../lead.ts'
import { inItalian } from '../officeReading.ts'
import type { TripFare } from '../requests/fare.contract.ts'
import { terminalOf } from '../requests/flight.contract.ts'
import { mapLinkOf } from '../requests/position.contract.ts'
import { offersInWords, quotesIn, tripFares } from '../requests/quote.queries.ts'
import { countWords, dateWords, routeOf } from './summary.queries.ts'

// Prepared replies for staff, filled in with the customer's number, the exact price and the conditions.

export interface AnswerLinks {
  call: string
  /** WhatsApp link; null if the phone number is invalid. */
  whatsapp: string | null
  /** Null if the lead has no e-mail address. */
  email: string | null
}

export interface ReplyKit {
  links: AnswerLinks
  /** In the customer's language. */
  text: string
  /** The text in Italian; null if the customer reads Italian. */
  italianText: string | null
  subject: string
  offers: string[]
  missing: string[]
}

/** Returns the kits in the order of the leads. One catalog query reads the fares of all leads. */
export async function replyKits(
  read: Sql,
  leads: Lead[],
  company: Operator,
  today: string,
): Promise<ReplyKit[]> {
  const fares = await tripFares(read, leads, today)
  const readable = await inItalian(read, leads)
  return leads.map((lead, index) => replyKitOf(lead, company, fares[index] ?? null, readable[index]))
}

/** Returns the kit without a query, from a fare that the caller already has. */
export function replyKitOf(
  lead: Lead,
  company: Operator,
  fare: TripFare | null = null,
  readable = lead,
): ReplyKit {
  const { t } = languageWith(lead.language)
  const missing = missingIn(lead)
  const text = textOf(t, lead, company, { fare, missing })
  const route = routeOf(lead)
  const subject = route ? t('reply.subject', { route }) : t('mail.yourRequest')
  return {
    links: linksOf(lead, { subject, text }),
    text,
    italianText:
      lead.language === officeLanguage ? null : textOf(italian, readable, company, { fare, missing }),
    subject,
    offers: fare ? offersInWords(italian, fare.there, fare.party) : [],
    missing: missing.map((key) => italian(key)),
  }
}

function linksOf({ phone, email }: Lead, { subject, text }: { subject: string; text: string }): AnswerLinks {
  const number = parsePhoneNumberFromString(phone, 'IT')
  const digits = number?.isPossible() ? number.number.slice(1) : null
  const mail = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
  return {
    call: telLink(phone),
    whatsapp: digits && `https://wa.me/${digits}?text=${encodeURIComponent(text)}`,
    email: email && `mailto:${encodeURIComponent(email).replace('%40', '@')}?${mail}`,
  }
}

/** Returns an RFC 3966 link. A number that cannot be parsed keeps its digits as written. */
export function telLink(phone: string): string {
  const number = parsePhoneNumberFromString(phone, 'IT')
  return `tel:${number ? number.number : phone.replace(/[^\d+]/g, '')}`
}

interface Known {
  fare: TripFare | null
  missing: SimpleKey[]
}

function textOf(t: Translate, lead: Lead, company: Operator, { fare, missing }: Known): string {
  const hello = lead.name ? t('reply.helloName', { name: oneLine(lead.name) }) : t('reply.hello')
  const start = { hello, company: company.companyName }
  if (!lead.departure || !lead.destination) return `${t('reply.message', start)} `
  const opening = [
    t('reply.trip', { ...start, from: oneLine(lead.departure), to: oneLine(lead.destination) }),
    lead.date && t('reply.day', { day: dateWords(t, oneLine(lead.date)) }),
    lead.time && t('reply.time', { time: oneLine(lead.time) }),
  ]
  const row = (label: SimpleKey, value: string) => t('lead.row', { label: t(label), value })
  // A full stop after the link would become a part of the link.
  const where = [
    lead.address && row('lead.address', oneLine(lead.address)),
    lead.position && row('lead.position', mapLinkOf(lead.position)),
  ].filter(Boolean)
  const list = missing.map((key) => t(key)).join(', ')
  return [
    `${opening.filter(Boolean).join(' ')}.`,
    ...(where.length > 0 ? [where.join('\n')] : []),
    ...priceLines(t, lead, company, fare),
    list ? t('reply.needs', { count: missing.length, list }) : t('reply.agree'),
  ].join('\n\n')
}

/**
 * Returns the lines with the price. The quote stored with the lead stays valid; a lead without a quote gets today's
 * prices for its day of travel.
 */
function priceLines(t: Translate, lead: Lead, company: Operator, fare: TripFare | null): string[] {
  const { passengers, returnTrip } = lead
  const { quote, returnQuote, totalQuote } = quotesIn(t, lead)
  const there = fare ? offersInWords(t, fare.there, fare.party) : []
  const back = fare ? offersInWords(t, fare.back, fare.party) : []
  // Older leads have no quote source, and their quote is always a chosen offer.
  const isChosen = lead.chosenVehicle !== null || lead.quoteSource === null
  const alternatives = isChosen ? [] : there.filter((one) => vehicleIn(one) !== vehicleIn(quote ?? ''))
  const [offer, ...others] = quote ? [quote, ...alternatives] : there
  if (!offer) return [t('reply.soon')]
  const price = returnQuote ?? back[0] ?? t('reply.backLater')
  const isIndicative = (quote ? lead.quoteSource : fare?.there.source) === 'estimated'
  return [
    [
      passengers === '1'
        ? t('reply.one', { offer })
        : t('reply.many', { passengers: countWords(t, oneLine(passengers ?? '')), offer }),
      ...others.map((one) => t('reply.or', { offer: one })),
      ...(returnTrip ? [t('reply.back', { price })] : []),
      ...(returnTrip && totalQuote ? [t('reply.total', { total: totalQuote })] : []),
    ].join('\n'),
    [
      t(isIndicative ? 'reply.indicative' : 'reply.fixed'),
      `${waitingAt(t, company, terminalOf(lead.departure ?? ''))}.`,
      paymentRule(t, company),
      refundReply(t, company),
    ].join(' '),
  ]
}

/** Returns the vehicle's name, which is the text before the first comma. */
const vehicleIn = (words: string) => words.split(',')[0]

/** Returns the missing details that the terms require of a booking. */
function missingIn(lead: Lead): SimpleKey[] {
  if (!lead.departure || !lead.destination) return []
  const hasTimetable = [lead.departure, lead.destination].some((place) => terminalOf(place) !== null)
  const asked: [boolean, SimpleKey][] = [
    [!lead.date, 'reply.needDate'],
    [!lead.time, 'reply.needTime'],
    [!/^\d{1,2}$/.test(lead.passengers ?? ''), 'reply.needPassengers'],
    [hasTimetable && !lead.flightOrTrain, 'reply.needFlight'],
    [!lead.luggage, 'reply.needBags'],
    [lead.returnTrip && !lead.returnDate, 'reply.needReturnDate'],
    [lead.returnTrip && !lead.returnTime, 'reply.needReturnTime'],
  ]
  return asked.filter(([isMissing]) => isMissing).map(([, what]) => what)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
