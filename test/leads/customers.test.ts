import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { expect, test } from 'vitest'
import type { Sql, Tx } from '../../src/platform/db.ts'
import { type App, eventually, openApp, startApp } from '../app.ts'
import { given } from '../given.ts'
import { inFull } from '../length.ts'
import { configureOffice } from '../mailbox.ts'

/** The app of tests that look only at their own persons. */
const app = await openApp()

const anna = { name: 'Anna Rossi', phone: '+39 347 1234567', email: 'anna@example.com' }

interface Customer {
  id: number
  leads: { kind: string; id: number; createdAt: string }[]
  notes: { id: number; text: string; author: string; updatedAt: string }[]
  joins: { id: number }[]
  alike: { id: number }[]
}

/** Returns the customers whose stored person or latest request is not what joins and requests say. */
const wrongPersons = ({ sql }: App) => sql`
  select id, person_id, last_at from customers
  where person_id <> person_of(id) or id = person_id and last_at is distinct from last_request_of(id)`

/**
 * Returns the codes of each person's leads in the order of their arrival. Joined customers are one person. Looks only at
 * the leads with these codes, if there are some.
 */
async function groups(app: App, ...codes: string[]): Promise<string[][]> {
  expect(await wrongPersons(app)).toEqual([])
  const rows = await app.sql<{ personId: number; code: string }[]>`
    select person_id, code from customer_leads join customers on customers.id = customer_id
      join leads on leads.kind = lead_kind and leads.id = lead_id
    where ${codes.length === 0} or code = any(${codes})
    order by customer_leads.id`
  return [...Map.groupBy(rows, ({ personId }) => personId).values()].map((own) => own.map(({ code }) => code))
}

test('requests of the three kinds belong to one customer by telephone in any spelling or by e-mail', async () => {
  await using app = await startApp()
  await configureOffice(app)
  const staff = await app.logIn()
  const request = await given.lead(app, 'request', anna)
  const booking = await given.lead(app, 'booking', { phone: '0039 347/123.45.67' })
  const contact = await given.lead(app, 'contact', {
    ...anna,
    phone: '0832 999888',
    email: 'ANNA@example.com',
  })
  const other = await given.lead(app, 'contact')
  expect(await groups(app)).toEqual([[request.code, booking.code, contact.code], [other.code]])
  await app.send('PATCH', `/api/admin/bookings/${booking.id}`, { status: 'confermata', price: '110' }, staff)
  await app.post(`/api/admin/leads/availability_request/${request.id}/answer`, { via: 'call' }, staff)
  await app.drain()

  const { body: list } = await app.get('/api/admin/customers?search=3471234567', staff)
  expect(list).toMatchObject({
    total: 1,
    items: [{ name: 'Anna Rossi', requests: 3, confirmed: 1, value: '110' }],
  })
  const [{ id }] = list.items
  const { body: customer } = await app.get(`/api/admin/customers/${id}`, staff)
  expect(customer).toMatchObject({
    confirmed: 1,
    value: '110',
    emails: ['anna@example.com'],
    leads: [
      { kind: 'contact', status: 'nuova' },
      { kind: 'booking', status: 'confermata', price: '110' },
      { kind: 'availability_request', status: 'contattata', answeredVia: 'call' },
    ],
  })
  expect((await app.get(`/api/admin/leads/booking/${booking.id}/customer`, staff)).body).toEqual(customer)
  const { body: mails } = await app.get(`/api/admin/email-messages?customerId=${id}`, staff)
  expect(mails.items.map((mail: { leadKind: string }) => mail.leadKind).sort()).toEqual(
    expect.arrayContaining(['availability_request', 'booking', 'contact']),
  )
  const about = mails.items.map(
    (mail: { leadKind: string; leadId: number }) => `${mail.leadKind} ${mail.leadId}`,
  )
  expect(about).not.toContain(`contact ${other.id}`)
  for (const [index, leadId] of [contact.id, other.id].entries())
    await app.sql`
      insert into inbound_mails (message_id, lead_kind, lead_id, matched_by, from_name, from_address, subject, text)
      values (${`m${index}`}, 'contact', ${leadId}, 'code', 'A', 'a@example.com', 'Re', 'Grazie')`
  const { body: received } = await app.get(`/api/admin/inbound-mails?customerId=${id}`, staff)
  expect(received.items.map((mail: { leadId: number }) => mail.leadId)).toEqual([contact.id])
  for (const search of ['anna', 'ANNA@', '0832/999888', 'Rossi'])
    expect((await app.get(`/api/admin/customers?search=${search}`, staff)).body.total, search).toBe(1)
  expect((await app.get('/api/admin/customers?search=%25', staff)).body.total).toBe(0)
  expect((await app.get('/api/admin/customers/999', staff)).status).toBe(404)
  expect((await app.get('/api/admin/leads/booking/999/customer', staff)).status).toBe(404)
})

test('guests of a hotel share its telephone, but each is a separate customer', async () => {
  const hotel = { phone: '0833 555123' }
  const marco = { ...hotel, name: 'Marco Bianchi', email: 'marco@example.com' }
  const first = await given.lead(app, 'contact', marco)
  const greta = await given.lead(app, 'contact', { ...hotel, name: 'Greta Neri', email: 'greta@example.com' })
  // The name is the same in another order and case, and the e-mail address is new.
  const again = await given.lead(app, 'contact', {
    ...hotel,
    name: 'bianchi MARCO',
    email: 'm.bianchi@example.com',
  })
  // Two customers share the number, so a booking without name and e-mail address becomes a new customer.
  const unnamed = await given.lead(app, 'booking', hotel)
  const codes = [first, greta, again, unnamed].map(({ code }) => code)
  expect(await groups(app, ...codes)).toEqual([[first.code, again.code], [greta.code], [unnamed.code]])
})

test('staff join two customers and separate them again, and later requests stay with their customer', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const first = await given.lead(app, 'contact', anna)
  const second = await given.lead(app, 'contact', {
    name: 'A. Rossi',
    phone: anna.phone,
    email: 'work@example.com',
  })
  const before = await groups(app)
  expect(before).toHaveLength(2)
  const one: Customer = (await app.get(`/api/admin/leads/contact/${first.id}/customer`, staff)).body
  const two: Customer = (await app.get(`/api/admin/leads/contact/${second.id}/customer`, staff)).body
  expect(one.alike.map(({ id }) => id)).toEqual([two.id])

  const joined = await app.post(`/api/admin/customers/${one.id}/joins`, { otherId: two.id }, staff)
  expect([joined.status, joined.body.leads.length, joined.body.joins.length]).toEqual([201, 2, 1])
  expect(joined.body.alike).toEqual([])
  expect((await app.get(`/api/admin/customers/${two.id}`, staff)).body).toEqual(joined.body)
  expect((await app.get('/api/admin/customers', staff)).body.total).toBe(1)
  for (const [id, otherId] of [
    [one.id, two.id],
    [two.id, one.id],
  ])
    expect((await app.post(`/api/admin/customers/${id}/joins`, { otherId }, staff)).status).toBe(409)
  const third = await given.lead(app, 'contact', {
    name: 'A. Rossi',
    phone: '0832 1',
    email: 'work@example.com',
  })
  expect(await groups(app)).toEqual([[first.code, second.code, third.code]])

  const [join] = joined.body.joins
  const undo = () => app.post(`/api/admin/customer-joins/${join.id}/undo`, {}, staff)
  expect((await undo()).status).toBe(204)
  expect(await groups(app)).toEqual([[first.code], [second.code, third.code]])
  expect((await undo()).status).toBe(409)
  const stored = await app.sql`select undone_by is not null as is_undone from customer_joins`
  expect(stored).toEqual([{ isUndone: true }])
  expect((await app.post('/api/admin/customer-joins/99/undo', {}, staff)).status).toBe(404)
})

test('any joins, separated again in any order, leave every customer with the requests that it had', async () => {
  const staff = await app.logIn()
  const people = [0, 1, 2, 3, 4]
  const codes: string[] = []
  const ids: number[] = []
  for (const n of people) {
    const { id, code } = await given.lead(app, 'contact', {
      name: `Persona ${n}`,
      phone: `0832 10000${n}`,
      email: `p${n}@example.com`,
    })
    codes.push(code)
    ids.push((await app.get(`/api/admin/leads/contact/${id}/customer`, staff)).body.id)
  }
  const before = await groups(app, ...codes)
  expect(before).toHaveLength(people.length)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids)), { minLength: 1, maxLength: 6 }),
      fc.integer(),
      async (pairs, seed) => {
        // Model: customers with the same root are one person.
        const root = new Map(ids.map((id) => [id, id]))
        for (const [id, otherId] of pairs) {
          const [a, b] = [root.get(id), root.get(otherId)]
          const { status } = await app.post(`/api/admin/customers/${id}/joins`, { otherId }, staff)
          expect(status).toBe(a === b ? 409 : 201)
          if (a !== b) for (const [one, of] of root) if (of === b) root.set(one, a ?? one)
        }
        expect(await groups(app, ...codes)).toHaveLength(new Set(root.values()).size)
        const joins = await app.sql<
          { id: number }[]
        >`select id from customer_joins where undone_at is null order by id`
        const shuffled = joins.toSorted((a, b) => ((a.id * seed) % 7) - ((b.id * seed) % 7))
        for (const { id } of shuffled)
          expect((await app.post(`/api/admin/customer-joins/${id}/undo`, {}, staff)).status).toBe(204)
        expect(await groups(app, ...codes)).toEqual(before)
      },
    ),
    { numRuns: inFull(6, 12) },
  )
})

test('of two requests of a new person at the same moment the second waits and finds the customer of the first', async () => {
  const bea = { name: 'Bea Neri', phone: '+39 347 7654321', email: 'bea@example.com' }
  const sent = await app.sql.begin(async (tx) => {
    const [first] = await tx<[{ code: string }]>`
      insert into leads (kind, name, phone, email) values ('contact', ${bea.name}, ${bea.phone}, ${bea.email}) returning code`
    const second = given.lead(app, 'contact', { ...bea, phone: '347 7654321' })
    await eventually(async () => {
      const [row] = await app.sql`
        select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      expect(row?.waiting).toBe(1)
    })
    return [first, second]
  })
  const codes = (await Promise.all(sent)).map(({ code }) => code)
  expect((await groups(app, ...codes)).map((own) => own.length)).toEqual([2])
})

test('notes have an author and a time; a note is changed only in its current version, and deleted', async () => {
  const staff = await app.logIn({ isSuperAdmin: false })
  const lead = await given.lead(app, 'contact', {
    name: 'Carla Annotata',
    phone: '0832 333444',
    email: 'c@example.com',
  })
  const { id } = (await app.get(`/api/admin/leads/contact/${lead.id}/customer`, staff)).body
  const empty = await app.post(`/api/admin/customers/${id}/notes`, { text: '  ' }, staff)
  expect([empty.status, empty.body.errors]).toEqual([422, [{ path: 'text', message: expect.any(String) }]])
  expect((await app.post('/api/admin/customers/999999/notes', { text: 'Nota' }, staff)).status).toBe(404)
  const { status, body: note } = await app.post(
    `/api/admin/customers/${id}/notes`,
    { text: 'Soffre l’auto\nMolto' },
    staff,
  )
  expect([status, note.text, note.author]).toEqual([
    201,
    'Soffre l’auto\nMolto',
    expect.stringMatching(/^staff-/),
  ])
  const path = `/api/admin/customer-notes/${note.id}`
  const saved = await app.send('PUT', path, { text: 'Nuova', updatedAt: note.updatedAt }, staff)
  expect([saved.status, saved.body.text]).toEqual([200, 'Nuova'])
  expect((await app.send('PUT', path, { text: 'Vecchia', updatedAt: note.updatedAt }, staff)).status).toBe(
    409,
  )
  expect((await app.get(`/api/admin/customers/${id}`, staff)).body.notes).toEqual([saved.body])
  expect((await app.send('DELETE', path, undefined, staff)).status).toBe(204)
  expect((await app.get(`/api/admin/customers/${id}`, staff)).body.notes).toEqual([])
  const log = await app.sql`select before, after from audit_log where action like 'leads:customerNote%'`
  expect(log).toHaveLength(3)
  expect(JSON.stringify(log)).not.toMatch(/auto|Nuova/)
})

/** Runs both acts so that the second begins before the first is committed, and waits for it. */
async function atOnce(
  app: App,
  first: (tx: Tx) => Promise<unknown>,
  second: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const begun = await app.sql.begin(async (tx) => {
    await first(tx)
    const ended = app.sql.begin(second)
    await eventually(async () => {
      const [row] = await app.sql`
        select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      expect(row?.waiting).toBe(1)
    })
    return [ended]
  })
  await Promise.all(begun)
}

test('a request that arrives or is deleted while its customer is joined or separated counts for the person of afterwards', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const customerOf = async (n: number): Promise<number> => {
    const { id } = await given.lead(app, 'contact', {
      name: `Persona ${n}`,
      phone: `0832 20000${n}`,
      email: `q${n}@example.com`,
    })
    return (await app.get(`/api/admin/leads/contact/${id}/customer`, staff)).body.id
  }
  const [one, two] = [await customerOf(1), await customerOf(2)]
  const joining = (tx: Tx) => tx`
    insert into customer_joins (customer_id, joined_id, joined_by) values (${one}, ${two}, 'anna')`
  const separating = (tx: Tx) => tx`
    update customer_joins set undone_at = now(), undone_by = 'anna' where undone_at is null`
  const sending = (tx: Tx) => tx`
    insert into leads (kind, name, phone, email, created_at) values ('contact', 'Persona 2', '0832 200002', 'q2@example.com', clock_timestamp())`
  const deleting = (tx: Tx) => tx`
    delete from leads where kind = 'contact' and id = (select max(id) from contacts where email = 'q2@example.com')`
  for (const work of [sending, deleting]) {
    const pairs = [
      [joining, work],
      [separating, work],
      [work, joining],
      [work, separating],
    ] as const
    for (const [first, second] of pairs) {
      await app.sql.begin(sending)
      await atOnce(app, first, second)
      expect(await wrongPersons(app), `${first.name}, then ${second.name}`).toEqual([])
    }
  }
})

test('customers of an older release get the person and the latest request also while requests arrive, go and are joined', async () => {
  await using app = await startApp()
  const [, batch] = readFileSync('sql/181_customer_persons.data.sql', 'utf8').split(/;\n/)
  const move = (tx: Tx) => tx.unsafe(batch ?? '', [null, 100])
  await app.sql`alter table customers alter column person_id drop not null`
  const send = (tx: Sql | Tx) => tx`
    insert into leads (kind, name, phone, created_at)
    values ('contact', '', '0832 300001', clock_timestamp()), ('contact', '', '0832 300002', clock_timestamp())`
  const remove = (tx: Tx) =>
    tx`delete from leads where kind = 'contact' and id = (select max(id) from contacts)`
  const join = (tx: Tx) => tx`
    insert into customer_joins (customer_id, joined_id, joined_by) select min(id), max(id), 'anna' from customers`
  const separate = (tx: Tx) => tx`update customer_joins set undone_at = now(), undone_by = 'anna'`
  await send(app.sql)
  for (const [first, second] of [
    [send, move],
    [move, send],
    [remove, move],
    [move, remove],
    [join, move],
    [send, move],
    [move, send],
    [separate, move],
    [move, join],
    [move, separate],
  ] as const) {
    await app.sql`update customers set person_id = null, last_at = null`
    await atOnce(app, first, second)
    expect(await wrongPersons(app), `${first.name}, then ${second.name}`).toEqual([])
    expect(await app.sql`select from customers where person_id is null`).toHaveLength(0)
    await send(app.sql)
  }
})

test('a customer is deleted with the last request, together with notes and joins', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const first = await given.lead(app, 'contact', anna)
  const second = await given.lead(app, 'booking', { phone: '0832 777666' })
  const { body: one } = await app.get(`/api/admin/leads/contact/${first.id}/customer`, staff)
  const { body: two } = await app.get(`/api/admin/leads/booking/${second.id}/customer`, staff)
  await app.post(`/api/admin/customers/${one.id}/joins`, { otherId: two.id }, staff)
  await app.post(`/api/admin/customers/${one.id}/notes`, { text: 'Nota' }, staff)
  await app.sql`delete from leads where kind = 'contact'`
  // The booking remains, so the person does too.
  expect(await wrongPersons(app)).toEqual([])
  expect((await app.get(`/api/admin/customers/${two.id}`, staff)).body.notes).toHaveLength(1)
  await app.sql`delete from leads where kind = 'booking'`
  for (const table of ['customers', 'customer_leads', 'customer_joins', 'customer_notes'])
    expect(await app.sql`select 1 from ${app.sql(table)}`, table).toEqual([])
})

test('the database reads telephone numbers as libphonenumber does', async () => {
  const digits = (length: number) =>
    fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
      .map((all) => all.join(''))
  const italian = fc.oneof(
    fc
      .tuple(fc.constantFrom('320', '333', '347', '389', '392'), digits(7))
      .map(([start, rest]) => start + rest),
    fc.tuple(fc.constantFrom('0832', '0831', '080', '06'), digits(6)).map(([start, rest]) => start + rest),
  )
  const written = fc
    .tuple(italian, fc.constantFrom('', '+39', '0039', '+39 ', '39'), fc.constantFrom('', ' ', '-', '.', '/'))
    .map(
      ([number, prefix, gap]) =>
        `${prefix}${gap}${number.slice(0, 3)}${gap}${number.slice(3, 6)}${gap}${number.slice(6)}`,
    )
  const foreign = fc.constantFrom(
    ...[
      '+44 7911 123456',
      '0044 7911 123456',
      '+44 (0)20 7946 0018',
      '+49 171 1234567',
      '(+33) 6 12 34 56 78',
    ],
    ...['+1 (212) 555-0100', '+41 44 668 18 00'],
  )
  const numbers = fc.sample(fc.oneof(written, foreign), 300)
  const rows = await app.sql<{ written: string; read: string }[]>`
    select written, e164(written) as read from unnest(${numbers}::text[]) as written`
  const expected = numbers.map((one) => ({
    written: one,
    read: parsePhoneNumberFromString(one, 'IT')?.number,
  }))
  expect([...rows]).toEqual(expected)
})
