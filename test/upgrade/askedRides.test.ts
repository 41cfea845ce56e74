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

// Odd requests, and acts on requests, before what they ask of their rides moves from columns of `leads` to `rides`.

const files = readdirSync('sql').map((file) => path.basename(file, '.sql'))
const before = (next: string) => ({ only: files.filter((name) => name < next) })

type Sql = postgres.Sql
type Row = Record<string, unknown>

/** Opens a database as it was before the move. */
async function openOlder() {
  const database = await createDatabase()
  await migrate(database.url, before('199'))
  const sql = postgres(database.url, { max: 3, onnotice: () => {} })
  return {
    url: database.url,
    sql,
    async [Symbol.asyncDispose]() {
      await sql.end()
      await database[Symbol.asyncDispose]()
    },
  }
}

const at = (time: string) => new Date(`2030-06-01T${time}:00Z`)
const asked = { phone: '+39 0832 123456', departure: 'Lecce', destination: 'Otranto', passengers: '2' }
const request = (said: Row = {}): Row => ({ kind: 'availability_request', name: 'Anna', ...asked, ...said })
const booking = (said: Row = {}): Row => ({ kind: 'booking', time: '10:30', ...asked, ...said })
const contact = (said: Row = {}): Row => ({ kind: 'contact', name: 'Ugo', phone: '+39 347 0000001', ...said })

/** Stores the leads in this order, each with the next number of its kind. */
async function addLeads(sql: Sql, leads: Row[]): Promise<void> {
  for (const lead of leads) await sql`insert into leads ${sql(lead)}`
}

const planned = {
  from_place: 'Lecce',
  to_place: 'Otranto',
  pickup_at: at('08:00'),
  ends_at: at('09:00'),
  passengers: 2,
  bags: 1,
}

/** Stores a trip with a ride for each of `rides`. Returns the id of the trip. */
async function addTrip(sql: Sql, rides: Row[], trip: Row = {}): Promise<string> {
  const [{ id } = { id: '' }] = await sql<{ id: string }[]>`
    insert into trips ${sql({ ...planned, ...trip })} returning id`
  for (const ride of rides) await sql`insert into rides ${sql({ ...planned, trip_id: id, ...ride })}`
  return id
}

const rideOf = (kind: string, id: number, direction = 'there') => ({
  lead_kind: kind,
  lead_id: id,
  direction,
})

const offer = (id: number, said: Row = {}) => ({
  lead_kind: 'booking',
  lead_id: id,
  lines: [{ direction: 'there' }],
  total: 50,
  valid_until: at('08:00'),
  language: 'it',
  sent_by: 'anna',
  ...said,
})
const accepted = { state: 'accepted', accepted_words: {} }
const addOffer = (sql: Sql, row: Row) => sql`
  insert into offers overriding system value select (jsonb_populate_record(null::offers, to_jsonb(defaults) || ${sql.json(row as never)})).*
  from (select nextval('offers_id_seq') as id, 'sent' as state, now() as created_at, now() as updated_at) as defaults`

/** Returns the rows in the order of their text. */
async function rowsOf(sql: Sql, name: string, columns = '*'): Promise<Row[]> {
  const rows = await sql.unsafe<Row[]>(`select ${columns} from ${name}`)
  return [...rows]
    .map((row) => ({ ...row }))
    .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
}

const oddRequests = [
  request(),
  request({ date: '2030-06-01', return_trip: true }),
  request({ date: 'metà luglio', passengers: '8+', departure: 'Città — 駅 🚕', name: 'Zoë O’Neill' }),
  request({ departure: '', destination: ' ', passengers: '', luggage: '', position: '' }),
  request({ return_date: '2030-06-02', return_time: '' }),
  request({ return_time: '10:00', flight_or_train: 'FR 123', address: 'Via Roma 5', position: '40.1,18.2' }),
]
const oddBookings = [
  booking({ return_trip: true, return_date: '2030-06-08', return_time: '09:00', status: 'confermata' }),
  booking({ status: 'confermata', name: null }),
  booking({ status: 'confermata', luggage: '3', flight_or_train: 'BRI 12' }),
  booking({ status: 'preventivo' }),
  booking({ status: 'persa' }),
  booking({ status: 'confermata', email: 'a@b.example', notes: 'dice:\nsì', quote: '50 €' }),
]
const oddContacts = [
  contact({ message: 'Solo un saluto' }),
  contact({ address: 'Via Roma 5' }),
  contact({ date: 'in agosto' }),
  contact({ departure: 'Lecce' }),
  contact({ departure: '', address: '' }),
  contact({ return_date: '2030-06-02' }),
  contact({ return_trip: true }),
  contact({ message: 'Ciao 🚕', email: 'a@b.example' }),
]

/** Stores leads of each kind, with trips there and back, joined trips, trips of staff and offers. */
async function addOddLeads(sql: Sql): Promise<void> {
  await sql`insert into locations (name, location_type) values ('Lecce', 'Città'), ('Otranto', 'Città')`
  await sql`
    insert into route_prices (departure_location_id, destination_location_id, transfer_type_id, price1to3_pax, slug)
    values (1, 2, (select min(id) from transfer_types), 50, 'lecce-otranto')`
  await addLeads(sql, [...oddRequests, ...oddBookings, ...oddContacts])
  await addTrip(sql, [rideOf('booking', 1)])
  await addTrip(sql, [rideOf('booking', 1, 'back')], { direction: 'back' })
  await addTrip(sql, [rideOf('booking', 2, 'back')], { direction: 'back' })
  await addTrip(sql, [rideOf('booking', 3), rideOf('booking', 6), { to_place: 'Gallipoli' }], {
    passengers: 6,
    bags: 3,
  })
  await addTrip(sql, [{ flight_or_train: 'U2 99' }])
  await addTrip(sql, [rideOf('contact', 1)])
  await addOffer(sql, offer(3, { ...accepted, lines: [{ direction: 'there' }, { direction: 'back' }] }))
  await addOffer(sql, offer(4))
  await addOffer(sql, offer(6, accepted))
  await sql`insert into lead_provenance (lead_kind, lead_id, price, price_source) values ('booking', 3, 50, 'agreed')`
  await sql`
    insert into driver_notices (lead_kind, lead_id, direction, number, content, via)
    values ('booking', 1, 'there', 1, 'x', 'email')`
  await sql`update leads set date = '2030-06-03' where kind = 'booking' and id = 5`
}

/** Rows that ask for a way back, as kind and number, although the column did not say so. */
const waysBack = ['availability_request 5', 'availability_request 6', 'booking 2', 'booking 3', 'contact 6']
const untouched = [
  'customers',
  'customer_leads',
  'lead_provenance',
  'ride_versions',
  'offers',
  'trips',
  'engagements',
  'driver_notices',
  'outbox',
  'route_work',
]
const plannedColumns =
  'lead_kind, lead_id, direction, trip_id, from_place, to_place, address, pickup_at, ends_at, passengers, bags, ' +
  'flight_or_train, total, review_asked_at, known_ride'

test('each request shows after the move what it showed before, and nothing else changes', async () => {
  await using older = await openOlder()
  const { sql } = older
  await addOddLeads(sql)
  const kinds = { availability_requests: 'availability_request', bookings: 'booking', contacts: 'contact' }
  const views = Object.keys(kinds)
  const all = async (names: string[]) =>
    Object.fromEntries(await Promise.all(names.map(async (name) => [name, await rowsOf(sql, name)] as const)))
  const was = { ...(await all(views)), requests: await rowsOf(sql, 'leads') }
  const kept = await all(untouched)
  const rides = await rowsOf(sql, 'rides', plannedColumns)
  await migrate(older.url)

  const withWayBack = (name: string, rows: Row[]) =>
    rows.map((row) => {
      const kind = name in kinds ? kinds[name as keyof typeof kinds] : row.kind
      return { ...row, return_trip: row.return_trip || waysBack.includes(`${kind} ${row.id}`) }
    })
  const expected = Object.entries(was).map(([name, rows]) => [name, withWayBack(name, rows ?? [])])
  expect(await all([...views, 'requests'])).toEqual(Object.fromEntries(expected))
  expect(await all(untouched)).toEqual(kept)
  expect(
    await rowsOf(sql, '(select * from rides where trip_id is not null) as driven', plannedColumns),
  ).toEqual(rides)

  const states = await sql`
    select coalesce(lead_kind || ' ' || lead_id, 'staff') || ' ' || direction as ride, state from rides
    where lead_kind is null or lead_kind = 'booking' order by 1, 2`
  expect(states.map(({ ride, state }) => `${ride} ${state}`)).toEqual([
    'booking 1 back confirmed',
    'booking 1 there confirmed',
    'booking 2 back confirmed',
    'booking 2 there confirmed',
    'booking 3 back confirmed',
    'booking 3 there confirmed',
    'booking 4 there offered',
    'booking 5 there cancelled',
    'booking 6 there confirmed',
    'staff there confirmed',
    'staff there confirmed',
  ])
  // A message that says nothing of a ride has none.
  const silent = await sql`
    select id from leads where kind = 'contact' and not exists (
      select from rides where lead_kind = kind and lead_id = leads.id)`
  expect([...silent]).toEqual([{ id: '8' }])
})

/** Does what staff did as the rows of one act, and returns the number of the act. */
async function doAct(sql: Sql, work: (tx: postgres.TransactionSql) => Promise<unknown>): Promise<string> {
  const [{ id } = { id: '' }] = await sql<{ id: string }[]>`
    insert into bulk_acts (act, title, made_by, total, changed) values ('x', 'Modifica', 'anna', 1, 1) returning id`
  await sql.begin(async (tx) => {
    await tx`select set_config('app.act', ${id}, true), set_config('app.act_item', '1', true)`
    await work(tx)
  })
  return id
}

/** Undoes the act as staff do: the undo is an act, too. Returns its number with the result. */
async function undo(sql: Sql, act: string, { isByColumn = true } = {}) {
  let result: Row = {}
  const made = await doAct(sql, async (tx) => {
    await tx`update bulk_acts set takes_back = true, undoes = ${act} where id = current_setting('app.act')::bigint`
    const [row] = await tx<{ outcome: Row }[]>`select undo_act(${act}, '1', ${isByColumn}) as outcome`
    result = row?.outcome ?? {}
  })
  return { act: made, result }
}
const isUndone = { result: { result: 'undone' } }

type Change = Record<string, string | null>
const change = (tx: Sql | postgres.TransactionSql, columns: Change, kind = 'booking', id = 1) =>
  tx`update leads set ${tx(columns)}, updated_at = clock_timestamp() where kind = ${kind} and id = ${id}`

const said = (sql: Sql, kind = 'booking', id = 1) =>
  rowsOf(sql, `requests where kind = '${kind}' and id = ${id}`)
const saidBefore = (sql: Sql, kind = 'booking', id = 1) =>
  rowsOf(sql, `leads where kind = '${kind}' and id = ${id}`)
const withoutVersion = (rows: Row[]) => rows.map(({ updated_at: _, ...row }) => row)

const full = booking({
  date: '2030-06-01',
  address: 'Via Roma 5',
  position: '40.1,18.2',
  flight_or_train: 'FR 123',
  luggage: '2',
  return_trip: true,
  return_date: '2030-06-08',
  return_time: '09:00',
})
const changes: Change[] = [
  { departure: 'Bari', destination: 'Gallipoli', passengers: '5', luggage: '4', flight_or_train: 'U2 1' },
  { date: '2030-07-01', time: '11:00', address: 'Via Taranto 7', position: null, status: 'contattata' },
  { return_date: null, return_time: '10:10' },
]

for (const order of [
  [2, 1, 0],
  [0, 1, 2],
  [1, 2, 0],
])
  test(`acts on a request that staff did before the move are undone after it in the order ${order.join(', ')}`, async () => {
    await using older = await openOlder()
    const { sql } = older
    await addLeads(sql, [full, booking(), contact()])
    const first = withoutVersion(await saidBefore(sql))
    const others = () => Promise.all([said(sql, 'booking', 2), said(sql, 'contact', 1)])
    const acts: string[] = []
    for (const columns of changes) acts.push(await doAct(sql, (tx) => change(tx, columns)))
    const last = withoutVersion(await saidBefore(sql))
    await migrate(older.url)
    expect(withoutVersion(await said(sql))).toEqual(last)
    const same = await others()
    const undone: string[] = []
    for (const n of order) {
      const { act, result } = await undo(sql, acts[n] ?? '')
      expect([n, result]).toEqual([n, isUndone.result])
      undone.push(act)
    }
    expect(withoutVersion(await said(sql))).toEqual(first)
    expect(await others()).toEqual(same)
    // Staff take the undos back, too.
    for (const act of undone.reverse()) expect(await undo(sql, act)).toMatchObject(isUndone)
    expect(withoutVersion(await said(sql))).toEqual(last)
  })

test('an undo names a column that was changed after the move, and changes nothing', async () => {
  await using older = await openOlder()
  const { sql } = older
  await addLeads(sql, [full])
  const act = await doAct(sql, (tx) => change(tx, { destination: 'Gallipoli', status: 'contattata' }))
  await migrate(older.url)
  await sql`update rides set asked_to = 'Nardò' where direction = 'there'`
  const now = await said(sql)
  const { result } = await undo(sql, act)
  expect(result).toMatchObject({ result: 'changed', table: 'rides', columns: ['asked_to'] })
  expect(await said(sql)).toEqual(now)
})

for (const isByColumn of [false, true])
  test(`an act whose images of the request became empty is undone${isByColumn ? ' by column' : ''}, and ends with the request`, async () => {
    await using older = await openOlder()
    const { sql } = older
    await addLeads(sql, [full, contact({ address: 'Via Roma 5' })])
    const [first, second] = [
      await doAct(sql, (tx) => tx`update leads set address = 'x', return_date = null where kind = 'booking'`),
      await doAct(sql, (tx) => tx`update leads set address = null where kind = 'contact'`),
    ]
    await migrate(older.url)
    expect(await said(sql, 'contact')).toMatchObject([{ address: null }])
    for (const act of [first, second]) expect(await undo(sql, act, { isByColumn })).toMatchObject(isUndone)
    expect(await said(sql)).toMatchObject([{ address: 'Via Roma 5', return_date: '2030-06-08' }])
    expect(await said(sql, 'contact')).toMatchObject([{ address: 'Via Roma 5' }])
    await sql`delete from leads`
    expect(await rowsOf(sql, 'bulk_act_rows')).toEqual([])
  })

test('an undo restores a ride that ended with its last words, and ends one that began with its first', async () => {
  await using older = await openOlder()
  const { sql } = older
  await addLeads(sql, [booking({ return_date: '2030-06-08' }), booking(), contact()])
  const remove = await doAct(sql, (tx) => change(tx, { return_date: null }))
  const add = await doAct(sql, (tx) =>
    change(tx, { return_date: '2030-06-09', return_time: '12:00' }, 'booking', 2),
  )
  const address = await doAct(sql, (tx) => change(tx, { address: 'Via Roma 5' }, 'contact', 1))
  // There and back again.
  const again = [
    await doAct(sql, (tx) => change(tx, { return_time: '10:00' })),
    await doAct(sql, (tx) => change(tx, { return_time: null })),
  ]
  await migrate(older.url)
  expect(await said(sql)).toMatchObject([{ return_trip: false, return_date: null }])
  for (const act of again.toReversed()) expect(await undo(sql, act)).toMatchObject(isUndone)
  for (const act of [remove, add, address]) expect(await undo(sql, act)).toMatchObject(isUndone)
  expect(await said(sql)).toMatchObject([{ return_trip: true, return_date: '2030-06-08', return_time: null }])
  expect(await said(sql, 'booking', 2)).toMatchObject([
    { return_trip: false, return_date: null, return_time: null },
  ])
  expect(await said(sql, 'contact', 1)).toMatchObject([{ address: null, departure: null }])
  expect(await rowsOf(sql, `rides where lead_kind = 'contact'`)).toEqual([])
  expect(await rowsOf(sql, `rides where direction = 'back'`)).toMatchObject([
    { lead_id: '1', asked_from: 'Otranto', asked_to: 'Lecce', asked_passengers: '2', state: 'requested' },
  ])
})

test('the undo of a confirmation ends the trip and keeps the ride, and staff can take that back', async () => {
  await using older = await openOlder()
  const { sql } = older
  await addLeads(sql, [full])
  const act = await doAct(sql, async (tx) => {
    await change(tx, { status: 'confermata' })
    await addTrip(tx as unknown as Sql, [rideOf('booking', 1)])
  })
  const moved = await doAct(sql, (tx) => tx`update rides set flight_or_train = 'U2 5'`)
  await migrate(older.url)
  const driven = await rowsOf(sql, 'rides')
  expect(await undo(sql, moved)).toMatchObject(isUndone)
  const done = await undo(sql, act)
  expect(done).toMatchObject(isUndone)
  expect(await rowsOf(sql, 'trips')).toEqual([])
  expect(await said(sql)).toMatchObject([{ status: 'nuova', departure: 'Lecce', return_date: '2030-06-08' }])
  expect(await rowsOf(sql, 'rides', 'trip_id, from_place, state')).toEqual([
    { trip_id: null, from_place: null, state: 'requested' },
    { trip_id: null, from_place: null, state: 'requested' },
  ])
  expect(await undo(sql, done.act)).toMatchObject(isUndone)
  expect(withoutVersion(await rowsOf(sql, 'rides'))).toEqual(
    withoutVersion(driven).map((row) => ({ ...row, flight_or_train: null })),
  )
})

test('staff take back after the move an undo that ended a trip before it', async () => {
  await using older = await openOlder()
  const { sql } = older
  await addLeads(sql, [full])
  const act = await doAct(sql, async (tx) => {
    await change(tx, { status: 'confermata' })
    await addTrip(tx as unknown as Sql, [rideOf('booking', 1)])
  })
  const done = await undo(sql, act)
  expect(done).toMatchObject(isUndone)
  expect(await rowsOf(sql, 'rides')).toEqual([])
  await migrate(older.url)
  expect(await undo(sql, done.act)).toMatchObject(isUndone)
  expect(await rowsOf(sql, 'trips')).toMatchObject([planned])
  expect(await rowsOf(sql, `rides where direction = 'there'`)).toMatchObject([
    { ...planned, trip_id: '1', asked_from: 'Lecce', state: 'confirmed' },
  ])
  expect(await said(sql)).toMatchObject([{ status: 'confermata', return_trip: true }])
})

test('a request that staff added is removed by an undo after the move, and comes back with its rides', async () => {
  await using older = await openOlder()
  const { sql } = older
  await addLeads(sql, [booking(), contact({ address: 'Via Roma 5' })])
  const other = await saidBefore(sql)
  const act = await doAct(sql, (tx) => addLeads(tx as unknown as Sql, [{ ...full, status: 'preventivo' }]))
  const whole = withoutVersion(await saidBefore(sql, 'booking', 2))
  const removed = await doAct(sql, (tx) =>
    tx`select set_config('app.act_item', '2', true)`.then(() => tx`delete from leads where kind = 'contact'`),
  )
  await migrate(older.url)
  const [row] = await sql<{ outcome: Row }[]>`select undo_act(${removed}, '2', true) as outcome`
  expect(row?.outcome).toEqual(isUndone.result)
  const done = await undo(sql, act)
  expect(done).toMatchObject(isUndone)
  expect(await said(sql)).toEqual(other)
  expect(await said(sql, 'contact')).toMatchObject([{ id: '1', address: 'Via Roma 5' }])
  expect(await rowsOf(sql, 'rides', 'lead_kind, lead_id')).toEqual([
    { lead_kind: 'booking', lead_id: '1' },
    { lead_kind: 'contact', lead_id: '1' },
  ])
  expect(await undo(sql, done.act)).toMatchObject(isUndone)
  expect(withoutVersion(await said(sql, 'booking', 2))).toEqual(whole)
  expect(await rowsOf(sql, `rides where lead_id = 2`, 'state')).toEqual([
    { state: 'offered' },
    { state: 'offered' },
  ])
})

for (const [moment, next] of [
  ['before', '199'],
  ['during', '201'],
  ['after', '204'],
] as const)
  test(`a backup made ${moment} the move is restored into an empty database`, async () => {
    await using older = await openOlder()
    await addOddLeads(older.sql)
    await migrate(older.url, before(next))
    // As if the run had been killed before the file counted.
    if (moment === 'during') await older.sql`delete from schema_migrations where name like '200%'`
    const source = openDatabase(older.url, { connections: 2 })
    const file = new PassThrough()
    const [bytes] = await Promise.all([buffer(file), backup(source.write, file)])
    await source.close()

    await using empty = await createDatabase()
    await migrate(empty.url, { only: (await readHeader(Readable.from([bytes]))).migrations })
    const db = openDatabase(empty.url, { connections: 2 })
    await restore(db.write, Readable.from([bytes]))
    await db.close()
    for (const url of [older.url, empty.url]) await migrate(url)
    const sql = postgres(empty.url, { max: 1, onnotice: () => {} })
    for (const name of ['requests', 'planned_rides', 'ride_versions', 'customers', 'trips'])
      expect([name, await rowsOf(sql, name)]).toEqual([name, await rowsOf(older.sql, name)])
    const withoutId = (rows: Row[]) =>
      rows.map(({ id: _, updated_at: _version, ...row }) => JSON.stringify(row)).toSorted()
    expect(withoutId(await rowsOf(sql, 'rides'))).toEqual(withoutId(await rowsOf(older.sql, 'rides')))
    // A number that the backup contains is not given again.
    await sql`insert into leads ${sql({ kind: 'contact', name: 'Ugo', phone: '1' })}`
    await sql`insert into rides (lead_kind, lead_id) select kind, id from leads where kind = 'contact' order by id desc limit 1`
    await sql.end()
  })

test('a move that was killed in the middle, or after its last batch, goes on and moves each request once', async () => {
  await using older = await openOlder()
  const { sql } = older
  await addOddLeads(sql)
  await sql`
    insert into leads (kind, name, phone, departure, destination, passengers, return_trip, created_at)
    select 'availability_request', 'Anna ' || n, '1', 'Lecce', 'Otranto', '2', n % 2 = 0, now() from generate_series(1, 3000) n`
  const was = await rowsOf(sql, '(select kind, id, departure, destination, passengers from leads) as said')
  const killed = new Error('killed')
  let batches = 0
  const report = () => {
    batches += 1
    throw killed
  }
  await expect(migrate(older.url, { ...before('201'), report })).rejects.toBe(killed)
  const lacking = await sql`
    select from leads where not exists (select from rides where lead_kind = kind and lead_id = leads.id)`
  expect([batches, lacking.length > 1000]).toEqual([1, true])
  await migrate(older.url, before('201'))
  const rides = await rowsOf(sql, 'rides')
  // The last, empty batch was done, and the file did not count yet. Then also without the position, as after a restore.
  await sql`delete from schema_migrations where name like '200%'`
  await migrate(older.url, before('201'))
  expect(await rowsOf(sql, 'rides')).toEqual(rides)
  await sql`delete from schema_migrations where name like '200%'`
  await sql`delete from data_migrations where name like '200%'`
  await migrate(older.url)
  expect(await rowsOf(sql, 'rides')).toEqual(
    rides.map((ride) => expect.objectContaining({ ...ride, state: expect.any(String) })),
  )
  expect(
    await rowsOf(sql, '(select kind, id, departure, destination, passengers from requests) as said'),
  ).toEqual(was)
})

test('while rides move, writes of the older release are refused, and it reads what it read before', async () => {
  await using older = await openOlder()
  const { sql } = older
  await addOddLeads(sql)
  const views = ['leads', 'availability_requests', 'bookings', 'contacts', 'trips', 'offers', 'route_work']
  const read = () => Promise.all(views.map((name) => rowsOf(sql, name)))
  const was = await read()
  for (const next of ['200', '201']) {
    await migrate(older.url, before(next))
    const refused = [
      sql`insert into leads ${sql(booking())}`,
      sql`update leads set time = '11:00' where kind = 'booking' and id = 1`,
      sql`delete from leads where kind = 'contact'`,
      sql`insert into rides ${sql({ ...planned, trip_id: 1 })}`,
      sql`delete from trips where id = 1`,
      sql`update trips set state = 'cancelled' where id = 1`,
      addOffer(sql, offer(5)),
      sql`update offers set state = 'withdrawn' where state = 'sent'`,
    ]
    for (const outcome of await Promise.allSettled(refused))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: '25006' } })
    // Phones of guests and reminders do not wait.
    await sql`update rides set known_ride = null, review_asked_at = null where trip_id = 1`
    expect(await read()).toEqual(was)
  }
  await migrate(older.url)
  await sql`update trips set state = 'cancelled' where id = 1`
  await sql`update offers set state = 'withdrawn' where state = 'sent'`
})

test('a ride keeps its state while its request, its offer and its trip change', async () => {
  await using older = await openOlder()
  const { sql } = older
  await addLeads(sql, [full, contact({ departure: 'Lecce' })])
  await addTrip(sql, [rideOf('booking', 1), {}], { passengers: 4, bags: 2 })
  await migrate(older.url)
  const states = async () =>
    (
      await sql`
      select coalesce(lead_kind || ' ' || direction, 'staff') as ride, state from rides order by 1`
    ).map(({ ride, state }) => `${ride} ${state}`)
  const expectStates = async (there: string, back: string, staff: string) =>
    expect(await states()).toEqual([
      `booking back ${back}`,
      `booking there ${there}`,
      'contact there requested',
      `staff ${staff}`,
    ])
  await expectStates('requested', 'requested', 'confirmed')
  await addOffer(sql, offer(1))
  await sql`update leads set status = 'preventivo' where kind = 'booking'`
  await expectStates('offered', 'requested', 'confirmed')
  await sql`update offers set state = 'accepted', accepted_words = '{}'`
  await sql`update leads set status = 'confermata' where kind = 'booking'`
  await expectStates('confirmed', 'requested', 'confirmed')
  const [vehicle] = await sql<{ id: string }[]>`select id from vehicles limit 1`
  expect(vehicle).toBeUndefined()
  await sql`update leads set status = 'persa' where kind = 'booking'`
  await expectStates('cancelled', 'cancelled', 'confirmed')
})

test('a deleted trip keeps the rides of requests, and a deleted request ends its rides', async () => {
  await using older = await openOlder()
  const { sql } = older
  await addOddLeads(sql)
  await migrate(older.url)
  const was = await rowsOf(sql, 'requests')
  await sql`update rides set known_ride = '{"from": "Bari"}', review_asked_at = now() where trip_id is not null`
  await sql`delete from trips`
  expect(await rowsOf(sql, 'requests')).toEqual(was)
  expect(await rowsOf(sql, 'planned_rides')).toEqual([])
  expect(
    await rowsOf(
      sql,
      'rides where lead_kind is null or trip_id is not null or known_ride is not null or review_asked_at is not null',
    ),
  ).toEqual([])
  expect(await rowsOf(sql, 'driver_notices')).toEqual([])
  await addTrip(sql, [{}])
  await sql`delete from leads where kind = 'booking' and id = 1`
  expect(await rowsOf(sql, 'rides where lead_id = 1', 'lead_kind')).toEqual([
    { lead_kind: 'availability_request' },
    { lead_kind: 'contact' },
  ])
  await sql`delete from leads`
  expect(await rowsOf(sql, 'rides', 'lead_kind, lead_id')).toEqual([{ lead_kind: null, lead_id: null }])
})

test('rides that lack what they need are refused', async () => {
  await using older = await openOlder()
  const { sql } = older
  await addLeads(sql, [booking(), contact()])
  await migrate(older.url)
  const trip = await addTrip(sql, [{}])
  const words = { asked_from: 'Lecce', asked_to: 'Otranto', asked_passengers: '2' }
  const add = (ride: Row) => sql`insert into rides ${sql(ride)}`
  const back = rideOf('booking', 1, 'back')
  const refused: [Row, string][] = [
    [{ ...back, asked_from: 'Lecce', asked_to: 'Otranto' }, 'rides_asked_check'],
    [{ ...back, ...words, asked_to: null }, 'rides_asked_check'],
    [{ ...back, ...words, trip_id: trip }, 'rides_planned_check'],
    [{ ...back, ...words, ...planned, trip_id: trip, bags: null }, 'rides_planned_check'],
    [{ ...back, ...words, ...planned, ends_at: planned.pickup_at, trip_id: trip }, 'rides_check'],
    [{ ...back, ...words, direction: 'round' }, 'rides_direction_check'],
    [{ ...words, lead_kind: 'booking' }, 'rides_lead_check'],
    [{ ...words, lead_kind: null, lead_id: null }, 'rides_lead_check'],
    [{ ...words, ...rideOf('booking', 1) }, 'rides_lead_kind_lead_id_direction_key'],
    [{ ...words, ...rideOf('booking', 99) }, 'rides_lead_fkey'],
    [{ ...planned, trip_id: 99 }, 'rides_trip_id_fkey'],
  ]
  for (const [ride, constraint] of refused)
    await expect(add(ride), JSON.stringify(ride)).rejects.toMatchObject({ constraint_name: constraint })
  await add({ ...back, ...words })
  await add(rideOf('contact', 1))
})
