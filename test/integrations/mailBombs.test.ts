import { chmodSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, openApp } from '../app.ts'
import { configureMail, drainAll, openMailbox } from '../mailbox.ts'
import { openBrevo } from '../providers/brevo.ts'
import { hasDovecot, openDovecot } from '../providers/dovecot.ts'
import { openImap } from '../providers/imap.ts'
import { answeredLead, mailSource } from '../repliesByMail.ts'

const brevo = await openBrevo()
const app = await openApp({ env: { BREVO_BASE_URL: brevo.baseUrl } })
let smtp: Awaited<ReturnType<typeof openMailbox>>
let imap: Awaited<ReturnType<typeof openImap>>
let boss: Record<string, string>
let staff: Record<string, string>
let webhook: string

const mailbox = '/api/admin/reply-mailbox'
const read = () => app.sweep('readReplies')
const unreadable = async () => (await app.get('/api/admin/unreadable-mails', staff)).body.items
const failures = async () => (await app.get('/api/admin/failures', staff)).body.items
const act = (id: number, what: string) => app.post(`/api/admin/unreadable-mails/${id}/${what}`, {}, staff)

async function useMailbox(port: number): Promise<void> {
  const { updatedAt } = (await app.get(mailbox, boss)).body
  const form = {
    host: '127.0.0.1',
    port,
    username: `ufficio${port}`,
    password: 'libeccio-77',
    isActive: true,
  }
  expect((await app.send('PUT', mailbox, { ...form, updatedAt }, boss)).status).toBe(200)
}

beforeAll(async () => {
  smtp = await openMailbox()
  imap = await openImap({ password: 'libeccio-77' })
  const configuration = await configureMail(app, smtp)
  webhook = new URL(configuration.inboundAddress).pathname
  boss = await app.logIn({ isSuperAdmin: true })
  staff = await app.logIn({ role: 'operatore' })
  await useMailbox(imap.port)
})
afterAll(async () => {
  await imap[Symbol.asyncDispose]()
  await smtp[Symbol.asyncDispose]()
  await brevo[Symbol.asyncDispose]()
})

const answered = (email: string) => answeredLead(app, staff, email)

const mailOf = (headers: Record<string, string | null>, body = 'Va bene.') => mailSource(headers, body)

const html = { 'MIME-Version': '1.0', 'Content-Type': 'text/html; charset=utf-8' }
/** HTML whose parsing takes much longer than the limit. */
const endless = '<b>'.repeat(300_000)

test('HTML that is never closed is read at once', async () => {
  const lead = await answered('mai@mail.example')
  const reply = { ...html, 'In-Reply-To': lead.sentId }
  imap.deliver(mailOf(reply, `<p>Ci vediamo</p>${'<br'.repeat(140_000)}`))
  imap.deliver(mailOf(reply, `<p>Domani</p>${'<p '.repeat(330_000)}`))
  await read()
  expect(await lead.texts()).toEqual(['Ci vediamo', 'Domani'])
  expect(await unreadable()).toEqual([])
})

test('a customer’s mail without Message-ID, with a blank or a reused one is stored once, and the request waits', async () => {
  const lead = await answered('cliente@mail.example')
  const reply = { From: 'Cliente Prova <cliente@mail.example>', 'In-Reply-To': lead.sentId }
  const missing = mailOf({ ...reply, 'Message-ID': null }, 'Confermo per le 6:30, grazie.')
  imap.deliver(missing)
  await read()
  await drainAll(app)
  expect(await lead.texts()).toEqual(['Confermo per le 6:30, grazie.'])
  expect((await lead.read()).waitingSince).not.toBeNull()

  imap.deliver(`Received: from altrove by qui; Sun, 29 Nov 2026 17:00:00 +0100\n${missing}`)
  imap.deliver(mailOf({ ...reply, 'Message-ID': ' ' }, 'In bianco'))
  const date = 'Sun, 29 Nov 2026 16:30:00 +0100'
  const reused = { ...reply, Date: date, 'Message-ID': '<1@programma.example>' }
  imap.deliver(mailOf(reused, 'Prima'))
  imap.deliver(mailOf(reused, 'Seconda'))
  imap.renumber()
  await read()
  await read()
  const all = ['Confermo per le 6:30, grazie.', 'In bianco', 'Prima', 'Seconda']
  expect(await lead.texts()).toEqual(all)

  // The mail `Seconda` comes by Brevo, too, then another one with its Message-ID, and one without.
  const item = {
    MessageId: '<1@programma.example>',
    InReplyTo: lead.sentId,
    Subject: 'Re: La tua richiesta',
    From: { Name: 'Cliente Prova', Address: 'cliente@mail.example' },
    Attachments: [],
    Headers: {},
    SentAtDate: date,
    RawTextBody: 'Seconda\r\n',
  }
  const other = { ...item, RawTextBody: 'Terza' }
  const withoutId = { ...item, MessageId: null, RawTextBody: 'Quarta' }
  for (const items of [[item, other, withoutId], [other], [withoutId]])
    expect((await app.post(webhook, { items })).status).toBe(200)
  expect((await lead.texts()).sort()).toEqual([...all, 'Terza', 'Quarta'].sort())
})

test('two mails with the same words and neither Message-ID nor date are two answers', async () => {
  const lead = await answered('breve@mail.example')
  const source = mailOf({ 'In-Reply-To': lead.sentId, 'Message-ID': null, Date: null }, 'Ok')
  imap.deliver(source, new Date(Date.now() - 60_000))
  imap.deliver(source)
  await read()
  imap.renumber()
  await read()
  expect(await lead.texts()).toEqual(['Ok', 'Ok'])
})

test('a mail that an earlier version stored is not stored again', async () => {
  const lead = await answered('vecchio@mail.example')
  const source = mailOf({ 'Message-ID': '<vecchio@mail.example>', 'In-Reply-To': lead.sentId })
  imap.deliver(source)
  await read()
  await app.sql`update inbound_mails set message_id = '<vecchio@mail.example>' where message_id like '<vecchio@%'`
  imap.deliver(source)
  await read()
  expect(await lead.texts()).toEqual(['Va bene.'])
})

test('a mail that cannot be read is given up after two tries and named, and the mails after it arrive at once', async () => {
  const lead = await answered('bomba@mail.example')
  const reply = { 'In-Reply-To': lead.sentId }
  const bomb = imap.deliver(
    mailOf({ ...reply, ...html, From: 'Bruno <bruno@mail.example>', Subject: 'Bomba' }, endless),
  )
  const refused = imap.deliver(mailOf({ ...reply, Subject: 'Rifiutato' }), new Date(), 'refuse')
  const closing = imap.deliver(mailOf({ ...reply, Subject: 'Perso' }), new Date(), 'close')
  imap.deliver(mailOf(reply, 'Dopo le tre'))
  await read()
  expect(await lead.texts()).toEqual(['Dopo le tre'])
  expect(await unreadable()).toEqual([])
  await read()
  const named = await unreadable()
  expect(named).toMatchObject([
    { fromAddress: '', subject: '', arrivedAt: null },
    { fromAddress: '', subject: '', reason: expect.stringContaining('La casella rifiuta') },
    {
      fromName: 'Bruno',
      fromAddress: 'bruno@mail.example',
      subject: 'Bomba',
      reason: 'La lettura non finisce.',
      arrivedAt: expect.any(String),
    },
  ])
  const fetchedOf = ({ uid }: { uid: number }) => imap.fetched.filter((one) => one === uid).length
  const before = [bomb, refused, closing].map(fetchedOf)
  await read()
  expect([bomb, refused, closing].map(fetchedOf)).toEqual(before)

  // Staff see them in Oggi and in the state of the system.
  expect(await failures()).toContainEqual(
    expect.objectContaining({ kind: 'unreadable', what: 'Bomba (Bruno)', reason: 'La lettura non finisce.' }),
  )
  const { tiles } = (await app.get('/api/admin/system', boss)).body
  expect(tiles).toContainEqual(
    expect.objectContaining({ name: 'Casella delle risposte', text: 'Messaggi che non si leggono: 3' }),
  )

  // One is readable now, one has been read in the mailbox.
  refused.fault = null
  const [, { id: refusedId }, { id: bombId }] = named
  expect((await act(refusedId, 'retry')).status).toBe(202)
  expect((await act(bombId, 'drop')).status).toBe(200)
  expect((await act(bombId, 'drop')).status).toBe(404)
  await read()
  expect(await lead.texts()).toEqual(['Dopo le tre', 'Va bene.'])
  expect(await unreadable()).toHaveLength(1)
})

test.each(['omit', 'empty'] as const)(
  'a mail that the server lists but does not send is named, not taken for a deleted one (%s)',
  async (fault) => {
    const lead = await answered(`${fault}@mail.example`)
    const mail = imap.deliver(mailOf({ 'In-Reply-To': lead.sentId }, 'Eccomi'), new Date(), fault)
    await read()
    await read()
    const [named] = await unreadable()
    expect(named.reason).toBe('La casella elenca il messaggio, ma non lo consegna.')
    mail.fault = null
    expect((await act(named.id, 'retry')).status).toBe(202)
    await read()
    expect(await lead.texts()).toEqual(['Eccomi'])
  },
)

test('a mail that ends the worker is tried twice, then named without reading it', async () => {
  const lead = await answered('muore@mail.example')
  const mail = imap.deliver(mailOf({ 'In-Reply-To': lead.sentId, Subject: 'Fine' }))
  // Two workers were killed during the try, after they had counted it.
  await app.sql`
    insert into mailbox_tries (uid_validity, uid, tries) values (${imap.state.uidValidity}, ${mail.uid}, 2)`
  imap.deliver(mailOf({ 'In-Reply-To': lead.sentId }, 'Dopo'))
  await read()
  expect(await lead.texts()).toEqual(['Dopo'])
  expect((await unreadable())[0]).toMatchObject({
    subject: 'Fine',
    reason: 'La lettura si è interrotta a questo messaggio.',
  })
})

test('HTML from Brevo cannot stop the API, and the mail arrives at its request', async () => {
  const lead = await answered('brevo@mail.example')
  const item = (MessageId: string, more: object) => ({
    MessageId,
    InReplyTo: lead.sentId,
    Subject: 'Re',
    From: { Address: 'brevo@mail.example' },
    Attachments: [],
    Headers: {},
    RawTextBody: '',
    ...more,
  })
  const delivery = app.post(webhook, {
    items: [
      item('<b1@x.example>', { RawHtmlBody: endless, ExtractedMarkdownMessage: 'Dal markdown' }),
      item('<b2@x.example>', { RawHtmlBody: endless }),
      item('<b3@x.example>', { RawHtmlBody: '<p>Va <b>bene</b></p>' }),
    ],
  })
  let isDone = false
  void delivery.finally(() => {
    isDone = true
  })
  for (let asked = 0; asked < 5; asked += 1) expect((await app.get('/healthz')).status).toBe(200)
  expect(isDone).toBe(false)
  expect((await delivery).status).toBe(200)
  expect((await lead.texts()).sort()).toEqual(['', 'Dal markdown', 'Va bene'])
  expect((await lead.notes()).flat()).toEqual(['Questo messaggio non si legge: aprilo in Brevo.'])
})

test('texts of any length in Brevo’s headers take no time', async () => {
  const long = 'a'.repeat(10_000)
  const odd = {
    MessageId: '<lungo@x.example>',
    Subject: ' '.repeat(300_000),
    From: { Name: long, Address: long },
    Headers: { References: Array.from({ length: 120 }, () => long) },
    InReplyTo: '@'.repeat(100_000),
    Attachments: [{ Name: `${'.'.repeat(100_000)}.pdf`, DownloadToken: 'x' }],
    RawTextBody: 'Ciao',
  }
  const before = process.cpuUsage()
  expect((await app.post(webhook, { items: [odd] })).status).toBe(200)
  const { user } = process.cpuUsage(before)
  expect(user / 1000).toBeLessThan(2_000)
})

test('an unreadable mail of a real Dovecot is skipped after two tries and named', async ({ skip }) => {
  if (!hasDovecot()) skip('no dovecot')
  const lead = await answered('dovecot@mail.example')
  await using dovecot = await openDovecot()
  await useMailbox(dovecot.port)
  const reply = { From: 'Ugo <dovecot@mail.example>', 'In-Reply-To': lead.sentId }
  dovecot.deliver(mailOf(reply, 'Prima'))
  const broken = dovecot.deliver(mailOf(reply, 'Rotta'))
  chmodSync(broken, 0)
  dovecot.deliver(mailOf(reply, 'Dopo'))
  await read()
  expect(await lead.texts()).toEqual(['Prima', 'Dopo'])
  dovecot.deliver(mailOf(reply, 'Più tardi'))
  await read()
  expect(await lead.texts()).toEqual(['Prima', 'Dopo', 'Più tardi'])
  const [named] = await unreadable()
  expect(named).toMatchObject({ reason: expect.stringContaining('non risponde') })
  expect((await app.get(mailbox, boss)).body.problem).toBeNull()

  // The administrator of the server repairs the file.
  chmodSync(broken, 0o644)
  await act(named.id, 'retry')
  await eventually(async () => {
    await read()
    expect(await lead.texts()).toEqual(['Prima', 'Dopo', 'Più tardi', 'Rotta'])
  })
})

test('while the server sends no mail at all, its storage is the problem, and every mail arrives afterwards', async () => {
  await using broken = await openImap({ password: 'libeccio-77' })
  await useMailbox(broken.port)
  const lead = await answered('guasto@mail.example')
  const reply = { 'In-Reply-To': lead.sentId }
  const mails = [broken.deliver(mailOf(reply, 'Prima'))]
  await read()
  for (const fault of ['refuse', 'close', 'empty'] as const) {
    mails.push(broken.deliver(mailOf(reply, `Durante ${fault}`)))
    for (const mail of mails) mail.fault = fault
    for (let turn = 0; turn < 3; turn += 1) await read()
    expect(await unreadable()).toEqual([])
    expect((await app.get(mailbox, boss)).body.problem).toEqual(expect.any(String))
    for (const mail of mails) mail.fault = null
    await read()
    expect((await lead.texts()).at(-1)).toBe(`Durante ${fault}`)
    expect((await app.get(mailbox, boss)).body.problem).toBeNull()
  }
})
