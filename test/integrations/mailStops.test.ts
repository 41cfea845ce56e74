import { expect, test } from 'vitest'
import { startWorker } from '../../src/worker/worker.ts'
import { type App, eventually, startApp } from '../app.ts'
import { given } from '../given.ts'
import { long } from '../length.ts'
import { asStaff, configureMail, configureOffice, makeJobsDue, office, openMailbox } from '../mailbox.ts'
import { openBrevo } from '../providers/brevo.ts'

// A mail that cannot be sent must not delay others.

const refusedKey = { status: 401, body: { code: 'unauthorized', message: 'Key not found' } }
const reason = 'Brevo non accetta la API Key: controlla la configurazione email.'

let visitors = 0

async function book(app: App, email?: string): Promise<void> {
  // Uses a new phone number, because an identical lead would not be stored again.
  const phone = `347 12345${++visitors + 10}`
  await given.lead(app, 'booking', { phone, name: 'Anna Rossi', ...(email ? { email } : {}) })
}

/** Configures Brevo, which responds with 401 while `refuse` is on. */
async function withBrevo() {
  const brevo = await openBrevo()
  const app = await startApp({ env: { BREVO_BASE_URL: brevo.baseUrl } })
  await configureOffice(app)
  const configuration = await configureMail(app, { port: 587 }, { smtpHost: '', apiKey: 'xkeysib-ok' })
  await app.drain()
  return {
    app,
    brevo,
    configuration,
    refuse: (isRefusing: boolean) => {
      brevo.switches.flaky = () => (isRefusing ? refusedKey : null)
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await brevo[Symbol.asyncDispose]()
    },
  }
}

const states = (app: App) => app.sql`select state, attempts, last_error from email_messages order by id`

async function listen(app: App, staff: Record<string, string>) {
  const stream = await fetch(`${app.origin}/api/admin/events`, { headers: staff })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const reading = (async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) heard += part.value
  })().catch(() => {})
  return {
    heard: () => heard,
    async [Symbol.asyncDispose]() {
      await reader?.cancel()
      await reading
    },
  }
}

test(
  'a refused key is retried with one mail, shown everywhere at once, and waiting mails are sent when it works again',
  long,
  async () => {
    await using system = await withBrevo()
    const { app, brevo, refuse } = system
    const staff = await app.logIn()
    await using panel = await listen(app, staff)
    refuse(true)
    const asked = brevo.asked.length
    for (let count = 0; count < 4; count++) await book(app, 'anna@cliente.example')
    await app.drain()
    expect(brevo.asked.length - asked).toBe(1)
    expect(await states(app)).toEqual(Array(12).fill({ state: 'planned', attempts: 0, lastError: reason }))

    const tile = async () =>
      (await app.get('/api/admin/system', staff)).body.tiles.find(
        (one: { name: string }) => one.name === 'Email',
      )
    expect(await tile()).toMatchObject({
      state: 'errore',
      text: expect.stringMatching(
        /^Brevo non accetta la API Key.* Le email non partono dal .*: 12 in attesa\.$/,
      ),
      repair: expect.stringContaining('Brevo Email'),
    })
    const { body: status } = await app.get('/api/admin/email-messages/status', staff)
    expect(status).toMatchObject({
      isConfigured: true,
      refusal: { reason },
      waiting: { office: { count: 8 } },
    })
    expect((await app.get('/api/admin/dashboard', staff)).body.mail).toMatchObject({ refusal: reason })
    expect((await app.get('/metrics')).text).toContain('\nmail_refused 1\n')
    expect((await app.get('/readyz')).status).toBe(200)
    await eventually(() => expect(panel.heard()).toContain('"table":"email_configurations"'))

    // The scheduled task adds no jobs for the waiting mails. The retry of the first mail is still refused.
    await app.sql`update email_messages set updated_at = now() - interval '2 minutes'`
    await app.sweep('queueLostWork')
    expect(brevo.asked.length - asked).toBe(1)
    await makeJobsDue(app)
    await app.drain()
    expect(brevo.asked.length - asked).toBe(2)

    refuse(false)
    await makeJobsDue(app)
    await app.drain()
    expect(await states(app)).toEqual(Array(12).fill({ state: 'sent', attempts: 1, lastError: null }))
    expect(brevo.mails).toHaveLength(12)
    expect(await tile()).toMatchObject({ state: 'ok' })
    expect((await app.get('/metrics')).text).toContain('\nmail_refused 0\n')
  },
)

test('a key that stays refused is retried every minute for ten minutes, then every five', async () => {
  await using system = await withBrevo()
  const { app, refuse } = system
  refuse(true)
  await book(app)
  await app.drain()
  const wait = async () => {
    const [row] = await app.sql`
      select round(extract(epoch from run_at - now()) / 60)::int as minutes from graphile_worker.jobs`
    return row?.minutes
  }
  expect(await wait()).toBe(1)
  await app.sql`update email_configurations set refused_at = now() - interval '11 minutes'`
  await makeJobsDue(app)
  await app.drain()
  expect(await wait()).toBe(5)
})

test('when the retried mail is deleted, another one tests the key', long, async () => {
  await using system = await withBrevo()
  const { app, brevo, refuse } = system
  refuse(true)
  await book(app)
  await book(app)
  await app.drain()
  await app.sql`delete from email_messages where id = (select probe_id from email_configurations)`
  refuse(false)
  await app.sql`update email_messages set updated_at = now() - interval '2 minutes'`
  await makeJobsDue(app)
  await app.sweep('queueLostWork')
  expect(brevo.mails).toHaveLength(3)
})

test('saving a configuration sends the mails that the provider refused', async () => {
  await using system = await withBrevo()
  const { app, brevo, configuration, refuse } = system
  refuse(true)
  await book(app)
  await app.drain()
  refuse(false)
  await asStaff(app, 'PUT /api/admin/email-configurations/:id', { ...configuration, apiKey: 'xkeysib-ok' })
  expect((await asStaff(app, 'GET /api/admin/email-messages/status')).refusal).toBe(null)
  await app.drain()
  expect(brevo.mails.map(({ to }) => to)).toEqual(office)
})

test(
  'resending and replaying deliver at once or report that the provider still refuses, and count once',
  long,
  async () => {
    await using system = await withBrevo()
    const { app, brevo, refuse } = system
    const staff = await app.logIn()
    await app.sql`update company_settings set leads_email = ${office[0] ?? ''}`
    refuse(true)
    await book(app)
    await book(app)
    await app.drain()
    const worker = await startWorker(app.runtime, app.databaseUrl)
    try {
      const events = await app.sql<{ id: number }[]>`
      select id from outbox where type = 'leads:bookingRequested' order by id`
      const resend = (id: number) => app.post(`/api/admin/email-messages/${id}/resend`, {}, staff)
      const replay = (event: { id: number } | undefined) =>
        app.post(`/api/admin/outbox/${event?.id}/replay`, {}, staff)
      expect((await resend(2)).body).toMatchObject({ state: 'planned', lastError: reason })
      expect((await replay(events[0])).body).toEqual({ replayed: 1, sent: 0, refusal: reason })
      expect(brevo.mails).toEqual([])
      refuse(false)
      expect((await replay(events[0])).body).toEqual({ replayed: 1, sent: 1, refusal: null })
      // One sent mail shows that the key is accepted, so all waiting mails are sent.
      await eventually(() => expect(brevo.mails).toHaveLength(2))
      expect((await replay(events[0])).body).toEqual({ replayed: 0, sent: 0, refusal: null })
      expect((await resend(2)).body).toMatchObject({ state: 'sent' })
      expect((await resend(2)).body).toMatchObject({ state: 'sent' })
      expect(brevo.mails).toHaveLength(2)
    } finally {
      await worker.stop()
    }
  },
)

test(
  'a mail that is refused again after a replay is not tried once more when the replay is repeated',
  long,
  async () => {
    await using system = await withBrevo()
    const { app, brevo } = system
    const staff = await app.logIn()
    await app.sql`update company_settings set leads_email = ${office[0] ?? ''}`
    const refusal = { status: 400, body: { code: 'bad_request', message: 'no' } }
    brevo.next(refusal, refusal)
    await book(app)
    await app.drain()
    const [booking] = await app.sql`select id from outbox where type = 'leads:bookingRequested'`
    const replay = await app.post(`/api/admin/outbox/${booking?.id}/replay`, {}, staff)
    expect(replay.body).toMatchObject({ replayed: 1, sent: 0 })
    await app.drain()
    expect(await states(app)).toMatchObject([{ state: 'failed' }])
    const reaction = 'integrations:resendOwedMails'
    const [request] = await app.sql`
    update effects set state = 'planned' where reaction = ${reaction} returning outbox_id as id`
    await app.sql`
    select graphile_worker.add_job('react', json_build_object('eventId', ${request?.id}::bigint, 'reaction', ${reaction}::text))`
    await app.drain()
    expect(brevo.mails).toEqual([])
    expect(await states(app)).toMatchObject([{ state: 'failed' }])
  },
)

test('resending a mail that was given up delivers the mail, and only once if staff press twice', async () => {
  await using system = await withBrevo()
  const { app, brevo } = system
  const staff = await app.logIn()
  await app.sql`update company_settings set leads_email = ${office[0] ?? ''}`
  brevo.next({ status: 400, body: { code: 'bad_request', message: 'no' } })
  await book(app)
  await app.drain()
  expect(await states(app)).toMatchObject([{ state: 'failed' }])
  const worker = await startWorker(app.runtime, app.databaseUrl)
  try {
    const replies = await Promise.all(
      [1, 2].map(() => app.post('/api/admin/email-messages/1/resend', {}, staff)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, expect.toBeOneOf([200, 409])])
    await eventually(() => expect(brevo.mails).toHaveLength(1))
    expect((await app.post('/api/admin/email-messages/1/resend', {}, staff)).body.state).toBe('sent')
    expect(brevo.mails).toHaveLength(1)
  } finally {
    await worker.stop()
  }
})

test('a provider call that hangs delays no other mail', long, async () => {
  await using system = await withBrevo()
  const { app, brevo } = system
  const worker = await startWorker(app.runtime, app.databaseUrl)
  try {
    // Brevo responds to neither of the mails for "slow".
    await book(app, 'slow@cliente.example')
    await eventually(() => expect(brevo.asked.at(-1)?.body.to).toEqual([{ email: 'slow@cliente.example' }]))
    await book(app, 'slow@altro.example')
    await book(app, 'anna@cliente.example')
    await eventually(() => expect(brevo.to('anna@cliente.example')).toHaveLength(1))
    // The first call is still running, and the other mails did not wait for it.
    const [slow] = await app.sql`
      select state, set_aside_at is not null as is_aside from email_messages
      where recipient = 'slow@cliente.example'`
    expect(slow).toEqual({ state: 'sending', isAside: true })
  } finally {
    // Brevo is stopped first, so that the worker does not wait for its response.
    await brevo[Symbol.asyncDispose]()
    await worker.stop()
  }
})

test('a mail server that stops answering in the middle of a mail delays no other mail', long, async () => {
  await using mailbox = await openMailbox()
  await using app = await startApp()
  await configureOffice(app)
  await configureMail(app, mailbox)
  mailbox.switches.hanging.add('muto@cliente.example')
  const worker = await startWorker(app.runtime, app.databaseUrl)
  const slowState = async () =>
    (await app.sql`select state from email_messages where recipient = 'muto@cliente.example'`)[0]?.state
  try {
    await book(app, 'muto@cliente.example')
    await eventually(async () => expect(await slowState()).toBe('sending'))
    await book(app, 'anna@cliente.example')
    await eventually(() => expect(mailbox.to('anna@cliente.example')).toHaveLength(1))
    expect(await slowState()).toBe('sending')
  } finally {
    await mailbox[Symbol.asyncDispose]()
    await worker.stop()
  }
})

test('a slow mail whose worker was killed is shown to staff, and Brevo, which knows repeats, gets it again', async () => {
  await using mailbox = await openMailbox()
  await using system = await withBrevo()
  const { app, brevo } = system
  await book(app)
  await app.drain()
  expect(brevo.mails).toHaveLength(2)
  const kill = async () => {
    await app.sql`
      update email_messages set state = 'sending', claimed_by = 'pool-gone', set_aside_at = now() where id = 1`
    await app.sql`select graphile_worker.add_job('sendMail', json_build_object('messageId', 1), job_key := 'mail:1')`
    await app.drain()
    return (await app.sql`select state, is_uncertain, last_error from email_messages where id = 1`)[0]
  }
  expect(await kill()).toEqual({ state: 'sent', isUncertain: true, lastError: null })
  await configureMail(app, mailbox)
  await app.drain()
  expect(await kill()).toEqual({
    state: 'failed',
    isUncertain: true,
    lastError: expect.stringContaining('Esito sconosciuto'),
  })
  expect(mailbox.mails).toEqual([])
  await asStaff(app, 'POST /api/admin/email-messages/:id/resend', { id: 1 })
  await app.drain()
  expect(mailbox.mails).toHaveLength(1)
})
