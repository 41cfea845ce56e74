import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seenText } from '../../src/kernel/seenText.ts'
import { openApp } from '../app.ts'
import { dayIn, given } from '../given.ts'
import { hostileText, linksIn } from '../hostileText.ts'
import { inFull } from '../length.ts'
import { openOfficeMailbox } from '../mailbox.ts'
import { newAddress } from '../newAddress.ts'

const app = await openApp({ data: 'demo' })
const mailbox = await openOfficeMailbox(app)
const staff = await app.logIn()
const { sql } = app

/** Runs the scheduled task `remindOfTrips` as if it were `now`, and sends the mails that it plans. */
async function sweepAt(now: string) {
  const { clock } = app.runtime.context
  const realNow = clock.now
  clock.now = () => new Date(now)
  try {
    await app.sweep('remindOfTrips')
  } finally {
    clock.now = realNow
  }
}

/** Links of the product itself: pages of the site, and the office's e-mail address. */
const isOwn = (url: string) => url.startsWith(`${app.config.siteUrl}/`) || url === app.config.siteUrl

/** Returns the links in a mail that lead anywhere but to the site or the office's telephone. */
function foreignLinks({ subject, text, html }: { subject: string; text: string; html: string }): string[] {
  const hrefs = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, href = '']) => href)
  const seen = html
    .replace(/<head>[\s\S]*<\/head>/, '')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  return [
    ...hrefs.filter((href) => !href.startsWith('tel:+390832')),
    ...linksIn(subject),
    ...linksIn(text),
    ...linksIn(seen),
  ].filter((url) => !isOwn(url))
}

/** Returns at most `length` characters of a line, or `x` for a text of which nothing is seen: the forms refuse those. */
function cut(text: string, length: number): string {
  const line = text
    .replace(/[\n\r]/g, ' ')
    .slice(0, length)
    .trim()
  return seenText(line) === '' ? 'x' : line
}

/** Sends a request whose texts are all hostile, and returns what a stranger gets who is named as its sender. */
async function asked(email: string, text: string) {
  return given.lead(app, 'booking', {
    email,
    name: cut(text, 120),
    departure: cut(text, 160),
    destination: cut(`Lecce ${text}`, 160),
    date: dayIn(20),
    time: '14:30',
    flightOrTrain: cut(text, 40),
    luggage: cut(text, 80),
    address: cut(text, 200),
    passengers: '3',
    language: 'en',
  })
}

test('a receipt to a stranger has no link and no markup of the sender, whatever the sender writes', async () => {
  const texts = [
    '[http://evil.example/win](x)',
    'www.evil.example',
    '<a href="https://evil.example">Lecce</a>',
    `${'Lecce '.repeat(20)} evil.example`,
    ...fc.sample(hostileText, inFull(8, 200)),
  ]
  for (const [index, text] of texts.entries()) await asked(`stranger${index}@example.com`, text)
  await app.drain()
  for (const [index, text] of texts.entries()) {
    const [mail] = mailbox.to(`stranger${index}@example.com`)
    if (!mail) throw new Error(`no receipt for ${JSON.stringify(text)}`)
    expect([text, foreignLinks(mail)]).toEqual([text, []])
    expect([text, mail.html.match(/<(script|img|iframe|form)\b/g)]).toEqual([text, null])
    expect(mail.subject).not.toMatch(/[<>[\]]/)
  }
  const stored = await sql<{ subject: string }[]>`
    select subject from email_messages where purpose = 'receipt' order by id`
  for (const { subject } of stored) expect([subject, linksIn(subject)]).toEqual([subject, []])
  const [long] = mailbox.to('stranger3@example.com')
  expect(long?.subject).toMatch(/: (\S.{0,58}…) → (\S.{0,58}…)$/)
})

test('offer, confirmation, change, driver and cancellation carry no link of the customer either', async () => {
  const email = 'third@example.com'
  const text = '[https://evil.example/a](b) www.evil.example <b>x</b>'
  const lead = await asked(email, text)
  const token = lead.statusPath.split('/').at(-2)
  const post = (path: string, body: object, headers = staff) => app.post(path, body, headers)
  const offer = await post('/api/admin/offers', {
    leadKind: 'booking',
    leadId: lead.id,
    validUntil: new Date(Date.now() + 86_400_000),
    lines: [{ direction: 'there', vehicle: 'berlina', day: dayIn(20), time: '14:30', total: '80' }],
  })
  expect(offer.status).toBe(201)
  await app.drain()
  const from = { 'x-forwarded-for': newAddress() }
  expect((await post(`/api/requests/${token}/offer/${offer.body.id}/accept`, {}, from)).status).toBe(200)
  await app.drain()
  const [trip] = await sql<[{ id: number }]>`select trip_id as id from rides where lead_id = ${lead.id}`
  const moved = { pickupAt: `${dayIn(20)}T13:00:00Z` }
  expect((await app.send('PATCH', `/api/admin/trips/${trip.id}`, moved, staff)).status).toBe(200)
  await sweepAt(`${dayIn(1)}T10:00:00Z`)
  const vehicle = await post('/api/admin/vehicles', { plate: 'GG123HH', kind: 'berlina', seats: 4, bags: 4 })
  const driver = await post('/api/admin/drivers', { name: 'Ugo', phone: '+39 347 7650000' })
  const fleet = { vehicleId: vehicle.body.id, driverId: driver.body.id }
  expect((await post(`/api/admin/trips/${trip.id}/assign`, fleet)).status).toBe(200)
  await sweepAt(`${dayIn(20)}T07:00:00Z`)
  expect((await post(`/api/requests/${token}/cancel`, {}, from)).status).toBe(200)
  await app.drain()
  const mails = mailbox.to(email)
  const purposes = await sql`select purpose from email_messages where recipient = ${email} order by purpose`
  expect(purposes.map(({ purpose }) => purpose)).toEqual([
    ...['cancelled', 'confirmation', 'driver', 'moved', 'offer', 'receipt'],
  ])
  expect(mails).toHaveLength(purposes.length)
  for (const mail of mails) expect([mail.subject, foreignLinks(mail)]).toEqual([mail.subject, []])
})
