import type { Lead } from './queries.ts'

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

/** The trip for a calendar program, each leg an event; null as long as no leg has both a date and a time. */
export function calendarOf(lead: Lead, { phone, siteOrigin, link = '' }: Words): string | null {
  const { departure, destination, code } = lead
  if (!departure || !destination) return null
  const legs = [
    { name: '', from: departure, to: destination, start: startOf(lead.date, lead.time) },
    { name: '-ritorno', from: destination, to: departure, start: startOf(lead.returnDate, lead.returnTime) },
  ]
  const details = [
    `Richiesta ${code}`,
    lead.passengers && `Passeggeri: ${lead.passengers}`,
    lead.flightOrTrain && `Volo o treno: ${lead.flightOrTrain}`,
    phone && `Telefono: ${phone}`,
    link,
  ]
  const stamp = lead.createdAt.toISOString().replace(/[-:]|\.\d+/g, '')
  const events = legs.flatMap(({ name, from, to, start }) =>
    start === null
      ? []
      : [
          'BEGIN:VEVENT',
          `UID:${code}${name}@${new URL(siteOrigin).hostname}`,
          `DTSTAMP:${stamp}`,
          `DTSTART;TZID=Europe/Rome:${start}`,
          'DURATION:PT1H',
          `SUMMARY:${text(`Transfer ${from} → ${to}`)}`,
          `LOCATION:${text(from)}`,
          `DESCRIPTION:${text(details.filter(Boolean).join('\n'))}`,
          `STATUS:${calendarStates[lead.status] ?? 'TENTATIVE'}`,
          'END:VEVENT',
        ],
  )
  if (events.length === 0) return null
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Salento Transfer//Richieste//IT',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...rome,
    ...events,
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/** Local time as the zone above reads it; null unless both are what date and time fields send. */
function startOf(date: string | null, time: string | null): string | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(date ?? '') || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time ?? '')) return null
  const day = new Date(`${date}T00:00:00Z`)
  // 31 February becomes a day of March: no such date was meant.
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== date) return null
  return `${date?.replaceAll('-', '')}T${time?.replace(':', '')}00`
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
