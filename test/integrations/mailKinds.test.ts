import { expect, test } from 'vitest'
import type { MailKind } from '../../src/modules/integrations/mailReader/mail.contract.ts'
import { openApp } from '../app.ts'
import { mailOf, openInbox, storedMail } from '../inbox.ts'

const app = await openApp()
const inbox = await openInbox(app)

const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`

type Sample = [name: string, kind: MailKind, headers: Record<string, string>, body?: string]

const report = (type: string, part: string) => ({
  headers: { 'MIME-Version': '1.0', 'Content-Type': `multipart/report; report-type=${type}; boundary=BB` },
  body: `--BB\nContent-Type: text/plain\n\nNotifica\n--BB\n${part}\n--BB--`,
})
const read = report(
  'disposition-notification',
  'Content-Type: message/disposition-notification\n\nDisposition: manual-action/MDN-sent-manually; displayed',
)
const arrived = report(
  'delivery-status',
  'Content-Type: message/delivery-status\n\nAction: delivered\nStatus: 2.0.0',
)
const complaint = report(
  'feedback-report',
  'Content-Type: message/feedback-report\n\nFeedback-Type: abuse\n--BB\nContent-Type: message/rfc822\n\nSubject: La tua richiesta\n\nCosta 40 euro.',
)
/** A mail of a person with another mail as an attachment. */
const forwarding = (inner: { headers: object; body: string }) => {
  const headers = Object.entries(inner.headers).map(([name, value]) => `${name}: ${value}`)
  const enclosed = `Content-Type: message/rfc822\n\n${headers.join('\n')}\n\n${inner.body}`
  return {
    headers: { Subject: 'Vi giro questo', 'Content-Type': 'multipart/mixed; boundary=OO' },
    body: `--OO\nContent-Type: text/plain\n\nMi è arrivato questo.\n--OO\n${enclosed}\n--OO--`,
  }
}

const accepted = 'BEGIN:VCALENDAR\nMETHOD:REPLY\nBEGIN:VEVENT\nUID:1\nEND:VEVENT\nEND:VCALENDAR'

/** Subjects by which alone an out-of-office reply is known. */
const subjects = [
  ...['Risposta automatica: La tua richiesta', 'RISPOSTA AUTOMATICA', 'Automatic reply: La tua richiesta'],
  ...['Automatische Antwort: La tua richiesta', 'Abwesenheitsnotiz: La tua richiesta'],
  ...['Réponse automatique : La tua richiesta', 'Respuesta automática: La tua richiesta'],
  ...['Fuori sede: La tua richiesta', 'Fuori sede', 'Fuori ufficio', 'Out of Office: Re: La tua richiesta'],
  ...['Automaattinen vastaus: La tua richiesta', 'Automatická odpověď: La tua richiesta'],
  ...['Автоматический ответ: La tua richiesta', 'Otomatik Yanıt: La tua richiesta'],
  ...['自动答复: La tua richiesta', 'Αυτόματη απάντηση: La tua richiesta'],
  ...['رد تلقائي: La tua richiesta', '자동 회신: La tua richiesta'],
  ...['[Auto-Reply] Re: La tua richiesta', 'Autosvar: La tua richiesta', 'Assente: La tua richiesta'],
  ...['Automatická odpověď: La tua richiesta', 'Automatikus válasz: La tua richiesta'],
  ...['Răspuns automat: La tua richiesta', 'Automaattinen vastaus: La tua richiesta'],
  ...['Otomatik yanıt: La tua richiesta', 'Αυτόματη απάντηση: La tua richiesta'],
  ...['Автоматический ответ: La tua richiesta', '自动答复: La tua richiesta'],
]

/** Mails that answer our mail, but that no person wrote. */
const machines: Sample[] = [
  ['keyword alone', 'autoReply', { 'Auto-Submitted': 'auto-replied' }],
  ['keyword with a comment', 'autoReply', { 'Auto-Submitted': 'auto-replied (vacation)' }],
  ['keyword with a parameter', 'autoReply', { 'Auto-Submitted': 'Auto-Replied; owner-email="x@y.example"' }],
  [
    'Exchange',
    'autoReply',
    { 'Auto-Submitted': 'auto-generated', Subject: 'Automatic reply: La tua richiesta' },
  ],
  [
    'a ticket system',
    'automatic',
    { 'Auto-Submitted': 'auto-generated', Subject: 'Re: [#77] La tua richiesta' },
  ],
  ['precedence', 'autoReply', { Precedence: 'auto_reply' }],
  ['vacation(1)', 'autoReply', { Precedence: 'bulk', Subject: 'away' }],
  ['X-Autoreply', 'autoReply', { 'X-Autoreply': 'yes' }],
  ['X-Autorespond', 'autoReply', { 'X-Autorespond': 'La tua richiesta' }],
  [
    'X-Auto-Response-Suppress',
    'automatic',
    { 'X-Auto-Response-Suppress': 'DR, OOF, AutoReply', Subject: 'Ricevuto' },
  ],
  ['no return path', 'automatic', { 'Return-Path': '<>', Subject: 'Grazie del messaggio' }],
  ['read receipt', 'receipt', read.headers, read.body],
  ['delivery receipt', 'receipt', arrived.headers, arrived.body],
  ['complaint about unwanted mail', 'automatic', complaint.headers, complaint.body],
  [
    'certified receipt',
    'receipt',
    { 'X-Ricevuta': 'avvenuta-consegna', Subject: 'CONSEGNA: La tua richiesta' },
  ],
  ['calendar reply', 'calendar', { 'Content-Type': 'text/calendar; method=REPLY; charset=utf-8' }, accepted],
]

/** Mails of people, some of which look like a program's. */
const people: Sample[] = [
  ['RFC 3834: no', 'person', { 'Auto-Submitted': 'no' }],
  ['no with a comment', 'person', { 'Auto-Submitted': 'no (a person)' }],
  ['answer to our out-of-office reply', 'person', { Subject: 'Re: Risposta automatica: orari' }],
  ['words within a subject', 'person', { Subject: 'Siamo fuori sede fino a lunedì, si può spostare?' }],
  ['a word that begins so', 'person', { Subject: 'Ferie in Salento' }],
  ['forwarded bounce', 'person', { Subject: 'Fwd: Undelivered Mail Returned to Sender' }],
  ['a group of a firm', 'person', { 'List-Id': '<viaggi.ditta.example>', Precedence: 'list' }],
  ['a sales program', 'person', { 'List-Unsubscribe': '<mailto:x@y.example>' }],
  ['suppressing program', 'person', { 'X-Auto-Response-Suppress': 'All' }],
  ['French', 'person', { 'X-Auto-Response-Suppress': 'All', Subject: 'RE : La tua richiesta' }],
  ['The Bat!', 'person', { 'X-Auto-Response-Suppress': 'All', Subject: 'Re[2]: La tua richiesta' }],
  ['no return path, but a reply', 'person', { 'Return-Path': '<>' }],
  [
    'invitation',
    'person',
    { 'Content-Type': 'text/calendar; method=REQUEST' },
    accepted.replace('REPLY', 'REQUEST'),
  ],
]

const failed = report(
  'delivery-status',
  'Content-Type: message/delivery-status\n\nFinal-Recipient: rfc822; sito@salento.example\nAction: failed\nStatus: 5.1.1',
)
const forwarded = [
  ...[failed, read],
  { headers: { 'Content-Type': 'text/calendar; method=REPLY' }, body: accepted },
].map(forwarding)

test('a person who encloses the mail of a machine asks for an answer', async () => {
  for (const { headers, body } of forwarded) {
    const lead = await inbox.answeredLead()
    await inbox.deliver(mailOf({ 'In-Reply-To': lead.sentId, ...headers }, body))
    expect(await lead.received()).toMatchObject([
      { kind: 'person', text: expect.stringMatching(/^Mi è arrivato questo\./) },
    ])
    expect(await lead.read()).toMatchObject({ callInstead: false, waitingSince: expect.any(String) })
    expect((await lead.answer()).state).toBe('sent')
  }
})

test('a person may begin a new mail with a word of out-of-office replies', async () => {
  for (const subject of ['Assenza: il volo è cancellato', 'Vacation: transfer for four', 'OOO: a question']) {
    const lead = await inbox.answeredLead()
    await inbox.deliver(mailOf({ Subject: `${subject} ${lead.code}` }))
    expect([subject, (await lead.received())[0]?.kind]).toEqual([subject, 'person'])
    expect((await lead.read()).waitingSince).not.toBeNull()
  }
})

for (const way of ['the mailbox', 'Brevo'] as const) {
  const deliver = way === 'Brevo' ? inbox.deliverByBrevo : inbox.deliver

  test(`machines are shown with their kind and do not ask for an answer: ${way}`, async () => {
    const lead = await inbox.answeredLead()
    const inSubject = subjects.map((subject): Sample => [subject, 'autoReply', { Subject: encoded(subject) }])
    // Brevo does not deliver the part with the result, so a delivery receipt reads like a bounce.
    const known =
      way === 'Brevo' ? machines.filter(([name]) => name !== 'delivery receipt') : [...machines, ...inSubject]
    const mails = known.map(([, , headers, body]) => mailOf({ 'In-Reply-To': lead.sentId, ...headers }, body))
    // Mails of one delivery by Brevo are stored at the same moment, so their order is unknown.
    if (way === 'Brevo') for (const mail of mails) await deliver(mail)
    else await deliver(...mails)
    const kinds = (await lead.received()).map(({ kind }, place) => [known[place]?.[0], kind])
    expect(kinds).toEqual(known.map(([name, kind]) => [name, kind]))
    await deliver(storedMail('outOfOffice', lead))
    expect((await lead.received()).at(-1)).toMatchObject({
      kind: 'autoReply',
      text: 'Sono fuori ufficio fino al 7 dicembre.',
      matchedBy: 'message',
    })
    expect(await lead.received()).toHaveLength(known.length + 1)
    expect(await lead.read()).toMatchObject({ waitingSince: null, callInstead: false })
    expect((await lead.answer()).state).toBe('sent')
  })

  test(`mails that may be a person's ask for an answer: ${way}`, async () => {
    for (const [name, kind, headers, body] of way === 'Brevo' ? people.slice(0, 3) : people) {
      const lead = await inbox.answeredLead()
      await deliver(mailOf({ 'In-Reply-To': lead.sentId, ...headers }, body))
      const { waitingSince } = await lead.read()
      expect([name, (await lead.received())[0]?.kind, waitingSince !== null]).toEqual([name, kind, true])
    }
    const lead = await inbox.answeredLead()
    await deliver(storedMail('personsApp', lead))
    expect((await lead.received())[0]).toMatchObject({
      kind: 'person',
      text: 'Rispondo io di persona: va bene alle 10.',
    })
    expect((await lead.read()).waitingSince).not.toBeNull()
  })
}

test('a newsletter of a customer is a list', async () => {
  await inbox.answeredLead()
  await inbox.deliver(
    mailOf({
      Subject: 'Le novità di dicembre',
      'List-Unsubscribe': '<https://lista.example/via>',
      Precedence: 'bulk',
    }),
  )
  expect(await inbox.list('isLoose=true&search=novità')).toMatchObject([{ kind: 'list', question: null }])
})
