import { minutesOf, timeOf } from '../../../kernel/clockTime.ts'
import { euro } from '../../../kernel/money.ts'
import { clockOf } from '../../../kernel/romanDay.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Operator, Service } from './contract.ts'

// Only this file has sentences about credentials and rules, so that pages, mails and replies agree.

/** Minutes of opening hours within which the site promises an answer to a lead. */
export const promisedMinutes = 15

export const promisedTime = (t: Translate) => t('office.promise', { minutes: promisedMinutes })

/** Kind of the pick-up place, which decides when the free waiting time starts. */
type PlaceKind = 'Città' | 'Aeroporto' | 'Porto' | 'Attrazione' | 'Stazione'

/** Returns for example `24 ore`, or `7 giorni` for two or more whole days. */
function hoursWords(t: Translate, hours: number): string {
  const isDays = hours >= 48 && hours % 24 === 0
  return isDays ? t('time.days', { count: hours / 24 }) : t('time.hours', { count: hours })
}

/** Returns for example `dall’atterraggio del volo`. */
export function waitingStart(t: Translate, kind: PlaceKind | null): string {
  if (kind === 'Aeroporto') return t('waiting.fromLanding')
  return t(kind === 'Stazione' ? 'waiting.fromTrain' : 'waiting.fromAgreed')
}

/** Returns for example `15 minuti di attesa compresi`. */
export function waitingIncluded(t: Translate, { waitingMinutes }: Service): string {
  return waitingMinutes === 0 ? t('waiting.none') : t('waiting.included', { minutes: waitingMinutes })
}

/** Returns `waitingIncluded` for use within a sentence. */
export function waitingWithin(t: Translate, service: Service): string {
  return service.waitingMinutes === 0 ? t('waiting.noneWithin') : waitingIncluded(t, service)
}

/** Returns for example `15 minuti di attesa compresi, dall’atterraggio del volo`. */
export function waitingAt(t: Translate, service: Service, kind: PlaceKind | null): string {
  const included = waitingIncluded(t, service)
  return service.waitingMinutes === 0 ? included : `${included}, ${waitingStart(t, kind)}`
}

/** Returns the waiting rule for all kinds of places. */
export function waitingRule(t: Translate, { waitingMinutes }: Service): string {
  if (waitingMinutes === 0) return t('waiting.noneRule')
  return t('waiting.rule', {
    minutes: waitingMinutes,
    landing: t('waiting.fromLanding'),
    train: t('waiting.fromTrain'),
    agreed: t('waiting.fromAgreed'),
  })
}

/** Returns an empty text if the site states no fee. */
export function waitingFeeRule(t: Translate, { waitingFee, waitingMinutes }: Service): string {
  if (waitingFee === 0) return ''
  return t(waitingMinutes === 0 ? 'waiting.feeAgreed' : 'waiting.fee', { fee: euro(t, waitingFee, ' ') })
}

export function nightRule(t: Translate, { hasNightRides }: Service): string {
  return t(hasNightRides ? 'rule.night' : 'rule.nightAgreed')
}

export function refundRule(t: Translate, { refundHours }: Service): string {
  if (refundHours === 0) return t('rule.refundAlways')
  return t('rule.refund', { time: hoursWords(t, refundHours) })
}

/** Returns for example `Rimborso fino a 7 giorni prima`. */
export function refundShort(t: Translate, { refundHours }: Service): string {
  if (refundHours === 0) return t('rule.refundShortAlways')
  return t('rule.refundShort', { time: hoursWords(t, refundHours) })
}

/** Returns for example `Puoi disdire con rimborso fino a 7 giorni prima.` */
export function refundReply(t: Translate, { refundHours }: Service): string {
  if (refundHours === 0) return t('rule.refundReplyAlways')
  return t('rule.refundReply', { time: hoursWords(t, refundHours) })
}

export function changeRule(t: Translate, { changeHours }: Service): string {
  if (changeHours === 0) return t('rule.changeAlways')
  return t('rule.change', { time: hoursWords(t, changeHours) })
}

/** Returns the ways of payment as the terms state them. */
export function paymentWays(
  t: Translate,
  { takesTransfer, takesCard, takesCash, takesPaypal }: Service,
): string[] {
  return [
    ...(takesTransfer ? [t('payment.transferLong')] : []),
    ...(takesCard ? [t('payment.cardLong')] : []),
    ...(takesCash ? [t('payment.cashLong')] : []),
    ...(takesPaypal ? [t('payment.paypalLong')] : []),
  ]
}

/** Returns for example `Carta, contanti, bonifico, PayPal`. */
export function paymentShort(
  t: Translate,
  { takesTransfer, takesCard, takesCash, takesPaypal }: Service,
): string {
  const ways = [
    ...(takesCard ? [t('payment.card')] : []),
    ...(takesCash ? [t('payment.cash')] : []),
    ...(takesTransfer ? [t('payment.transfer')] : []),
    ...(takesPaypal ? [t('payment.paypal')] : []),
  ].join(', ')
  return ways.charAt(0).toUpperCase() + ways.slice(1)
}

/** Returns for example `Paghi a bordo con carta o in contanti, oppure prima del viaggio con bonifico o con PayPal.` */
export function paymentRule(
  t: Translate,
  { takesTransfer, takesCard, takesCash, takesPaypal }: Service,
): string {
  const either = new Intl.ListFormat(t.language, { type: 'disjunction' })
  const aboard = either.format([
    ...(takesCard ? [t('payment.withCard')] : []),
    ...(takesCash ? [t('payment.withCash')] : []),
  ])
  const before = either.format([
    ...(takesTransfer ? [t('payment.withTransfer')] : []),
    ...(takesPaypal ? [t('payment.withPaypal')] : []),
  ])
  if (aboard && before) return t('payment.aboardOrBefore', { aboard, before })
  return aboard ? t('payment.aboard', { ways: aboard }) : t('payment.before', { ways: before })
}

export type OpeningHours = Pick<Operator, 'openingFrom' | 'openingTo'>

/** Returns for example `dalle 06:00 alle 24:00`. */
export const openingWords = (t: Translate, { openingFrom, openingTo }: OpeningHours) =>
  t('office.hours', { from: openingFrom, to: openingTo })

export function hoursRule(t: Translate, { openingFrom, openingTo, isPhoneAlwaysOn }: Operator): string {
  return t(isPhoneAlwaysOn ? 'office.ruleAndPhone' : 'office.rule', { from: openingFrom, to: openingTo })
}

/** Returns `Telefono 24/7 per chi è in viaggio`, or the office's hours. */
export function phoneShort(t: Translate, { openingFrom, openingTo, isPhoneAlwaysOn }: Operator): string {
  return isPhoneAlwaysOn ? t('office.phoneAlways') : t('office.phone', { from: openingFrom, to: openingTo })
}

/** Returns address, VAT number and REA number, without those that are not stored. */
export const seatParts = (
  t: Translate,
  { fullAddress, vatNumber, rea = '' }: Pick<Operator, 'fullAddress' | 'vatNumber'> & { rea?: string },
) => [fullAddress, vatNumber && t('footer.vat', { number: vatNumber }), rea && `REA ${rea}`].filter(Boolean)

/** Returns for example `Licenza NCC n. 12, Comune di Lecce`; empty without a number. */
export function licenceWords(t: Translate, { licenceNumber: number, licenceMunicipality }: Service): string {
  const municipality = licenceMunicipality.replace(/^comune di /i, '')
  if (!number) return ''
  return municipality
    ? t('credential.licenceOf', { number, municipality })
    : t('credential.licence', { number })
}

/** Returns for example `In attività dal 2012`; empty without a year. */
export function sinceWords(t: Translate, { inBusinessSince }: Service): string {
  return inBusinessSince ? t('credential.since', { year: String(inBusinessSince) }) : ''
}

export function languageList({ languages }: Service): string[] {
  return languages
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
}

/** Returns for example `Parliamo italiano e inglese`; empty without languages. */
export function languageWords(t: Translate, service: Service): string {
  const languages = new Intl.ListFormat(t.language).format(languageList(service))
  return languages ? t('credential.languages', { languages }) : ''
}

export function insuranceWords(t: Translate, { insurance }: Service): string {
  return insurance ? t('credential.insurance', { insurance }) : ''
}

/** Returns when the office answers: `entro 15 minuti` or, while the office is closed, for example `entro le 06:15`. */
export function promiseAt(t: Translate, now: Date, { openingFrom, openingTo }: OpeningHours): string {
  const time = clockOf(now)
  if (time >= openingFrom && time < openingTo) return promisedTime(t)
  return t('office.promiseAt', { time: timeOf((minutesOf(openingFrom) + promisedMinutes) % 1440) })
}
