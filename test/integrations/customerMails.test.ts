import { expect, test } from 'vitest'
import { languageWith } from '../../src/languages/catalogs.ts'
import { languageName } from '../../src/languages/languageName.ts'
import { type LanguageCode, languages } from '../../src/languages/messages.ts'
import { localPath } from '../../src/languages/paths.ts'
import { moreThanEight } from '../../src/modules/catalog/fares/counts.contract.ts'
import { openApp } from '../app.ts'
import { given } from '../given.ts'
import { isItalian, italianSentences } from '../italianSentences.ts'
import { asStaff, office, openOfficeMailbox } from '../mailbox.ts'
import { newAddress } from '../newAddress.ts'

const app = await openApp({ data: 'demo' })
// Fixes the time, because the days and the promised time of the answer in the mails depend on the clock.
app.runtime.context.clock.now = () => new Date('2027-06-01T08:00:00Z')
const mailbox = await openOfficeMailbox(app)

const airports: Record<string, string> = {
  it: 'Aeroporto Brindisi',
  en: 'Brindisi Airport',
  de: 'Flughafen Brindisi',
  fr: 'Aéroport de Brindisi',
}
const addressOf = (what: string, language: string) => `${what}.${language}@example.com`

const italianIn = (text: string, html = '') => [
  ...text.split(/\n|(?<=[.!?:;]) /).filter(isItalian),
  ...italianSentences(html),
]

async function leadIn(language: LanguageCode, what = 'trip') {
  const lead = await given.lead(app, 'booking', {
    name: 'Anna Rossi',
    email: addressOf(what, language),
    language,
    departure: airports[language],
    destination: 'Gallipoli',
    passengers: '3',
    luggage: '2',
    date: '2027-07-15',
    time: '14:30',
    returnDate: '2027-07-22',
    returnTime: '09:15',
    flightOrTrain: 'FR 1234',
    notes: 'zwei Kindersitze',
  })
  await app.sql`update leads set created_at = '2027-06-01T07:59:00Z' where kind = 'booking' and id = ${lead.id}`
  return lead
}

async function messageIn(language: LanguageCode) {
  const email = addressOf('message', language)
  const lead = await given.lead(app, 'contact', { name: 'Anna Rossi', email, language })
  await app.sql`update leads set created_at = '2027-06-01T07:59:00Z' where kind = 'contact' and id = ${lead.id}`
}

const subscribe = (language: LanguageCode) =>
  app.post(
    '/api/newsletter-subscriptions',
    { email: addressOf('news', language), language },
    { 'x-forwarded-for': newAddress() },
  )

const mailsOf = (what: string, language: string) => mailbox.to(addressOf(what, language))

/** Returns a mail without the parts that differ between runs. */
const stable = (text: string) =>
  text
    // Replaces these tokens first, because a random token may contain what looks like a code.
    .replace(/\?t=[\w-]{43}/g, '?t=TOKEN')
    .replace(/\b[2-9A-HJKMNP-Z]{6}-[\w-]{22}/g, 'CODE-TOKEN')
    .replace(/(Codice|Code|code|codice)(\s?:)? (<strong>)?[2-9A-HJKMNP-Z]{6}\b/g, '$1$2 $3CODE')

test.each(languages)(
  'every mail to a customer is written in %s, with its days, times and money',
  async (language) => {
    const { t } = languageWith(language)
    await leadIn(language)
    const { id } = await leadIn(language, 'offer')
    await app.drain()
    const validUntil = '2027-06-03T18:00:00Z'
    await asStaff(app, 'POST /api/admin/offers', { leadKind: 'booking', leadId: id, validUntil })
    await messageIn(language)
    await subscribe(language)
    await app.drain()
    const [asked] = mailsOf('news', language)
    const token = asked?.text.match(/\?t=([\w-]{43})/)?.[1]
    expect((await app.post('/api/newsletter-subscriptions/confirm', { token })).status).toBe(200)
    await app.sql`update newsletter_subscriptions set asked_at = now() - interval '2 hours'`
    await subscribe(language)
    await app.drain()
    const [, offer] = mailsOf('offer', language)
    const others = ['message', 'news'].flatMap((what) => mailsOf(what, language))
    const mails = [...mailsOf('trip', language), ...(offer ? [offer] : []), ...others]
    expect(mails).toHaveLength(5)
    for (const [index, { subject, text, html }] of mails.entries()) {
      expect(html).toContain(`<html lang="${language}">`)
      const kind = ['trip', 'offer', 'message', 'newsletter', 'subscribed'][index]
      await expect(stable(`${subject}\n\n${text}`)).toMatchFileSnapshot(
        `../fixtures/mails/${kind}.${language}.txt`,
      )
      const found = italianIn(stable(`${subject}\n${text}`), stable(html))
      if (language === 'it') expect(found).not.toEqual([])
      else expect(found).toEqual([])
    }
    const [receipt] = mails
    expect(receipt?.text).toMatch(/\bRom(a|e)?\b/)
    expect(receipt?.html).toContain(t('mail.romeTime'))
    const link = `${app.config.siteUrl}${localPath(t, '/richiesta/')}`
    expect(receipt?.text).toContain(link)
    expect(receipt?.html).toContain(link)
    expect(asked?.text).toContain(`${app.config.siteUrl}${localPath(t, '/newsletter/conferma/')}?t=`)
  },
)

test.each([
  ['it', 'giovedì 15 luglio 2027', '110 €'],
  ['en', 'Thursday 15 July 2027', '€110'],
  ['de', 'Donnerstag, 15. Juli 2027', '110 €'],
  ['fr', 'jeudi 15 juillet 2027', '110 €'],
] as const)('a receipt in %s says %s and %s', (language, day, price) => {
  const [receipt] = mailsOf('trip', language)
  expect(receipt?.text).toContain(day)
  expect(receipt?.text.replace(/[\u00a0\u202f]/g, ' ')).toContain(price)
})

test('the office reads Italian about a German guest, whose page, calendar file and reply are German', async () => {
  const { t } = languageWith('de')
  const { id, code, statusPath, calendarPath } = await leadIn('de')
  expect(statusPath).toMatch(new RegExp(`^${localPath(t, '/richiesta/')}${code}-`))
  expect(calendarPath).toBe(`${statusPath}transfer.ics`)
  await app.drain()
  const mail = mailbox.to(office[0] ?? '').findLast(({ text }) => text.includes(code))
  expect(mail?.subject).toBe('Nuova richiesta di prenotazione: Aeroporto Brindisi → Gallipoli, Anna Rossi')
  for (const line of [
    'Lingua: Tedesco',
    'Data: giovedì 15 luglio 2027',
    'Ritorno: da Gallipoli a Aeroporto Brindisi',
  ])
    expect(mail?.text).toContain(line)
  expect(mail?.html).toContain('<html lang="it">')
  expect(decodeURIComponent(mail?.text.match(/wa\.me\/\S+/)?.[0] ?? '')).toContain('Guten Tag Anna Rossi')

  const page = await app.get(statusPath)
  for (const text of [t('state.received'), t('lead.returnDate'), 'Donnerstag, 15. Juli 2027'])
    expect(page.text).toContain(text)
  const token = statusPath.split('/').at(-2)
  const { body } = await app.get(`/api/requests/${token}?lang=fr`)
  expect(body.stateText).toBe(languageWith('fr').t('state.receivedText'))
  const calendar = (await app.get(calendarPath ?? '')).text
  for (const text of [`Anfrage ${code}`, 'Fahrgäste: 3', 'LANGUAGE', '//DE'].slice(0, 2))
    expect(calendar).toContain(text)
  expect(calendar).toContain('//DE')

  const staff = await app.logIn()
  const { reply, ...lead } = (await app.get(`/api/admin/leads/booking/${id}`, staff)).body
  expect(languageName(lead.language)).toBe('Tedesco')
  expect(reply.subject).toBe(`Transfer Flughafen Brindisi – Gallipoli (${lead.code})`)
  expect(reply.text).toContain('am Donnerstag, 15. Juli 2027')
  expect(italianIn(reply.text)).toEqual([])
  expect(reply.italianText).toContain('da Aeroporto Brindisi a Gallipoli di giovedì 15 luglio 2027')
  expect(lead.departure).toBe('Aeroporto Brindisi')
  const trips = await app.get('/api/admin/calendar?from=2027-07-15&to=2027-07-15', staff)
  expect(trips.body.items.map(({ from }: { from: string }) => from)).toContain('Aeroporto Brindisi')
  expect(JSON.stringify(trips.body.items)).not.toContain('Flughafen')

  await app.post(`/api/requests/${token}/changes`, { text: 'Wir kommen um 15 Uhr' })
  await app.drain()
  const change = mailbox.to(office[0] ?? '').at(-1)
  expect(change?.subject).toContain('Il cliente chiede una modifica')
  expect(change?.subject).toContain('Aeroporto Brindisi → Gallipoli')
  expect(change?.text).toContain('Lingua: Tedesco')
  expect(change?.text).toContain('Viaggio: giovedì 15 luglio 2027, 14:30')
})

test('a guest for whom staff entered Italian names reads those of the own language in mails, page, calendar and reply', async () => {
  const email = addressOf('phone', 'de')
  const { id, statusPath, calendarPath } = await given.lead(app, 'booking', {
    email,
    language: 'de',
    departure: 'Aeroporto Brindisi',
    destination: 'Otranto',
    date: '2027-07-15',
    time: '14:30',
  })
  const validUntil = '2027-06-03T18:00:00Z'
  await asStaff(app, 'POST /api/admin/offers', { leadKind: 'booking', leadId: id, validUntil })
  await app.drain()
  const staff = await app.logIn()
  const { reply, departure } = (await app.get(`/api/admin/leads/booking/${id}`, staff)).body
  const texts = [
    ...mailsOf('phone', 'de').map(({ subject, html }) => subject + html),
    ...[(await app.get(statusPath)).text, (await app.get(calendarPath ?? '')).text, reply.text],
  ]
  expect(texts).toHaveLength(5)
  for (const text of texts) {
    expect(text).toContain('Flughafen Brindisi')
    expect(text).not.toContain('Aeroporto')
  }
  expect(departure).toBe('Aeroporto Brindisi')
  const listed = await app.sql`select subject from email_messages where recipient = ${email} order by id`
  expect(listed.map(({ subject }) => subject)).toEqual(mailsOf('phone', 'de').map(({ subject }) => subject))
})

test('places that a guest types without capital letters have their names in mails, on the page and in the panel', async () => {
  const email = addressOf('small', 'de')
  const { id, statusPath } = await given.lead(app, 'booking', {
    email,
    language: 'de',
    departure: 'flughafen brindisi',
    destination: 'gallipoli',
    phone: '+49 151 7654321',
    date: '2027-07-15',
    time: '14:30',
  })
  await app.drain()
  const [receipt] = mailsOf('small', 'de')
  expect(receipt?.subject).toContain('Flughafen Brindisi → Gallipoli')
  for (const text of [receipt?.html, (await app.get(statusPath)).text]) {
    expect(text).toContain('Gallipoli')
    expect(text).not.toContain('gallipoli<')
    expect(text).not.toContain('flughafen brindisi')
  }
  const { body } = await app.get(`/api/admin/leads/booking/${id}`, await app.logIn())
  expect([body.departure, body.destination]).toEqual(['Aeroporto Brindisi', 'Gallipoli'])
  const [stored] = await app.sql`select destination from bookings where id = ${id}`
  expect(stored).toEqual({ destination: 'gallipoli' })
})

test('a receipt says in the guest’s language that the party is larger than eight', async () => {
  const email = 'party@example.com'
  const more = { email, language: 'de', passengers: moreThanEight, luggage: moreThanEight }
  await given.lead(app, 'request', more)
  await app.drain()
  const [receipt] = mailbox.to(email)
  expect(receipt?.text).toContain('Fahrgäste: Mehr als 8')
  expect(receipt?.text).not.toContain(moreThanEight)
})

test('a guest of the Italian site finds no second reading of the reply', async () => {
  const staff = await app.logIn()
  const { id } = await leadIn('it')
  const { reply } = (await app.get(`/api/admin/leads/booking/${id}`, staff)).body
  expect(reply.italianText).toBeNull()
})

test('staff read every mail to customers in each language, about an invented customer', async () => {
  const leads = async () => (await app.sql`select count(*)::int as count from leads`)[0]?.count
  const before = await leads()
  const staff = await app.logIn({ isSuperAdmin: false })
  const { body } = await app.get('/api/admin/mail-samples', staff)
  const samples: { kind: string; language: LanguageCode; subject: string; text: string }[] = body.items
  expect(samples.map(({ kind, language }) => `${kind} ${language}`).sort()).toEqual(
    [
      'cancelled',
      'confirmation',
      'driver',
      'driverUpdate',
      'message',
      'moved',
      'newsletter',
      'offer',
      'request',
      'review',
      'subscribed',
    ]
      .flatMap((kind) => languages.map((language) => `${kind} ${language}`))
      .sort(),
  )
  for (const { kind, language, subject, text } of samples) {
    const { t } = languageWith(language)
    if (language !== 'it') expect(italianIn(`${subject}\n${text}`)).toEqual([])
    // The test of the sent mails compares the other kinds.
    if (['cancelled', 'confirmation', 'driver', 'driverUpdate', 'moved', 'review'].includes(kind))
      await expect(stable(`${subject}\n\n${text}`)).toMatchFileSnapshot(
        `../fixtures/mails/${kind}.${language}.txt`,
      )
    if (kind === 'request') expect(text).toMatch(new RegExp(`${t('lead.price')}\\s?: .*110`))
  }
  expect(await leads()).toBe(before)
  expect((await app.get('/api/admin/mail-samples')).status).toBe(401)
})
