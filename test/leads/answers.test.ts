import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp } from '../app.ts'
import { dayIn, given } from '../given.ts'
import { configureMail, makeJobsDue, openMailbox } from '../mailbox.ts'

const app = await openApp()
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let staff: Record<string, string>
beforeAll(async () => {
  mailbox = await openMailbox()
  await configureMail(app, mailbox, { replyToEmail: 'risposte@salento.example' })
  staff = await app.logIn({ isSuperAdmin: false })
})
afterAll(() => mailbox[Symbol.asyncDispose]())

let sent = 0

/** Stores a message from a new customer. Returns functions that call the API for this lead. */
async function newLead() {
  const email = `ugo${++sent}@example.com`
  const { id } = await given.lead(app, 'contact', { email })
  await app.drain()
  mailbox.mails.length = 0
  const path = `/api/admin/leads/contact/${id}`
  const read = async () => (await app.get(path, staff)).body
  return {
    id,
    email,
    read,
    state: async () => {
      const { status, assignedToName, dueAt, answeredAt, answeredVia } = await read()
      return { status, assignedToName, dueAt, answeredAt, answeredVia }
    },
    answer: (input: object) => app.post(`${path}/answer`, input, staff),
    messages: async () => (await app.get(`${path}/messages`, staff)).body.items,
  }
}

const undo = (id: number) => app.post(`/api/admin/bulk-acts/${id}/undo`, {}, staff)
const mail = { via: 'email', subject: 'La tua richiesta', text: 'Buongiorno,\n\ncosta <b>40</b> euro.' }

/** Delays the mails, because on a busy machine the time to undo an answer may pass before the next call. */
const holdBack = () => app.sql`update lead_messages set send_at = now() + interval '1 hour'`

/** Ends the time in which mails can be undone, and sends them. */
async function letGo() {
  await app.sql`update lead_messages set send_at = now() - interval '1 second'`
  await makeJobsDue(app)
  await app.drain()
}

const untouched = { status: 'nuova', assignedToName: null, dueAt: null, answeredAt: null, answeredVia: null }

test('a mail of staff leaves after the time to take it back, as written, and is kept with the lead', async () => {
  const lead = await newLead()
  const { status, body } = await lead.answer(mail)
  expect([status, body.takeBackMs]).toEqual([200, 5_000])
  expect(body).toMatchObject({ status: 'contattata', answeredVia: 'email', isRead: true })
  expect(body.assignedToName).toMatch(/^staff-/)
  await holdBack()
  await makeJobsDue(app)
  await app.drain()
  expect(mailbox.mails).toEqual([])
  const [waiting] = await lead.messages()
  expect(waiting).toMatchObject({ ...mail, isSent: true, outcome: null, author: body.assignedToName })
  expect(waiting.takeBackMs).toBeGreaterThan(0)

  await letGo()
  const [received, ...others] = mailbox.to(lead.email)
  expect(others).toEqual([])
  expect(received).toMatchObject({ subject: mail.subject, replyTo: ['risposte@salento.example'] })
  expect(received?.text).toContain(mail.text)
  expect(received?.html).toContain('costa &#60;b&#62;40&#60;/b&#62; euro.')
  // A personal mail lacks `Auto-Submitted`, because mail programs hide mails with this header.
  expect(received?.headers.map(({ key }) => key)).not.toContain('auto-submitted')
  expect((await lead.messages())[0].takeBackMs).toBeNull()
  const { items } = (await app.get(`/api/admin/email-messages?leadKind=contact&leadId=${lead.id}`, staff))
    .body
  expect(items).toContainEqual(
    expect.objectContaining({ purpose: 'reply', state: 'sent', leadMessageId: body.messageId }),
  )
  const late = await undo(body.actId)
  expect([late.status, late.body.detail]).toEqual([
    409,
    'L’email è già partita: non si può più fermare. Scrivi al cliente un’altra risposta.',
  ])
})

test('a mail whose sending is undone never leaves, its text returns, and the lead waits as before', async () => {
  const lead = await newLead()
  const { actId } = (await lead.answer(mail)).body
  await holdBack()
  expect((await undo(actId)).status).toBe(200)
  expect(await lead.state()).toEqual(untouched)
  await letGo()
  expect(mailbox.mails).toEqual([])
  expect(await lead.messages()).toEqual([])
  expect((await undo(actId)).status).toBe(409)
  const [entry] = await app.sql`
    select before ->> 'status' as before, after ->> 'status' as after from audit_log
    where action = 'leads:leadChanged' order by id desc limit 1`
  expect(entry).toEqual({ before: 'contattata', after: 'nuova' })
})

test('of a mail and its withdrawal at the same moment exactly one happens', async () => {
  const lead = await newLead()
  const acts: number[] = []
  for (let n = 0; n < 12; n++) acts.push((await lead.answer({ ...mail, text: `Numero ${n}` })).body.actId)
  await makeJobsDue(app)
  // The first four mails can no longer be undone. For the others the time ends, 20 ms apart, during the undo.
  await app.sql`
    update lead_messages set send_at = clock_timestamp() + make_interval(secs => (act_id - ${acts[3] ?? 0}) * 0.02)`
  const [replies] = await Promise.all([Promise.all(acts.map(undo)), app.drain()])
  await letGo()
  const texts = mailbox.to(lead.email).map(({ text }) => text.split('\n')[0])
  const kept = acts.flatMap((_, n) => (replies[n]?.status === 409 ? [`Numero ${n}`] : []))
  expect(replies.map(({ status }) => status).filter((status) => ![200, 409].includes(status))).toEqual([])
  expect(texts.sort()).toEqual(kept.sort())
  expect(kept).toEqual(expect.arrayContaining(['Numero 0', 'Numero 1', 'Numero 2', 'Numero 3']))
})

test('a mail that the server refuses says so in the thread’s mails, and staff are asked to call', async () => {
  const lead = await newLead()
  mailbox.switches.refused.add(lead.email)
  const { messageId } = (await lead.answer(mail)).body
  await letGo()
  const [row] = await app.sql`
    select state, last_error from email_messages where lead_message_id = ${messageId}`
  expect(row).toMatchObject({
    state: 'failed',
    lastError: expect.stringContaining('rifiuta il destinatario'),
  })
  expect((await lead.read()).callInstead).toBe(true)
})

test('a call that nobody answers leaves the lead waiting; one with a time sets the due moment; each can be undone', async () => {
  const lead = await newLead()
  const owner = { assignedToName: expect.stringMatching(/^staff-/) }
  const none = (await lead.answer({ via: 'call', outcome: 'noAnswer' })).body
  expect(none).toMatchObject({ status: 'nuova', answeredAt: null, ...owner, takeBackMs: null })
  await undo(none.actId)
  expect(await lead.state()).toEqual(untouched)

  const callBackAt = '2027-03-01T09:30:00.000Z'
  const later = (await lead.answer({ via: 'call', outcome: 'callBack', callBackAt, text: 'Alle 10:30' })).body
  expect(later).toMatchObject({ status: 'contattata', dueAt: callBackAt, answeredVia: 'call', ...owner })
  expect(await lead.messages()).toMatchObject([
    { via: 'call', text: 'Alle 10:30', outcome: 'callBack', callBackAt, isSent: false },
  ])
  await undo(later.actId)
  expect(await lead.state()).toEqual(untouched)

  const reached = (await lead.answer({ via: 'call', outcome: 'answered' })).body
  const written = (await lead.answer({ via: 'whatsapp', text: 'Ecco il prezzo' })).body
  expect(written).toMatchObject({ answeredVia: 'call', answeredAt: reached.answeredAt })
  await undo(written.actId)
  expect(await lead.state()).toMatchObject({ status: 'contattata', answeredVia: 'call' })
  await app.send('PATCH', `/api/admin/contacts/${lead.id}`, { status: 'confermata' }, staff)
  const late = await undo(reached.actId)
  expect([late.status, late.body.detail]).toEqual([
    409,
    expect.stringMatching(/^La richiesta è cambiata di nuovo dopo questa risposta \(staff-/),
  ])
})

test('the status of a lead is undone until a mail about it has left; then the refusal names the opposite act', async () => {
  const { id } = await given.lead(app, 'request', { email: 'ida@example.com' })
  const path = `/api/admin/availability-requests/${id}`
  const save = async (change: object) => {
    expect((await app.send('PATCH', path, change, staff)).status).toBe(200)
    return (await app.sql<[{ id: number }]>`select max(id) as id from bulk_acts`)[0].id
  }
  const status = async () => (await app.get(path, staff)).body.status
  const first = await save({ status: 'contattata' })
  expect((await undo(first)).status).toBe(200)
  expect(await status()).toBe('nuova')

  const quoted = await save({ status: 'preventivo' })
  const validUntil = new Date(Date.now() + 48 * 3_600_000).toISOString()
  const lines = [{ direction: 'there', vehicle: 'minivan', day: dayIn(30), time: '08:05', total: '150' }]
  const offer = { leadKind: 'availability_request', leadId: id, validUntil, lines }
  expect((await app.post('/api/admin/offers', offer, staff)).status).toBe(201)
  await app.drain()
  const late = await undo(quoted)
  expect([late.status, late.body.detail]).toEqual([
    409,
    expect.stringContaining('usa «Ritira il preventivo»'),
  ])
  expect(await status()).toBe('preventivo')
  // A note is no part of the mail.
  expect((await undo(await save({ notes: 'Chiede il seggiolino' }))).status).toBe(200)
})

test('an answer that does not fit is refused at its field and changes nothing', async () => {
  const { id } = await given.lead(app, 'booking')
  const lead = await newLead()
  const refused: [input: object, field: string][] = [
    [{ via: 'email', text: 'Ciao' }, 'subject'],
    [{ ...mail, subject: 'x'.repeat(151) }, 'subject'],
    [{ ...mail, text: 'x'.repeat(4_001) }, 'text'],
    [{ via: 'call', outcome: 'callBack' }, 'callBackAt'],
    [{ via: 'call', outcome: 'forse' }, 'outcome'],
    [{ via: 'whatsapp', outcome: 'answered' }, 'outcome'],
  ]
  for (const [input, field] of refused) {
    const { status, body } = await lead.answer(input)
    expect([field, status, body.errors[0].path]).toEqual([field, 422, field])
  }
  const unreachable = await app.post(`/api/admin/leads/booking/${id}/answer`, mail, staff)
  expect([unreachable.status, unreachable.body.errors]).toEqual([
    422,
    [{ path: 'via', message: 'Il cliente non ha lasciato un’email.' }],
  ])
  expect(await lead.state()).toEqual(untouched)
  expect(await lead.messages()).toEqual([])
})

test('a lead that somebody owns keeps its owner when a colleague answers', async () => {
  const lead = await newLead()
  const owner = await app.addStaff('titolare')
  await app.send('PATCH', `/api/admin/contacts/${lead.id}`, { assignedTo: owner }, staff)
  expect((await lead.answer({ via: 'whatsapp', text: 'Ciao' })).body.assignedToName).toBe('titolare')
})
