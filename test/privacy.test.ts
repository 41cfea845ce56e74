import { expect, test } from 'vitest'
import { type App, startApp } from './app.ts'
import { configureMail, configureOffice, openMailbox } from './mailbox.ts'

const anna = { name: 'Annunziata Verdi', phone: '+39 347 1234567', email: 'Annunziata@example.com' }
const trip = { departure: 'Aeroporto Brindisi', destination: 'Gallipoli', passengers: '3' }

/** Everything that the product ever stores of a person: three kinds of leads, mails, a subscription, notes. */
async function withAnna(app: App) {
  const headers = await app.logIn()
  await app.post('/api/availability-requests', { ...anna, ...trip, formSource: 'f', message: 'Con il gatto' })
  await app.post('/api/contacts', { ...anna, email: 'annunziata@example.com' })
  await app.post('/api/bookings', { ...trip, time: '10:30', phone: '347 123 4567' })
  await app.post('/api/newsletter-subscriptions', { email: anna.email, privacyAccepted: true })
  await app.post('/api/contacts', { name: 'Ugo', phone: '0832 999888', email: 'ugo@example.com' })
  const note = { notes: 'Amico di annunziata@example.com, +39 347 1234567' }
  await app.send('PATCH', '/api/admin/contacts/2', note, headers)
  await app.send('PATCH', '/api/admin/availability-requests/1', { notes: 'Verdi, cliente storica' }, headers)
  await app.drain()
  return headers
}

/** Every place in the database, of whatever table and type, whose text contains one of the words. */
async function grep(app: App, words: string[]): Promise<string[]> {
  const columns = await app.sql`
    select table_schema, table_name, column_name from information_schema.columns
    where table_schema in ('public', 'graphile_worker') and table_name in (
      select table_name from information_schema.tables where table_type = 'BASE TABLE')`
  const found: string[] = []
  for (const { tableSchema, tableName, columnName } of columns)
    for (const word of words) {
      const [row] = await app.sql`
        select 1 from ${app.sql(tableSchema)}.${app.sql(tableName)}
        where ${app.sql(columnName)}::text ilike ${`%${word}%`} limit 1`
      if (row) found.push(`${tableName}.${columnName}: ${word}`)
    }
  return found
}

test('after an erasure a search of the whole database finds nothing of the person, and the others are whole', async () => {
  await using mailbox = await openMailbox()
  await using app = await startApp({ env: { SITE_URL: 'https://www.salento.example' } })
  await configureMail(app, mailbox)
  await configureOffice(app)
  const headers = await withAnna(app)
  const words = ['annunziata', 'verdi', '347 1234567', '3471234567', '347 123 4567']
  expect((await grep(app, words)).length).toBeGreaterThan(8)
  const reply = await app.post('/api/admin/privacy/erase', { email: anna.email, phone: anna.phone }, headers)
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({ leads: 3, newsletter: 1 })
  expect(reply.body.mails).toBeGreaterThanOrEqual(8)
  await app.drain()
  expect(await grep(app, words)).toEqual([])
  const [ugo] = await app.sql`select name, notes from contacts`
  expect(ugo).toEqual({ name: 'Ugo', notes: 'Amico di [cancellato], [cancellato]' })
  expect(await app.sql`select id from email_messages where recipient = 'ugo@example.com'`).toHaveLength(1)
  const [entry] = await app.sql`select before, after from audit_log where action = 'leads:personErased'`
  expect(entry).toEqual({ before: null, after: reply.body })
  const again = await app.post('/api/admin/privacy/erase', { email: anna.email }, headers)
  expect(again.status).toBe(404)
})

test('a person is found by name, address, number or what was written, with all that belongs together', async () => {
  await using app = await startApp()
  const headers = await withAnna(app)
  const find = async (q: string) =>
    (await app.get(`/api/admin/privacy/find?q=${encodeURIComponent(q)}`, headers)).body.people
  expect(await find('Annunziata V')).toEqual([
    expect.objectContaining({ names: ['Annunziata Verdi'], phone: anna.phone, leads: 2 }),
  ])
  expect(await find('annunziata@')).toContainEqual(
    expect.objectContaining({ names: ['Annunziata Verdi'], isSubscribed: true }),
  )
  // Somebody else's lead that mentions her is found as well.
  expect(await find('annunziata@')).toContainEqual(expect.objectContaining({ names: ['Ugo'] }))
  // The booking has no address: it stands by its number.
  expect(await find('347123')).toHaveLength(2)
  expect(await find('gatto')).toHaveLength(1)
  expect(await find('nessuno così')).toEqual([])
  expect((await app.get('/api/admin/privacy/find?q=ab', headers)).status).toBe(422)
})

test('an export by address or number is complete, and for super admins alone', async () => {
  await using app = await startApp()
  await configureOffice(app)
  const headers = await withAnna(app)
  const path = (query: object) => `/api/admin/privacy/export?${new URLSearchParams({ ...query })}`
  const byEmail = (await app.get(path({ email: 'ANNUNZIATA@example.com' }), headers)).body
  expect(byEmail.leads).toHaveLength(2)
  expect(byEmail.leads[0]).toMatchObject({
    name: anna.name,
    phone: anna.phone,
    createdAt: expect.any(String),
  })
  expect(byEmail.newsletter).toEqual([expect.objectContaining({ email: anna.email })])
  expect(byEmail.mails.length).toBeGreaterThan(3)
  const byPhone = (await app.get(path({ phone: '0039 347-1234567' }), headers)).body
  expect(byPhone.leads).toHaveLength(3)
  expect((await app.get('/api/admin/privacy/export', headers)).status).toBe(422)
  expect((await app.post('/api/admin/privacy/erase', {}, headers)).status).toBe(422)
  const admin = await app.logIn({ isSuperAdmin: false })
  expect((await app.get(path({ email: anna.email }), admin)).status).toBe(403)
  expect((await app.post('/api/admin/privacy/erase', { email: anna.email }, admin)).status).toBe(403)
  expect(await app.sql`select id from contacts`).toHaveLength(2)
})
