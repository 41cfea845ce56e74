import { expect, test } from 'vitest'
import { openApp } from '../app.ts'
import { mailOf, openInbox, storedMail } from '../inbox.ts'

const app = await openApp()
const inbox = await openInbox(app)

const failures = async () => (await app.get('/api/admin/today', inbox.staff)).body.failures
const daemon = { From: 'Mail Delivery Subsystem <mailer-daemon@mx.cliente.example>', 'Return-Path': '<>' }

const statusOf = (fields: string, more = '') => ({
  headers: {
    ...daemon,
    'MIME-Version': '1.0',
    Subject: 'Delivery Status Notification',
    'Content-Type': 'multipart/report; report-type=delivery-status; boundary=BB',
  },
  body: `--BB\nContent-Type: text/plain\n\nNon recapitata.\n--BB\nContent-Type: message/delivery-status\n
Reporting-MTA: dns; mx.cliente.example\n\n${fields}\n${more}--BB--`,
})

/** The returned mail or its headers, as an attachment of a report. */
const original = (type: string, id: string) =>
  `--BB\nContent-Type: ${type}\n\nMessage-ID: ${id}\nSubject: La tua richiesta\n\nTesto\n`

for (const way of ['the mailbox', 'Brevo'] as const) {
  const deliver = way === 'Brevo' ? inbox.deliverByBrevo : inbox.deliver

  test(`a bounce marks the answer as not delivered, and the request asks for a call: ${way}`, async () => {
    const lead = await inbox.answeredLead()
    await deliver(storedMail('returned', lead))
    expect(await lead.received()).toMatchObject([{ kind: 'bounce', doubt: null, attachments: [] }])
    expect(await lead.read()).toMatchObject({ callInstead: true, waitingSince: null })
    const answer = await lead.answer()
    expect(answer).toMatchObject({ state: 'failed', hasBounced: true })
    expect(answer.lastError).toMatch(/^È tornata indietro: l’indirizzo non riceve posta: /)
    expect(answer.lastError).toContain('5.1.1')
    expect(await failures()).toContainEqual(
      expect.objectContaining({ kind: 'mail', id: String(lead.mailId) }),
    )
    const events =
      await app.sql`select event, reason from email_events where email_message_id = ${lead.mailId}`
    expect(events).toMatchObject([{ event: 'returned' }])
    const [reported] = await app.sql`
      select payload from outbox where type = 'leads:customerMailReported' order by id desc limit 1`
    expect(reported?.payload).toMatchObject({ leadId: lead.id, hasBounced: true })
  })

  test(`a bounce in words names our mail in its text: ${way}`, async () => {
    const qmail = (id: string) =>
      mailOf(
        { ...daemon, Subject: 'failure notice' },
        `Hi. This is the qmail-send program at mx.cliente.example.\nI'm afraid I wasn't able to deliver your message.
\n<cliente@cliente.example>:\n550 5.2.2 Mailbox full\n\n--- Below this line is a copy of the message.
\nReturn-Path: <sito@salento.example>\nMessage-ID: ${id}\nSubject: La tua richiesta`,
      )
    const exchange = (id: string) =>
      mailOf(
        {
          From: 'Microsoft Outlook <MicrosoftExchange329e71ec88ae@cliente.example>',
          Subject: 'Non recapitabile: La tua richiesta',
        },
        `Impossibile recapitare il messaggio.\nRemote Server returned '550 5.1.10 RESOLVER.ADR.RecipientNotFound'
\nOriginal message headers:\nFrom: sito@salento.example\nMessage-ID: ${id}`,
      )
    const german = (id: string) =>
      mailOf({ ...daemon, Subject: 'Unzustellbar: La tua richiesta', References: id }, '550 User unknown')
    const french = (id: string) =>
      mailOf({ ...daemon, Subject: 'Non remis : La tua richiesta', 'In-Reply-To': id }, '550 5.1.1 inconnu')
    for (const source of [qmail, exchange, german, french]) {
      const lead = await inbox.answeredLead()
      await deliver(source(lead.sentId))
      expect([source.name, (await lead.received()).map(({ kind }) => kind)]).toEqual([
        source.name,
        ['bounce'],
      ])
      const { state, lastError } = await lead.answer()
      expect([source.name, state]).toEqual([source.name, 'failed'])
      expect(lastError).toContain('550')
      expect(await lead.read()).toMatchObject({ callInstead: true, waitingSince: null })
    }
  })
}

test('the returned mail in a report names our mail, whatever the thread says', async () => {
  for (const type of ['message/rfc822', 'text/rfc822-headers']) {
    const [lead, other] = [await inbox.answeredLead(), await inbox.answeredLead('altro@cliente.example')]
    const { headers, body } = statusOf(
      'Final-Recipient: rfc822; cliente@cliente.example\nAction: failed\nStatus: 4.4.7\nDiagnostic-Code: smtp; 451 timed out',
      original(type, lead.sentId),
    )
    await inbox.deliver(mailOf({ ...headers, References: other.sentId }, body))
    expect((await lead.answer()).state).toBe('failed')
    expect((await lead.answer()).lastError).toContain('451 timed out')
    expect((await other.answer()).state).toBe('sent')
  }
})

test('the returned mail names our mail, also if it is attached to a bounce in words', async () => {
  const lead = await inbox.answeredLead()
  const attached = original('message/rfc822', lead.sentId)
  await inbox.deliver(
    mailOf(
      { ...daemon, Subject: 'Undelivered Mail', 'Content-Type': 'multipart/mixed; boundary=BB' },
      `--BB\nContent-Type: text/plain\n\n550 5.1.1 User unknown\n${attached}--BB--`,
    ),
  )
  expect(await lead.received()).toMatchObject([{ kind: 'bounce', attachments: [] }])
  expect(await lead.answer()).toMatchObject({ state: 'failed', hasBounced: true })
})

test('a delay is shown, and the answer stays sent', async () => {
  const lead = await inbox.answeredLead()
  const late = statusOf(
    'Action: delayed\nStatus: 4.4.1\nDiagnostic-Code: smtp; 421 try later',
    original('message/rfc822', lead.sentId),
  )
  const inWords = mailOf(
    { ...daemon, Subject: 'Warning: message delayed 4 hours', 'In-Reply-To': lead.sentId },
    'Ritento.',
  )
  for (const mail of [mailOf(late.headers, late.body), inWords]) {
    await inbox.deliver(mail)
    expect((await lead.received()).at(-1)).toMatchObject({ kind: 'delay' })
    expect(await lead.answer()).toMatchObject({
      state: 'sent',
      lastError: expect.stringMatching(/^In ritardo/),
    })
    expect(await lead.read()).toMatchObject({ callInstead: false, waitingSince: null })
  }
  const failed = statusOf('Action: failed\nStatus: 5.1.1', original('message/rfc822', lead.sentId))
  await inbox.deliver(mailOf(failed.headers, failed.body))
  expect(await lead.answer()).toMatchObject({ state: 'failed' })
})

test('a forged bounce that does not name our Message-ID marks nothing', async () => {
  const lead = await inbox.answeredLead('falso@cliente.example')
  const guesses = [lead.sentId.replace(/^<.{4}/, '<0000'), `<${lead.code}@127.0.0.1>`, '']
  for (const id of guesses) {
    const { headers, body } = statusOf(
      'Final-Recipient: rfc822; falso@cliente.example\nAction: failed\nStatus: 5.1.1',
      original('message/rfc822', id),
    )
    await inbox.deliver(
      mailOf({ ...headers, Subject: `Undelivered Mail: La tua richiesta (${lead.code})` }, body),
    )
  }
  const shown = await inbox.list('isLoose=true&search=Undelivered Mail')
  expect(shown.map(({ kind, question }) => [kind, question])).toEqual(guesses.map(() => ['bounce', null]))
  expect(await lead.received()).toEqual([])
  expect(await lead.answer()).toMatchObject({ state: 'sent', lastError: null })
  expect(await lead.read()).toMatchObject({ callInstead: false, waitingSince: null })
})

test('a bounce of a mail to the office marks that mail, and no request asks for a call', async () => {
  const lead = await inbox.answeredLead('ufficio@cliente.example')
  await app.sql`update email_messages set purpose = 'office' where id = ${lead.mailId}`
  const { headers, body } = statusOf('Action: failed\nStatus: 5.1.1', original('message/rfc822', lead.sentId))
  await inbox.deliver(mailOf(headers, body))
  expect((await lead.answer()).state).toBe('failed')
  expect((await lead.read()).callInstead).toBe(false)
})

test('a bounce that the office’s own program caused marks no answer of ours, and stands in the thread', async () => {
  const own = '<scritta.in.outlook@ufficio.example>'
  for (const named of [original('message/rfc822', own), '']) {
    const lead = await inbox.answeredLead()
    const { headers, body } = statusOf('Action: failed\nStatus: 5.1.1', named)
    await inbox.deliver(mailOf({ ...headers, References: `${lead.sentId} ${own}` }, body))
    expect(await lead.received()).toMatchObject([{ kind: 'bounce' }])
    expect(await lead.answer()).toMatchObject({ state: 'sent', lastError: null })
    expect(await lead.read()).toMatchObject({ callInstead: false, waitingSince: null })
  }
})

test('a bounce or an answer to an invitation that a customer attaches is the customer’s mail', async () => {
  const lead = await inbox.answeredLead()
  const { headers, body } = statusOf('Action: failed\nStatus: 5.1.1', original('message/rfc822', lead.sentId))
  const accepted = 'BEGIN:VCALENDAR\nMETHOD:REPLY\nEND:VCALENDAR'
  const attached = [
    mailOf(headers, body),
    mailOf({ 'Content-Type': 'text/calendar; method=REPLY', Subject: 'Accettato' }, accepted),
  ]
  for (const one of attached) {
    const text = '--AA\nContent-Type: text/plain\n\nMi torna indietro questo.\n'
    await inbox.deliver(
      mailOf(
        { 'In-Reply-To': lead.sentId, 'Content-Type': 'multipart/mixed; boundary=AA', 'MIME-Version': '1.0' },
        `${text}--AA\nContent-Type: message/rfc822\n\n${one}\n--AA--`,
      ),
    )
    const mail = (await lead.received()).at(-1)
    expect(mail).toMatchObject({ kind: 'person', text: expect.stringMatching(/^Mi torna indietro questo\./) })
    expect(mail?.text).toContain('Messaggio allegato di ')
  }
  expect((await lead.answer()).state).toBe('sent')
  expect(await lead.read()).toMatchObject({ callInstead: false, waitingSince: expect.any(String) })
})

test('a bounce without a report in standard form names the mail that it encloses', async () => {
  const lead = await inbox.answeredLead()
  const enclosed = original('message/rfc822', lead.sentId)
  await inbox.deliver(
    mailOf(
      {
        ...daemon,
        Subject: 'Undelivered mail',
        'MIME-Version': '1.0',
        'Content-Type': 'multipart/mixed; boundary=BB',
      },
      `--BB\nContent-Type: text/plain\n\n550 5.1.1 User unknown\n${enclosed}--BB--`,
    ),
  )
  expect(await lead.received()).toMatchObject([
    { kind: 'bounce', text: '550 5.1.1 User unknown', attachments: [] },
  ])
  expect((await lead.answer()).state).toBe('failed')
})
