import { expect, test } from 'vitest'
import { type App, startApp } from '../app.ts'
import { given } from '../given.ts'
import { fewCases, inFull, long } from '../length.ts'
import {
  asStaff,
  configureMail,
  configureOffice,
  drainAll,
  makeJobsDue,
  office,
  secondsPutOff,
} from '../mailbox.ts'
import { openBrevo } from '../providers/brevo.ts'

type Brevo = Awaited<ReturnType<typeof openBrevo>>

/** Starts an app with Brevo as its mail provider. `webhook` is the path that staff copy from the panel. */
async function withBrevo(brevo: Brevo, form: object = {}) {
  const app = await startApp({ env: { BREVO_BASE_URL: brevo.baseUrl } })
  await configureOffice(app)
  // The panel's form starts with Brevo's relay as the SMTP host.
  const configuration = await configureMail(
    app,
    { port: 587 },
    { smtpHost: 'smtp-relay.brevo.com', apiKey: 'xkeysib-ok', ...form },
  )
  await app.drain()
  const webhook = new URL(configuration.webhookAddress).pathname
  return { app, webhook, configuration }
}

const askWith = (app: App, email: string | null, name = 'Anna Rossi') =>
  given.lead(app, 'booking', { name, ...(email ? { email } : {}) })

const stateOf = async (app: App, recipient: string) =>
  (await app.sql`select state, last_error, attempts from email_messages where recipient = ${recipient}`)[0]

test('with an API key mails are sent through Brevo’s API, even if the form names a mail server', async () => {
  await using brevo = await openBrevo()
  const { app } = await withBrevo(brevo)
  await using _ = app
  await askWith(app, 'anna@cliente.example')
  await app.drain()
  expect(brevo.mails.map(({ to }) => to)).toEqual([...office, 'anna@cliente.example'])
  const refused = await app.post(
    '/api/admin/email-configurations',
    { fromEmail: 'sito@salento.example', apiKey: 'xsmtpsib-1234567890' },
    await app.logIn(),
  )
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    [
      {
        path: 'apiKey',
        message:
          'Questa è una chiave SMTP di Brevo: va nel campo Password SMTP. La API Key inizia con xkeysib-',
      },
    ],
  ])
})

test('reports change mails from sent to delivered; repeated, late or unknown ones change nothing', async () => {
  await using brevo = await openBrevo()
  const { app, webhook } = await withBrevo(brevo)
  await using _ = app
  await askWith(app, 'deferred@cliente.example')
  await app.drain()
  const [request, deferred, delivered] = brevo
    .takeReports()
    .filter(({ email }) => email === 'deferred@cliente.example')
  const state = () => stateOf(app, 'deferred@cliente.example')
  expect(await state()).toMatchObject({ state: 'sent' })
  expect((await app.post(webhook, deferred)).status).toBe(200)
  expect(await state()).toMatchObject({
    state: 'sent',
    lastError: 'Consegna rimandata, Brevo riprova: 451 4.7.1 try again later',
  })
  // Brevo sends several reports at once, repeats reports, and sends older reports after newer ones.
  expect((await app.post(webhook, [delivered, delivered, deferred, request])).status).toBe(200)
  expect(await state()).toMatchObject({ state: 'delivered', lastError: null })
  await app.post(webhook, {
    ...deferred,
    ts_epoch: Number(deferred?.ts_epoch) - 60_000,
    event: 'hard_bounce',
  })
  expect(await state()).toMatchObject({ state: 'delivered' })
  const before = await app.sql`select * from email_messages order by id`
  for (const strange of [
    {
      ...delivered,
      'message-id': '<unknown@smtp-relay.mailin.fr>',
      'X-Mailin-custom': 'x',
      event: 'hard_bounce',
    },
    { event: 'delivered' },
    { ...delivered, event: 'opened' },
    {},
    [],
    [null, 7, 'x', { event: 7 }],
  ])
    expect((await app.post(webhook, strange)).status).toBe(200)
  expect(await app.sql`select * from email_messages order by id`).toEqual(before)
})

test('a list of a thousand reports is processed in one call', long, async () => {
  await using brevo = await openBrevo()
  const { app, webhook } = await withBrevo(brevo)
  await using _ = app
  await app.sql`
    insert into email_messages (message_key, purpose, recipient, subject, message_id, provider_id, state)
    select 'k' || n, 'receipt', 'a@cliente.example', 'x', '<m' || n || '@x>', '<p' || n || '@x>', 'sent'
    from generate_series(1, 1000) as n`
  const reports = Array.from({ length: 1000 }, (_, index) => ({
    event: 'delivered',
    'message-id': `<p${1000 - index}@x>`,
    ts_epoch: Date.now(),
  }))
  const replies = await Promise.all([app.post(webhook, reports), app.post(webhook, reports.toReversed())])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(await app.sql`select state, count(*) as n from email_messages group by state`).toEqual([
    { state: 'delivered', n: 1000 },
  ])
})

test('only a caller with the token may report, and a bearer token must be right if sent', async () => {
  await using brevo = await openBrevo()
  const { app, webhook } = await withBrevo(brevo)
  await using _ = app
  await askWith(app, 'anna@cliente.example')
  await app.drain()
  const reports = brevo.takeReports()
  const token = webhook.split('/').at(-1) ?? ''
  expect((await app.post('/api/webhooks/brevo/altro', reports)).status).toBe(401)
  expect((await app.post(webhook, reports, { authorization: 'Bearer altro' })).status).toBe(401)
  expect((await app.post(webhook, '{"event":', { 'content-type': 'application/json' })).status).toBe(400)
  expect(await app.sql`select distinct state from email_messages`).toEqual([{ state: 'sent' }])
  expect((await app.post(webhook, reports, { authorization: `Bearer ${token}` })).status).toBe(200)
  expect(await app.sql`select distinct state from email_messages`).toEqual([{ state: 'delivered' }])
  expect(JSON.stringify(app.lines)).not.toContain(token)
})

const fates = [
  ['bounce', 'failed', 'L’indirizzo non riceve posta: RecipientError: 550 5.1.1 mailbox unavailable', true],
  ['blocked', 'failed', 'Brevo non scrive più a questo indirizzo: blocked : due to blacklist user', true],
  ['invalid', 'failed', 'L’indirizzo non è valido', true],
  [
    'unverified',
    'failed',
    'Brevo non accetta il mittente: verificalo nel pannello di Brevo: Sending has been rejected because the sender you used is not valid.',
    false,
  ],
  ['soft', 'failed', 'La casella non l’ha accettata e Brevo non riprova più: 452 4.2.2 mailbox full', true],
  ['spam', 'delivered', 'Il destinatario l’ha segnalata come indesiderata', false],
] as const

test('reports about a mail are shown in text, and a customer with an invalid address is to be called', async () => {
  await using brevo = await openBrevo()
  const { app, webhook } = await withBrevo(brevo)
  await using _ = app
  for (const [name] of fates) await askWith(app, `${name}@cliente.example`, name)
  await app.drain()
  await app.post(webhook, brevo.takeReports().reverse())
  await app.drain()
  const staff = await app.logIn({ isSuperAdmin: false })
  const { body } = await app.get('/api/admin/bookings', staff)
  for (const [name, state, lastError, callInstead] of fates) {
    expect(await stateOf(app, `${name}@cliente.example`)).toMatchObject({ state, lastError })
    expect(body.items.find((lead: { name: string }) => lead.name === name).callInstead).toBe(callInstead)
  }
  const [mail] = await app.sql`select id from email_messages where recipient = 'bounce@cliente.example'`
  const again = await app.post(`/api/admin/email-messages/${mail?.id}/resend`, {}, staff)
  expect(again.body).toMatchObject({ state: 'planned', hasBounced: false })
  await app.drain()
  expect(brevo.to('bounce@cliente.example')).toHaveLength(2)
})

test('a customer to whom a mail about the driver bounces is to be called, and the office is not', async () => {
  await using brevo = await openBrevo()
  const { app, webhook } = await withBrevo(brevo)
  await using _ = app
  await askWith(app, 'bounce@cliente.example')
  await app.drain()
  const reports = brevo.takeReports()
  const bounced = async (purpose: string) => {
    await app.sql`update email_messages set purpose = ${purpose}, bounced_at = null where recipient like 'bounce@%'`
    await app.sql`delete from email_events`
    await app.sql`update leads set call_instead = false where kind = 'booking'`
    await app.post(webhook, reports)
    await app.drain()
    return (await app.sql`select call_instead from bookings`)[0]?.callInstead
  }
  expect([await bounced('driver'), await bounced('confirmation'), await bounced('office')]).toEqual([
    true,
    true,
    false,
  ])
})

test('a lead keeps the latest report about its receipt, in whatever order the reports are delivered', async () => {
  await using brevo = await openBrevo()
  const { app, webhook } = await withBrevo(brevo)
  await using _ = app
  const { id } = await askWith(app, 'bounce@cliente.example')
  await app.drain()
  await app.post(webhook, brevo.takeReports())
  await app.sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'`
  const staff = await app.logIn()
  const [receipt] = await app.sql`select id from email_messages where purpose = 'receipt'`
  await app.post(`/api/admin/email-messages/${receipt?.id}/resend`, {}, staff)
  await drainAll(app)
  const reports = await app.sql`
    select payload -> 'hasBounced' as has_bounced from outbox where type = 'leads:customerMailReported' order by id`
  expect(reports).toEqual([{ hasBounced: true }, { hasBounced: false }])
  expect(await app.sql`select distinct state from effects where reaction = 'leads:markForCall'`).toEqual([
    { state: 'done' },
  ])
  expect((await app.get(`/api/admin/bookings/${id}`, staff)).body.callInstead).toBe(false)
})

const failures = [
  ['is overloaded', { status: 503, body: '<html>' }, 5, 'Brevo ha un problema temporaneo.'],
  [
    'fails',
    { status: 500, body: { code: 'internal_error', message: 'x' } },
    5,
    'Brevo ha un problema temporaneo.',
  ],
  [
    'asks to slow down',
    { status: 429, headers: { 'x-sib-ratelimit-reset': '77' }, body: { message: 'Too many requests' } },
    77,
    'Brevo chiede di rallentare: l’invio riprende tra poco.',
  ],
  [
    'is out of credits',
    { status: 402, body: { code: 'not_enough_credits', message: 'Not enough credit' } },
    3_600,
    'I crediti Brevo di oggi sono finiti: l’invio riprende appena ce ne sono.',
  ],
  ['breaks the connection', { isCut: true }, 5, 'Brevo non risponde.'],
  [
    'answers something else',
    { status: 200, body: '<html>' },
    5,
    'Brevo ha risposto in modo incomprensibile.',
  ],
  [
    'does not know the key',
    { status: 401, body: { code: 'unauthorized', message: 'Key not found' } },
    60,
    'Brevo non accetta la API Key: controlla la configurazione email.',
  ],
  [
    'does not know our address',
    {
      status: 401,
      body: { message: 'We have detected you are using an unrecognised IP address 203.0.113.9.' },
    },
    60,
    'Brevo non riconosce questo server: autorizza il suo indirizzo IP in Brevo.',
  ],
  [
    'forbids it',
    { status: 403, body: { code: 'permission_denied', message: 'no' } },
    60,
    'Brevo non permette l’invio con questa API Key: controlla i permessi e lo stato dell’account in Brevo.',
  ],
  [
    'is not there',
    { status: 404, body: { code: 'document_not_found', message: 'no' } },
    60,
    'All’indirizzo di Brevo non risponde Brevo: controlla BREVO_BASE_URL.',
  ],
  [
    'has not verified the sender',
    { status: 400, body: { code: 'invalid_parameter', message: 'sender is not valid' } },
    60,
    'Brevo non accetta il mittente: verificalo nel pannello di Brevo.',
  ],
  [
    'is still looking at the account',
    { status: 402, body: { code: 'account_under_validation', message: 'Your account is under validation' } },
    60,
    'Brevo sta ancora verificando l’account: completa l’attivazione in Brevo.',
  ],
  [
    'does not know the sender',
    { status: 401, body: { code: 'unauthorized', message: 'Sender not verified' } },
    60,
    'Brevo non accetta il mittente: verificalo nel pannello di Brevo.',
  ],
  [
    'blocks the account with a word of its own',
    { status: 401, body: { code: 'unauthorized', message: 'This account is suspended' } },
    60,
    'Brevo nega l’accesso: This account is suspended',
  ],
  [
    'does not accept the address for replies',
    { status: 400, body: { code: 'invalid_parameter', message: 'email is not valid in replyTo' } },
    60,
    'Brevo non accetta l’email per le risposte: correggila nella configurazione email.',
  ],
  [
    'has no credits, as its code says with any status and words',
    { status: 400, body: { code: 'not_enough_credits', message: 'No email credits left for this email' } },
    3_600,
    'I crediti Brevo di oggi sono finiti: l’invio riprende appena ce ne sono.',
  ],
] as const

test.each(fewCases(failures))(
  'when Brevo %s the mail waits, shows why, and is sent once later',
  async (_, said, seconds, reason) => {
    await using brevo = await openBrevo()
    const { app } = await withBrevo(brevo)
    await using __ = app
    await askWith(app, null)
    // If Brevo refuses the configuration, the worker tries only the first of the two mails.
    brevo.next(...(seconds === 60 ? [said] : [said, said]))
    await app.drain()
    expect(brevo.mails).toEqual([])
    expect(await app.sql`select distinct state, last_error from email_messages`).toEqual([
      { state: 'planned', lastError: reason },
    ])
    expect(await secondsPutOff(app)).toBe(seconds)
    await drainAll(app)
    expect(brevo.mails.map(({ to }) => to)).toEqual(office)
    expect(await app.sql`select distinct state, last_error from email_messages`).toEqual([
      { state: 'sent', lastError: null },
    ])
  },
)

test('a mail that Brevo accepted without our learning it is not sent twice, and its reports still find it', async () => {
  await using brevo = await openBrevo()
  const { app, webhook } = await withBrevo(brevo)
  await using _ = app
  await askWith(app, null)
  brevo.afterTaking({ isCut: true }, { status: 502, body: 'Bad gateway' })
  await app.drain()
  expect(await app.sql`select distinct state from email_messages`).toEqual([{ state: 'planned' }])
  const [first] = brevo.takeReports().filter(({ event }) => event === 'delivered')
  // After the report the mail is not sent again.
  await app.post(webhook, first)
  await drainAll(app)
  expect(brevo.mails.map(({ to }) => to)).toEqual(office)
  expect((await app.sql`select state from email_messages order by id`).map(({ state }) => state)).toEqual([
    'delivered',
    'sent',
  ])
})

test('a customer’s address that Brevo refuses for replies costs the office no mail and says nothing else', async () => {
  await using brevo = await openBrevo()
  const { app } = await withBrevo(brevo)
  await using _ = app
  const { id } = await askWith(app, 'anna@cliente.example')
  const refusal = {
    status: 400,
    body: { code: 'invalid_parameter', message: 'email is not valid in replyTo' },
  }
  brevo.next(refusal)
  await app.drain()
  expect(brevo.mails.map(({ to }) => to)).toEqual([...office, 'anna@cliente.example'])
  expect(brevo.mails.map(({ body }) => body.replyTo.email)).toEqual([
    'sito@salento.example',
    'anna@cliente.example',
    'sito@salento.example',
  ])
  const lead = await app.get(`/api/admin/bookings/${id}`, await app.logIn())
  expect(lead.body.callInstead).toBe(false)
})

test('a message that Brevo refuses for an unknown reason does not say that the customer’s address is wrong', async () => {
  await using brevo = await openBrevo()
  const { app } = await withBrevo(brevo)
  await using _ = app
  await app.sql`update company_settings set leads_email = ${office[0] ?? ''}`
  const { id } = await askWith(app, 'anna@cliente.example')
  brevo.switches.flaky = () =>
    brevo.mails.length === 1
      ? { status: 400, body: { code: 'invalid_parameter', message: 'failed to parse email template' } }
      : null
  await app.drain()
  expect(await stateOf(app, 'anna@cliente.example')).toMatchObject({
    state: 'failed',
    lastError: 'Brevo rifiuta il messaggio: failed to parse email template',
  })
  const staff = await app.logIn()
  expect((await app.get(`/api/admin/bookings/${id}`, staff)).body.callInstead).toBe(false)
  brevo.switches.flaky = () => null
  expect((await app.post('/api/admin/email-messages/resend-failed', {}, staff)).body).toEqual({ resent: 1 })
  await app.drain()
  expect(brevo.to('anna@cliente.example')).toHaveLength(1)
})

test('mails that Brevo took and then refused because of the sender are sent again when the configuration is saved', async () => {
  await using brevo = await openBrevo()
  const { app, webhook, configuration } = await withBrevo(brevo)
  await using _ = app
  await askWith(app, 'unverified@cliente.example')
  await askWith(app, 'unverified@altro.example', 'Luca Verdi')
  await app.drain()
  await app.post(webhook, brevo.takeReports())
  expect(await stateOf(app, 'unverified@cliente.example')).toMatchObject({ state: 'failed' })
  await app.sql`
    update email_messages set created_at = now() - interval '2 days' where recipient = 'unverified@altro.example'`
  await asStaff(app, 'PUT /api/admin/email-configurations/:id', { ...configuration, fromName: 'Ufficio' })
  await app.drain()
  // A new Message-ID, because Brevo takes a repeated one for the mail that it has accepted already.
  const sent = brevo.to('unverified@cliente.example').map(({ body }) => body.headers.idempotencyKey)
  expect(new Set(sent).size).toBe(2)
  expect(await stateOf(app, 'unverified@cliente.example')).toMatchObject({ state: 'sent' })
  expect(await stateOf(app, 'unverified@altro.example')).toMatchObject({ state: 'held' })
})

test('a soft bounce ends a mail; a customer whose server blocks the sender is to be called too', async () => {
  await using brevo = await openBrevo()
  const { app, webhook } = await withBrevo(brevo)
  await using _ = app
  const { id } = await askWith(app, 'anna@cliente.example')
  await app.drain()
  const [report] = brevo.takeReports().filter(({ email }) => email === 'anna@cliente.example')
  await app.post(webhook, {
    ...report,
    event: 'soft_bounce',
    reason: '550 5.7.26 This mail does not pass DMARC',
  })
  await app.drain()
  expect(await stateOf(app, 'anna@cliente.example')).toMatchObject({
    state: 'failed',
    lastError:
      'Il server del destinatario non l’ha accettata e Brevo non riprova più: 550 5.7.26 This mail does not pass DMARC',
  })
  const staff = await app.logIn()
  const callInstead = async () => (await app.get(`/api/admin/bookings/${id}`, staff)).body.callInstead
  expect(await callInstead()).toBe(true)
  const { failures } = (await app.get('/api/admin/today', staff)).body
  expect(failures?.[0]?.reason ?? '').toMatch(/DMARC/)
  // Brevo may deliver the mail nevertheless.
  await app.post(webhook, { ...report, event: 'delivered', ts_epoch: Date.now() + 60_000 })
  await app.drain()
  expect([await stateOf(app, 'anna@cliente.example'), await callInstead()]).toMatchObject([
    { state: 'delivered' },
    false,
  ])
})

test('an e-mail address that Brevo refuses ends only its mail, and the customer is to be called', async () => {
  await using brevo = await openBrevo()
  const { app } = await withBrevo(brevo)
  await using _ = app
  const { id } = await askWith(app, 'refused@cliente.example')
  await app.drain()
  expect(await stateOf(app, 'refused@cliente.example')).toMatchObject({
    state: 'failed',
    lastError: 'Brevo rifiuta l’indirizzo del destinatario.',
  })
  expect(brevo.mails.map(({ to }) => to)).toEqual(office)
  const staff = await app.logIn()
  const lead = await app.get(`/api/admin/bookings/${id}`, staff)
  expect(lead.body.callInstead).toBe(true)
  await askWith(app, 'anna@cliente.example')
  await app.drain()
  const mails = await app.get(`/api/admin/email-messages?leadKind=booking&leadId=${id}`, staff)
  expect(mails.body.items.map(({ recipient, state }: Record<string, string>) => [recipient, state])).toEqual([
    ['refused@cliente.example', 'failed'],
    ...office.map((address) => [address, 'sent']).reverse(),
  ])
})

test('without an own limit the free plan’s 300 mails a day apply', async () => {
  await using brevo = await openBrevo()
  const { app } = await withBrevo(brevo)
  await using _ = app
  const { tiles } = (await app.get('/api/admin/system', await app.logIn())).body
  expect(tiles.find(({ name }: { name: string }) => name === 'Email di oggi').text).toMatch(/^0 di 300\b/)
})

test('when the daily limit is reached, mails about leads are still sent and the rest waits for the next day', async () => {
  await using brevo = await openBrevo()
  const { app, configuration } = await withBrevo(brevo, { dailyLimit: 3 })
  await using _ = app
  await askWith(app, 'anna@cliente.example')
  await app.drain()
  expect(brevo.mails).toHaveLength(3)
  await askWith(app, 'marco@cliente.example')
  await app.drain()
  expect(brevo.mails.slice(3).map(({ to }) => to)).toEqual(office)
  expect(await stateOf(app, 'marco@cliente.example')).toEqual({
    state: 'planned',
    lastError: 'Il limite di 3 email al giorno è raggiunto: parte domani.',
    attempts: 0,
  })
  const [{ isTomorrow }] = await app.sql<[{ isTomorrow: boolean }]>`
    select (run_at at time zone 'Europe/Rome')::date = (now() at time zone 'Europe/Rome')::date + 1 as is_tomorrow
    from graphile_worker.jobs`
  expect(isTomorrow).toBe(true)
  const staff = await app.logIn()
  const { tiles } = (await app.get('/api/admin/system', staff)).body
  expect(tiles.find(({ name }: { name: string }) => name === 'Email di oggi')).toMatchObject({
    state: 'attenzione',
    text: '5 di 3; 1 in attesa di domani',
  })
  // Moves the dates by one day, so that the next day's limit applies.
  await app.sql`update email_messages set sent_at = sent_at - interval '1 day'`
  await drainAll(app)
  expect(brevo.to('marco@cliente.example')).toHaveLength(1)
  // Two more mails wait for the next day. When staff remove the daily limit (below), the worker sends them immediately.
  await askWith(app, 'luca@cliente.example')
  await askWith(app, 'pia@cliente.example')
  await app.drain()
  expect(brevo.to('pia@cliente.example')).toHaveLength(0)
  // Both mails wait until the same time, in the order of the leads.
  const order = await app.sql`
    select recipient, run_at = min(run_at) over () as is_first_moment from graphile_worker.jobs
    join email_messages on key = 'mail:' || email_messages.id order by jobs.priority, run_at, jobs.id`
  expect(order).toEqual(
    ['luca', 'pia'].map((name) => ({ recipient: `${name}@cliente.example`, isFirstMoment: true })),
  )
  await asStaff(app, 'PUT /api/admin/email-configurations/:id', { ...configuration, dailyLimit: 0 })
  await app.drain()
  expect(brevo.to('pia@cliente.example')).toHaveLength(1)
})

const leads = Number(process.env.LEADS_AT_ONCE || inFull(20, 60))

test(`${leads} leads while Brevo fails at random, then recovers: each lead is mailed once`, async () => {
  await using brevo = await openBrevo()
  const { app } = await withBrevo(brevo, { dailyLimit: 0 })
  await using _ = app
  await app.sql`update company_settings set leads_email = 'ufficio@salento.example'`
  const answers = [
    { status: 500, body: 'Internal' },
    { status: 503, body: '<html>' },
    { status: 429, headers: { 'x-sib-ratelimit-reset': '3' }, body: {} },
    { status: 200, body: '<html>' },
    { isCut: true },
    null,
    null,
  ]
  brevo.switches.flaky = () => answers[Math.floor(Math.random() * answers.length)] ?? null
  for (let first = 0; first < leads; first += 20)
    await Promise.all(
      Array.from({ length: Math.min(20, leads - first) }, (_, index) =>
        askWith(app, `cliente${first + index}@cliente.example`),
      ),
    )
  await app.drain()
  await makeJobsDue(app)
  await app.drain()
  brevo.switches.flaky = () => null
  for (let tries = 0; tries < 3; tries++) {
    await makeJobsDue(app)
    await app.drain()
  }
  const [{ count }] = await app.sql<[{ count: number }]>`select count(*) as count from bookings`
  expect(count).toBe(leads)
  expect(await app.sql`select state, count(*) as n from email_messages group by state`).toEqual([
    { state: 'sent', n: leads * 2 },
  ])
  expect(brevo.mails).toHaveLength(leads * 2)
  expect(brevo.to('ufficio@salento.example')).toHaveLength(leads)
  expect(new Set(brevo.mails.map(({ body }) => body.headers.idempotencyKey)).size).toBe(leads * 2)
}, 600_000)
