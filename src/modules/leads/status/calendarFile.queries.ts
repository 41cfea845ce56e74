import ical, { ICalCalendarMethod, type ICalEventData, ICalEventStatus } from 'ical-generator'
import { isDay } from '../../../kernel/romanDay.ts'
import { italian } from '../../../languages/catalogs.ts'
import type { SimpleKey, Translate } from '../../../languages/translate.ts'
import type { Lead } from '../lead.ts'
import { terminalOf } from '../requests/flight.contract.ts'
import { mapLinkOf } from '../requests/position.contract.ts'

// VTIMEZONE of RFC 5545, which ical-generator does not include. The rules of Europe/Rome have not changed since 1996.
const romeRules = `BEGIN:VTIMEZONE
TZID:Europe/Rome
BEGIN:STANDARD
DTSTART:19961027T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
TZNAME:CET
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19960331T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
TZNAME:CEST
END:DAYLIGHT
END:VTIMEZONE`.replaceAll('\n', '\r\n')

// `name` is null because ical-generator would otherwise write DTSTAMP in the named zone, but RFC 5545 requires UTC.
const rules = { name: null, generator: () => romeRules }

const calendarStates: Partial<Record<Lead['status'], ICalEventStatus>> = {
  confermata: ICalEventStatus.CONFIRMED,
  persa: ICalEventStatus.CANCELLED,
}

interface Words {
  phone: string
  siteOrigin: string
  link?: string
}

/** Returns the customer's trip as an iCalendar file; null while no leg has both date and time. */
export function calendarOf(t: Translate, lead: Lead, { phone, siteOrigin, link = '' }: Words): string | null {
  const details = [phone && t('lead.row', { label: t('lead.phone'), value: phone }), link]
  const events = legsOf(lead).flatMap((leg) =>
    leg.time === null ? [] : eventOf(t, lead, leg, { details, siteOrigin }),
  )
  return events.length === 0 ? null : calendarFile(t, events, {})
}

/** Returns a leg that no trip serves, as an event for staff's calendar programs. */
export function officeEvent(lead: Lead, leg: DatedLeg, siteOrigin: string): ICalEventData {
  const details = [
    lead.name && `Cliente: ${lead.name}`,
    `Telefono: ${lead.phone}`,
    lead.luggage && `Bagagli: ${lead.luggage}`,
    lead.message,
    `${siteOrigin}/admin/richieste/${lead.kind}/${lead.id}/`,
  ]
  return eventOf(italian, lead, leg, { details, siteOrigin })
}

export interface DatedLeg {
  direction: 'there' | 'back'
  from: string
  to: string
  /** `2026-12-24` */
  date: string
  /** `10:30`; null if unknown. */
  time: string | null
}

type Trip = {
  [Field in 'departure' | 'destination' | 'date' | 'time' | 'returnDate' | 'returnTime']?:
    | string
    | null
    | undefined
}

/** Returns the legs that have a date, outbound first. */
export function legsOf({ departure, destination, date, time, returnDate, returnTime }: Trip): DatedLeg[] {
  if (!departure || !destination) return []
  const legs = [
    { direction: 'there' as const, from: departure, to: destination, date, time },
    { direction: 'back' as const, from: destination, to: departure, date: returnDate, time: returnTime },
  ]
  return legs.flatMap((leg) =>
    leg.date && isDay(leg.date) ? [{ ...leg, date: leg.date, time: isTime(leg.time) ? leg.time : null }] : [],
  )
}

const isTime = (text: string | null | undefined): text is string =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(text ?? '')

interface EventWords {
  details: (string | null)[]
  siteOrigin: string
}

function eventOf(
  t: Translate,
  lead: Lead,
  leg: DatedLeg,
  { details, siteOrigin }: EventWords,
): ICalEventData {
  const { code, passengers, flightOrTrain, address, position, status } = lead
  const row = (label: SimpleKey, value: string) => t('lead.row', { label: t(label), value })
  const description = [
    t('status.request', { code }),
    passengers && row('lead.passengers', passengers),
    leg.direction === 'there' && flightOrTrain && row('lead.flight', flightOrTrain),
    address && row('lead.address', address),
    position && row('lead.position', mapLinkOf(position)),
    ...details,
  ]
  // The text is read and written as local time, so the file has the leg's time in any time zone of the server.
  const start = new Date(`${leg.date}T${leg.time ?? '00:00'}:00`)
  return {
    id: `${code}${leg.direction === 'back' ? '-ritorno' : ''}@${new URL(siteOrigin).hostname}`,
    // A calendar program replaces an event only by an event with a later stamp.
    stamp: lead.updatedAt,
    timezone: 'Europe/Rome',
    start,
    ...(leg.time === null ? { allDay: true } : { end: new Date(start.getTime() + 3_600_000) }),
    summary: t('reply.subject', { route: `${leg.from} → ${leg.to}` }),
    location: address && hasAddress(lead, leg) ? `${address}, ${leg.from}` : leg.from,
    description: description.filter(Boolean).join('\n'),
    status: calendarStates[status] ?? ICalEventStatus.TENTATIVE,
  }
}

/** Returns whether the leg starts at the lead's street address (see `Lead.address`). */
function hasAddress({ departure }: Lead, { direction }: DatedLeg): boolean {
  return (direction === 'there') === (terminalOf(departure ?? '') === null)
}

/** Returns an iCalendar file. `ttl` is the number of seconds after which calendar programs should load it again. */
export function calendarFile(
  t: Translate,
  events: ICalEventData[],
  feed: { name?: string; ttl?: number },
): string {
  const calendar = ical({
    prodId: { company: 'Salento Transfer', product: 'Richieste', language: t.language.toUpperCase() },
    scale: 'GREGORIAN',
    method: ICalCalendarMethod.PUBLISH,
    timezone: rules,
    ...feed,
    events,
  })
  return `${calendar.toString().trimEnd()}\r\n`
}
