import { dayWords } from '../../../kernel/romanDay.ts'
import type { Translate } from '../../../languages/translate.ts'
import { moreThanEight } from '../../catalog/fares/counts.contract.ts'
import { type AskedField, askedNames, columnsOf, formOf } from '../lead/askedFields.contract.ts'
import type { Lead } from '../lead/lead.queries.ts'
import { legOf } from '../lead/leg.contract.ts'
import { quotesIn } from './quote.queries.ts'

type Row = [label: string, value: string]

/** Returns the rows of the trip without person and message, for the receipt and the status page. */
export function summaryRows(t: Translate, lead: Lead): Row[] {
  const { returnTrip } = lead
  const back = returnTrip && legOf(lead, 'back')
  const { quote, returnQuote, totalQuote } = quotesIn(t, lead)
  const rowOf = (name: AskedField, text = lead[name]): [string, string | null] => [
    t(`lead.${name}`),
    text && askedWords(t, name, text),
  ]
  const ofReturn = askedNames.filter((name) => columnsOf(name).there === undefined)
  const rows: [string, string | null][] = [
    [t('lead.code'), lead.code],
    ...askedNames.filter((name) => !ofReturn.includes(name)).map((name) => rowOf(name)),
    [t('lead.price'), quote],
    [t('lead.return'), back ? t('lead.fromTo', back) : null],
    ...ofReturn.map((name) =>
      name === 'returnDate'
        ? rowOf(name, returnTrip ? lead.returnDate || t('lead.toAgree') : null)
        : rowOf(name),
    ),
    [t('lead.returnPrice'), returnQuote ?? (returnTrip && quote ? t('lead.toConfirm') : null)],
    [t('lead.total'), totalQuote],
  ]
  return rows.filter((row): row is Row => row[1] !== null && row[1] !== '')
}

function askedWords(t: Translate, name: AskedField, text: string): string {
  const form = formOf(name)
  return form ? { day: dayWords, count: countWords }[form](t, text) : text
}

/** Translates the text that forms send for more than eight passengers or bags. Returns other text unchanged. */
export const countWords = (t: Translate, text: string): string =>
  text === moreThanEight ? t('party.moreThanEight') : text
