import { expect, test } from 'vitest'
import { type Concern, concernOfReply } from '../../src/modules/integrations/mail/concern.ts'
import { type App, openApp, startApp } from '../app.ts'
import { given } from '../given.ts'
import { fewCases, long } from '../length.ts'
import {
  configureMail,
  configureOffice,
  forgetMails,
  makeJobsDue,
  office,
  openMailbox,
  secondsPutOff,
} from '../mailbox.ts'

const app = await openApp()

const stateOf = (app: App) => app.sql`select distinct state, last_error from email_messages`

type Mailbox = Awaited<ReturnType<typeof openMailbox>>

const passing: [string, (mailbox: Mailbox) => void, number, string][] = [
  [
    'is too busy to greet',
    ({ switches }) => switches.atConnect.push({ code: 421, text: '4.3.2 Too busy' }),
    5,
    'Il server di posta chiede di riprovare più tardi: 421 4.3.2 Too busy',
  ],
  [
    'has used up the sender’s quota',
    ({ switches }) => switches.atSender.push({ code: 451, text: '4.7.1 Quota exceeded' }),
    5,
    'Il server di posta chiede di riprovare più tardi: 451 4.7.1 Quota exceeded',
  ],
  [
    'is full',
    ({ switches }) => switches.atData.push({ code: 452, text: '4.3.1 Insufficient storage' }),
    5,
    'Il server di posta chiede di riprovare più tardi: 452 4.3.1 Insufficient storage',
  ],
  [
    'does not accept the sender',
    ({ switches }) => switches.atSender.push({ code: 553, text: '5.7.1 Sender not allowed' }),
    60,
    'Il server di posta non accetta il mittente: correggi l’email del mittente, o falla autorizzare da chi gestisce il server. Ha risposto: «553 5.7.1 Sender not allowed».',
  ],
]

test.each(fewCases(passing))(
  'when the mail server %s the mail waits, shows why, and is sent once later',
  async (_, break_, seconds, reason) => {
    await using mailbox = await openMailbox()
    await forgetMails(app)
    await configureOffice(app)
    await configureMail(app, mailbox)
    await app.sql`update company_settings set leads_email = ${office[0] ?? ''}`
    await app.drain()
    break_(mailbox)
    await given.lead(app, 'booking')
    await app.drain()
    expect(mailbox.mails).toEqual([])
    expect(await stateOf(app)).toEqual([{ state: 'planned', lastError: reason }])
    expect(await secondsPutOff(app)).toBe(seconds)
    await makeJobsDue(app)
    await app.drain()
    expect(mailbox.mails.map(({ to }) => to)).toEqual([[office[0]]])
    expect(await stateOf(app)).toEqual([{ state: 'sent', lastError: null }])
  },
)

test('a message that the mail server refuses permanently is reported, and one button sends it again', async () => {
  await using mailbox = await openMailbox()
  await forgetMails(app)
  await configureOffice(app)
  await configureMail(app, mailbox)
  await app.sql`update company_settings set leads_email = ${office[0] ?? ''}`
  await app.drain()
  mailbox.switches.atData.push({ code: 554, text: '5.6.0 Message refused' })
  await given.lead(app, 'booking')
  await app.drain()
  await makeJobsDue(app)
  await app.drain()
  expect(mailbox.mails).toEqual([])
  expect(await stateOf(app)).toEqual([
    { state: 'failed', lastError: 'Il server di posta rifiuta il messaggio: 554 5.6.0 Message refused' },
  ])
  await app.post('/api/admin/email-messages/1/resend', {}, await app.logIn({ isSuperAdmin: false }))
  await app.drain()
  expect(mailbox.mails).toHaveLength(1)
})

test('a server that requires encryption is a configuration error that staff can read', long, async () => {
  await using mailbox = await openMailbox({ tls: 'starttls' })
  await using other = await openMailbox({ tls: 'implicit' })
  await using app = await startApp()
  await configureOffice(app)
  await configureMail(app, mailbox)
  await given.lead(app, 'booking')
  await app.drain()
  expect(await stateOf(app)).toEqual([
    {
      state: 'planned',
      lastError:
        'Il server di posta non accetta email da questo sito: controlla host, utente e password, o chiedi a chi gestisce il server. Ha risposto: «530 5.7.0 Must issue a STARTTLS command first».',
    },
  ])
  // The server waits for an encrypted connection and sends no greeting.
  await using hasty = await startApp({ env: { SMTP_TIMEOUT_MS: '1000' } })
  const form = { smtpHost: '127.0.0.1', smtpPort: other.port, fromEmail: 'sito@salento.example' }
  const boss = await hasty.logIn()
  const { body } = await hasty.post('/api/admin/email-configurations/test', form, boss)
  // Either the client or the server may time out first.
  const words =
    /^(Il server SMTP non risponde|La connessione con il server SMTP si è interrotta durante l’invio)\.$/
  expect(body).toEqual({ success: false, message: expect.stringMatching(words) })
})

test('while the server’s certificate is not valid, mails wait for the repair and staff see why', async () => {
  await using mailbox = await openMailbox({ tls: 'starttls' })
  await forgetMails(app)
  await configureOffice(app)
  // This address leads to this machine too, but unlike 127.0.0.1 it requires TLS.
  await configureMail(app, mailbox, { smtpHost: '0.0.0.0' })
  await given.lead(app, 'booking')
  await app.drain()
  const staff = await app.logIn({ isSuperAdmin: false })
  const { refusal } = (await app.get('/api/admin/email-messages/status', staff)).body
  expect(refusal?.reason).toBe(
    'Il server SMTP non ha un certificato valido, o la porta è sbagliata: controlla host e porta (CERT_HAS_EXPIRED).',
  )
  expect(await app.sql`select distinct state, attempts, is_uncertain from email_messages`).toEqual([
    { state: 'planned', attempts: 0, isUncertain: false },
  ])
})

test('a customer with an unknown mailbox is to be called, until a mail is accepted', async () => {
  await using mailbox = await openMailbox()
  await forgetMails(app)
  await configureOffice(app)
  await configureMail(app, mailbox)
  mailbox.switches.refused.add('anna@cliente.example')
  await given.lead(app, 'booking', { email: 'anna@cliente.example' })
  await app.drain()
  const staff = await app.logIn({ isSuperAdmin: false })
  const callInstead = async () => (await app.get('/api/admin/bookings', staff)).body.items[0].callInstead
  expect(await callInstead()).toBe(true)
  mailbox.switches.refused.clear()
  const [mail] = await app.sql`select id from email_messages where purpose = 'receipt'`
  await app.post(`/api/admin/email-messages/${mail?.id}/resend`, {}, staff)
  await app.drain()
  expect(await callInstead()).toBe(false)
})

/** Sends three mails: two to the office, and one to the customer. */
async function withRefusals(refusal: (address: string) => { code: number; text: string } | null) {
  const mailbox = await openMailbox()
  await forgetMails(app)
  await configureOffice(app)
  const configuration = await configureMail(app, mailbox)
  await app.drain()
  mailbox.switches.atRecipient = refusal
  const staff = await app.logIn({ isSuperAdmin: false })
  const read = async (path: string) => (await app.get(path, staff)).body
  return {
    mailbox,
    configuration,
    staff,
    refusalShown: async () => (await read('/api/admin/email-messages/status')).refusal?.reason ?? null,
    callInstead: async (place = 0) => (await read('/api/admin/bookings')).items[place].callInstead,
    states: async () =>
      (await app.sql`select state from email_messages order by id`).map(({ state }) => state),
    retry: async (): Promise<void> => {
      await makeJobsDue(app)
      await app.drain()
    },
    [Symbol.asyncDispose]: () => mailbox[Symbol.asyncDispose](),
  }
}

const customer = 'anna@cliente.example'

const refusalsOfAll: [string, number, string, RegExp][] = [
  [
    'the client',
    554,
    '5.7.1 <localhost>: Client host rejected: Access denied',
    /non accetta email da questo sito/,
  ],
  ['relaying', 554, `5.7.1 <${customer}>: Relay access denied`, /non accetta email da questo sito/],
  [
    'the sender',
    553,
    '5.7.1 <sito@salento.example>: Sender address rejected: not owned',
    /non accetta il mittente/,
  ],
  ['relaying for now', 454, `4.7.1 <${customer}>: Relay access denied`, /non accetta email da questo sito/],
  ['relaying without a code', 550, 'Relaying denied', /non accetta email da questo sito/],
  ['a client that is not logged in', 530, '5.7.0 Authentication required', /vuole nome utente e password/],
  ['everybody without a reason', 550, 'Rejected', /per una sua regola. Ha risposto: «550 Rejected».$/],
]

test.each(fewCases(refusalsOfAll))(
  'while the server refuses %s after RCPT TO, mails wait, staff see why, and later each is sent once',
  async (_, code, text, reason) => {
    await using system = await withRefusals(() => ({ code, text }))
    const { mailbox } = system
    await given.lead(app, 'booking', { email: customer })
    await app.drain()
    expect(await system.states()).toEqual(['planned', 'planned', 'planned'])
    expect(await system.refusalShown()).toMatch(reason)
    expect(await system.callInstead()).toBe(false)
    await system.retry()
    expect(await system.states()).toEqual(['planned', 'planned', 'planned'])
    mailbox.switches.atRecipient = () => null
    await system.retry()
    expect(mailbox.mails.flatMap(({ to }) => to).sort()).toEqual([customer, ...office].sort())
    expect(await system.refusalShown()).toBe(null)
    expect(await system.states()).toEqual(['sent', 'sent', 'sent'])
  },
)

test('after a refusal, saving the configuration sends the waiting mails in order', async () => {
  await using system = await withRefusals(() => ({ code: 554, text: '5.7.1 Relay access denied' }))
  const { mailbox, configuration } = system
  await given.lead(app, 'booking', { email: customer })
  await app.drain()
  await system.retry()
  mailbox.switches.atRecipient = () => null
  const boss = await app.logIn()
  const path = `/api/admin/email-configurations/${configuration.id}`
  expect((await app.send('PUT', path, configuration, boss)).status).toBe(200)
  await app.drain()
  expect(mailbox.mails.map(({ to }) => to)).toEqual([[office[0]], [office[1]], [customer]])
})

test('one button retries the waiting mails at once', async () => {
  await using system = await withRefusals(() => ({ code: 554, text: '5.7.1 Relay access denied' }))
  const { mailbox } = system
  await given.lead(app, 'booking', { email: customer })
  await app.drain()
  mailbox.switches.atRecipient = () => null
  const retried = await app.post('/api/admin/email-messages/resend-failed', {}, await app.logIn())
  expect(retried.body.resent).toBeGreaterThan(0)
  await app.drain()
  expect(mailbox.mails).toHaveLength(3)
})

test('a server that relays only to the office delays no mail to the office, and later sends the others', async () => {
  const refuse = (address: string) =>
    office.includes(address) ? null : { code: 554, text: '5.7.1 Relay access denied' }
  await using system = await withRefusals(refuse)
  const { mailbox } = system
  await given.lead(app, 'booking', { email: customer })
  await app.drain()
  expect(await system.states()).toEqual(['sent', 'sent', 'planned'])
  expect(await system.refusalShown()).toMatch(/Relay access denied/)
  await given.lead(app, 'booking', { email: 'luca@cliente.example', phone: '347 7654321' })
  await app.drain()
  for (let tries = 0; tries < 3; tries++) await system.retry()
  expect(mailbox.to(office[0] ?? '')).toHaveLength(2)
  // By now the refusal is known to concern only some mails, so the next lead waits for nobody.
  await given.lead(app, 'booking', { email: 'pia@cliente.example', phone: '347 7654322' })
  await app.drain()
  expect(mailbox.to(office[0] ?? '')).toHaveLength(3)
  expect(await system.callInstead()).toBe(false)
  mailbox.switches.atRecipient = () => null
  await system.retry()
  await system.retry()
  expect(await system.states()).toEqual(Array(9).fill('sent'))
  expect(mailbox.to(customer)).toHaveLength(1)
})

test('a rule that meets one customer holds up nobody; after the last attempt the customer is to be called', async () => {
  const refuse = (address: string) =>
    address === customer ? { code: 550, text: '5.7.1 Message rejected by policy' } : null
  await using system = await withRefusals(refuse)
  await given.lead(app, 'booking', { email: customer })
  await app.drain()
  expect(await system.states()).toEqual(['sent', 'sent', 'planned'])
  expect(await system.refusalShown()).toBe(null)
  expect(await app.sql`select last_error from email_messages where recipient = ${customer}`).toEqual([
    {
      lastError:
        'Il server di posta rifiuta l’email per una sua regola. Ha risposto: «550 5.7.1 Message rejected by policy».',
    },
  ])
  await given.lead(app, 'booking', { email: 'luca@cliente.example', phone: '347 7654321' })
  await app.drain()
  expect(system.mailbox.to('luca@cliente.example')).toHaveLength(1)
  for (let tries = 0; tries < 8; tries++) await system.retry()
  expect((await system.states()).filter((state) => state === 'failed')).toHaveLength(1)
  expect([await system.callInstead(0), await system.callInstead(1)]).toEqual([false, true])
  // The mail can be sent again with all failed mails, because the address may be right.
  system.mailbox.switches.atRecipient = () => null
  await app.post('/api/admin/email-messages/resend-failed', {}, await app.logIn())
  await app.drain()
  expect(system.mailbox.to(customer)).toHaveLength(1)
  expect(await system.callInstead(1)).toBe(false)
})

test(
  'a mailbox that stays full for all attempts is final, and the customer is to be called',
  long,
  async () => {
    const refuse = (address: string) =>
      address === customer ? { code: 452, text: '4.2.2 Mailbox full' } : null
    await using system = await withRefusals(refuse)
    await given.lead(app, 'booking', { email: customer })
    await app.drain()
    expect([await system.states(), await system.callInstead()]).toEqual([['sent', 'sent', 'planned'], false])
    for (let tries = 0; tries < 8; tries++) await system.retry()
    expect([await system.states(), await system.callInstead()]).toEqual([['sent', 'sent', 'failed'], true])
  },
)

test('while the server refuses the log-in, a busy server postpones the next attempt by at most five minutes', async () => {
  await using mailbox = await openMailbox({ password: 'giusta-giusta' })
  await forgetMails(app)
  await configureOffice(app)
  await configureMail(app, mailbox, { smtpUsername: 'salento', smtpPassword: 'sbagliata-1234' })
  await given.lead(app, 'booking')
  await app.drain()
  for (let tries = 0; tries < 6; tries++) {
    mailbox.switches.atConnect.push({ code: 421, text: '4.3.2 Too busy' })
    await makeJobsDue(app)
    await app.drain()
  }
  const [wait] = await app.sql`
    select extract(epoch from max(run_at) - now())::int as seconds from graphile_worker.jobs`
  expect(wait?.seconds).toBeLessThanOrEqual(300)
})

const replies: [Concern, string, string][] = [
  ['mailbox', 'RCPT TO', '550 5.1.1 <a@b.example>: Recipient address rejected: User unknown'],
  ['mailbox', 'RCPT TO', '550 No such user here'],
  ['mailbox', 'RCPT TO', '556 5.1.10 Domain has a null MX'],
  ['mailbox', 'RCPT TO', '550 5.6.7 The address needs SMTPUTF8'],
  ['mailbox', 'RCPT TO', '452 4.2.2 Mailbox full'],
  ['sender', 'RCPT TO', '550 5.1.8 Sender address rejected: Domain not found'],
  ['sender', 'RCPT TO', '450 4.1.8 <s@b.example>: Sender address rejected: Domain not found'],
  ['sender', 'MAIL FROM', '501 5.1.7 Bad sender address syntax'],
  ['sender', 'MAIL FROM', '550 5.1.1 User unknown'],
  ['relay', 'RCPT TO', '553 sorry, that domain isn’t in my list of allowed rcpthosts (#5.7.1)'],
  ['relay', 'RCPT TO', '554 5.7.1 Service unavailable; Client host [5.9.1.2] blocked using zen.spamhaus.org'],
  ['relay', 'RCPT TO', '504 5.5.2 <x>: Helo command rejected: need fully-qualified hostname'],
  ['relay', 'EHLO', '502 5.5.1 Not implemented'],
  ['login', 'AUTH PLAIN', '535 5.7.8 Authentication failed'],
  ['login', 'AUTH PLAIN', '550 Account disabled'],
  ['temporary', 'AUTH PLAIN', '454 4.7.0 Temporary authentication failure'],
  ['temporary', 'CONN', '421 4.7.0 [5.9.1.2] Too many connections from your IP'],
  ['temporary', 'RCPT TO', '450 4.2.0 Recipient address rejected: Greylisted'],
  ['temporary', 'RCPT TO', '451 4.3.0 Temporary lookup failure'],
  ['quota', 'DATA', '550 5.4.5 Daily user sending limit exceeded'],
  ['content', 'MAIL FROM', '552 5.3.4 Message size exceeds fixed limit'],
  ['content', 'DATA', '550 5.7.1 Virus found'],
  ['policy', 'DATA', '550 5.7.26 This mail does not pass DMARC'],
  ['policy', 'RCPT TO', '550 5.4.1 Recipient address rejected: Access denied'],
  ['policy', 'RCPT TO', '550 5.7.1 <relaying-denied@no-such-user.example>: No'],
]

test.each(replies)('a refusal concerns the %s: %s, %s', (concern, command, reply) => {
  expect(concernOfReply(reply, command)).toBe(concern)
})
