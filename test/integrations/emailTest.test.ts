import { expect, test } from 'vitest'
import { languageWith } from '../../src/languages/catalogs.ts'
import { languages } from '../../src/languages/messages.ts'
import { openApp, startApp } from '../app.ts'
import { configureMail, configureOffice, openMailbox } from '../mailbox.ts'
import { newAddress } from '../newAddress.ts'
import { openBrevo } from '../providers/brevo.ts'
import { simulate } from '../providers/simulate.ts'

const app = await openApp()

const path = '/api/admin/email-configurations'

/** Logs in as a super admin with an IP address that has sent no tests, because an address may send ten in an hour. */
async function freshBoss(): Promise<Record<string, string>> {
  return { ...(await app.logIn()), 'x-forwarded-for': newAddress() }
}

const form = {
  smtpHost: '127.0.0.1',
  smtpUsername: 'salento',
  smtpPassword: 'scirocco',
  fromEmail: 'sito@salento.example',
  fromName: 'Salento Transfer',
}

test('a connection test talks to the server and shows its answer, without storing anything', async () => {
  await using mailbox = await openMailbox({ password: 'scirocco' })
  const boss = await freshBoss()
  const configurations = () => app.sql`select id from email_configurations order by id`
  const before = await configurations()
  const ask = (changes: object) =>
    app.post(`${path}/test`, { ...form, smtpPort: mailbox.port, ...changes }, boss)
  expect((await ask({})).body).toEqual({
    success: true,
    message: 'Il server 127.0.0.1 risponde e accetta le credenziali.',
  })
  expect((await ask({ smtpPassword: 'tramontana' })).body).toEqual({
    success: false,
    message: 'Il server SMTP non accetta nome utente o password: controlla la configurazione email.',
  })
  expect((await ask({ smtpPort: 1 })).body).toEqual({
    success: false,
    message: 'Il server SMTP non risponde.',
  })
  expect(mailbox.mails).toEqual([])
  expect(await configurations()).toEqual(before)
})

test('a test mail arrives, with the stored password if the form sends its mask, and only at the stored server', async () => {
  await using mailbox = await openMailbox({ password: 'scirocco' })
  const boss = await freshBoss()
  const stored = await app.post(path, { ...form, smtpPort: mailbox.port }, boss)
  const send = (changes: object) =>
    app.post(`${path}/send-test`, { ...stored.body, to: 'prova@cliente.example', ...changes }, boss)
  expect((await send({})).body).toEqual({
    success: true,
    message: 'Email di prova consegnata al server di posta per prova@cliente.example.',
  })
  const [mail] = mailbox.to('prova@cliente.example')
  expect(mail?.subject).toBe('Email di prova')
  // The mail contains the receipt that a customer gets, in every language.
  for (const language of languages) expect(mail?.text).toContain(languageWith(language).t('mail.subject'))
  const elsewhere = await send({ smtpHost: 'localhost' })
  expect(elsewhere.status).toBe(422)
  expect(elsewhere.body.errors[0].path).toBe('smtpPassword')
  expect((await send({ to: 'nessuno' })).body.errors).toEqual([
    { path: 'to', message: 'Nell’indirizzo email manca la @, come in nome@esempio.it' },
  ])
  mailbox.switches.refused.add('prova@cliente.example')
  expect((await send({})).body.success).toBe(false)
})

test('the entered values are tested, never the values of another configuration', async () => {
  await using mailbox = await openMailbox({ password: 'scirocco' })
  await using open = await openMailbox()
  await using brevo = await openBrevo()
  await using app = await startApp({ env: { BREVO_BASE_URL: brevo.baseUrl } })
  const boss = await app.logIn()
  const fields = { ...form, smtpPort: mailbox.port }
  const { body: stored } = await app.post(path, { ...fields, apiKey: 'xkeysib-ok' }, boss)
  const ask = async (changes: object) => (await app.post(`${path}/test`, changes, boss)).body
  const wrong = {
    success: false,
    message: 'Il server SMTP non accetta nome utente o password: controlla la configurazione email.',
  }
  // The form contains no key, so the entered password is tested.
  expect(await ask({ ...fields, smtpPassword: 'tramontana' })).toEqual(wrong)
  expect(brevo.asked).toEqual([])
  // An entered password is tested in addition to the stored key.
  expect(await ask({ ...stored, smtpPassword: 'tramontana' })).toEqual(wrong)
  expect(await ask({ ...stored, smtpPassword: 'scirocco' })).toEqual({
    success: true,
    message: expect.stringMatching(/^Connesso a Brevo come .* accetta le credenziali\.$/),
  })
  const send = { ...stored, smtpPassword: 'tramontana', to: 'prova@cliente.example' }
  expect((await app.post(`${path}/send-test`, send, boss)).body).toEqual(wrong)
  expect(brevo.mails).toEqual([])
  expect(await ask({ ...stored, apiKey: 'xkeysib-altra' })).toMatchObject({ success: false })
  // With a masked key the form must contain the id of the configuration, so that the API finds the stored key.
  const { id: _, ...unnamed } = stored
  expect(await ask(unnamed)).toMatchObject({ status: 422, errors: [{ path: 'apiKey' }] })
  // A server that requires no password cannot show that the password is right.
  expect(await ask({ ...fields, smtpPort: open.port, smtpUsername: '' })).toEqual({
    success: false,
    message: 'Inserisci lo Username SMTP: senza, la password non viene usata.',
  })
  expect(await ask({ ...fields, smtpPort: open.port, smtpUsername: '', smtpPassword: '' })).toEqual({
    success: true,
    message: 'Il server 127.0.0.1 risponde; senza Username SMTP non è stata provata nessuna password.',
  })
})

test('a password is not sent to a server that offers no log-in', async () => {
  await using silent = await openMailbox({ tls: 'none', withoutLogIn: true })
  const boss = await freshBoss()
  const { body } = await app.post(`${path}/test`, { ...form, smtpPort: silent.port }, boss)
  expect(body.success).toBe(false)
})

test('in production a private mail server is refused at the field, unless the operator declared it', async () => {
  await using mailbox = await openMailbox({ password: 'scirocco' })
  const fields = { ...form, smtpPort: mailbox.port, isActive: true }
  {
    await using app = await startApp({ env: { NODE_ENV: 'production' } })
    const boss = await app.logIn()
    for (const smtpHost of ['127.0.0.1', 'localhost', '10.0.0.1']) {
      const refused = await app.post(path, { ...fields, smtpHost }, boss)
      expect([smtpHost, refused.status, refused.body.errors[0].path]).toEqual([smtpHost, 422, 'smtpHost'])
      expect(refused.body.errors[0].message).toContain('SMTP_PRIVATE_HOSTS')
    }
    const { status, body } = await app.post(path, { ...fields, isActive: false }, boss)
    expect(status).toBe(201)
    expect((await app.send('PUT', `${path}/${body.id}`, { ...body, isActive: true }, boss)).status).toBe(422)
    expect((await app.send('PUT', `${path}/${body.id}`, { ...body, fromName: 'Altro' }, boss)).status).toBe(
      200,
    )
  }
  for (const declared of ['localhost, 127.0.0.1', '10.0.0.0/8,127.0.0.0/8']) {
    await using app = await startApp({ env: { NODE_ENV: 'production', SMTP_PRIVATE_HOSTS: declared } })
    await configureOffice(app)
    const boss = await app.logIn()
    expect((await app.post(`${path}/test`, fields, boss)).body.success).toBe(true)
    expect((await app.post(path, fields, boss)).status).toBe(201)
    expect(
      (await app.post(`${path}/test`, { ...fields, smtpHost: '192.168.1.1', smtpPort: 25 }, boss)).body,
    ).toEqual({
      success: false,
      message: 'Il server di posta configurato ha un indirizzo di rete privata: non è ammesso.',
    })
    const before = mailbox.mails.length
    await app.post('/api/contacts', {
      name: 'Anna Greco',
      phone: '+39 333 1234567',
      email: 'anna@cliente.example',
      message: 'Avete un seggiolino?',
    })
    await app.drain()
    expect(mailbox.mails).toHaveLength(before + 3)
  }
})

test('in production no test connects to the private network or to a port other than mail’s', async () => {
  await using mailbox = await openMailbox()
  await using app = await startApp({ env: { NODE_ENV: 'production' } })
  const boss = await app.logIn()
  const ask = async (changes: object) =>
    (await app.post(`${path}/test`, { ...form, smtpPort: mailbox.port, ...changes }, boss)).body
  expect(await ask({})).toEqual({ success: false, message: 'Porta non ammessa: usa 587, 465, 2525 o 25.' })
  for (const smtpHost of ['127.0.0.1', 'localhost', '10.0.0.1', '169.254.169.254', '::1', '192.168.1.1'])
    expect(await ask({ smtpHost, smtpPort: 587 })).toEqual({
      success: false,
      message: 'Il server di posta configurato ha un indirizzo di rete privata: non è ammesso.',
    })
})

test('with an API key and no SMTP server Brevo’s HTTP API is tested, and its refusals become messages', async () => {
  let said: { status: number; body: object } = {
    status: 200,
    body: {
      email: 'ufficio@salento.example',
      plan: [{ type: 'free', credits: 271, creditsType: 'sendLimit' }],
    },
  }
  await using brevo = await simulate(() => said)
  await using app = await startApp({ env: { BREVO_BASE_URL: `${brevo.url}/v3` } })
  const boss = await app.logIn()
  const ask = async () =>
    (await app.post(`${path}/test`, { fromEmail: form.fromEmail, apiKey: 'xkeysib-prova-1234' }, boss)).body
  expect(await ask()).toEqual({
    success: true,
    message: 'Connesso a Brevo come ufficio@salento.example, crediti residui 271.',
  })
  expect(brevo.asked[0]).toMatchObject({ path: '/v3/account', headers: { 'api-key': 'xkeysib-prova-1234' } })
  said = { status: 401, body: { message: 'Key not found', code: 'unauthorized' } }
  expect(await ask()).toEqual({
    success: false,
    message: 'Brevo non accetta la API Key: controlla la configurazione email.',
  })
  said = { status: 503, body: {} }
  expect(await ask()).toEqual({ success: false, message: 'Brevo ha un problema temporaneo.' })
})

test('the mails of a lead are sent by Brevo’s API when it is configured, each with one idempotency key', async () => {
  await using brevo = await simulate((_, count) =>
    count === 1
      ? { status: 503, body: { message: 'busy' } }
      : { status: 201, body: { messageId: `<${count}@smtp-relay.mailin.fr>` } },
  )
  await using app = await startApp({ env: { BREVO_BASE_URL: `${brevo.url}/v3` } })
  await configureOffice(app)
  await configureMail(app, { port: 587 }, { smtpHost: '', apiKey: 'xkeysib-prova-1234' })
  await app.post('/api/contacts', {
    name: 'Anna Greco',
    phone: '+39 333 1234567',
    email: 'anna@cliente.example',
    message: 'Avete un seggiolino?',
  })
  await app.drain()
  await app.sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at := now()) from graphile_worker.jobs`
  await app.drain()
  const rows = await app.sql`select state, provider_id from email_messages order by id`
  expect(rows.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
  expect(rows[1]?.providerId).toMatch(/@smtp-relay\.mailin\.fr>$/)
  const mails = brevo.asked.map(({ body }) => body)
  expect(mails[0]).toMatchObject({
    sender: { email: 'sito@salento.example', name: 'Salento Transfer' },
    replyTo: { email: 'anna@cliente.example', name: 'Anna Greco' },
  })
  const keys = mails.map(({ headers }) => headers.idempotencyKey)
  expect(new Set(keys).size).toBe(3)
  expect(keys).toHaveLength(4)
  expect(keys[0]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
})

test('more than ten tests within an hour are refused with 429', async () => {
  await app.inOneWindow()
  const boss = await freshBoss()
  const statuses: number[] = []
  for (let tries = 0; tries < 11; tries++)
    statuses.push((await app.post(`${path}/test`, { ...form, smtpPort: 1 }, boss)).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
})
