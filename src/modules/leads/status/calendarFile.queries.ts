import ical, { ICalCalendarMethod, type ICalEventData, ICalEventStatus } from 'ical-generator'
import { romanMoment } from '../../../kernel/romanDay.ts'
import { italian } from '../../../languages/catalogs.ts'
import type { SimpleKey, Translate } from '../../../languages/translate.ts'
import type { Lead } from '../lead/lead.queries.ts'
import { type DatedLeg, datedLegs, isTimed } from '../lead/leg.contract.ts'
import { placesOf } from '../requests/address.contract.ts'
import { mapLinkOf } from '../requests/position.contract.ts'

const calendarStates: Partial<Record<Lead['status'], ICalEventStatus>> = {
  confermata: ICalEventStatus.CONFIRMED,
  persa: ICalEventStatus.CANCELLED,
}

interface Words {
  phone: string
  siteOrigin: string
  /** Number of changes of the ride (rideVersions.queries.ts). */
  sequence: number
  /** URL of the page without acts, because customers share their calendars. */
  link: string
}

/** Returns the customer's trip as an iCalendar file; null while no leg has both date and time. */
export function calendarOf(
  t: Translate,
  lead: Lead,
  { phone, siteOrigin, sequence, link }: Words,
): string | null {
  const details = [phone && t('lead.row', { label: t('lead.phone'), value: phone }), link]
  const events = datedLegs(lead)
    .filter(isTimed)
    .map((leg) => eventOf(t, lead, leg, { details, siteOrigin, sequence }))
  return events.length === 0 ? null : calendarFile(t, events, {})
}

/** Returns a leg that no trip serves, as an event for staff's calendar programs. */
export function officeEvent(
  lead: Lead,
  leg: DatedLeg,
  { siteOrigin, sequence }: Pick<Words, 'siteOrigin' | 'sequence'>,
): ICalEventData {
  const details = [
    lead.name && `Cliente: ${lead.name}`,
    `Telefono: ${lead.phone}`,
    lead.luggage && `Bagagli: ${lead.luggage}`,
    lead.message,
    `${siteOrigin}/admin/richieste/${lead.kind}/${lead.id}/`,
  ]
  return eventOf(italian, lead, leg, { details, siteOrigin, sequence })
}

interface EventWords extends Pick<Words, 'siteOrigin' | 'sequence'> {
  details: (string | null)[]
}

/** Milliseconds of an event whose end the lead does not say. */
const usualMs = 3_600_000

function eventOf(
  t: Translate,
  lead: Lead,
  leg: DatedLeg,
  { details, siteOrigin, sequence }: EventWords,
): ICalEventData {
  const { code, passengers, flightOrTrain, address, position, status } = lead
  const row = (label: SimpleKey, value: string) => t('lead.row', { label: t(label), value })
  const description = [
    t('status.request', { code }),
    passengers && row('lead.passengers', passengers),
    leg.direction === 'there' && flightOrTrain && row('lead.flightOrTrain', flightOrTrain),
    address && row('lead.address', address),
    position && row('lead.position', mapLinkOf(position)),
    ...details,
  ]
  const { updatedAt } = lead
  const when = isTimed(leg)
    ? startingAt(romanMoment(leg.day, leg.time))
    : { allDay: true, start: new Date(`${leg.day}T00:00:00Z`) }
  return {
    ...when,
    ...revisionOf({ sequence, updatedAt }),
    id: `${code}${leg.direction === 'back' ? '-ritorno' : ''}@${new URL(siteOrigin).hostname}`,
    summary: t('reply.subject', { route: `${leg.from} → ${leg.to}` }),
    location: placesOf({ ...leg, address }).from,
    description: description.filter(Boolean).join('\n'),
    status: calendarStates[status] ?? ICalEventStatus.TENTATIVE,
  }
}

const startingAt = (start: Date) => ({ start, end: new Date(start.getTime() + usualMs) })

/** Returns by what calendar programs know that an event has changed. They show the one with the highest number. */
export const revisionOf = ({ sequence, updatedAt }: { sequence: number; updatedAt: Date }) => ({
  sequence,
  stamp: updatedAt,
  lastModified: updatedAt,
})

/**
 * Returns an iCalendar file (RFC 5545) with moments in UTC, which calendar programs show in the time zone of their reader.
 * `ttl` is the number of seconds after which they should load it again.
 */
export function calendarFile(
  t: Translate,
  events: ICalEventData[],
  feed: { name?: string; ttl?: number },
): string {
  const calendar = ical({
    prodId: { company: 'Salento Transfer', product: 'Richieste', language: t.language.toUpperCase() },
    scale: 'GREGORIAN',
    method: ICalCalendarMethod.PUBLISH,
    ...feed,
    events,
  })
  return `${calendar.toString().trimEnd()}\r\n`
}
