import { expect, test } from 'vitest'
import { type App, openApp, startApp } from '../app.ts'
import { given } from '../given.ts'
import { fewCases, long } from '../length.ts'
import { configureMail, configureOffice, forgetMails, makeJobsDue, office, openMailbox } from '../mailbox.ts'

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
    'Il server SMTP rifiuta il mittente o la connessione: 553 5.7.1 Sender not allowed',
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
    const [wait] = await app.sql`
    select extract(epoch from min(run_at) - now())::int as seconds from graphile_worker.jobs`
    expect(wait?.seconds).toBeGreaterThan(seconds - 5)
    expect(wait?.seconds).toBeLessThanOrEqual(seconds)
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
        'Il server SMTP rifiuta il mittente o la connessione: 530 5.7.0 Must issue a STARTTLS command first',
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
