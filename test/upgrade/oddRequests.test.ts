import { readdirSync } from 'node:fs'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { backup, readHeader, restore } from '../../src/platform/backup.ts'
import { openDatabase } from '../../src/platform/db.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { createDatabase } from '../emptyDatabase.ts'

const files = readdirSync('sql').map((file) => path.basename(file, '.sql'))
const before = (next: string) => ({ only: files.filter((name) => name < next) })

/** Opens a database as it was before requests moved to one table. */
async function openOlder() {
  const database = await createDatabase()
  await migrate(database.url, before('186'))
  const sql = postgres(database.url, { max: 2, onnotice: () => {} })
  return {
    url: database.url,
    sql,
    async [Symbol.asyncDispose]() {
      await sql.end()
      await database[Symbol.asyncDispose]()
    },
  }
}

const ride = { phone: '+39 0832 123456', departure: 'Lecce', destination: 'Otranto', passengers: '2' }
const request = (said: object = {}) => ({ ...ride, name: 'Anna', form_source: 'sito', ...said })
const booking = (said: object = {}) => ({ ...ride, time: '10:30', ...said })
const contact = (said: object = {}) => ({ phone: ride.phone, name: 'Ugo', ...said })

test('a move that was killed after its last batch, or of which a backup was restored, moves no request twice', async () => {
  await using older = await openOlder()
  await older.sql`insert into availability_requests ${older.sql([request(), request()])}`
  await older.sql`insert into bookings ${older.sql([booking(), booking()])}`
  await migrate(older.url, before('189'))
  await older.sql`delete from schema_migrations where name like '187%' or name like '188%'`
  // A backup leaves out how far the files came.
  await older.sql`delete from data_migrations where name like '188%'`
  await migrate(older.url)
  expect([
    ...(await older.sql`select kind, count(*)::int as count from leads group by kind order by kind`),
  ]).toEqual([
    { kind: 'availability_request', count: 2 },
    { kind: 'booking', count: 2 },
  ])
})

test('requests with the same code are named before requests are refused, and staff can mend them', async () => {
  await using older = await openOlder()
  await older.sql`insert into bookings ${older.sql(booking({ code: 'ABCDEF' }))}`
  await older.sql`insert into contacts ${older.sql(contact({ code: 'ABCDEF' }))}`
  await expect(migrate(older.url)).rejects.toThrow(
    /two requests have the same code: ABCDEF\n[\s\S]*new_lead_code\(\)/,
  )
  await older.sql`update contacts set code = new_lead_code()`
  await migrate(older.url)
  expect(await older.sql`select from leads`).toHaveLength(2)
})

test('views of the operator that read requests are named before requests are refused', async () => {
  await using older = await openOlder()
  const view = () => older.sql`create view my_report as select count(*)::int as count from bookings`
  await view()
  await expect(migrate(older.url)).rejects.toThrow(/depend on the tables of requests: my_report\n/)
  await older.sql`insert into bookings ${older.sql(booking())}`
  await older.sql`drop view my_report`
  await migrate(older.url)
  await view()
  expect([...(await older.sql`select count from my_report`)]).toEqual([{ count: 1 }])
})

test('ids ahead of their sequence are not given again, and unused sequences begin with 1', async () => {
  await using older = await openOlder()
  const far = 3_000_000_000
  await older.sql`insert into bookings ${older.sql(booking({ id: far, name: null }))}`
  await migrate(older.url)
  const rows = await older.sql`
    insert into leads ${older.sql([
      { kind: 'booking', phone: '1' },
      { kind: 'booking', phone: '2' },
    ])} returning id`
  expect(rows.map(({ id }) => Number(id))).toEqual([far + 1, far + 2])
  expect([
    ...(await older.sql`insert into leads ${older.sql({ kind: 'contact', name: 'Ugo', phone: '1' })} returning id`),
  ]).toEqual([{ id: '1' }])
})

test('what belongs to requests that are gone ends, with the customers and trips that only they had', async () => {
  await using older = await openOlder()
  const { sql } = older
  const [gone, kept] = await sql<{ id: string }[]>`
    insert into bookings ${sql([booking({ phone: '+39 347 0000001' }), booking({ phone: '+39 347 0000002' })])} returning id`
  for (const lead of [gone, kept]) {
    const [trip] = await sql<{ id: string }[]>`
      insert into trips (direction, from_place, to_place, pickup_at, ends_at, passengers, bags)
      values ('there', 'Lecce', 'Otranto', now(), now() + interval '1 hour', 2, 0) returning id`
    await sql`
      insert into trip_parties (lead_kind, lead_id, direction, trip_id, passengers, bags)
      values ('booking', ${lead?.id ?? ''}, 'there', ${trip?.id ?? ''}, 2, 0)`
    const [wish] = await sql<{ id: string }[]>`
      insert into customer_wishes (lead_kind, lead_id, kind, text) values ('booking', ${lead?.id ?? ''}, 'change', 'x')
      returning id`
    await sql`
      insert into email_messages (message_key, purpose, lead_id, recipient, subject, message_id, state)
      values (${`wish ${lead?.id}`}, 'wish', ${wish?.id ?? ''}, 'x@cliente.example', 'x', ${`wish ${lead?.id}`}, 'sent')`
  }
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`delete from bookings where id = ${gone?.id ?? ''}`
  })
  await migrate(older.url)
  const [counts] = await sql`
    select (select count(*)::int from customers) as customers, (select count(*)::int from trips) as trips,
      (select count(*)::int from rides) as rides, (select count(*)::int from customer_wishes) as wishes,
      (select count(*)::int from email_messages) as mails`
  expect(counts).toEqual({ customers: 1, trips: 1, rides: 1, wishes: 1, mails: 1 })
})

test('what staff did before the move is undone after it', async () => {
  await using older = await openOlder()
  const { sql } = older
  const same = { id: 7 }
  await sql`insert into bookings ${sql(booking(same))}`
  await sql`insert into contacts ${sql(contact(same))}`
  const [act] = await sql<{ id: string }[]>`
    insert into bulk_acts (act, title, made_by, total, changed) values ('x', 'Risposta', 'anna', 1, 1) returning id`
  await sql.begin(async (tx) => {
    await tx`select set_config('app.act', ${act?.id ?? ''}, true), set_config('app.act_item', '1', true)`
    await tx`update bookings set status = 'contattata', answered_at = now(), updated_at = clock_timestamp()`
    await tx`insert into lead_messages (lead_kind, lead_id, via, text) values ('booking', 7, 'whatsapp', 'Va bene')`
  })
  await migrate(older.url)
  await sql`update leads set status = 'persa' where kind = 'contact'`
  expect([...(await sql`select undo_act(${act?.id ?? ''}, '1', true) as outcome`)]).toEqual([
    { outcome: { result: 'undone' } },
  ])
  expect([...(await sql`select kind, status, answered_at from leads order by kind`)]).toEqual([
    { kind: 'booking', status: 'nuova', answered_at: null },
    { kind: 'contact', status: 'persa', answered_at: null },
  ])
  expect(await sql`select from lead_messages`).toHaveLength(0)
})

for (const [moment, next] of [
  ['before', '186'],
  ['during', '188'],
  ['after', '193'],
] as const)
  test(`a backup made ${moment} the move is restored into an empty database`, async () => {
    await using older = await openOlder()
    await older.sql`insert into bookings ${older.sql([booking({ id: 5, notes: '\\N' }), booking({ id: 9, notes: null })])}`
    await older.sql`insert into availability_requests ${older.sql(request())}`
    await migrate(older.url, before(next))
    // As if the run had been killed before the file counted.
    if (moment === 'during') await older.sql`delete from schema_migrations where name like '187%'`
    const source = openDatabase(older.url, { connections: 2 })
    const file = new PassThrough()
    const [bytes] = await Promise.all([buffer(file), backup(source.write, file)])
    await source.close()

    await using empty = await createDatabase()
    await migrate(empty.url, { only: (await readHeader(Readable.from([bytes]))).migrations })
    const db = openDatabase(empty.url, { connections: 2 })
    await restore(db.write, Readable.from([bytes]))
    await migrate(empty.url)
    const rows = await db.write`select kind, id, notes from leads order by kind, id`
    const [added] =
      await db.write`insert into leads ${db.write({ kind: 'booking', phone: '1' })} returning id`
    const [counted] = await db.write`select count(*) as customers from customer_leads`
    await db.close()
    expect([...rows]).toEqual([
      { kind: 'availability_request', id: 1, notes: null },
      { kind: 'booking', id: 5, notes: '\\N' },
      { kind: 'booking', id: 9, notes: null },
    ])
    expect([added, counted]).toEqual([{ id: 10 }, { customers: 4 }])
  })
