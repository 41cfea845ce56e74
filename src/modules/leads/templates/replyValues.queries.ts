import { harmless } from '../../../kernel/claimed.ts'
import type { Context } from '../../../kernel/context.ts'
import { dayWords, romanToday } from '../../../kernel/romanDay.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import type { SimpleKey, Translate } from '../../../languages/translate.ts'
import type { Sql } from '../../../platform/db.ts'
import { type Certainty, certaintyOf } from '../../catalog/fares/certainty.contract.ts'
import type { Operator } from '../../settings/company/contract.ts'
import { paymentRule, refundReply, waitingAt } from '../../settings/company/sentences.contract.ts'
import type { TripFare } from '../lead/fare.contract.ts'
import type { Lead } from '../lead/lead.queries.ts'
import { statusLink } from '../lead/link.queries.ts'
import { terminalOf } from '../requests/flight.contract.ts'
import { mapLinkOf } from '../requests/position.contract.ts'
import { offersInWords, quotesIn, tripFares } from '../requests/quote.queries.ts'
import { countWords } from '../requests/summary.queries.ts'
import type { Values } from './variables.contract.ts'

// Values of the variables in reply templates.

interface Known {
  company: Operator
  fare: TripFare | null
  /** URL of the customer's status page. */
  link: string
}

/** Returns the values in the order of the leads, each in the language of its customer. */
export async function replyValues(
  read: Sql,
  leads: Lead[],
  company: Operator,
  context: Context,
): Promise<Values[]> {
  const fares = await tripFares(read, leads, romanToday(context))
  return leads.map((lead, index) =>
    valuesOf(languageWith(lead.language).t, lead, {
      company,
      fare: fares[index] ?? null,
      link: statusLink(lead, context),
    }),
  )
}

export function valuesOf(t: Translate, lead: Lead, { company, fare, link }: Known): Values {
  // The sender of a request may have named another person's e-mail address.
  const one = (text: string | null) => harmless(oneLine(text ?? ''))
  const isTrip = Boolean(lead.departure && lead.destination)
  const [price = '', conditions = ''] = isTrip ? priceLines(t, lead, company, fare) : []
  const row = (label: SimpleKey, value: string) => t('lead.row', { label: t(label), value })
  const missing = missingIn(lead)
  const list = missing.map((key) => t(key)).join(', ')
  const confirm = list ? t('reply.needs', { count: missing.length, list }) : t('reply.agree')
  return {
    name: one(lead.name),
    from: one(lead.departure),
    to: one(lead.destination),
    day: dayWords(t, one(lead.date)),
    time: one(lead.time),
    passengers: countWords(t, one(lead.passengers)),
    luggage: countWords(t, one(lead.luggage)),
    // The map link comes last on its line, because a full stop after the link would become part of it.
    address: [
      lead.address && row('lead.address', one(lead.address)),
      lead.position && row('lead.position', mapLinkOf(lead.position)),
    ]
      .filter(Boolean)
      .join('\n'),
    fare: price,
    conditions,
    confirm: isTrip ? confirm : '',
    code: lead.code,
    link,
    company: company.companyName,
    phone: company.phone,
  }
}

/** Returns two texts, the prices and the conditions; without any price, one sentence that promises a price soon. */
function priceLines(t: Translate, lead: Lead, company: Operator, fare: TripFare | null): string[] {
  const { passengers, returnTrip } = lead
  const { quote, returnQuote, totalQuote } = quotesIn(t, lead)
  const there = fare ? offersInWords(t, fare.there, fare.party) : []
  const back = fare ? offersInWords(t, fare.back, fare.party) : []
  // Older leads store no source of the quote. Their quote is always a chosen offer.
  const isChosen = lead.chosenVehicle !== null || lead.quoteSource === null
  const alternatives = isChosen ? [] : there.filter((one) => vehicleIn(one) !== vehicleIn(quote ?? ''))
  const [offer, ...others] = quote ? [quote, ...alternatives] : there
  if (!offer) return [t('reply.soon')]
  const price = returnQuote ?? back[0] ?? t('reply.backLater')
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
      t(certainties[certaintyFor(lead, fare)]),
      `${waitingAt(t, company, terminalOf(lead.departure ?? ''))}.`,
      paymentRule(t, company),
      refundReply(t, company),
    ].join(' '),
  ]
}

const certainties = {
  fixed: 'reply.fixed',
  indicative: 'reply.indicative',
  toConfirm: 'reply.toConfirm',
} as const

/** If an older lead stores a quote without its fare, the quote's source decides how certain the price is. */
function certaintyFor({ quote, quoteSource, fare: stored }: Lead, fare: TripFare | null): Certainty {
  const there = (quote ? stored : fare)?.there
  if (there) return certaintyOf(there)
  return quoteSource === 'estimated' ? 'indicative' : 'fixed'
}

/** Returns the vehicle's name, the text before the first comma. */
const vehicleIn = (words: string) => words.split(',')[0]

/** Returns the details that the terms require for a booking and that the lead lacks; none without a route. */
export function missingIn(lead: Lead): SimpleKey[] {
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

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
