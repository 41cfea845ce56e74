import { expect, test } from 'vitest'
import { openApp } from '../app.ts'
import { given } from '../given.ts'
import { openOfficeMailbox } from '../mailbox.ts'
import { newAddress, newVisitor } from '../newAddress.ts'

// Phone numbers and e-mail addresses as people paste them from contact lists, mails and web pages.

/** The app of all tests of this file. Each looks only at its own leads. */
const app = await openApp()
const mailbox = await openOfficeMailbox(app)
const staff = await app.logIn()

const asVisitor = (language = '') => ({ ...newVisitor(), 'accept-language': language })

const stored = async (code: string) =>
  (
    await app.sql<{ name: string; phone: string; email: string; message: string }[]>`
    select name, phone, email, message from leads where code = ${code}`
  )[0]

test('a pasted phone number loses its invisible characters, is stored as it looks, and is called', async () => {
  for (const [phone, shown] of [
    ['\u202a+39 347 123 4567\u202c', '+39 347 123 4567'],
    ['\u200e+39 347 1234567', '+39 347 1234567'],
    ['\u2068+39 347 1234567\u2069', '+39 347 1234567'],
    ['+39\u00a0347\u00a01234567', '+39 347 1234567'],
    ['+ 39 347 1234567', '+ 39 347 1234567'],
    ['\ufeff347\u200b1234567', '3471234567'],
    ['347\u2011123\u20114567', '347\u2011123\u20114567'],
    ['347–123–4567', '347–123–4567'],
  ] as const) {
    const { status, body } = await app.post('/api/contacts', given.contact({ phone }), newVisitor())
    expect([phone, status]).toEqual([phone, 201])
    expect((await stored(body.code))?.phone).toBe(shown)
    const { links } = (await app.get(`/api/admin/leads/contact/${body.id}`, staff)).body
    expect(links).toMatchObject({
      call: 'tel:+393471234567',
      whatsapp: expect.stringMatching(/^https:\/\/wa\.me\/393471234567/),
    })
  }
})

test('a pasted e-mail address and free text lose invisible characters, and nothing that a reader sees', async () => {
  const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'
  for (const [form, row] of [
    [{ email: '\u200bcliente@cliente.example' }, { email: 'cliente@cliente.example' }],
    [{ email: 'clien\u2060te\u200b@cliente.example\u00a0' }, { email: 'cliente@cliente.example' }],
    [{ name: '\u202eAnna\u00a0 Rossi' }, { name: 'Anna Rossi' }],
    [{ name: 'Jose\u0301' }, { name: 'José' }],
    [
      { message: `\u202eSeggiolino,\u00a0due \u2764\ufe0f ${family}\ufe0f \n«sì» 1\ufe0f\u20e3` },
      { message: `Seggiolino,\u00a0due \u2764\ufe0f ${family}\ufe0f \n«sì» 1\ufe0f\u20e3` },
    ],
    // A joiner between two Persian letters belongs to the word.
    [{ message: 'می\u200cخواهم' }, { message: 'می\u200cخواهم' }],
  ] as [Record<string, unknown>, object][]) {
    const { status, body } = await app.post('/api/contacts', given.contact(form), newVisitor())
    expect([form, status]).toEqual([form, 201])
    expect(await stored(body.code)).toMatchObject(row)
  }
})

test('an address of a domain with an umlaut is stored as people read it, and gets its receipt', async () => {
  for (const [email, name] of [
    ['info@müller-reisen.example', 'ume'],
    // Chrome sends Punycode from a field for e-mail addresses.
    ['puny@xn--mller-reisen-dlb.example', 'puny'],
  ] as const) {
    const { status, body } = await app.post('/api/contacts', given.contact({ email, name }), newVisitor())
    expect([email, status]).toEqual([email, 201])
    const shown = email.replace(/@.*/, '@müller-reisen.example')
    expect((await stored(body.code))?.email).toBe(shown)
    const { links } = (await app.get(`/api/admin/leads/contact/${body.id}`, staff)).body
    expect(links.email).toMatch(/^mailto:\w+@xn--mller-reisen-dlb\.example\?/)
    await app.drain()
    // The server of the test decodes the recipient, so only the header shows what was sent.
    const [receipt] = mailbox.to(shown)
    const to = receipt?.headers.find(({ key }) => key === 'to')?.value
    expect(to).toContain(`${email.split('@')[0]}@xn--mller-reisen-dlb.example`)
  }
})

test('each fault of an e-mail address has its own sentence, in four languages', async () => {
  const faults: [string, string[]][] = [
    ['', ['Email richiesta', 'Please enter your email', 'geben Sie Ihre', 'Indiquez votre']],
    ['anna.example.com', ['manca la @', 'has no @', 'fehlt das @', 'manque le @']],
    ['anna @example.com', ['uno spazio', 'a space', 'ein Leerzeichen', 'une espace']],
    ['anna@example', ['Dopo la @', 'After the @', 'Nach dem @', 'Après le @']],
    ['anna@', ['prima e dopo', 'before and after', 'vor und nach', 'avant et après']],
    ['@example.com', ['prima e dopo', 'before and after', 'vor und nach', 'avant et après']],
    ['a@b.it, c@d.it', ['un solo indirizzo', 'only one', 'nur eine', 'une seule']],
    ['Anna <a@b.it>', ['senza nome', 'without a name', 'ohne Namen', 'sans nom']],
    ['anna..rossi@example.com', ['non valida', 'Invalid', 'Ungültige', 'non valide']],
    ['anna.@example.com', ['non valida', 'Invalid', 'Ungültige', 'non valide']],
    ['.anna@example.com', ['non valida', 'Invalid', 'Ungültige', 'non valide']],
    ['anna@exam_ple.com', ['non valida', 'Invalid', 'Ungültige', 'non valide']],
  ]
  for (const [email, sentences] of faults)
    for (const [index, language] of ['it', 'en', 'de', 'fr'].entries()) {
      const form = given.contact({ email, phone: '+39 347 1234567' })
      const { status, body } = await app.post('/api/contacts', form, asVisitor(language))
      expect([email, status, body.errors]).toEqual([
        email,
        422,
        [{ path: 'email', message: expect.stringContaining(sentences[index] ?? '') }],
      ])
    }
})

const numbers = [
  ['en', '07911 123456', /\+44 7911 123456/],
  ['de', '0171 1234567', /\+49 171 1234567/],
  ['en', '(212) 555-0123', /\+44/],
  ['fr', '06 12 34 56 78', /\+33 6/],
] as const

test('a number without a prefix on a page that is not Italian is asked for its prefix; an Italian page reads it', async () => {
  for (const [language, phone, sentence] of numbers)
    for (const [form, headers] of [
      [{ language }, newVisitor()],
      [{}, asVisitor(language)],
    ] as const)
      for (const url of ['/api/contacts', '/api/bookings', '/api/availability-requests']) {
        const input = { ...given.request(), ...given.booking(), ...form, phone }
        const { status, body } = await app.post(url, input, { ...headers, 'x-forwarded-for': newAddress() })
        const named = body.errors.map(({ path, message }: { path: string; message: string }) => [
          path,
          message,
        ])
        expect([url, status, named]).toEqual([url, 422, [['phone', expect.anything()]]])
        if (!('language' in form)) expect(named[0][1]).toMatch(sentence)
      }
  for (const [language, phone, call] of [
    ['en', '+44 (0)7911 123456', 'tel:+447911123456'],
    ['de', '0049 171 1234567', 'tel:+491711234567'],
    ['fr', '(+33) 6 12 34 56 78', 'tel:+33612345678'],
    ['it', '347 1234567', 'tel:+393471234567'],
  ] as const) {
    const { id } = await given.lead(app, 'contact', { language, phone })
    expect((await app.get(`/api/admin/leads/contact/${id}`, staff)).body.links.call).toBe(call)
  }
})

test('without JavaScript the page asks for the prefix at the field, in its language, and keeps what was typed', async () => {
  for (const [path, language, phone, sentence] of [
    ['/en/contact/', 'en', '07911 123456', 'start with + and the country code'],
    ['/de/kontakt/', 'de', '0171 1234567', 'Landesvorwahl'],
  ] as const) {
    const fields = {
      ...given.contact({ phone, language }),
      message: 'Zwei Kindersitze',
      privacyAccepted: 'on',
    }
    const { status, text } = await app.send('POST', path, new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      ...newVisitor(),
    })
    expect([path, status]).toEqual([path, 422])
    expect(text).toContain(sentence)
    expect(text).toContain(`value="${phone}"`)
    expect(text).toContain('Zwei Kindersitze')
  }
})

test('a number that staff type is Italian in every language, and one of an old foreign request has no link', async () => {
  const added = await app.post(
    '/api/admin/leads',
    given.contact({ name: 'Lucy', email: '', phone: '347 1234567 / 0832 123456', language: 'en' }),
    staff,
  )
  expect(added.body).toMatchObject({ phone: '+39 347 1234567 / 0832 123456' })
  const ugo = await given.lead(app, 'contact', { name: 'Ugo', phone: '333 1234567' })
  const { updatedAt } = (await app.get(`/api/admin/leads/contact/${ugo.id}`, staff)).body
  const change = { language: 'de', updatedAt }
  const changed = await app.send('PATCH', `/api/admin/contacts/${ugo.id}`, change, staff)
  expect(changed.body).toMatchObject({ phone: '+39 333 1234567', language: 'de' })
  for (const { id } of [added.body, ugo])
    expect((await app.get(`/api/admin/leads/contact/${id}`, staff)).body.links.whatsapp).toContain('wa.me/39')
  // Stored by an earlier version.
  const old = await given.lead(app, 'contact', { name: 'Old', phone: '+44 7911 123456', language: 'en' })
  await app.sql`update leads set phone = '07911 123456' where kind = 'contact' and id = ${old.id}`
  const { links } = (await app.get(`/api/admin/leads/contact/${old.id}`, staff)).body
  expect(links).toMatchObject({ call: null, whatsapp: null })
})

test('a customer who writes two numbers into the field is recognized by the first', async () => {
  const first = await given.lead(app, 'contact', {
    name: 'Ada Neri',
    phone: '329 1112223',
    email: 'ada@a.example',
  })
  const again = await given.lead(app, 'contact', {
    name: 'Ada Neri',
    phone: '+39 329 1112223 / 0832 777888',
    email: 'ada@b.example',
  })
  const rows = await app.sql<{ customerId: number }[]>`
    select distinct customer_id from customer_leads
    where lead_kind = 'contact' and lead_id in (${first.id}, ${again.id})`
  expect(rows).toHaveLength(1)
})
