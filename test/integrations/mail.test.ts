import { expect, test } from 'vitest'
import { createContext } from '../../src/modules/index.ts'
import { harmlessLead } from '../../src/modules/integrations/mail/harmlessLead.ts'
import { receiptMail } from '../../src/modules/integrations/mail/receiptMail.ts'
import { officeMail } from '../../src/modules/integrations/mail/templates.ts'
import { replyKitOf } from '../../src/modules/leads/inbox/replyKit.queries.ts'
import type { Lead } from '../../src/modules/leads/lead/lead.queries.ts'
import { operatorOf } from '../../src/modules/settings/company/stored.queries.ts'
import { readConfig } from '../../src/platform/config.ts'
import { isPrivateAddress } from '../../src/platform/privateAddress.ts'
import { startWorker } from '../../src/worker/worker.ts'
import { type App, eventually, openApp, startApp } from '../app.ts'
import { given } from '../given.ts'
import {
  asStaff,
  configureMail,
  configureOffice,
  forgetMails,
  makeJobsDue,
  office,
  openMailbox,
} from '../mailbox.ts'
import { testEnv } from '../testEnv.ts'

const app = await openApp()

const request = given.request({ message: 'Volo <b>alle</b> 10' })

async function states(app: App) {
  return app.sql<{ recipient: string; purpose: string; state: string; attempts: number }[]>`
    select recipient, purpose, state, attempts from email_messages order by id`
}

test('a request is mailed once to each office address, with the customer to reply to, and once to the customer', async () => {
  await forgetMails(app)
  await using mailbox = await openMailbox()
  await configureOffice(app)
  await configureMail(app, mailbox)
  await app.post('/api/availability-requests', request)
  await app.drain()
  expect(mailbox.mails.map(({ to }) => to)).toEqual([[office[0]], [office[1]], [request.email]])
  const [mail] = mailbox.to(office[0] ?? '')
  expect(mail).toMatchObject({ replyTo: ['anna@example.com'] })
  expect(mail?.subject).toBe('Nuova richiesta di disponibilità: Aeroporto Brindisi → Otranto, Anna Rossi')
  expect(mail?.text).toContain('Chiama: tel:+393471234567')
  expect(mail?.text).toContain('https://wa.me/393471234567?text=')
  expect(mail?.text).toContain('mailto:anna@example.com?subject=Transfer%20Aeroporto%20Brindisi')
  expect(mail?.html).toContain('Volo &#60;b&#62;alle&#60;/b&#62; 10')
  expect(mail?.messageId).toMatch(/^<[\da-f]{32}@www\.salento\.example>$/)
  const [receipt] = mailbox.to(request.email)
  expect(receipt?.subject).toBe('Abbiamo ricevuto la tua richiesta: Aeroporto Brindisi → Otranto')
  expect(receipt?.replyTo).toEqual(['sito@salento.example'])
  expect(receipt?.text).toMatch(/Ti ricontattiamo entro (15 minuti|le 06:15)/)
  expect(receipt?.text).toContain('+39 0832 123456')
  expect(receipt?.text).not.toContain('alle')
  for (const row of await states(app)) expect(row).toMatchObject({ state: 'sent', attempts: 1 })
  expect(await app.sql`select provider_id from email_messages where provider_id like '250%'`).toHaveLength(3)
})

test('contacts and bookings are mailed too; a booking without an e-mail gets no receipt', async () => {
  await forgetMails(app)
  await using mailbox = await openMailbox()
  await configureOffice(app)
  await configureMail(app, mailbox)
  await app.post('/api/contacts', {
    name: 'Ugo',
    phone: '0832 123456',
    email: 'ugo@example.com',
    message: 'Salve',
  })
  await app.post('/api/bookings', {
    departure: 'Lecce',
    destination: 'Bari',
    time: '9',
    passengers: '2',
    phone: '0832 1234',
  })
  await app.drain()
  expect(mailbox.to('ugo@example.com').map(({ subject }) => subject)).toEqual([
    'Abbiamo ricevuto la tua richiesta',
  ])
  const subjects = mailbox.to(office[0] ?? '').map(({ subject }) => subject)
  expect(subjects).toEqual([
    'Nuovo messaggio dal sito: Ugo',
    'Nuova richiesta di prenotazione: Lecce → Bari, 0832 1234',
  ])
  expect(mailbox.mails).toHaveLength(5)
})

test('an event that is dispatched again, and a reaction that runs again, mail nothing twice', async () => {
  await forgetMails(app)
  await using mailbox = await openMailbox()
  await configureOffice(app)
  await configureMail(app, mailbox)
  await app.post('/api/availability-requests', request)
  await app.drain()
  await app.sql`select graphile_worker.add_job('dispatch', json_build_object('eventId', id)) from outbox`
  await app.sql`select graphile_worker.add_job('sendMail', json_build_object('messageId', id)) from email_messages`
  await app.drain()
  await app.sql`update effects set state = 'planned'`
  await app.sql`
    select graphile_worker.add_job('react', json_build_object('eventId', outbox_id, 'reaction', reaction)) from effects`
  await app.drain()
  expect(mailbox.mails).toHaveLength(3)
  expect(await app.sql`select id from email_messages`).toHaveLength(3)
})

test('after a provider failure the retry sends only the remaining mails', async () => {
  await forgetMails(app)
  await using mailbox = await openMailbox()
  await configureOffice(app)
  await configureMail(app, mailbox)
  mailbox.switches.deferred.add(office[1] ?? '')
  await app.post('/api/availability-requests', request)
  await app.drain()
  expect((await states(app)).map(({ state }) => state)).toEqual(['sent', 'planned', 'sent'])
  const [waiting] = await app.sql`
    select email_messages.last_error, is_uncertain, extract(epoch from run_at - now()) as seconds
    from email_messages, graphile_worker.jobs where state = 'planned' and key = 'mail:' || email_messages.id`
  expect(waiting).toMatchObject({
    isUncertain: false,
    lastError: expect.stringContaining('riprovare più tardi'),
  })
  expect(Number(waiting?.seconds)).toBeLessThan(10)
  await app.drain()
  expect(mailbox.mails).toHaveLength(2)
  mailbox.switches.deferred.clear()
  await makeJobsDue(app)
  await app.drain()
  expect(mailbox.mails.map(({ to }) => to[0]).sort()).toEqual([office[1], office[0], request.email].sort())
  expect((await states(app)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
})

test('a failing recipient costs no other mail an attempt, however many mails are in progress', async () => {
  await forgetMails(app)
  await using mailbox = await openMailbox()
  await configureOffice(app)
  await configureMail(app, mailbox)
  mailbox.switches.deferred.add(office[0] ?? '')
  mailbox.switches.slowMs = 20
  for (let index = 0; index < 10; index++)
    await app.post('/api/availability-requests', request, {
      'x-forwarded-for': `203.0.113.${index}`,
      'idempotency-key': `key-${index}`,
    })
  const worker = await startWorker(app.runtime, app.databaseUrl)
  await eventually(() => expect(mailbox.mails).toHaveLength(20))
  await worker.stop()
  const others = await app.sql`
    select distinct state, attempts, is_uncertain from email_messages where recipient <> ${office[0] ?? ''}`
  expect(others).toEqual([{ state: 'sent', attempts: 1, isUncertain: false }])
})

test('a refused recipient is final, shows why, and delays nobody else', async () => {
  await forgetMails(app)
  await using mailbox = await openMailbox()
  await configureOffice(app)
  await configureMail(app, mailbox)
  mailbox.switches.refused.add(request.email)
  await app.post('/api/availability-requests', request)
  await app.drain()
  expect((await states(app)).map(({ state }) => state)).toEqual(['sent', 'sent', 'failed'])
  const { items } = await asStaff(app, 'GET /api/admin/email-messages', { state: 'failed' })
  expect(items).toHaveLength(1)
  expect(items[0].lastError).toMatch(/^Il server di posta rifiuta il destinatario: 550/)
  expect(await app.sql`select id from graphile_worker.jobs`).toHaveLength(0)
  mailbox.switches.refused.clear()
  await asStaff(app, 'POST /api/admin/email-messages/:id/resend', { id: items[0].id })
  await app.drain()
  expect(mailbox.to(request.email)).toHaveLength(1)
})

test('an unreachable server is tried eight times, then the mail is given up and says so', async () => {
  await forgetMails(app)
  await configureOffice(app)
  await configureMail(app, { port: 1 })
  await app.post('/api/bookings', {
    departure: 'A',
    destination: 'B',
    time: '9',
    passengers: '2',
    phone: '0832 123456',
  })
  for (let tries = 1; tries <= 8; tries++) {
    await makeJobsDue(app)
    await app.drain()
    if (tries === 1)
      expect(await app.sql`select distinct last_error, is_uncertain from email_messages`).toEqual([
        { lastError: 'Il server SMTP non risponde.', isUncertain: false },
      ])
  }
  expect(await app.sql`select distinct state, attempts, last_error from email_messages`).toEqual([
    {
      state: 'failed',
      attempts: 8,
      lastError: 'Non consegnata dopo 8 tentativi. Il server SMTP non risponde.',
    },
  ])
  // The mail server works again, and one command sends all failed mails except the bounced one.
  await using mailbox = await openMailbox()
  await app.sql`update email_configurations set smtp_port = ${mailbox.port}, updated_at = now()`
  await app.sql`
    insert into email_messages (message_key, purpose, recipient, subject, message_id, state, bounced_at)
    values ('x', 'receipt', 'weg@cliente.example', 'x', '<x@x>', 'failed', now())`
  expect(await asStaff(app, 'POST /api/admin/email-messages/resend-failed')).toEqual({ resent: 2 })
  await app.drain()
  expect(mailbox.mails).toHaveLength(2)
  expect(await asStaff(app, 'POST /api/admin/email-messages/resend-failed')).toEqual({ resent: 0 })
})

test('a wrong password is shown and retried slowly, and the mail is sent immediately after the correction', async () => {
  await forgetMails(app)
  await using mailbox = await openMailbox({ password: 'giusta-giusta' })
  await configureOffice(app)
  const login = { smtpUsername: 'salento', smtpPassword: 'sbagliata-1234' }
  const configuration = await configureMail(app, mailbox, login)
  await app.post('/api/availability-requests', request)
  await app.drain()
  const [row] = await app.sql`
    select state, email_messages.last_error, extract(epoch from run_at - now()) as seconds
    from email_messages join graphile_worker.jobs on key = 'mail:' || email_messages.id limit 1`
  expect(row).toMatchObject({
    state: 'planned',
    lastError: expect.stringContaining('non accetta nome utente'),
  })
  expect(Number(row?.seconds)).toBeGreaterThan(50)
  await asStaff(app, 'PUT /api/admin/email-configurations/:id', {
    ...configuration,
    smtpPassword: 'giusta-giusta',
  })
  await app.drain()
  expect(mailbox.mails).toHaveLength(3)
  expect(JSON.stringify(app.lines)).not.toMatch(/giusta|sbagliata|anna@/)
})

test('without a configuration the mail waits, and is sent when one is activated', async () => {
  await forgetMails(app)
  await using mailbox = await openMailbox()
  await configureOffice(app)
  const configuration = await configureMail(app, mailbox, { isActive: false })
  await app.post('/api/availability-requests', request)
  await app.drain()
  expect((await states(app)).map(({ state }) => state)).toEqual(Array(3).fill('notConfigured'))
  await asStaff(app, 'PUT /api/admin/email-configurations/:id', { ...configuration, isActive: true })
  await app.drain()
  expect(mailbox.mails).toHaveLength(3)
  expect((await states(app)).map(({ state }) => state)).toEqual(Array(3).fill('sent'))
})

test('a mail that was being sent when its worker died is sent again under its id, and is marked', async () => {
  await forgetMails(app)
  await using mailbox = await openMailbox()
  await configureOffice(app)
  await configureMail(app, mailbox)
  await app.post('/api/availability-requests', request)
  await app.drain()
  const [row] = await app.sql<[{ messageId: string }]>`select message_id from email_messages where id = 1`
  const before = mailbox.mails.find(({ messageId }) => messageId === row.messageId)
  await app.sql`update email_messages set state = 'sending', claimed_by = 'pool-gone' where id = 1`
  await app.sql`select graphile_worker.add_job('sendMail', json_build_object('messageId', 1), job_key := 'mail:1')`
  await app.drain()
  expect(mailbox.mails).toHaveLength(4)
  expect(mailbox.mails[3]).toMatchObject({ messageId: row.messageId, to: before?.to })
  expect(await app.sql`select state, is_uncertain from email_messages where id = 1`).toEqual([
    { state: 'sent', isUncertain: true },
  ])
})

test('a mail that a running worker is sending is left to it', async () => {
  await forgetMails(app)
  await using mailbox = await openMailbox()
  await configureOffice(app)
  await configureMail(app, mailbox)
  await app.post('/api/availability-requests', request)
  await app.drain()
  await app.sql`insert into workers (pool_id, host, pid) values ('pool-other', 'elsewhere', 1)`
  await app.sql`update email_messages set state = 'sending', claimed_by = 'pool-other' where id = 1`
  await app.sql`select graphile_worker.add_job('sendMail', json_build_object('messageId', 1), job_key := 'mail:1')`
  await app.drain()
  expect(mailbox.mails).toHaveLength(3)
  expect(await app.sql`select key from graphile_worker.jobs`).toEqual([{ key: 'mail:1' }])
})

test('a mail whose worker lost track of it is not left to that worker', async () => {
  await using app = await startApp()
  await using mailbox = await openMailbox()
  await configureOffice(app)
  await configureMail(app, mailbox)
  await app.sql.unsafe(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$;
    create trigger refuse before update on email_messages for each row
      when (old.state = 'sending' and new.state = 'planned') execute function refuse()`)
  mailbox.switches.isDropping = true
  await app.post('/api/availability-requests', request)
  await app.drain()
  expect((await states(app)).map(({ state }) => state)).toContain('sending')
  mailbox.switches.isDropping = false
  await app.sql`drop trigger refuse on email_messages`
  // The worker that claimed the mail is alive, but no longer sends it.
  await app.sql`
    insert into workers (pool_id, host, pid)
    select distinct claimed_by, 'elsewhere', 1 from email_messages where claimed_by is not null`
  await makeJobsDue(app)
  await app.drain()
  expect((await states(app)).map(({ state }) => state)).toEqual(Array(3).fill('sent'))
})

test('a mail whose connection breaks before the response is sent again and marked as uncertain', async () => {
  await forgetMails(app)
  await using mailbox = await openMailbox()
  await configureOffice(app)
  await configureMail(app, mailbox)
  mailbox.switches.isDropping = true
  await app.post('/api/bookings', {
    departure: 'A',
    destination: 'B',
    time: '9',
    passengers: '2',
    phone: '0832 123456',
  })
  await app.drain()
  expect(mailbox.mails).toHaveLength(2)
  expect(await app.sql`select distinct state, is_uncertain from email_messages`).toEqual([
    { state: 'planned', isUncertain: true },
  ])
  mailbox.switches.isDropping = false
  await makeJobsDue(app)
  await app.drain()
  expect(new Set(mailbox.mails.map(({ messageId }) => messageId)).size).toBe(2)
  expect((await states(app)).map(({ state }) => state)).toEqual(['sent', 'sent'])
})

test('nothing that a visitor types becomes a header or a recipient', async () => {
  await forgetMails(app)
  await using mailbox = await openMailbox()
  await configureOffice(app)
  await configureMail(app, mailbox)
  const evil = 'x\r\nBcc: evil@x.example\r\n\r\nbody'
  const reply = await app.post('/api/availability-requests', {
    ...request,
    name: `Anna" <evil@x.example>, ${evil}`,
    departure: evil,
    destination: evil,
    passengers: '1\nTo: evil@x.ex',
    formSource: evil,
    message: evil,
  })
  expect(reply.status).toBe(201)
  await app.drain()
  expect(mailbox.mails.flatMap(({ to }) => to).sort()).toEqual([request.email, ...office].sort())
  for (const { headers, subject, replyTo } of mailbox.mails) {
    expect(headers.map(({ key }) => key)).not.toContain('bcc')
    expect(subject).not.toMatch(/[\r\n]/)
    expect(replyTo).toHaveLength(1)
    expect(replyTo[0]).not.toContain('evil')
  }
})

test('secrets of a configuration are write-only, masked, kept if the mask is sent, and encrypted in the table', async () => {
  await forgetMails(app)
  const created = await configureMail(
    app,
    { port: 2525 },
    { apiKey: 'xkeysib-secret-4321', smtpPassword: 'corta' },
  )
  expect(created).toMatchObject({ id: 1, isActive: true, apiKey: '••••4321', smtpPassword: '••••' })
  const stored = () => app.sql`select api_key, smtp_password from email_configurations where id = 1`
  const [before] = await stored()
  expect(before?.apiKey).toMatch(/^[\da-f]{8}:[\w-]{16}:[\w-]{22}:[\w-]+$/)
  const place = { table: 'email_configurations', column: 'api_key', rowId: 1 }
  const { secrets } = app.runtime.context
  expect(secrets.decrypt(before?.apiKey, place)).toBe('xkeysib-secret-4321')
  expect(() => secrets.decrypt(before?.apiKey, { ...place, rowId: 2 })).toThrow()
  const sealed = secrets.encrypt('x', place)
  const other = sealed.endsWith('AA') ? 'BA' : 'AA'
  expect(() => secrets.decrypt(sealed.slice(0, -2) + other, place)).toThrow()
  const { smtpPassword: _, ...form } = { ...created, fromName: 'Nuovo' }
  const saved = await asStaff(app, 'PUT /api/admin/email-configurations/:id', form)
  expect(saved).toMatchObject({ fromName: 'Nuovo', apiKey: '••••4321' })
  expect(await stored()).toEqual([before])
  const stale = asStaff(app, 'PUT /api/admin/email-configurations/:id', { ...form, fromName: 'Vecchio' })
  await expect(stale).rejects.toMatchObject({ status: 409 })
  const trail = await app.sql`select action, after::text from audit_log order by id`
  expect(trail).toHaveLength(2)
  expect(JSON.stringify(trail)).not.toContain('secret')
})

test('at most one configuration is active, also after two concurrent activations', async () => {
  await forgetMails(app)
  await Promise.all([1, 2, 3].map((port) => configureMail(app, { port })))
  const { items, total } = await asStaff(app, 'GET /api/admin/email-configurations')
  expect(total).toBe(3)
  expect(items.filter((one: { isActive: boolean }) => one.isActive)).toHaveLength(1)
  await asStaff(app, 'DELETE /api/admin/email-configurations/:id', { id: items[0].id })
  const gone = asStaff(app, 'GET /api/admin/email-configurations/:id', { id: items[0].id })
  await expect(gone).rejects.toMatchObject({ status: 404 })
})

const lead: Lead = {
  kind: 'booking',
  id: 7,
  name: 'Anna',
  phone: '0832 123456',
  email: 'a@example.com',
  departure: 'Lecce',
  destination: 'Bari',
  date: '2026-12-01',
  address: null,
  position: null,
  time: '10:30',
  passengers: '2',
  code: 'K7M2PX',
  status: 'nuova',
  language: 'it',
  isSuspected: false,
  fare: null,
  returnTrip: false,
  returnDate: null,
  returnTime: null,
  quote: null,
  returnQuote: null,
  totalQuote: null,
  quoteSource: null,
  chosenVehicle: null,
  quotedDay: null,
  flightOrTrain: null,
  luggage: null,
  message: null,
  formSource: null,
  createdAt: new Date('2026-12-01T03:00:00Z'),
  updatedAt: new Date('2026-12-01T03:00:00Z'),
}
const company = {
  companyName: 'Salento Transfer',
  phone: '+39 0832 123456',
  email: 'info@salento.example',
  leadsEmail: 'a@b.it',
  vatNumber: '01234567890',
  rea: '',
  address: '',
  city: '',
  cap: '',
  fullAddress: '',
}
const operator = { ...operatorOf(undefined), ...company }
const at = (now: Date) => createContext(readConfig(testEnv), { now: () => now })

test.each([
  ['2026-12-01T04:59:00Z', 'entro le 06:15'],
  ['2026-12-01T05:00:00Z', 'entro 15 minuti'],
  ['2026-12-01T22:59:00Z', 'entro 15 minuti'],
  ['2026-12-01T23:00:00Z', 'entro le 06:15'],
  ['2026-07-01T04:00:00Z', 'entro 15 minuti'],
  ['2026-07-01T03:59:00Z', 'entro le 06:15'],
])('a receipt of %s promises an answer %s, in Roman time', (time, promise) => {
  const now = new Date(time)
  const mail = receiptMail(harmlessLead({ ...lead, createdAt: now }), operator, at(now))
  expect(mail.text).toContain(promise)
  expect(mail.html).toContain(promise)
})

test('a receipt that is sent late does not promise a quarter of an hour', () => {
  const mail = receiptMail(harmlessLead(lead), operator, at(new Date('2026-12-03T10:00:00Z')))
  expect(mail.text).toContain('al più presto')
})

test('a receipt carries no greeting that is not a name', () => {
  for (const name of ['Vinci su www.x.it', 'http://x.it', 'a@b.it'])
    expect(receiptMail(harmlessLead({ ...lead, name }), operator, at(lead.createdAt)).text).toMatch(
      /^Ciao,\n/,
    )
})

test('a landline keeps its zero, and a number outside every numbering plan is written without a link', () => {
  expect(officeMail(lead, replyKitOf(lead, operator).links).text).toContain('tel:+390832123456')
  const odd = { ...lead, phone: '123-45' }
  const { text } = officeMail(odd, replyKitOf(odd, operator).links)
  expect(text).toContain('Telefono: 123-45')
  expect(text).not.toContain('tel:')
})

test.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['169.254.169.254', true],
  ['::1', true],
  ['fd00::1', true],
  ['::ffff:10.0.0.1', true],
  ['1.1.1.1', false],
  ['2606:4700::1111', false],
])('%s is private: %s', (address, isPrivate) => {
  expect(isPrivateAddress(address)).toBe(isPrivate)
})

test('a worker of the previous version stores states of mails under its own names', async () => {
  await forgetMails(app)
  const names = [
    'in coda',
    'in invio',
    'inviata',
    'consegnata',
    'respinta',
    'non configurata',
    'scartata',
    'trattenuta',
  ]
  await app.sql`
    insert into email_messages (message_key, purpose, recipient, subject, message_id, state)
    select name, 'office', 'a@b.example', 'x', name, name from unnest(${names}::text[]) as name`
  expect((await app.sql`select state from email_messages order by id`).map(({ state }) => state)).toEqual([
    'planned',
    'sending',
    'sent',
    'delivered',
    'failed',
    'notConfigured',
    'skipped',
    'held',
  ])
  await app.sql`update email_messages set state = 'inviata' where id = 1`
  expect(await app.sql`select state from email_messages where id = 1`).toEqual([{ state: 'sent' }])
})
