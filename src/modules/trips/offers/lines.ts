import { type FieldError, HttpError, refusal } from '../../../kernel/httpError.ts'
import { skippedTime } from '../../../kernel/moment.ts'
import type { Sentence } from '../../../languages/translate.ts'
import type { Tx } from '../../../platform/db.ts'
import { centsOf, priceFault, priceText } from '../../catalog/prices/cents.contract.ts'
import type { Vehicle } from '../../catalog/prices/quote.contract.ts'
import type { StoredFare } from '../../leads/lead/fare.contract.ts'
import type { Lead } from '../../leads/lead/lead.queries.ts'
import { type Direction, directionsOf, timesOf } from '../../leads/lead/leg.contract.ts'
import { cheapestPrivate, tripFares } from '../../leads/requests/quote.queries.ts'
import type { OfferForm, OfferLine } from './contract.ts'

type AskedLine = NonNullable<OfferForm['lines']>[number]

/**
 * Fields that staff left out come from the lead, and prices from its fare. Throws HttpError 422 if a place is missing,
 * and for wrong lines with one error for each fault.
 */
export async function offerLines(
  tx: Tx,
  lead: Lead,
  asked: AskedLine[] | undefined,
  today: string,
): Promise<OfferLine[]> {
  if (!lead.departure || !lead.destination)
    throw refusal(
      'leadId',
      'La richiesta non ha partenza e destinazione: scrivile prima di mandare un preventivo.',
    )
  const wanted: AskedLine[] = asked ?? directionsOf(lead).map((direction) => ({ direction }))
  const fare = await fareOf(tx, lead, today)
  const isReturn = wanted.length > 1
  const errors: FieldError[] = []
  const lines = wanted.flatMap((line, index) => {
    const { direction } = line
    const refuse = (field: string, message: Sentence) =>
      errors.push({ path: asked ? `lines.${index}.${field}` : 'lines', message })
    const vehicle = line.vehicle || chosenVehicle(fare)
    const isTyped = (line.total ?? '') !== ''
    const cents = isTyped ? centsOf(line.total) : null
    const price = isTyped ? cents : vehicle && fareCents(fare, vehicle, direction, isReturn)
    const known = timesOf(lead, direction)
    const [day, time] = [line.day || known.day, line.time || known.time]
    if (wanted.some((one, before) => before < index && one.direction === direction))
      refuse('direction', 'C’è già una riga per questa direzione')
    if (!vehicle) refuse('vehicle', 'Scegli il veicolo')
    if (cents === undefined) refuse('total', priceFault(line.total))
    else if (isTyped && !price)
      refuse('total', `«${line.total}» non è un prezzo: scrivi quanto costa, o lascia vuoto per la tariffa`)
    else if (!price) refuse('total', 'Per questo viaggio non c’è una tariffa: scrivi tu il prezzo')
    if (day !== null && day < today) refuse('day', 'Questo giorno è già passato')
    const skipped = skippedTime(day, time)
    if (skipped) refuse('time', skipped)
    return vehicle && price ? [{ direction, vehicle, day, time, total: priceText(price) }] : []
  })
  const [there, back] = ['there', 'back'].map((one) => lines.find(({ direction }) => direction === one))
  if (there?.day && back?.day && back.day < there.day)
    errors.push({ path: `lines.${lines.indexOf(back)}.day`, message: 'Il ritorno viene prima dell’andata' })
  if (errors[0]) throw new HttpError(422, errors[0].message, { errors })
  return lines
}

/** Returns the stored fare of the lead, or today's fare if none is stored or the day of travel has changed. */
async function fareOf(tx: Tx, lead: Lead, today: string): Promise<StoredFare | null> {
  const { fare, date, quotedDay } = lead
  if (fare && (date === null || date === quotedDay)) return fare
  const [found] = await tripFares(tx, [lead], today)
  return found ? { ...found, chosen: fare?.chosen ?? null } : null
}

/** Returns the vehicle that the customer chose, otherwise the vehicle of the cheapest private offer. */
function chosenVehicle(fare: StoredFare | null): Vehicle | undefined {
  return fare?.chosen ?? cheapestPrivate(fare?.there.offers ?? [])?.vehicle
}

/** Returns null if the fare lacks a price for the vehicle. Divides the discount of a return trip between both rides. */
function fareCents(
  fare: StoredFare | null,
  vehicle: Vehicle,
  direction: Direction,
  isReturn: boolean,
): number | null {
  const both = isReturn && fare?.there.roundTrip?.offers.find((one) => one.vehicle === vehicle)
  if (both && both.there !== null && both.back !== null) {
    const [total, there, back] = [both.total, both.there, both.back].map((price) => centsOf(price) ?? 0)
    const discounted = Math.round(((back ?? 0) * (total ?? 0)) / ((there ?? 0) + (back ?? 0)))
    return direction === 'back' ? discounted : (total ?? 0) - discounted
  }
  const oneWay = direction === 'back' ? fare?.back : fare?.there
  return centsOf(oneWay?.offers.find((one) => one.vehicle === vehicle)?.total ?? null) ?? null
}
