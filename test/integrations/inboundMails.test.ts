import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp } from '../app.ts'
import { configureMail, drainAll } from '../mailbox.ts'
import { openBrevo } from '../providers/brevo.ts'
import { answeredLead } from '../repliesByMail.ts'

const brevo = await openBrevo()
afterAll(() => brevo[Symbol.asyncDispose]())
const app = await openApp({ env: { BREVO_BASE_URL: brevo.baseUrl } })
let staff: Record<string, string>
let webhook: string
beforeAll(async () => {
  const configuration = await configureMail(app, { port: 587 }, { smtpHost: null, apiKey: 'xkeysib-ok' })
  webhook = new URL(configuration.inboundAddress).pathname
  staff = await app.logIn({ role: 'operatore' })
})

let count = 0

/** Returns a mail in the format of Brevo's inbound webhook. */
function mailOf(said: object = {}) {
  count += 1
  return {
    Uuid: ['5b7d8f2e-6a5e-4d7c-8a53-0f1c7e3b9a11'],
    MessageId: `<${count}.reply@mail.example>`,
    InReplyTo: null,
    From: { Name: 'Ugo Bianchi', Address: 'ugo@mail.example' },
    To: [{ Name: null, Address: 'risposte@salento.example' }],
    Cc: [],
    ReplyTo: null,
    SentAtDate: 'Mon, 23 Nov 2026 10:00:00 +0100',
    Subject: 'Re: La tua richiesta',
    RawHtmlBody: '<p>Va bene<script>alert(1)</script></p>',
    RawTextBody: 'Va bene, grazie.\r\nUgo',
    ExtractedMarkdownMessage: 'Va bene, grazie.',
    SpamScore: 0.1,
    Attachments: [],
    Headers: {},
    ...said,
  }
}

const deliver = (...items: unknown[]) => app.post(webhook, { items })

const answered = () => answeredLead(app, staff, `ugo${++count}@mail.example`)

test('a reply arrives at the request whose mail it answers, once, and the customer waits for an answer', async () => {
  const lead = await answered()
  expect(await lead.read()).toMatchObject({ status: 'contattata', waitingSince: null })
  // Brevo replaces the Message-ID that the product gave a mail. A reply names Brevo's or the product's Message-ID.
  const byProvider = mailOf({ InReplyTo: lead.providerId })
  const byReferences = mailOf({ Headers: { References: `<x@y.example> ${lead.sentId}` } })
  for (const item of [byProvider, byReferences, byProvider]) expect((await deliver(item)).status).toBe(200)
  await drainAll(app)
  const replies = await lead.replies()
  expect(replies).toHaveLength(2)
  expect(replies[0]).toMatchObject({
    matchedBy: 'message',
    fromName: 'Ugo Bianchi',
    fromAddress: 'ugo@mail.example',
    subject: 'Re: La tua richiesta',
    text: 'Va bene, grazie.\nUgo',
    attachments: [],
  })
  const waiting = await lead.read()
  expect(waiting).toMatchObject({ status: 'contattata', isRead: false, waitingSince: replies[0].createdAt })
  expect(Date.parse(waiting.promisedAt)).toBeGreaterThan(Date.parse(replies[0].createdAt))
  const { items } = (await app.get('/api/admin/leads?isWaiting=true', staff)).body
  expect(items.map(({ id }: { id: number }) => id)).toContain(lead.id)

  const path = `/api/admin/leads/contact/${lead.id}/answer`
  await app.post(path, { via: 'call', outcome: 'noAnswer' }, staff)
  expect((await lead.read()).waitingSince).toBe(replies[0].createdAt)
  const { actId } = (await app.post(path, { via: 'whatsapp', text: 'Perfetto' }, staff)).body
  expect((await lead.read()).waitingSince).toBeNull()
  await app.post(`/api/admin/bulk-acts/${actId}/undo`, {}, staff)
  expect((await lead.read()).waitingSince).toBe(replies[0].createdAt)
})

test('a mail without a known Message-ID is matched by the code in its subject, and otherwise joined by staff', async () => {
  const lead = await answered()
  const stray = mailOf({ Subject: 'Prezzo', From: { Name: '', Address: 'stray@mail.example' } })
  const from = { Name: 'Ugo', Address: lead.email.toUpperCase() }
  await deliver(mailOf({ Subject: `R: viaggio ${lead.code.toLowerCase()}!`, From: from }), stray)
  await drainAll(app)
  expect((await lead.replies()).map(({ matchedBy }: { matchedBy: string }) => matchedBy)).toEqual(['code'])
  const { items } = (await app.get('/api/admin/inbound-mails?isLoose=true&search=stray@', staff)).body
  expect(items).toMatchObject([{ subject: 'Prezzo', leadId: null, matchedBy: null }])
  const join = (code: string) => app.post(`/api/admin/inbound-mails/${items[0].id}/join`, { code }, staff)
  const wrong = await join('ZZZZZZ')
  expect([wrong.status, wrong.body.errors]).toEqual([
    422,
    [{ path: 'code', message: 'Nessuna richiesta con questo codice.' }],
  ])
  expect((await join(` ${lead.code.toLowerCase()} `)).body).toMatchObject({
    leadId: lead.id,
    matchedBy: 'staff',
  })
  expect((await join(lead.code)).status).toBe(409)
  expect(await lead.replies()).toHaveLength(2)
})

test('a reply to any mail to the customer is matched by that mail, and a reply to a mail to the office is not', async () => {
  const lead = await answered()
  const matched = async (purpose: string) => {
    await app.sql`update email_messages set purpose = ${purpose} where message_id = ${lead.sentId}`
    const before = (await lead.replies()).length
    await deliver(mailOf({ InReplyTo: lead.sentId, Subject: 'Re: Transfer' }))
    await drainAll(app)
    return (await lead.replies()).length > before
  }
  for (const purpose of ['receipt', 'offer', 'confirmation', 'driver', 'review'])
    expect([purpose, await matched(purpose)]).toEqual([purpose, true])
  expect(await matched('office')).toBe(false)
})

test('an admin deletes a mail that belongs to no request, with its files, and no mail of a request', async () => {
  const lead = await answered()
  await deliver(
    mailOf({ InReplyTo: lead.sentId }),
    mailOf({
      From: { Name: '', Address: 'loose@mail.example' },
      Attachments: [
        { Name: 'a.pdf', ContentType: 'application/pdf', ContentLength: 4, DownloadToken: 'loose' },
      ],
    }),
  )
  await drainAll(app)
  const { items } = (await app.get('/api/admin/inbound-mails?isLoose=true&search=loose@', staff)).body
  const path = `/api/admin/inbound-mails/${items[0].id}`
  const admin = await app.logIn({ isSuperAdmin: false })
  expect((await app.send('DELETE', path, undefined, staff)).status).toBe(403)
  const [{ id: joined }] = await lead.replies()
  expect((await app.send('DELETE', `/api/admin/inbound-mails/${joined}`, undefined, admin)).status).toBe(409)
  expect((await app.send('DELETE', path, undefined, admin)).status).toBe(204)
  expect((await app.send('DELETE', path, undefined, admin)).status).toBe(404)
  expect(await app.sql`select from inbound_attachments where inbound_mail_id = ${items[0].id}`).toEqual([])
  const [entry] = await app.sql`
    select before, after from audit_log where action = 'integrations:inboundMailDeleted'`
  expect(entry).toEqual({ before: null, after: null })
})

test('files are fetched within limits and only downloaded, by staff alone', async () => {
  const lead = await answered()
  const ticket = '%PDF-1.7 <script>alert(1)</script>'
  brevo.files.set('one/token', ticket)
  brevo.files.set('four', '<html><script>alert(1)</script></html>')
  const file = (Name: string, DownloadToken: string, ContentLength = 40) => ({
    Name,
    ContentType: 'text/html',
    ContentLength,
    ContentID: null,
    DownloadToken,
  })
  await deliver(
    mailOf({
      InReplyTo: lead.sentId,
      Attachments: [
        file('../../biglietto "d’imbarco".pdf', 'one/token'),
        file('programma.exe', 'two'),
        file('foto.jpg', 'three', 11 * 1024 * 1024),
        file('pagina.pdf', 'four'),
      ],
    }),
  )
  await drainAll(app)
  const [{ attachments }] = await lead.replies()
  expect(attachments).toMatchObject([
    { name: '.._.._biglietto _d’imbarco_.pdf', isStored: true, problem: null },
    { name: 'programma.exe', isStored: false, problem: 'Tipo di file non ammesso.' },
    { name: 'foto.jpg', isStored: false, problem: 'Più grande di 10 MB.' },
    { name: 'pagina.pdf', isStored: false, problem: 'Il contenuto non è quello che il nome promette.' },
  ])
  const path = `/api/admin/inbound-attachments/${attachments[0].id}`
  const got = await app.get(path, staff)
  expect([got.status, got.text]).toEqual([200, ticket])
  expect(got.headers.get('content-type')).toBe('application/octet-stream')
  expect(got.headers.get('x-content-type-options')).toBe('nosniff')
  expect(got.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''[\w.%-]+$/)
  expect((await app.get(path)).status).toBe(401)
  expect((await app.get(path, await app.logIn({ role: 'autista' }))).status).toBe(403)
  expect((await app.get(`/api/admin/inbound-attachments/${attachments[1].id}`, staff)).status).toBe(404)
  expect(await app.sql`select id from inbound_attachments where download_token is not null`).toEqual([])
})

test('only the URL with the token delivers mails, and a strange body is no error', async () => {
  const before = await app.sql`select count(*)::int as count from inbound_mails`
  const stranger = webhook.replace(/.{4}$/, 'AAAA')
  expect((await app.post(stranger, { items: [mailOf()] })).status).toBe(401)
  expect((await app.post(webhook, { items: [mailOf()] }, { authorization: 'Bearer x' })).status).toBe(401)
  for (const body of [[], {}, { items: 'x' }, { items: [null, 1, {}, { MessageId: 7 }, { MessageId: ' ' }] }])
    expect((await app.post(webhook, body)).status).toBe(200)
  expect(await app.sql`select count(*)::int as count from inbound_mails`).toEqual(before)
  const odd = mailOf({
    Subject: `a\u0000\r\nBcc: b ${'x'.repeat(400)}`,
    RawTextBody: `\u0000${'y'.repeat(30_000)}`,
    From: null,
    Headers: { References: [1, '<a@b>'] },
    Attachments: [{ Name: 3 }],
  })
  expect((await deliver(odd)).status).toBe(200)
  const [row] =
    await app.sql`select subject, text, from_address from inbound_mails where message_id like ${`${odd.MessageId} %`}`
  expect(row).toMatchObject({ subject: expect.stringMatching(/^a Bcc: b x+$/), fromAddress: '' })
  expect(row?.text).toHaveLength(20_000)
  expect((await app.post(webhook, { items: [mailOf({ RawTextBody: 'z'.repeat(3_000_000) })] })).status).toBe(
    413,
  )
})
