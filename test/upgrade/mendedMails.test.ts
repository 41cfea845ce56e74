import { readdirSync } from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { migrate } from '../../src/platform/migrate.ts'
import { createDatabase } from '../emptyDatabase.ts'

const files = readdirSync('sql').map((file) => path.basename(file, '.sql'))

/** Applies the migrations before `next`, adds rows, and applies the others. */
async function upgraded(next: string, add: (sql: postgres.Sql) => Promise<unknown>) {
  const database = await createDatabase()
  await migrate(database.url, { only: files.filter((name) => name < next) })
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  await add(sql)
  await migrate(database.url)
  return {
    sql,
    async [Symbol.asyncDispose]() {
      await sql.end()
      await database[Symbol.asyncDispose]()
    },
  }
}

const booking = (name: string, email: string) => ({
  name,
  email,
  phone: '+39 0832 123456',
  departure: 'Lecce',
  destination: 'Otranto',
  time: '10:30',
  passengers: '2',
})

const calledInstead = (sql: postgres.Sql) => sql`select name from leads where call_instead order by id`

test('leads whose receipt bounced before leads noted it are marked for a call', async () => {
  const mail = (lead: string, purpose: string) => ({
    message_key: `${purpose} ${lead}`,
    purpose,
    lead_kind: 'booking',
    lead_id: lead,
    bounced_at: new Date(),
    recipient: 'x@cliente.example',
    subject: 'x',
    message_id: `${purpose} ${lead}`,
    state: 'respinta',
  })
  await using older = await upgraded('043', async (sql) => {
    const leads = await sql<{ id: string }[]>`
      insert into bookings ${sql([booking('Anna', 'anna@cliente.example'), booking('Luca', 'luca@cliente.example')])}
      returning id`
    const [anna, luca] = leads.map(({ id }) => id)
    await sql`insert into email_messages ${sql([mail(anna ?? '', 'receipt'), mail(luca ?? '', 'office')])}`
  })
  expect([...(await calledInstead(older.sql))]).toEqual([{ name: 'Anna' }])
})

test('mails that earlier versions misjudged say why they failed, and unnoticed soft bounces ask for a call', async () => {
  const wrong = 'Il server di posta rifiuta il destinatario'
  const failed = (recipient: string, lastError: string) => ({
    message_key: recipient,
    purpose: 'receipt',
    recipient,
    subject: 'x',
    message_id: recipient,
    state: 'failed',
    bounced_at: new Date(),
    last_error: lastError,
  })
  await using older = await upgraded('131', async (sql) => {
    const [{ id } = { id: '' }] = await sql<{ id: string }[]>`
      insert into bookings ${sql(booking('Luca', 'luca@cliente.example'))} returning id`
    await sql`
      insert into email_messages ${sql([
        failed('anna@cliente.example', `${wrong}: 554 5.7.1 <anna@cliente.example>: Relay access denied`),
        failed('weg@cliente.example', `${wrong}: 550 5.1.1 User unknown in relay recipient table`),
        failed('mittente@cliente.example', `${wrong}: 553 5.7.1 Sender address rejected: not owned`),
        failed('boh@cliente.example', `${wrong}: 550 Rejected`),
      ])}`
    await sql`
      with soft as (
        insert into email_messages (message_key, purpose, lead_kind, lead_id, recipient, subject, message_id, state,
          provider_id)
        values ('luca', 'receipt', 'booking', ${id}, 'luca@cliente.example', 'x', 'luca', 'sent', 'p') returning id)
      insert into email_events (email_message_id, event, reason, at) select id, 'soft_bounce', '452 full', now() from soft`
  })
  expect([...(await older.sql`select recipient, state, concern from email_messages order by id`)]).toEqual([
    { recipient: 'anna@cliente.example', state: 'failed', concern: 'relay' },
    { recipient: 'weg@cliente.example', state: 'failed', concern: 'mailbox' },
    { recipient: 'mittente@cliente.example', state: 'failed', concern: 'sender' },
    { recipient: 'boh@cliente.example', state: 'failed', concern: 'policy' },
    { recipient: 'luca@cliente.example', state: 'failed', concern: 'mailbox' },
  ])
  expect([...(await calledInstead(older.sql))]).toEqual([{ name: 'Luca' }])
})
