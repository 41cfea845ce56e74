import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openApp } from '../app.ts'
import { customer, mailOf, openInbox, storedMail } from '../inbox.ts'

const app = await openApp()
const ownServer = 'mx.prova.example'
const inbox = await openInbox(app, { ownServer })

const stranger = { From: 'Mario Verdi <mario@altrove.example>' }
const decide = (id: number | undefined, decision: string) =>
  app.post(`/api/admin/inbound-mails/${id}/decide`, { decision }, inbox.staff)
const today = async () => (await app.get('/api/admin/today', inbox.staff)).body
const decisions = () =>
  app.sql`select payload from outbox where type = 'integrations:strangeMailDecided' order by id`

test('a mail whose Reply-To is a customer is stored among the mails without a request', async () => {
  const lead = await inbox.answeredLead()
  for (const deliver of [inbox.deliver, inbox.deliverByBrevo])
    await deliver(storedMail('replyToCustomer', lead))
  expect(await inbox.list('isLoose=true&search=orario del ritorno')).toMatchObject(
    Array.from({ length: 2 }, () => ({
      fromAddress: 'lista@gruppi.example',
      replyTo: customer,
      text: 'Il ritorno alle 17, per favore.',
      kind: 'person',
      question: null,
    })),
  )
})

test('the spellings of a Gmail address are one customer', async () => {
  const lead = await inbox.answeredLead('mario.rossi@gmail.com')
  for (const address of ['mariorossi+viaggi@gmail.com', 'M.A.R.I.O.rossi@googlemail.com'])
    await inbox.deliver(
      mailOf({ From: address, Subject: `Viaggio ${lead.code}` }, 'Col codice'),
      mailOf({ From: address, Subject: 'Senza codice di gmail' }),
    )
  const joined = { matchedBy: 'code', doubt: null, text: 'Col codice' }
  expect(await lead.received()).toMatchObject([joined, joined])
  expect(await inbox.list('isLoose=true&search=codice di gmail')).toHaveLength(2)
  await inbox.deliver(mailOf({ From: 'mario.rossi@gmail.example', Subject: 'Senza codice di gmail' }))
  expect(await inbox.list('isLoose=true&search=codice di gmail')).toHaveLength(2)
})

test('a customer whose address an earlier version stored in Punycode is known', async () => {
  const lead = await inbox.answeredLead('ute@muenchen.example')
  await app.sql`update leads set email = 'ute@xn--mnchen-3ya.example' where kind = 'contact' and id = ${lead.id}`
  for (const address of ['ute@xn--mnchen-3ya.example', 'ute@münchen.example'])
    await inbox.deliver(mailOf({ From: address, Subject: 'Senza codice da Ute' }))
  expect(await inbox.list('isLoose=true&search=codice da Ute')).toHaveLength(2)
})

test('the results of the own server stand beside a mail, and nobody else’s', async () => {
  const pass = `${ownServer}; spf=pass smtp.mailfrom=cliente.example; dkim=pass (2048 bit) header.d=mail.cliente.example;
 dmarc=pass (p=reject) header.from=cliente.example`
  const unknown = { spf: null, dkim: null, dmarc: null }
  const samples: [string[], object][] = [
    [[`Authentication-Results: ${pass}`], { spf: 'pass', dkim: 'pass', dmarc: 'pass' }],
    [
      [
        'Received-SPF: pass',
        `Authentication-Results: ${ownServer} 1; spf=softfail smtp.mailfrom=x@cliente.example`,
      ],
      { ...unknown, spf: 'softfail' },
    ],
    // Each filter of the server adds a header of its own.
    [
      [
        `Authentication-Results: ${ownServer}; dmarc=fail header.from=cliente.example`,
        `Authentication-Results: ${pass}`,
      ],
      { spf: 'pass', dkim: 'pass', dmarc: 'fail' },
    ],
    // The sender's own domain passes, but it is another than that of the address.
    [
      [
        `Authentication-Results: ${ownServer}; spf=pass smtp.mailfrom=x@truffa.example; dkim=pass header.d=truffa.example`,
      ],
      { spf: 'other', dkim: 'other', dmarc: null },
    ],
    // A result that names no domain says nothing about the address, unless DMARC has compared them.
    [
      [`Authentication-Results: ${ownServer}; spf=pass; dkim=pass; dmarc=pass`],
      { ...unknown, dmarc: 'pass' },
    ],
    [[`Authentication-Results: mx.altro.example; dmarc=pass header.from=cliente.example`], unknown],
    [
      [
        `Authentication-Results: ${ownServer}; dmarc=fail header.from=cliente.example`,
        `Received: from truffa.example by ${ownServer}`,
        `Authentication-Results: ${pass}`,
      ],
      { ...unknown, dmarc: 'fail' },
    ],
    // The sender chose the quoted part of the address.
    [
      [
        `Authentication-Results: ${ownServer}; spf=pass smtp.mailfrom="x; dmarc=pass header.from=cliente.example"@truffa.example;
 dmarc=fail (p=none \\); dmarc=pass header.from=cliente.example) header.from="cliente.example"`,
      ],
      { spf: 'other', dkim: null, dmarc: 'fail' },
    ],
    // Many signatures make the header long.
    [
      [
        `Authentication-Results: ${ownServer};${' dkim=pass header.d=truffa.example;\n'.repeat(150)} dmarc=fail header.from=cliente.example`,
      ],
      { spf: null, dkim: 'other', dmarc: 'fail' },
    ],
    [['X-Comment: niente'], unknown],
  ]
  const lead = await inbox.answeredLead()
  for (const [headers, checks] of samples) {
    await inbox.deliver(`${headers.join('\n')}\n${mailOf({ 'In-Reply-To': lead.sentId })}`)
    expect([headers, (await lead.received()).at(-1)?.checks]).toEqual([headers, checks])
  }
  const doubts = (await lead.received()).map(({ doubt }) => doubt)
  expect(doubts).toEqual([null, null, 'forged', null, null, null, 'forged', 'forged', 'forged', null])
})

test('without the name of the own server no result is read', async () => {
  const { updatedAt, ...mailbox } = (await app.get('/api/admin/reply-mailbox', inbox.boss)).body
  expect(mailbox.ownServer).toBe(ownServer)
  const { host, port, username, isActive } = mailbox
  const save = (change: object, at: string) =>
    app.send(
      'PUT',
      '/api/admin/reply-mailbox',
      { host, port, username, isActive, updatedAt: at, ...change },
      inbox.boss,
    )
  const off = await save({ ownServer: '' }, updatedAt)
  const lead = await inbox.answeredLead()
  const forged = `Authentication-Results: ; dmarc=pass header.from=cliente.example\nAuthentication-Results: dmarc=pass header.from=cliente.example`
  await inbox.deliver(`${forged}\n${mailOf({ 'In-Reply-To': lead.sentId })}`)
  expect((await lead.received())[0]?.checks).toEqual({ spf: null, dkim: null, dmarc: null })
  expect((await save({ ownServer: 'mx prova' }, off.body.updatedAt)).status).toBe(422)
  expect((await save({ ownServer }, off.body.updatedAt)).body.ownServer).toBe(ownServer)
})

test('a reply to our mail from another address joins the request, with a mark', async () => {
  const lead = await inbox.answeredLead()
  await inbox.deliver(mailOf({ ...stranger, 'In-Reply-To': lead.sentId }))
  expect(await lead.received()).toMatchObject([{ matchedBy: 'message', doubt: 'other' }])
  expect((await lead.read()).waitingSince).not.toBeNull()
})

test('staff are asked about a mail whose envelope only states the customer as its sender', async () => {
  const results = (domain: string) =>
    `Authentication-Results: ${ownServer}; dmarc=pass header.from=${domain}\n`
  const lead = await inbox.answeredLead()
  const Subject = `Cambio orario ${lead.code}`
  const envelope = {
    From: 'posta-certificata@truffa.example',
    'Reply-To': customer,
    'X-Trasporto': 'posta-certificata',
  }
  await inbox.deliver(results('truffa.example') + mailOf({ ...envelope, Subject }, 'Alle 10.'))
  expect(await lead.received()).toEqual([])
  expect(await inbox.list(`isAsked=true&leadKind=contact&leadId=${lead.id}`)).toMatchObject([
    { fromAddress: customer, checks: { dmarc: 'other' }, question: { code: lead.code } },
  ])
  await inbox.deliver(results('cliente.example') + mailOf({ Subject }, 'Alle 11.'))
  expect(await lead.received()).toMatchObject([{ matchedBy: 'code', text: 'Alle 11.' }])
})

for (const way of ['the mailbox', 'Brevo'] as const)
  test(`staff are asked about a stranger’s mail with a code, and can undo each decision: ${way}`, async () => {
    const deliver = way === 'Brevo' ? inbox.deliverByBrevo : inbox.deliver
    const lead = await inbox.answeredLead()
    const before = (await today()).askedMails
    await deliver(mailOf({ ...stranger, Subject: `Cambio orario ${lead.code}` }, 'Alle 10.'))
    expect(await lead.received()).toEqual([])
    expect((await lead.read()).waitingSince).toBeNull()
    expect((await today()).askedMails).toBe(before + 1)
    const asked = await inbox.list(`isAsked=true&leadKind=contact&leadId=${lead.id}`)
    const question = {
      leadKind: 'contact',
      leadId: lead.id,
      code: lead.code,
      name: 'Ugo Bianchi',
      decision: null,
    }
    expect(asked).toMatchObject([{ leadId: null, matchedBy: null, question }])
    const id = asked[0]?.id

    const joined = await decide(id, 'join')
    expect(joined.body).toMatchObject({ leadId: lead.id, matchedBy: 'staff', doubt: 'other' })
    await inbox.drained()
    expect((await lead.read()).waitingSince).toBe(joined.body.createdAt)
    expect((await decide(id, 'join')).status).toBe(409)
    expect((await decide(id, 'leave')).status).toBe(409)
    expect((await today()).askedMails).toBe(before)

    // The wait goes on with the customer's own mail, which arrived later.
    await inbox.deliver(mailOf({ 'In-Reply-To': lead.sentId }, 'Sono io.'))
    expect((await decide(id, 'undo')).body).toMatchObject({ leadId: null, matchedBy: null, question })
    await inbox.drained()
    const [own] = await lead.received()
    expect([own?.text, (await lead.read()).waitingSince]).toEqual(['Sono io.', own?.createdAt])

    expect((await decide(id, 'leave')).body).toMatchObject({ leadId: null, question: { decision: 'leave' } })
    expect(await inbox.list(`isAsked=true&leadKind=contact&leadId=${lead.id}`)).toEqual([])
    expect((await inbox.list('isLoose=true&search=Cambio orario')).map((mail) => mail.id)).toContain(id)
    expect((await decide(id, 'undo')).body.question.decision).toBeNull()
    expect((await decide(id, 'undo')).status).toBe(409)
    const all = (await decisions()).filter(({ payload }) => payload.mailId === id)
    expect(all.map(({ payload }) => payload.decision)).toEqual(['join', 'undo', 'leave', 'undo'])
    const [entry] = await app.sql`
      select action from audit_log where subject = ${`inbound_mails/${id}`} order by id desc limit 1`
    expect(entry?.action).toBe('integrations:inboundMailReopened')
  })

test('a wait that a stranger’s mail began ends when staff take the mail off', async () => {
  const lead = await inbox.answeredLead()
  await inbox.deliver(mailOf({ ...stranger, Subject: `Domanda ${lead.code}` }))
  const [mail] = await inbox.list(`isAsked=true&leadKind=contact&leadId=${lead.id}`)
  await decide(mail?.id, 'join')
  await inbox.drained()
  expect((await lead.read()).waitingSince).not.toBeNull()
  await decide(mail?.id, 'undo')
  await inbox.drained()
  expect((await lead.read()).waitingSince).toBeNull()
})

test('the customer’s own code joins, but not if the mail fails the policy of the domain', async () => {
  const lead = await inbox.answeredLead()
  const mail = () => mailOf({ Subject: `Viaggio ${lead.code}` })
  await inbox.deliver(
    mail(),
    `Authentication-Results: ${ownServer}; dmarc=fail header.from=cliente.example\n${mail()}`,
  )
  expect(await lead.received()).toMatchObject([{ matchedBy: 'code', doubt: null }])
  expect(await inbox.list(`isAsked=true&leadKind=contact&leadId=${lead.id}`)).toMatchObject([
    { doubt: 'forged' },
  ])
})

test('a stranger’s automatic mail with a code asks nobody, and a deleted request takes its questions along', async () => {
  const lead = await inbox.answeredLead()
  await inbox.deliver(mailOf({ ...stranger, Subject: `Risposta automatica: ${lead.code}` }))
  expect(await inbox.list('isLoose=true&search=Risposta automatica')).toMatchObject([
    { kind: 'autoReply', question: null },
  ])
  await inbox.deliver(mailOf({ ...stranger, Subject: `Da cancellare ${lead.code}` }))
  const [mail] = await inbox.list('isLoose=true&search=Da cancellare')
  await app.sql`delete from leads where kind = 'contact' and id = ${lead.id}`
  expect((await decide(mail?.id, 'join')).status).toBe(409)
  expect(await inbox.list('isLoose=true&search=Da cancellare')).toMatchObject([{ question: null }])
  expect((await decide(999_999, 'leave')).status).toBe(404)
  expect((await decide(mail?.id, 'altro')).status).toBe(422)
})

test('a mail that imitates an envelope of certified mail does not join by the code alone', async () => {
  const lead = await inbox.answeredLead()
  const { headers, body } = imitation(lead.code)
  await inbox.deliver(
    `Authentication-Results: ${ownServer}; dmarc=pass header.from=truffa.example\n${mailOf(headers, body)}`,
  )
  expect(await lead.received()).toEqual([])
  const asked = await inbox.list(`isAsked=true&leadKind=contact&leadId=${lead.id}`)
  expect(asked).toMatchObject([
    {
      fromAddress: customer,
      checks: { dmarc: 'other' },
      notes: [
        expect.stringMatching(/^Si presenta come PEC di posta@truffa\.example .*non controlla la firma/),
      ],
    },
  ])
})

function imitation(code: string) {
  const inner = `From: ${customer}\nSubject: Cambio IBAN ${code}\nContent-Type: text/plain\n\nPagate qui.`
  const headers = { From: 'Per conto di cliente <posta@truffa.example>', 'X-Trasporto': 'posta-certificata' }
  const type = { 'MIME-Version': '1.0', 'Content-Type': 'multipart/mixed; boundary=BB' }
  return {
    headers: { ...headers, ...type, Subject: `POSTA CERTIFICATA: Cambio IBAN ${code}` },
    body: `--BB\nContent-Type: message/rfc822; name="postacert.eml"\n\n${inner}\n--BB--`,
  }
}

test('a mail that arrives while its request is erased is kept without it', async () => {
  const lead = await inbox.answeredLead()
  const mail = mailOf({ 'In-Reply-To': lead.sentId, Subject: 'Nel frattempo' }, 'Sono io.')
  let arrived: Promise<unknown> | undefined
  await app.sql.begin(async (tx) => {
    await tx`delete from leads where kind = 'contact' and id = ${lead.id}`
    arrived = inbox.deliverByBrevo(mail)
    await sleep(500)
  })
  await arrived
  expect(await inbox.list('isLoose=true&search=nel frattempo')).toMatchObject([
    { leadId: null, matchedBy: null },
  ])
})

test('staff decide about a mail while its request is erased: neither waits for the other', async () => {
  const lead = await inbox.answeredLead()
  await inbox.deliverByBrevo(mailOf({ ...stranger, Subject: `Cambio ${lead.code}` }, 'Alle 10.'))
  const [mail] = await inbox.list(`isAsked=true&leadKind=contact&leadId=${lead.id}`)
  let decided: ReturnType<typeof decide> | undefined
  await app.sql.begin(async (tx) => {
    await tx`select from leads where kind = 'contact' and id = ${lead.id} for update`
    decided = decide(mail?.id, 'join')
    // PostgreSQL looks for a deadlock after a second, so it would end this transaction and not the call.
    await sleep(1_300)
    await tx`delete from leads where kind = 'contact' and id = ${lead.id}`
  })
  expect((await decided)?.status).toBe(409)
})

test('staff who join a stranger’s mail by another code need not decide any more', async () => {
  const [named, right] = [await inbox.answeredLead(), await inbox.answeredLead('altra@cliente.example')]
  const before = (await today()).askedMails
  for (const lead of [right, named]) {
    await inbox.deliver(mailOf({ ...stranger, Subject: `Volo ${named.code}` }))
    const [mail] = await inbox.list(`isAsked=true&leadKind=contact&leadId=${named.id}`)
    const joined = await app.post(
      `/api/admin/inbound-mails/${mail?.id}/join`,
      { code: lead.code },
      inbox.staff,
    )
    expect([joined.status, joined.body.leadId]).toEqual([200, lead.id])
    expect((await today()).askedMails).toBe(before)
    expect((await decide(mail?.id, 'undo')).body).toMatchObject({
      leadId: null,
      question: { decision: null },
    })
    expect((await today()).askedMails).toBe(before + 1)
    await decide(mail?.id, 'leave')
  }
})
