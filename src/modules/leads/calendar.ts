import type { Lead } from './lead.ts'

// RFC 5545, written here: the libraries on npm either know no time zone but UTC (ics) or take its rules from a second
// package (ical-generator). A trip has one zone, whose rules have stood since 1996.

const rome = `BEGIN:VTIMEZONE
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
END:VTIMEZONE`.split('\n')

const calendarStates: Partial<Record<Lead['status'], string>> = {
  confermata: 'CONFIRMED',
  persa: 'CANCELLED',
}

interface Words {
  phone: string
  siteOrigin: string
  /** The status page, for the description. */
  link?: string
}

/** The trip for the customer's calendar program; null as long as no leg has both a date and a time. */
export function calendarOf(lead: Lead, { phone, siteOrigin, link = '' }: Words): string | null {
  const details = [phone && `Telefono: ${phone}`, link]
  const events = legsOf(lead).flatMap((leg) =>
    leg.time === null ? [] : eventOf(lead, leg, { details, siteOrigin, stamp: lead.createdAt }),
  )
  return events.length === 0 ? null : calendarFile(events, [])
}

interface OfficeWords {
  siteOrigin: string
  companyName: string
}

/** All trips for the operator's calendar program, which asks again every quarter of an hour. */
export function officeCalendar(
  leads: (Lead & { updatedAt: Date })[],
  { siteOrigin, companyName }: OfficeWords,
): string {
  const events = leads.flatMap((lead) => {
    const link = `${siteOrigin}/admin/richieste/${lead.kind}/${lead.id}/`
    const details = [
      lead.name && `Cliente: ${lead.name}`,
      `Telefono: ${lead.phone}`,
      lead.luggage && `Bagagli: ${lead.luggage}`,
      lead.message,
      link,
    ]
    return legsOf(lead).flatMap((leg) => eventOf(lead, leg, { details, siteOrigin, stamp: lead.updatedAt }))
  })
  const name = text(`Transfer ${companyName}`)
  return calendarFile(events, [
    `NAME:${name}`,
    `X-WR-CALNAME:${name}`,
    'X-WR-TIMEZONE:Europe/Rome',
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
  ])
}

/** One way of a trip on a day that is known. */
export interface Leg {
  name: 'andata' | 'ritorno'
  from: string
  to: string
  /** `2026-12-24` */
  date: string
  /** `10:30`; null as long as nobody has said one. */
  time: string | null
}

/** The legs of a lead that have a date, the way there first. */
export function legsOf(lead: Lead): Leg[] {
  const { departure, destination, date, time, returnDate, returnTime } = lead
  if (!departure || !destination) return []
  const legs = [
    { name: 'andata' as const, from: departure, to: destination, date, time },
    { name: 'ritorno' as const, from: destination, to: departure, date: returnDate, time: returnTime },
  ]
  return legs.flatMap((leg) =>
    leg.date && isDay(leg.date)
      ? [{ ...leg, date: leg.date, time: /^([01]\d|2[0-3]):[0-5]\d$/.test(leg.time ?? '') ? leg.time : null }]
      : [],
  )
}

/** What date fields send, and a day that there is: no 31 February. */
export function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

interface EventWords {
  details: (string | null)[]
  siteOrigin: string
  stamp: Date
}

function eventOf(lead: Lead, leg: Leg, { details, siteOrigin, stamp }: EventWords): string[] {
  const { code, passengers, flightOrTrain, status } = lead
  const description = [
    `Richiesta ${code}`,
    passengers && `Passeggeri: ${passengers}`,
    flightOrTrain && `Volo o treno: ${flightOrTrain}`,
    ...details,
  ]
  const day = leg.date.replaceAll('-', '')
  return [
    'BEGIN:VEVENT',
    `UID:${code}${leg.name === 'ritorno' ? '-ritorno' : ''}@${new URL(siteOrigin).hostname}`,
    `DTSTAMP:${stamp.toISOString().replace(/[-:]|\.\d+/g, '')}`,
    ...(leg.time === null
      ? [`DTSTART;VALUE=DATE:${day}`]
      : [`DTSTART;TZID=Europe/Rome:${day}T${leg.time.replace(':', '')}00`, 'DURATION:PT1H']),
    `SUMMARY:${text(`Transfer ${leg.from} → ${leg.to}`)}`,
    `LOCATION:${text(leg.from)}`,
    `DESCRIPTION:${text(description.filter(Boolean).join('\n'))}`,
    `STATUS:${calendarStates[status] ?? 'TENTATIVE'}`,
    'END:VEVENT',
  ]
}

function calendarFile(events: string[], more: string[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Salento Transfer//Richieste//IT',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...more,
    ...rome,
    ...events,
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

const text = (value: string) =>
  value
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r?\n/g, '\\n')
    .replace(/\r/g, ' ')

/** At most 75 bytes a line, never broken within a character. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const char of line)
    if (Buffer.byteLength(part + char) > 74) {
      parts.push(part)
      part = char
    } else part += char
  return [...parts, part].join('\r\n ')
}
