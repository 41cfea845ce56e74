import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { italian } from '../../../languages/catalogs.ts'
import type { Sql } from '../../../platform/db.ts'
import type { FareSource } from '../../catalog/fares/contract.ts'
import type { Operator } from '../../settings/company/contract.ts'
import { paymentRule, refundReply, waitingAt } from '../../settings/company/sentences.contract.ts'
import type { Lead } from '../lead.ts'
import { terminalOf } from '../requests/flight.contract.ts'
import { mapLinkOf } from '../requests/position.contract.ts'
import { offersInWords, tripFares } from '../requests/quote.queries.ts'
import { dateWords, routeOf } from './summary.queries.ts'

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
  text: string
  subject: string
  offers: string[]
  missing: string[]
}

/** Offers for the legs of a trip, as text. */
export interface Prices {
  there: string[]
  back: string[]
  source: FareSource | null
}

const noPrices: Prices = { there: [], back: [], source: null }

/** Returns the kits in the order of the leads. One catalog query reads the fares of all leads. */
export async function replyKits(
  read: Sql,
  leads: Lead[],
  company: Operator,
  today: string,
): Promise<ReplyKit[]> {
  const fares = await tripFares(read, leads, today)
  return leads.map((lead, index) => {
    const fare = fares[index]
    if (!fare) return replyKitOf(lead, company)
    const { party, there, back } = fare
    const prices = {
      there: offersInWords(there, party),
      back: offersInWords(back, party),
      source: there.source,
    }
    return replyKitOf(lead, company, prices)
  })
}

/** Returns the kit without a query, from prices that the caller already has. */
export function replyKitOf(lead: Lead, company: Operator, prices: Prices = noPrices): ReplyKit {
  const missing = missingIn(lead)
  const text = textOf(lead, company, { prices, missing })
  const subject = routeOf(lead) ? `Transfer ${routeOf(lead)}` : 'La tua richiesta'
  return { links: linksOf(lead, { subject, text }), text, subject, offers: prices.there, missing }
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

function textOf(
  lead: Lead,
  company: Operator,
  { prices, missing }: { prices: Prices; missing: string[] },
): string {
  const greeting = lead.name ? `Ciao ${oneLine(lead.name)}` : 'Ciao'
  const opening = `${greeting}, ti scriviamo da ${company.companyName} per`
  if (!lead.departure || !lead.destination) return `${opening} il tuo messaggio. `
  const when = [
    lead.date && ` di ${dateWords(oneLine(lead.date))}`,
    lead.time && ` alle ${oneLine(lead.time)}`,
  ]
  // A full stop after the link would become a part of the link.
  const where = [
    lead.address && `Indirizzo: ${oneLine(lead.address)}`,
    lead.position && `Posizione: ${mapLinkOf(lead.position)}`,
  ].filter(Boolean)
  return [
    `${opening} il transfer da ${oneLine(lead.departure)} a ${oneLine(lead.destination)}${when.filter(Boolean).join('')}.`,
    ...(where.length > 0 ? [where.join('\n')] : []),
    ...priceLines(lead, prices, company),
    missing.length > 0
      ? `Per confermare ci ${missing.length > 1 ? 'servono' : 'serve'} ancora: ${missing.join(', ')}.`
      : 'Se va bene, rispondi a questo messaggio e te lo confermiamo.',
  ].join('\n\n')
}

/**
 * Returns the lines with the price. The quote stored with the lead stays valid; a lead without a quote gets today's
 * prices for its day of travel.
 */
function priceLines(
  { passengers, returnTrip, ...lead }: Lead,
  { there, back, source }: Prices,
  company: Operator,
): string[] {
  // Older leads have no quote source, and their quote is always a chosen offer.
  const isChosen = lead.chosenVehicle !== null || lead.quoteSource === null
  const alternatives = isChosen ? [] : there.filter((one) => vehicleIn(one) !== vehicleIn(lead.quote ?? ''))
  const [first, ...others] = lead.quote ? [lead.quote, ...alternatives] : there
  if (!first) return ['Ti mandiamo subito il prezzo fisso.']
  const people = passengers === '1' ? 'Per 1 passeggero' : `Per ${oneLine(passengers ?? '')} passeggeri`
  const returnPrice = lead.returnQuote ?? back[0]
  const isIndicative = (lead.quote ? lead.quoteSource : source) === 'estimated'
  return [
    [
      `${people}: ${first}.`,
      ...others.map((one) => `In alternativa: ${one}.`),
      ...(returnTrip ? [`Ritorno: ${returnPrice ?? 'ti confermiamo il prezzo'}.`] : []),
      ...(returnTrip && lead.totalQuote ? [`In tutto: ${lead.totalQuote}.`] : []),
    ].join('\n'),
    `Il prezzo è ${isIndicative ? 'indicativo, te lo confermiamo' : 'fisso'}. ${waitingAt(italian, company, terminalOf(lead.departure ?? ''))}. ${paymentRule(italian, company)} ${refundReply(italian, company)}`,
  ]
}

/** Returns the vehicle's name, which is the text before the first comma. */
const vehicleIn = (words: string) => words.split(',')[0]

/** Returns the missing details that the terms require of a booking. */
function missingIn(lead: Lead): string[] {
  if (!lead.departure || !lead.destination) return []
  const hasTimetable = [lead.departure, lead.destination].some((place) => terminalOf(place) !== null)
  const asked: [boolean, string][] = [
    [!lead.date, 'la data'],
    [!lead.time, 'l’orario'],
    [!/^\d{1,2}$/.test(lead.passengers ?? ''), 'il numero esatto di passeggeri'],
    [hasTimetable && !lead.flightOrTrain, 'il numero del volo, del treno o della nave'],
    [!lead.luggage, 'il numero di bagagli'],
    [lead.returnTrip && !lead.returnDate, 'la data del ritorno'],
    [lead.returnTrip && !lead.returnTime, 'l’orario del ritorno'],
  ]
  return asked.filter(([isMissing]) => isMissing).map(([, what]) => what)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
