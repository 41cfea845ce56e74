import type { Operator, Service } from './contract.ts'

// Pages, structured data, mails and prepared replies take every sentence about credentials and rules from here, so that
// all of them change with the settings.

/** Minutes of opening time within which staff answer. */
export const promisedMinutes = 15

export const promisedTime = `entro ${promisedMinutes} minuti`

/** Waiting starts with the flight or the train where one arrives. */
type PlaceKind = 'Città' | 'Aeroporto' | 'Porto' | 'Attrazione' | 'Stazione'

function minutesWords(minutes: number): string {
  return minutes === 1 ? '1 minuto' : `${minutes} minuti`
}

/** `24 ore`; whole days from two on: `7 giorni`. */
function hoursWords(hours: number): string {
  if (hours >= 48 && hours % 24 === 0) return `${hours / 24} giorni`
  return hours === 1 ? '1 ora' : `${hours} ore`
}

/** `a`, `a o b`, `a, b o c`. */
function listWords(words: string[], last: 'e' | 'o'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}

/** Returns for example `dall’atterraggio del volo`. */
export function waitingStart(kind: PlaceKind | null): string {
  if (kind === 'Aeroporto') return 'dall’atterraggio del volo'
  return kind === 'Stazione' ? 'dall’arrivo del treno' : 'dall’ora concordata'
}

/** Returns for example `15 minuti di attesa compresi`. */
export function waitingIncluded({ waitingMinutes }: Service): string {
  if (waitingMinutes === 0) return 'Attesa non compresa'
  return `${minutesWords(waitingMinutes)} di attesa ${waitingMinutes === 1 ? 'compreso' : 'compresi'}`
}

/** Returns for example `15 minuti di attesa compresi, dall’atterraggio del volo`. */
export function waitingAt(service: Service, kind: PlaceKind | null): string {
  return service.waitingMinutes === 0
    ? waitingIncluded(service)
    : `${waitingIncluded(service)}, ${waitingStart(kind)}`
}

/** States the waiting rule for all kinds of places. */
export function waitingRule({ waitingMinutes }: Service): string {
  if (waitingMinutes === 0) return 'Il prezzo non comprende attese dopo l’ora concordata.'
  const kinds = `in aeroporto ${waitingStart('Aeroporto')}, in stazione ${waitingStart('Stazione')}, altrove ${waitingStart(null)}`
  return `Sono compresi ${minutesWords(waitingMinutes)} di attesa gratuita: ${kinds}.`
}

/** Returns an empty text if the site states no fee. */
export function waitingFeeRule({ waitingFee, waitingMinutes }: Service): string {
  if (waitingFee === 0) return ''
  return `${waitingMinutes === 0 ? 'Dopo l’ora concordata' : 'Oltre questo tempo'}, per un ritardo del cliente, l’attesa costa ${waitingFee} € per ogni ora o frazione, da pagare all’autista.`
}

export const lateArrivalRule =
  'Seguiamo voli e treni con il numero che ci dai: se arrivano tardi, avvisaci comunque appena puoi.'

export function nightRule({ hasNightRides }: Service): string {
  return hasNightRides
    ? 'Viaggiamo anche di notte, su prenotazione: scrivici l’orario e te lo confermiamo.'
    : 'Le corse notturne si concordano prima: chiamaci.'
}

export function refundRule({ refundHours }: Service): string {
  if (refundHours === 0) return 'La cancellazione con rimborso è possibile fino alla partenza.'
  return `Per il rimborso, la cancellazione deve arrivare almeno ${hoursWords(refundHours)} prima del transfer di andata. Dopo non è previsto rimborso.`
}

/** Returns for example `Rimborso fino a 7 giorni prima`. */
export function refundShort({ refundHours }: Service): string {
  return refundHours === 0
    ? 'Rimborso fino alla partenza'
    : `Rimborso fino a ${hoursWords(refundHours)} prima`
}

/** Returns for example `Puoi disdire con rimborso fino a 7 giorni prima.` */
export function refundReply({ refundHours }: Service): string {
  return refundHours === 0
    ? 'Puoi disdire con rimborso fino alla partenza.'
    : `Puoi disdire con rimborso fino a ${hoursWords(refundHours)} prima.`
}

export function changeRule({ changeHours }: Service): string {
  return changeHours === 0
    ? 'Le modifiche si possono chiedere fino alla partenza.'
    : `Le modifiche vanno chieste almeno ${hoursWords(changeHours)} prima.`
}

/** Returns the ways of payment as the terms state them. */
export function paymentWays({ takesTransfer, takesCard, takesCash, takesPaypal }: Service): string[] {
  return [
    ...(takesTransfer ? ['con bonifico bancario anticipato'] : []),
    ...(takesCard ? ['con carta, a bordo, sul lettore dell’autista'] : []),
    ...(takesCash ? ['in contanti, all’autista'] : []),
    ...(takesPaypal ? ['con PayPal, oltre un importo minimo che indichiamo nella conferma'] : []),
  ]
}

/** Returns for example `Carta, contanti, bonifico, PayPal`. */
export function paymentShort({ takesTransfer, takesCard, takesCash, takesPaypal }: Service): string {
  const ways = [
    ...(takesCard ? ['carta'] : []),
    ...(takesCash ? ['contanti'] : []),
    ...(takesTransfer ? ['bonifico'] : []),
    ...(takesPaypal ? ['PayPal'] : []),
  ].join(', ')
  return ways.charAt(0).toUpperCase() + ways.slice(1)
}

/** Returns for example `Paghi a bordo con carta o in contanti, oppure prima del viaggio con bonifico o con PayPal.` */
export function paymentRule({ takesTransfer, takesCard, takesCash, takesPaypal }: Service): string {
  const aboard = [...(takesCard ? ['con carta'] : []), ...(takesCash ? ['in contanti'] : [])]
  const before = [...(takesTransfer ? ['con bonifico'] : []), ...(takesPaypal ? ['con PayPal'] : [])]
  const moments = [
    ...(aboard.length > 0 ? [`a bordo ${listWords(aboard, 'o')}`] : []),
    ...(before.length > 0 ? [`prima del viaggio ${listWords(before, 'o')}`] : []),
  ]
  return `Paghi ${moments.join(', oppure ')}.`
}

/** The office has its own hours, which can differ from those of the phone for customers who are travelling. */
export function hoursRule({ openingFrom, openingTo, isPhoneAlwaysOn }: Operator): string {
  const office = `L’ufficio risponde ogni giorno dalle ${openingFrom} alle ${openingTo}`
  return isPhoneAlwaysOn ? `${office}; per chi è in viaggio il telefono risponde a ogni ora.` : `${office}.`
}

/** Returns `Telefono 24/7 per chi è in viaggio`, or the office's hours. */
export function phoneShort({ openingFrom, openingTo, isPhoneAlwaysOn }: Operator): string {
  return isPhoneAlwaysOn
    ? 'Telefono 24/7 per chi è in viaggio'
    : `Telefono dalle ${openingFrom} alle ${openingTo}`
}

/** Returns for example `Licenza NCC n. 12, Comune di Lecce`; empty without a number. */
export function licenceWords({ licenceNumber, licenceMunicipality }: Service): string {
  if (!licenceNumber) return ''
  const municipality = licenceMunicipality.replace(/^comune di /i, '')
  return `Licenza NCC n. ${licenceNumber}${municipality ? `, Comune di ${municipality}` : ''}`
}

/** Returns for example `In attività dal 2012`; empty without a year. */
export function sinceWords({ inBusinessSince }: Service): string {
  return inBusinessSince ? `In attività dal ${inBusinessSince}` : ''
}

export function languageList({ languages }: Service): string[] {
  return languages
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
}

/** Returns for example `Parliamo italiano e inglese`; empty without languages. */
export function languageWords(service: Service): string {
  const spoken = languageList(service)
  return spoken.length > 0 ? `Parliamo ${listWords(spoken, 'e')}` : ''
}

export function insuranceWords({ insurance }: Service): string {
  return insurance ? `Assicurazione: ${insurance}` : ''
}
