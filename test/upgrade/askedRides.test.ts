import { readdirSync } from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { migrate } from '../../src/platform/migrate.ts'
import { createDatabase } from '../emptyDatabase.ts'

const files = readdirSync('sql').map((file) => path.basename(file, '.sql'))
const before = (next: string) => ({ only: files.filter((name) => name < next) })

/** Opens a database as it was before requests had rides of their own. */
async function openOlder() {
  const database = await createDatabase()
  await migrate(database.url, before('199'))
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
type Older = Awaited<ReturnType<typeof openOlder>>

const at = (time: string) => new Date(`2030-06-01T${time}:00Z`)
const booking = (id: number, said: object = {}) => ({
  kind: 'booking',
  id,
  phone: `+39 347 ${1000000 + id}`,
  departure: 'Lecce',
  destination: 'Otranto',
  passengers: '2',
  time: '10:30',
  ...said,
})
const contact = (id: number, said: object = {}) => ({
  kind: 'contact',
  id,
  name: 'Ugo',
  phone: '0832 1',
  ...said,
})

const whole = {
  date: 'metà luglio',
  passengers: '8+',
  flight_or_train: 'FR1234',
  luggage: '3',
  address: 'Via Çirò 5, 2º',
  position: '40.1, 18.2',
  return_trip: true,
  return_date: '2030-06-08',
  return_time: 'sera',
}

const way = { from_place: 'Lecce', to_place: 'Otranto', pickup_at: at('08:00'), ends_at: at('09:00') }
const party = { passengers: 2, bags: 1 }

/** Stores a trip with rides, each of a booking or, without an id, of staff. */
async function addTrip({ sql }: Older, rides: { lead_id?: number; direction?: string }[]): Promise<string> {
  const [trip] = await sql<[{ id: string }]>`insert into trips ${sql({ ...way, ...party })} returning id`
  for (const { lead_id = null, direction = 'there' } of rides)
    await sql`
      insert into rides ${sql({ ...way, ...party, trip_id: trip.id, lead_kind: lead_id && 'booking', lead_id, direction })}`
  return trip.id
}

const accepted = (id: number, directions: string[]) => ({
  lead_kind: 'booking',
  lead_id: id,
  lines: directions.map((direction) => ({
    direction,
    vehicle: 'berlina',
    day: null,
    time: null,
    total: '90',
  })),
  total: '90',
  valid_until: at('10:00'),
  language: 'it',
  state: 'accepted',
  sent_by: 'anna',
  accepted_at: at('07:00'),
  accepted_words: [],
})

/** Columns of the three names of the specification, which show what the tables of requests held. */
async function shown({ sql }: Older) {
  const rows: Record<string, unknown>[] = []
  for (const view of ['availability_requests', 'bookings', 'contacts'])
    rows.push(...(await sql`select ${sql.unsafe(`'${view}'`)} as view, * from ${sql(view)} order by id`))
  return rows.map((row) => ({ ...row }))
}

test('each older request shows what it showed, and each way that it asks for is a ride', async () => {
  await using older = await openOlder()
  const { sql, url } = older
  for (const row of [
    booking(1),
    booking(2, whole),
    booking(3, { return_trip: true }),
    booking(4, { return_date: '2030-06-09' }),
    booking(5),
    booking(6, { address: '' }),
    booking(7, { status: 'confermata' }),
    booking(8, { status: 'persa' }),
    { ...booking(9), kind: 'availability_request', name: 'Ada', time: null },
    contact(1),
    contact(2, { date: 'agosto' }),
    contact(3, { address: 'Via Roma 1' }),
    contact(4, { departure: 'Lecce', passengers: '3' }),
    contact(5, { return_trip: true }),
  ])
    await sql`insert into leads ${sql(row as never)}`
  await addTrip(older, [{ lead_id: 5 }])
  await addTrip(older, [{ lead_id: 5, direction: 'back' }, { lead_id: 2 }, {}])
  await addTrip(older, [{}])
  await sql`insert into offers ${sql(accepted(7, ['there', 'back']) as never)}`
  const was = await shown(older)
  const versions = await sql`select kind, id, version from ride_versions order by kind, id`

  await migrate(url)
  // A request with a day, a time, a ride or an accepted price of the way back asks for it.
  const returns = [4, 5, 7]
  expect(await shown(older)).toEqual(
    was.map((row) =>
      row.view === 'bookings' && returns.includes(Number(row.id)) ? { ...row, return_trip: true } : row,
    ),
  )
  expect(await sql`select kind, id, version from ride_versions order by kind, id`).toEqual(versions)
  const rides = await sql`
    select lead_kind as kind, lead_id as id, direction as way, asked_from as "from", asked_to as "to", asked_day as day,
      asked_time as time, asked_flight as flight, state, trip_id as trip
    from rides order by lead_kind nulls last, lead_id, direction desc, id`
  const ride = { day: null, time: '10:30', flight: null, state: 'requested', trip: null }
  const there = { kind: 'booking', way: 'there', from: 'Lecce', to: 'Otranto', ...ride }
  const back = { ...there, way: 'back', from: 'Otranto', to: 'Lecce', time: null }
  const nothing = { ...there, kind: 'contact', from: null, to: null, time: null }
  expect([...rides]).toEqual([
    { ...there, kind: 'availability_request', id: '9', time: null },
    { ...there, id: '1' },
    { ...there, id: '2', day: 'metà luglio', flight: 'FR1234', trip: '2' },
    { ...back, id: '2', day: '2030-06-08', time: 'sera' },
    { ...there, id: '3' },
    { ...back, id: '3' },
    { ...there, id: '4' },
    { ...back, id: '4', day: '2030-06-09' },
    { ...there, id: '5', trip: '1' },
    { ...back, id: '5', trip: '2' },
    { ...there, id: '6' },
    { ...there, id: '7', state: 'confirmed' },
    { ...back, id: '7', state: 'confirmed' },
    { ...there, id: '8', state: 'cancelled' },
    { ...nothing, id: '2', day: 'agosto' },
    { ...nothing, id: '3' },
    { ...nothing, id: '4', from: 'Lecce' },
    { ...nothing, id: '5' },
    { ...nothing, id: '5', way: 'back' },
    { ...nothing, kind: null, id: null, state: 'confirmed', trip: '2' },
    { ...nothing, kind: null, id: null, state: 'confirmed', trip: '3' },
  ])
  // A ride stays with its request when its trip ends, and ends with its request.
  await sql`delete from trips`
  expect([...(await sql`select count(*)::int as rides, count(trip_id)::int as planned from rides`)]).toEqual([
    { rides: 19, planned: 0 },
  ])
  await sql`delete from leads`
  expect(await sql`select from rides`).toHaveLength(0)
})

test('what staff changed of a ride before the move is undone after it, in any order', async () => {
  await using older = await openOlder()
  const { sql, url } = older
  await sql`insert into leads ${sql(booking(1, { ...whole, position: null }) as never)}`
  await sql`insert into leads ${sql(contact(1, { address: 'Via Roma 1' }) as never)}`
  const change = async (columns: object, kind = 'booking') => {
    const [act] = await sql<[{ id: string }]>`
      insert into bulk_acts (act, title, made_by, total, changed) values ('x', 'Salvataggio', 'anna', 1, 1) returning id`
    await sql.begin(async (tx) => {
      await tx`select set_config('app.act', ${act.id}, true), set_config('app.act_item', '1', true)`
      await tx`update leads set ${tx(columns as never)}, updated_at = clock_timestamp() where kind = ${kind}`
    })
    return act.id
  }
  const was = await shown(older)
  const acts = [
    await change({ date: '2030-06-01', time: '11:00', status: 'contattata' }),
    await change({ return_date: '2030-06-10', return_time: '08:00' }),
    await change({ departure: 'Bari', destination: 'Brindisi', address: null }),
    await change({ position: '40.3, 18.1', notes: 'Richiamare' }),
    await change({ address: 'Via Roma 2' }, 'contact'),
  ]
  await migrate(url)
  expect((await sql`select departure, return_date from bookings`)[0]).toMatchObject({
    departure: 'Bari',
    return_date: '2030-06-10',
  })
  for (const act of [acts[1], acts[4], acts[0], acts[3], acts[2]])
    expect([...(await sql`select undo_act(${act ?? ''}, '1', true) as outcome`)]).toEqual([
      { outcome: { result: 'undone' } },
    ])
  const withoutVersion = (rows: object[]) => rows.map((row) => ({ ...row, updated_at: null }))
  expect(withoutVersion(await shown(older))).toEqual(withoutVersion(was))
  const [back] = await sql`select asked_from, asked_to from rides where direction = 'back'`
  expect(back).toEqual({ asked_from: 'Otranto', asked_to: 'Lecce' })
})

test('while requests are moved, an older process reads them and stores none; a killed move goes on', async () => {
  await using older = await openOlder()
  const { sql, url } = older
  await sql`insert into leads ${sql([booking(1), booking(2), booking(3)] as never)}`
  await migrate(url, before('200'))
  const refused = { code: '25006' }
  await expect(sql`insert into leads ${sql(booking(4) as never)}`).rejects.toMatchObject(refused)
  await expect(sql`update leads set date = '2030-01-01'`).rejects.toMatchObject(refused)
  await expect(sql`delete from leads`).rejects.toMatchObject(refused)
  await expect(addTrip(older, [{ lead_id: 1 }])).rejects.toMatchObject(refused)
  expect(await sql`select departure from leads`).toHaveLength(3)
  await migrate(url, before('201'))
  // As if the run had been killed before the file counted, and a backup without the place of the run were restored.
  await sql`delete from schema_migrations where name like '200%'`
  await sql`delete from data_migrations where name like '200%'`
  await migrate(url)
  expect(await sql`select from rides`).toHaveLength(3)
  await sql`update leads set status = 'confermata' where id = 1`
  expect([...(await sql`select lead_id, state from rides where state <> 'requested'`)]).toEqual([
    { lead_id: '1', state: 'confirmed' },
  ])
})

test('the database refuses a ride without its request, without its trip or without its ends', async () => {
  await using older = await openOlder()
  const { sql, url } = older
  await migrate(url)
  await sql`insert into leads (kind, id, phone) values ('booking', 1, '1')`
  await sql`insert into leads (kind, id, name, phone) values ('contact', 1, 'Ugo', '1')`
  const ends = { asked_from: 'Lecce', asked_to: 'Otranto', asked_passengers: '2' }
  const add = (ride: object) => sql`insert into rides ${sql(ride as never)}`
  for (const ride of [{ ...ends }, { lead_kind: 'booking', ...ends }, { lead_kind: 'booking', lead_id: 1 }])
    await expect(add(ride)).rejects.toMatchObject({ code: '23514' })
  await expect(add({ lead_kind: 'booking', lead_id: 9, ...ends })).rejects.toMatchObject({ code: '23503' })
  await add({ lead_kind: 'booking', lead_id: 1, ...ends })
  await add({ lead_kind: 'contact', lead_id: 1 })
  await expect(sql`update rides set trip_id = 1`).rejects.toMatchObject({ code: '23514' })
})
