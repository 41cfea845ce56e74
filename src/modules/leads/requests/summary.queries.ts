import { dayWords, isDay } from '../../../kernel/romanDay.ts'
import type { Translate } from '../../../languages/translate.ts'
import { moreThanEight } from '../../catalog/fares/counts.contract.ts'
import type { Lead } from '../lead/lead.queries.ts'
import { quotesIn } from './quote.queries.ts'

type Row = [label: string, value: string]

/** Returns `Partenza → Destinazione` on one line; empty if the lead has no route. */
export function routeOf({ departure, destination }: Lead): string {
  return departure && destination ? `${departure} → ${destination}`.replace(/\s+/g, ' ').trim() : ''
}

/** Returns the rows of the trip without person and message, for the receipt and the status page. */
export function summaryRows(t: Translate, lead: Lead): Row[] {
  const { departure, destination, returnTrip } = lead
  const { quote, returnQuote, totalQuote } = quotesIn(t, lead)
  const rows: [string, string | null][] = [
    [t('lead.code'), lead.code],
    [t('lead.departure'), departure],
    [t('lead.destination'), destination],
    [t('lead.date'), lead.date && dateWords(t, lead.date)],
    [t('lead.time'), lead.time],
    [t('lead.passengers'), lead.passengers && countWords(t, lead.passengers)],
    [t('lead.luggage'), lead.luggage && countWords(t, lead.luggage)],
    [t('lead.flight'), lead.flightOrTrain],
    [t('lead.address'), lead.address],
    [t('lead.position'), lead.position],
    [t('lead.price'), quote],
    [
      t('lead.return'),
      returnTrip && departure && destination ? t('lead.fromTo', { from: destination, to: departure }) : null,
    ],
    [
      t('lead.returnDate'),
      returnTrip ? (lead.returnDate ? dateWords(t, lead.returnDate) : t('lead.toAgree')) : null,
    ],
    [t('lead.returnTime'), lead.returnTime],
    [t('lead.returnPrice'), returnQuote ?? (returnTrip && quote ? t('lead.toConfirm') : null)],
    [t('lead.total'), totalQuote],
  ]
  return rows.filter((row): row is Row => row[1] !== null && row[1] !== '')
}

/** Translates the text that forms send for more than eight passengers or bags. Returns other text unchanged. */
export const countWords = (t: Translate, text: string): string =>
  text === moreThanEight ? t('party.moreThanEight') : text

/** Formats `2026-12-24` as `giovedì 24 dicembre 2026`. Returns other text unchanged. */
export const dateWords = (t: Translate, text: string): string => (isDay(text) ? dayWords(t, text) : text)
