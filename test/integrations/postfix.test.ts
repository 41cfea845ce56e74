import { expect, test } from 'vitest'
import { type App, eventually, openApp } from '../app.ts'
import { given } from '../given.ts'
import { long } from '../length.ts'
import { configureMail, configureOffice, forgetMails, makeJobsDue, office, openMailbox } from '../mailbox.ts'
import { hasPostfix, openPostfix } from '../providers/postfix.ts'

// A real Postfix refuses mails. These tests are skipped where Postfix is not installed.

const app = await openApp()

const customer = 'anna@cliente.example'

/** Starts Postfix with the settings, and an app that sends its mails through it. */
async function withPostfix(settings: Record<string, string>) {
  const mailbox = await openMailbox()
  const postfix = await openPostfix({ forwardTo: mailbox.port })
  await forgetMails(app)
  await configureOffice(app)
  const configuration = await configureMail(app, postfix)
  await app.drain()
  await postfix.configure(settings)
  return {
    mailbox,
    configuration,
    /** Restarts Postfix with its default settings, with which it accepts every mail of this machine. */
    mend: () => postfix.configure({}),
    async [Symbol.asyncDispose]() {
      await postfix[Symbol.asyncDispose]()
      await mailbox[Symbol.asyncDispose]()
    },
  }
}

const rowsOf = (app: App) => app.sql<{ recipient: string; state: string; lastError: string | null }[]>`
  select recipient, state, last_error from email_messages order by id`

const bookingOf = async (staff: Record<string, string>) =>
  (await app.get('/api/admin/bookings', staff)).body.items[0]

const refusals: [string, Record<string, string>, RegExp][] = [
  [
    'the client',
    { smtpd_client_restrictions: 'check_client_access inline:{127.0.0.1=REJECT}' },
    /554 5\.7\.1 <.*>: Client host rejected: Access denied/,
  ],
  [
    'the client’s HELO',
    { smtpd_helo_restrictions: 'reject' },
    /554 5\.7\.1 <.*>: Helo command rejected: Access denied/,
  ],
  [
    'the sender',
    { smtpd_sender_restrictions: 'check_sender_access inline:{sito@salento.example=REJECT}' },
    /554 5\.7\.1 <sito@salento\.example>: Sender address rejected: Access denied/,
  ],
  [
    'the sender’s domain',
    {
      smtpd_sender_restrictions:
        'check_sender_access inline:{{salento.example = 550 5.1.8 Domain not found}}',
    },
    /550 5\.1\.8 <sito@salento\.example>: Sender address rejected: Domain not found/,
  ],
  [
    'relaying',
    { smtpd_relay_restrictions: 'reject_unauth_destination' },
    /554 5\.7\.1 <.*>: Relay access denied/,
  ],
  [
    'relaying for now',
    { smtpd_relay_restrictions: 'defer_unauth_destination' },
    /454 4\.7\.1 <.*>: Relay access denied/,
  ],
  [
    'every recipient without saying why',
    { smtpd_recipient_restrictions: 'reject' },
    /554 5\.7\.1 <.*>: Recipient address rejected: Access denied/,
  ],
]

test.for(refusals)(
  'while Postfix refuses %s, mails wait and staff see why; after the repair each is sent once',
  long,
  async ([_, settings, reply], { skip }) => {
    if (!hasPostfix()) skip('no Postfix')
    await using system = await withPostfix(settings)
    const { mailbox, mend } = system
    await given.lead(app, 'booking', { email: customer })
    await app.drain()
    const waiting = await rowsOf(app)
    expect(waiting.map(({ state }) => state)).toEqual(['planned', 'planned', 'planned'])
    const staff = await app.logIn({ isSuperAdmin: false })
    expect((await bookingOf(staff)).callInstead).toBe(false)
    const { refusal } = (await app.get('/api/admin/email-messages/status', staff)).body
    expect(refusal?.reason).toMatch(reply)
    // Another lead is not tried while one mail tests whether the server still refuses.
    await given.lead(app, 'booking', { email: 'luca@cliente.example', phone: '347 7654321' })
    await makeJobsDue(app)
    await app.drain()
    expect(mailbox.mails).toEqual([])
    await mend()
    await makeJobsDue(app)
    await app.drain()
    await makeJobsDue(app)
    await app.drain()
    expect((await rowsOf(app)).map(({ state }) => state)).toEqual(Array(6).fill('sent'))
    await eventually(() => expect(mailbox.mails).toHaveLength(6))
    expect(mailbox.mails.flatMap(({ to }) => to).sort()).toEqual(
      [...office, ...office, customer, 'luca@cliente.example'].sort(),
    )
    expect((await app.get('/api/admin/email-messages/status', staff)).body.refusal).toBe(null)
    expect((await bookingOf(staff)).callInstead).toBe(false)
  },
)

test('saving the configuration sends what Postfix refused', long, async ({ skip }) => {
  if (!hasPostfix()) skip('no Postfix')
  await using system = await withPostfix({ smtpd_relay_restrictions: 'reject_unauth_destination' })
  const { mailbox, mend, configuration } = system
  await given.lead(app, 'booking', { email: customer })
  await app.drain()
  await mend()
  const boss = await app.logIn()
  const path = `/api/admin/email-configurations/${configuration.id}`
  expect((await app.send('PUT', path, configuration, boss)).status).toBe(200)
  await app.drain()
  await eventually(() => expect(mailbox.mails).toHaveLength(3))
})

interface Final {
  what: string
  settings: Record<string, string>
  reply: RegExp
  /** States of the two mails to the office and of the one to the customer. */
  states: string[]
  callInstead: boolean
}

const mailboxes = { states: ['sent', 'sent', 'failed'], callInstead: true }
const contents = { states: ['failed', 'failed', 'failed'], callInstead: false }

const finals: Final[] = [
  {
    what: 'an unknown mailbox',
    ...mailboxes,
    settings: { relay_domains: 'cliente.example', relay_recipient_maps: 'inline:{altra@cliente.example=1}' },
    reply: /550 5\.1\.1 <anna@cliente\.example>: Recipient address rejected: User unknown/,
  },
  {
    what: 'a full mailbox',
    ...mailboxes,
    settings: {
      smtpd_recipient_restrictions: `check_recipient_access inline:{{${customer} = 552 5.2.2 Mailbox full}}`,
    },
    reply: /552 5\.2\.2 <anna@cliente\.example>: Recipient address rejected: Mailbox full/,
  },
  {
    what: 'a mail that is too large',
    ...contents,
    settings: { message_size_limit: '1000', message_body_limit: '1000' },
    reply: /552 5\.3\.4 Error: message file too big/,
  },
  {
    what: 'a mail that is not allowed',
    ...contents,
    settings: { header_checks: 'regexp:{{/^Subject:/ REJECT 5.6.0 Content not allowed}}' },
    reply: /550 5\.6\.0 Content not allowed/,
  },
]

test.for(finals)(
  'Postfix refuses $what for good: staff see why, and call the customer or send the mails again',
  long,
  async ({ settings, reply, states, callInstead }, { skip }) => {
    if (!hasPostfix()) skip('no Postfix')
    await using system = await withPostfix(settings)
    const { mailbox, mend } = system
    await given.lead(app, 'booking', { email: customer })
    await app.drain()
    const rows = await rowsOf(app)
    expect(rows.map(({ state }) => state)).toEqual(states)
    const failed = rows.filter(({ state }) => state === 'failed')
    for (const { lastError } of failed) expect(lastError).toMatch(reply)
    const boss = await app.logIn()
    expect((await bookingOf(boss)).callInstead).toBe(callInstead)
    await mend()
    // Nothing is sent again to an address that does not work.
    const resent = callInstead ? 0 : failed.length
    expect((await app.post('/api/admin/email-messages/resend-failed', {}, boss)).body).toEqual({ resent })
    await app.drain()
    const sent = states.length - failed.length + resent
    await eventually(() => expect(mailbox.mails).toHaveLength(sent))
  },
)

test(
  'a greylisted mail is sent when Postfix accepts it, and holds up no other mail',
  long,
  async ({ skip }) => {
    if (!hasPostfix()) skip('no Postfix')
    await using system = await withPostfix({
      smtpd_recipient_restrictions: `check_recipient_access inline:{{${customer} = 450 4.7.1 Greylisted}}`,
    })
    const { mailbox, mend } = system
    await given.lead(app, 'booking', { email: customer })
    await app.drain()
    const rows = await rowsOf(app)
    expect(rows.map(({ state }) => state)).toEqual(['sent', 'sent', 'planned'])
    expect(rows[2]?.lastError).toMatch(/^Il server di posta chiede di riprovare più tardi: 450 4\.7\.1/)
    await mend()
    await makeJobsDue(app)
    await app.drain()
    await eventually(() => expect(mailbox.to(customer)).toHaveLength(1))
  },
)
