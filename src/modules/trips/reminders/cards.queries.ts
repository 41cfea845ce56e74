import { phoneLinks, readPhone } from '../../../kernel/phone.ts'
import { clockOf, dayWords, romanDay } from '../../../kernel/romanDay.ts'
import type { Translate } from '../../../languages/translate.ts'
import { readerOf, type Sql, type Tx } from '../../../platform/db.ts'
import type { LocationRow } from '../../catalog/book/catalog.queries.ts'
import { placesByText } from '../../catalog/book/understood.queries.ts'
import { placeNamesIn } from '../../catalog/places/placePages.queries.ts'
import { vehicleKeys } from '../../catalog/prices/quote.contract.ts'
import { meetingPointIn } from '../../content/pages/meetingPoint.queries.ts'
import { photoOf } from '../../content/photos/photos.queries.ts'
import type { Lead } from '../../leads/lead/lead.queries.ts'
import type { DriverCard } from './card.contract.ts'
import { driverHours, dueBefore } from './due.contract.ts'
import { isAhead, type NamedTrip, namedTrips } from './notices.queries.ts'

export type CardTrip = Omit<NamedTrip, 'tripId' | 'leadKind' | 'leadId' | 'content' | 'told'>

/** Returns, for each trip, what its customer needs to know, in the language of `t`. */
export async function cardsOf(read: Sql, t: Translate, trips: CardTrip[]): Promise<DriverCard[]> {
  if (trips.length === 0) return []
  const placeOf = await placesByText(read)
  const nameOf = await placeNamesIn(read, t.language)
  return Promise.all(
    trips.map(async (trip) => {
      const place = placeOf(trip.from)
      // The phone number has its country code, because customers may call from abroad.
      const phone = readPhone(trip.driverPhone)?.shown ?? trip.driverPhone
      const meeting = await meetingWords(read, t, trip, place)
      return {
        pickupAt: trip.pickupAt.toISOString(),
        name: trip.driverName,
        phone,
        call: phoneLinks(phone).call,
        plate: trip.plate,
        rows: rowsOf(
          t,
          { ...trip, from: nameOf(trip.from), to: nameOf(trip.to), driverPhone: phone },
          meeting,
        ),
        photo: place ? await photoOf(read, t.language, 'meeting', place.id) : null,
      }
    }),
  )
}

function rowsOf(t: Translate, trip: CardTrip, meeting: string): DriverCard['rows'] {
  return [
    { label: t('driver.name'), value: trip.driverName },
    { label: t('driver.phone'), value: trip.driverPhone },
    { label: t('driver.car'), value: t(vehicleKeys[trip.vehicleKind]) },
    { label: t('driver.plate'), value: trip.plate },
    { label: t('driver.when'), value: whenWords(t, trip) },
    { label: t('lead.departure'), value: trip.from },
    { label: t('lead.destination'), value: trip.to },
    { label: t('driver.meeting'), value: meeting },
  ]
}

export const whenWords = (t: Translate, { pickupAt }: Pick<CardTrip, 'pickupAt'>) =>
  t('driver.whenWords', { day: dayWords(t, romanDay(pickupAt)), time: clockOf(pickupAt) })

/** Returns the meeting point. In a town or at a sight, prefers the street address that the customer entered. */
async function meetingWords(
  read: Sql,
  t: Translate,
  { address }: Pick<CardTrip, 'address'>,
  place: LocationRow | undefined,
): Promise<string> {
  const isTown = !place || place.locationType === 'Città' || place.locationType === 'Attrazione'
  if (isTown && address) return address
  const words = place ? await meetingPointIn(read, t, place) : t('meeting.town')
  return words.charAt(0).toLocaleUpperCase(t.language) + words.slice(1)
}

/** Returns the drivers of a lead's coming rides if the message that names the driver is due or sent. */
export async function driversOf(
  sql: Sql | Tx,
  t: Translate,
  { kind, id }: Pick<Lead, 'kind' | 'id'>,
  now: Date,
): Promise<DriverCard[]> {
  const trips = await sql<NamedTrip[]>`
    select ${namedTrips(sql)}
    where ride.lead_kind = ${kind} and ride.lead_id = ${id} and ${isAhead(sql, now)} order by pickup_at`
  const due = trips.filter(({ told, pickupAt }) => told !== null || dueBefore(pickupAt, driverHours) <= now)
  return cardsOf(readerOf(sql), t, due)
}

/** Returns the message for WhatsApp. */
export const cardText = (t: Translate, card: DriverCard, isUpdate: boolean): string =>
  [
    t(isUpdate ? 'driver.introUpdate' : 'driver.intro'),
    ...card.rows.map(({ label, value }) => t('lead.row', { label, value })),
  ].join('\n')
