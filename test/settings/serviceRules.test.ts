import { expect, test } from 'vitest'
import { type App, eventually, startApp } from '../app.ts'
import { given } from '../given.ts'
import { asStaff, configureMail, openMailbox } from '../mailbox.ts'
import { templates } from '../templates.ts'

// Pages, mails and replies must state the operator's rules as staff have set them.

const company = {
  companyName: 'Salento Transfer',
  vatNumber: '01234567890',
  phone: '+39 0832 123456',
  email: 'info@salento.example',
  leadsEmail: 'richieste@salento.example',
}

const route = '/tratte/transfer-aeroporto-brindisi-gallipoli/'
const olderRoute = '/tratte/lecce-otranto/'
const pages = [
  ...templates,
  '/tratte/transfer-aeroporto-bari-lecce/',
  '/richiesta/',
  '/blog/aeroporto-brindisi-salento-come-arrivare/',
  '/blog/economy-condiviso-o-auto-privata/',
  olderRoute,
]

/** Returns the text and the JSON-LD of a page, without other scripts and markup. */
const wordsOf = async (app: App, path: string) =>
  (await app.get(path)).text
    .replaceAll(/<script(?! type="application\/ld\+json")[\s\S]*?<\/script>/g, ' ')
    .replaceAll(/<(?!meta|\/?title)[^>]+>/g, ' ')
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/[\s ]+/g, ' ')

const changed = {
  waitingMinutes: 20,
  waitingFee: 30,
  refundHours: 72,
  changeHours: 36,
  isPhoneAlwaysOn: false,
  hasNightRides: false,
  takesCard: false,
  takesPaypal: false,
  openingFrom: '07:30',
  openingTo: '22:00',
}

/** Sentences that contradict `changed`. "Entro 15 minuti" is the time for an answer, not the driver's wait. */
const contradictions: RegExp[] = [
  /(?<!entro )\b(15|quindici) minuti/i,
  /\b15 € per ogni ora/,
  /\b(7|sette) giorni prima/,
  /(modific|cambi)\w* [^.]{0,60}24 ore prima/,
  /24\/7|24 ore su 24|a ogni ora|h24/i,
  /PayPal|con carta|Carta,/,
  /06:00|24:00/,
]

async function contradictionsIn(app: App): Promise<string[]> {
  const found: string[] = []
  for (const path of pages) {
    const words = await wordsOf(app, path)
    for (const rule of contradictions) {
      const [match] = words.match(rule) ?? []
      if (match) found.push(`${path}: ${match}`)
    }
  }
  return found
}

test('no page, mail or prepared reply contradicts the rules that staff set', async () => {
  await using app = await startApp({ data: 'demo' })
  await using mailbox = await openMailbox()
  await configureMail(app, mailbox)
  await app.sql`
    insert into routes (slug, name, departure, destination, price)
    values ('lecce-otranto', 'Lecce Otranto', 'Lecce', 'Otranto', '60')`
  await eventually(async () => expect((await app.get(olderRoute)).status).toBe(200))
  const rule = (found: string) => contradictions.findIndex((one) => one.test(found))
  // Each expression matches a page with the default rules, so each can find a contradiction.
  expect(new Set((await contradictionsIn(app)).map(rule))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]))

  await asStaff(app, 'PUT /api/admin/company-settings', { ...company, ...changed })
  await eventually(async () => expect(await wordsOf(app, route)).toContain('20 minuti di attesa'))
  expect(await contradictionsIn(app)).toEqual([])
  const terms = await wordsOf(app, '/termini-condizioni/')
  for (const words of [
    'Sono compresi 20 minuti di attesa gratuita: in aeroporto dall’atterraggio del volo, in stazione dall’arrivo del treno, altrove dall’ora concordata.',
    'l’attesa costa 30 € per ogni ora o frazione',
    'almeno 3 giorni prima del transfer di andata',
    'Le modifiche vanno chieste almeno 36 ore prima.',
    'L’ufficio risponde ogni giorno dalle 07:30 alle 22:00.',
  ])
    expect(terms).toContain(words)
  expect(await wordsOf(app, route)).toContain('20 minuti di attesa compresi, dall’atterraggio del volo')
  expect(await wordsOf(app, '/aziende/')).toContain('20 minuti di attesa compresi.')
  expect(await wordsOf(app, olderRoute)).toContain('Rimborso fino a 3 giorni prima')

  const { id } = await given.lead(app, 'request', { departure: 'Stazione Lecce', destination: 'Gallipoli' })
  const staff = await app.logIn()
  const { body } = await app.get(`/api/admin/availability-requests/${id}`, staff)
  expect(body.reply.text).toContain('20 minuti di attesa compresi, dall’arrivo del treno.')
  expect(body.reply.text).toContain(
    'Paghi a bordo in contanti, oppure prima del viaggio con bonifico. Puoi disdire con rimborso fino a 3 giorni prima.',
  )
  await app.drain()
  const [receipt] = mailbox.to('anna@example.com')
  expect(receipt?.text).toContain('20 minuti di attesa compresi, dall’arrivo del treno')
})

test('a credential appears on Home, routes, Aziende and for search engines once staff enter it, and not before', async () => {
  await using app = await startApp({ data: 'demo' })
  const credentials =
    /Licenza NCC|In attività|Parliamo|Assicurazione:|10 anni|10\+|foundingDate|knowsLanguage/
  for (const path of ['/', route, '/aziende/'])
    expect([path, (await wordsOf(app, path)).match(credentials)]).toEqual([path, null])
  await asStaff(app, 'PUT /api/admin/company-settings', {
    ...company,
    licenceNumber: '12',
    licenceMunicipality: 'Comune di Lecce',
    inBusinessSince: 2012,
    insurance: 'Assicurazioni del Sole, polizza RC 77',
    languages: 'italiano, inglese , tedesco',
  })
  await eventually(async () => expect(await wordsOf(app, '/')).toContain('Licenza NCC'))
  for (const path of ['/', route, '/aziende/']) {
    const words = await wordsOf(app, path)
    for (const one of [
      'Licenza NCC n. 12, Comune di Lecce',
      'In attività dal 2012',
      'Assicurazione: Assicurazioni del Sole, polizza RC 77',
      'Parliamo italiano, inglese e tedesco',
      'Carta, contanti, bonifico, PayPal',
      '15 minuti di attesa compresi',
      'Rimborso fino a 7 giorni prima',
      'Telefono 24/7 per chi è in viaggio',
    ])
      expect([path, words.includes(one), one]).toEqual([path, true, one])
  }
  expect(await wordsOf(app, '/')).toMatch(/(?<!In attività )dal 2012 in attività/)
  const home = (await app.get('/')).text
  expect(home).toContain('"name":"Licenza NCC n. 12, Comune di Lecce"')
  expect(home).toContain('"foundingDate":"2012"')
  expect(home).toContain('"knowsLanguage":["italiano","inglese","tedesco"]')
})

test('rules that cannot hold are refused at their field, and a shorter form keeps the others', async () => {
  await using app = await startApp()
  const staff = await app.logIn({ isSuperAdmin: false })
  const save = (form: object) =>
    app.send('PUT', '/api/admin/company-settings', { ...company, ...form }, staff)
  expect((await save({ ...changed, licenceNumber: '12' })).status).toBe(200)
  expect((await save({})).body).toMatchObject({ ...changed, licenceNumber: '12' })
  const payments = { takesCard: false, takesCash: false, takesTransfer: false, takesPaypal: false }
  for (const [form, path] of [
    [{ waitingMinutes: -1 }, 'waitingMinutes'],
    [{ waitingMinutes: 2.5 }, 'waitingMinutes'],
    [{ waitingMinutes: 241 }, 'waitingMinutes'],
    [{ refundHours: 9000 }, 'refundHours'],
    [{ inBusinessSince: 20 }, 'inBusinessSince'],
    [{ inBusinessSince: 2099 }, 'inBusinessSince'],
    [{ licenceNumber: '', licenceMunicipality: 'Lecce' }, 'licenceNumber'],
    [payments, 'takesCard'],
  ] as const) {
    const refused = await save(form)
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, path])
  }
})
