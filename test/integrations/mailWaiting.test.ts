import { expect, test } from 'vitest'
import { type App, openApp } from '../app.ts'
import { given } from '../given.ts'
import { fewCases, long } from '../length.ts'
import {
  asStaff,
  configureMail,
  configureOffice,
  forgetMails,
  makeJobsDue,
  office,
  openMailbox,
} from '../mailbox.ts'

const app = await openApp()

// Activating mail sends recent mails; old mails to customers are held until staff decide.

const path = '/api/admin/email-configurations'

/** Sends a lead of today and one of three days ago while no mail is configured, so six mails wait. */
async function withWaitingMail(app: App): Promise<void> {
  await configureOffice(app)
  for (const name of ['vecchia', 'nuova'])
    await given.lead(app, 'booking', { email: `${name}@cliente.example` })
  await app.drain()
  await app.sql`update email_messages set created_at = now() - interval '3 days' where lead_id = 1`
}

const stateOf = async (app: App) =>
  Object.fromEntries(
    (await app.sql`select recipient, lead_id, state from email_messages order by id`).map(
      ({ recipient, leadId, state }) => [`${recipient} ${leadId}`, state],
    ),
  )

const form = (mailbox: { port: number }) => ({
  isActive: true,
  smtpHost: '127.0.0.1',
  smtpPort: mailbox.port,
  fromEmail: 'sito@salento.example',
  fromName: 'Salento Transfer',
})

const all = [...office, ...office, 'vecchia@cliente.example', 'nuova@cliente.example']
const choices: [string | undefined, string[]][] = [
  [undefined, [...office, ...office, 'nuova@cliente.example']],
  ['office', [...office, ...office]],
  ['recent', [...office, ...office, 'nuova@cliente.example']],
  ['none', []],
  ['all', all],
]

test.each(fewCases(choices))(
  'activating mail with waiting %s sends these mails and holds the others',
  async (waiting, sent) => {
    await using mailbox = await openMailbox()
    await forgetMails(app)
    await withWaitingMail(app)
    const boss = await app.logIn()
    const body = { ...form(mailbox), ...(waiting ? { waiting } : {}) }
    expect((await app.post(path, body, boss)).status).toBe(201)
    await app.drain()
    expect(mailbox.mails.flatMap(({ to }) => to).sort()).toEqual([...sent].sort())
    const { items } = (await app.get('/api/admin/email-messages?state=held', boss)).body
    expect(items).toHaveLength(all.length - sent.length)
    // Held mails stay held when the configuration is saved again.
    await app.sql`update email_messages set updated_at = now() - interval '2 minutes'`
    await app.sweep('queueLostWork')
    const [saved] = (await app.get(path, boss)).body.items
    expect((await app.send('PUT', `${path}/${saved.id}`, saved, boss)).status).toBe(200)
    await app.drain()
    await makeJobsDue(app)
    await app.drain()
    expect(mailbox.mails).toHaveLength(sent.length)
  },
)

test('staff see how many mails wait and how old they are, and an unknown choice is refused', async () => {
  await using mailbox = await openMailbox()
  await forgetMails(app)
  await withWaitingMail(app)
  const boss = await app.logIn()
  const status = async () => (await app.get('/api/admin/email-messages/status', boss)).body
  const before = await status()
  expect(before).toMatchObject({
    isConfigured: false,
    refusal: null,
    waiting: { office: { count: 4 }, recent: { count: 1 }, old: { count: 1 } },
    held: 0,
  })
  const days = (Date.now() - Date.parse(before.waiting.old.oldestAt)) / 86_400_000
  expect(Math.round(days)).toBe(3)
  const wrong = await app.post(path, { ...form(mailbox), waiting: 'tutte' }, boss)
  expect([wrong.status, wrong.body.errors[0].path]).toEqual([422, 'waiting'])
  expect((await app.post(path, { ...form(mailbox), isActive: false }, boss)).status).toBe(201)
  expect(await status()).toEqual(before)
})

test(
  'held mails are sent or dropped by staff, one or all of them, and the audit log says so',
  long,
  async () => {
    await using mailbox = await openMailbox()
    await forgetMails(app)
    await withWaitingMail(app)
    await configureMail(app, mailbox, { waiting: 'none' })
    await app.drain()
    const staff = await app.logIn({ isSuperAdmin: false })
    const post = async (name: string, body: object = {}) =>
      (await app.post(`/api/admin/email-messages/${name}`, body, staff)).body
    expect(await post('send-held', { ids: [1] })).toEqual({ sent: 1 })
    expect(await post('send-held', { ids: [1] })).toEqual({ sent: 0 })
    expect(await post('drop-held', { ids: [3, 4] })).toEqual({ dropped: 2 })
    expect((await app.post('/api/admin/email-messages/5/resend', {}, staff)).body.state).toBe('planned')
    expect(await post('drop-held')).toEqual({ dropped: 2 })
    expect(await post('drop-held')).toEqual({ dropped: 0 })
    await app.drain()
    expect(mailbox.mails).toHaveLength(2)
    expect(Object.values(await stateOf(app)).sort()).toEqual([
      ...Array(2).fill('sent'),
      ...Array(4).fill('skipped'),
    ])
    const trail = await app.sql`select action, after from audit_log where action like '%eld%' order by id`
    expect(trail).toEqual([
      { action: 'integrations:heldMessagesSent', after: { sent: 1 } },
      { action: 'integrations:heldMessagesDropped', after: { dropped: 2 } },
      { action: 'integrations:heldMessagesDropped', after: { dropped: 2 } },
    ])
  },
)

test('when a refused key works again old mails to customers are held, too', long, async () => {
  await using mailbox = await openMailbox()
  await forgetMails(app)
  await configureMail(app, mailbox)
  await app.drain()
  await app.sql`update email_configurations set refused_at = now() - interval '3 days', refusal = 'x', probe_id = 0`
  await withWaitingMail(app)
  expect(new Set(Object.values(await stateOf(app)))).toEqual(new Set(['planned']))
  await asStaff(app, 'POST /api/admin/email-messages/:id/resend', { id: 1 })
  await app.drain()
  expect(await app.sql`select recipient, lead_id, state, last_error from email_messages order by id`).toEqual(
    [1, 2].flatMap((leadId) => [
      ...office.map((recipient) => ({ recipient, leadId, state: 'sent', lastError: null })),
      leadId === 1
        ? { recipient: 'vecchia@cliente.example', leadId, state: 'held', lastError: null }
        : { recipient: 'nuova@cliente.example', leadId, state: 'sent', lastError: null },
    ]),
  )
  expect(mailbox.mails).toHaveLength(5)
})

test('saving a configuration that works holds no mail, however old it is', long, async () => {
  await using mailbox = await openMailbox()
  await forgetMails(app)
  await configureMail(app, mailbox)
  await withWaitingMail(app)
  await app.sql`update email_messages set state = 'planned' where lead_id = 1`
  const boss = await app.logIn()
  const [saved] = (await app.get(path, boss)).body.items
  expect((await app.send('PUT', `${path}/${saved.id}`, { ...saved, fromName: 'Ufficio' }, boss)).status).toBe(
    200,
  )
  await app.drain()
  expect(new Set(Object.values(await stateOf(app)))).toEqual(new Set(['sent']))
})
