import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp } from '../app.ts'
import { configureMail, drainAll, openMailbox } from '../mailbox.ts'
import { openImap } from '../providers/imap.ts'
import { answeredLead, mailSource } from '../repliesByMail.ts'

const app = await openApp()
let smtp: Awaited<ReturnType<typeof openMailbox>>
let imap: Awaited<ReturnType<typeof openImap>>
let boss: Record<string, string>
let staff: Record<string, string>
beforeAll(async () => {
  smtp = await openMailbox()
  imap = await openImap({ password: 'libeccio-77' })
  await configureMail(app, smtp)
  boss = await app.logIn({ isSuperAdmin: true })
  staff = await app.logIn({ role: 'operatore' })
})
afterAll(async () => {
  await imap[Symbol.asyncDispose]()
  await smtp[Symbol.asyncDispose]()
})

const address = '/api/admin/reply-mailbox'
const form = () => ({ host: '127.0.0.1', port: imap.port, username: 'ufficio', isActive: true })
const stored = async () => (await app.get(address, boss)).body
const save = async (change: object) =>
  app.send('PUT', address, { ...form(), updatedAt: (await stored()).updatedAt, ...change }, boss)

const looseOf = async (sender: string) =>
  (await app.get(`/api/admin/inbound-mails?isLoose=true&search=${sender}`, staff)).body.items

const answered = (email: string) => answeredLead(app, staff, email)

const mailOf = (headers: Record<string, string>, body = 'Va bene, grazie.\nUgo') => mailSource(headers, body)

test('the mailbox is tested and saved; its password is masked, and belongs to one server and user', async () => {
  expect(await stored()).toMatchObject({ host: '', port: 993, password: null, updatedAt: null })
  const missing = await save({})
  expect([missing.status, missing.body.errors]).toEqual([
    422,
    [{ path: 'password', message: 'Inserisci la password della casella.' }],
  ])
  const tried = async (change: object) =>
    (await app.post(`${address}/test`, { ...form(), ...change }, boss)).body
  expect(await tried({ password: 'sbagliata' })).toEqual({
    success: false,
    message: 'La casella non accetta nome utente o password.',
  })
  expect(await tried({ password: 'libeccio-77' })).toEqual({
    success: true,
    message: 'La casella risponde: 0 email nella posta in arrivo.',
  })
  expect((await tried({ password: 'x', port: 1 })).message).toMatch(/^Il server della casella non risponde/)
  const saved = await save({ password: 'libeccio-77' })
  expect(saved.status).toBe(200)
  expect(saved.body.password).toMatch(/^••••/)
  const [row] = await app.sql`select password from reply_mailbox`
  expect(row?.password).not.toContain('libeccio')
  // The masked password stands for the stored one, which is never sent to another server or with another username.
  expect((await save({ password: saved.body.password })).status).toBe(200)
  expect((await tried({})).success).toBe(true)
  expect((await save({ username: 'altro' })).status).toBe(422)
  expect((await app.post(`${address}/test`, { ...form(), host: 'localhost' }, boss)).status).toBe(422)
  expect((await app.send('PUT', address, { ...form(), password: 'x', updatedAt: null }, boss)).status).toBe(
    409,
  )
  expect((await app.get(address, staff)).status).toBe(403)
})

test('replies are read once from the mails that arrive, and belong to the request that they answer', async () => {
  const lead = await answered('ugo@mail.example')
  imap.deliver(mailOf({ 'In-Reply-To': lead.sentId }, 'Di prima'), new Date(Date.now() - 3_600_000))
  imap.deliver(mailOf({ 'In-Reply-To': lead.sentId }))
  imap.deliver(mailOf({ Subject: `Viaggio ${lead.code}` }, 'Col codice'))
  imap.deliver(mailOf({ 'Message-ID': lead.sentId, From: 'Sito <sito@salento.example>' }, 'Copia per noi'))
  imap.deliver(mailOf({ From: 'Offerte <news@negozio.example>', Subject: 'Sconti' }))
  imap.deliver(mailOf({ Subject: 'Un’altra domanda' }, 'Senza codice'))
  await app.sweep('readReplies')
  await app.sweep('readReplies')
  await drainAll(app)
  const replies = await lead.replies()
  expect(
    replies.map(({ text, matchedBy }: { text: string; matchedBy: string }) => [text, matchedBy]),
  ).toEqual([
    ['Va bene, grazie.\nUgo', 'message'],
    ['Col codice', 'code'],
  ])
  expect(await lead.read()).toMatchObject({ isRead: false, waitingSince: replies[0].createdAt })
  // A customer's mail without a code waits for staff. Advertising stays in the mailbox.
  expect((await looseOf('ugo@')).map(({ text }: { text: string }) => text)).toEqual(['Senza codice'])
  expect(await looseOf('news@')).toEqual([])
  // No command may change the inbox.
  expect(new Set(imap.commands)).not.toContain('select')
  expect(imap.commands.filter((name) => /store|copy|move|expunge/.test(name))).toEqual([])

  // A mail that no parser reads must not keep the mails after it from being read.
  const nested = (depth: number): string =>
    depth === 0
      ? 'Ciao'
      : `--${depth}\nContent-Type: multipart/mixed; boundary=${depth - 1}\n\n${nested(depth - 1)}`
  imap.deliver(mailOf({ 'Content-Type': 'multipart/mixed; boundary=300' }, nested(300)))
  imap.deliver(mailOf({ 'In-Reply-To': lead.sentId }, 'Dopo quella illeggibile'))
  await app.sweep('readReplies')
  expect((await lead.texts()).at(-1)).toBe('Dopo quella illeggibile')

  // After a repair of the mailbox, the provider has given all mails new numbers.
  imap.deliver(mailOf({ 'In-Reply-To': lead.sentId }, 'Durante la riparazione'))
  imap.renumber()
  await app.sweep('readReplies')
  expect(await lead.texts()).toEqual([
    'Va bene, grazie.\nUgo',
    'Col codice',
    'Dopo quella illeggibile',
    'Durante la riparazione',
  ])
  expect(await stored()).toMatchObject({ problem: null, readAt: expect.any(String) })
})

test('files and HTML of a mail are stored as harmless text and downloads; an out-of-office reply asks for nothing', async () => {
  const lead = await answered('dora@mail.example')
  const boundary = 'parte'
  const file = (name: string, text: string) => `--${boundary}
Content-Type: application/octet-stream
Content-Disposition: attachment; filename="${name}"
Content-Transfer-Encoding: base64

${Buffer.from(text, 'latin1').toString('base64')}
`
  const files: [string, string][] = [
    ['../biglietto.pdf', '%PDF-1.4'],
    ['virus.exe', 'MZ'],
    ['foto.jpeg', '\xff\xd8\xff\xe0'],
    ['foto.heic', '\0\0\0\x18ftypheic'],
    ['programma.docx', 'PK\x03\x04'],
    ['falsa.png', '<svg onload="alert(1)"/>'],
    ['falso.xlsx', 'MZ'],
    ['falso.txt', 'MZ\0'],
  ]
  imap.deliver(
    mailOf(
      {
        From: 'Dora <dora@mail.example>',
        'In-Reply-To': lead.sentId,
        'Auto-Submitted': 'auto-replied',
        'MIME-Version': '1.0',
        'Content-Type': `multipart/mixed; boundary="${boundary}"`,
      },
      `--${boundary}
Content-Type: text/html; charset=utf-8

<p>Sono <b>via</b> &amp; torno<script>alert(1)</script></p><p>Dora</p>
${files.map(([name, text]) => file(name, text)).join('')}--${boundary}--`,
    ),
  )
  await app.sweep('readReplies')
  await drainAll(app)
  const [reply] = await lead.replies()
  expect(reply.text.split(/\n+/)).toEqual(['Sono via & torno', 'Dora'])
  expect(reply.attachments).toMatchObject([
    { name: '.._biglietto.pdf', isStored: true, problem: null, size: 8 },
    { name: 'virus.exe', isStored: false, problem: 'Tipo di file non ammesso.' },
    ...['foto.jpeg', 'foto.heic', 'programma.docx'].map((name) => ({ name, isStored: true, problem: null })),
    ...['falsa.png', 'falso.xlsx', 'falso.txt'].map((name) => ({
      name,
      isStored: false,
      problem: 'Il contenuto non è quello che il nome promette.',
    })),
  ])
  expect(await lead.read()).toMatchObject({ waitingSince: null })
})

test('a mailbox that refuses the log-in is a visible failure, and the next reading loses nothing', async () => {
  const lead = await answered('elio@mail.example')
  await app.sweep('readReplies')
  await save({ password: 'cambiata' })
  imap.deliver(mailOf({ From: 'Elio <elio@mail.example>', 'In-Reply-To': lead.sentId }, 'Ci sono'))
  await app.sweep('readReplies')
  expect(await stored()).toMatchObject({ problem: 'La casella non accetta nome utente o password.' })
  const { tiles } = (await app.get('/api/admin/system', boss)).body
  expect(JSON.stringify(tiles)).toContain('Casella delle risposte')
  await save({ password: 'libeccio-77' })
  await app.sweep('readReplies')
  expect(await lead.texts()).toEqual(['Ci sono'])
  expect((await stored()).problem).toBeNull()
})
