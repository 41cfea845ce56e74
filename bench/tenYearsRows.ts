import type { Sql } from '../src/platform/db.ts'

// Ten years of an office, stored through the triggers and constraints of the tables.

/** Share of ten years, such as 0.01 for a trial of the measurement. */
const share = Number(process.env.BENCH_YEARS_SHARE ?? 1)
const rows = (count: number) => Math.max(20, Math.round(count * share))

export const counts = {
  leads: rows(200_000),
  trips: rows(150_000),
  mails: rows(600_000),
  entries: rows(2_000_000),
}

/** Minutes between two leads. */
const everyMinutes = Math.round((10 * 365 * 24 * 60) / counts.leads)

/** Calls `insert` with the first and last number of each part. A statement may take at most 30 s. */
async function inParts(
  total: number,
  size: number,
  insert: (first: number, last: number) => Promise<unknown>,
) {
  for (let first = 1; first <= total; first += size) await insert(first, Math.min(first + size - 1, total))
}

export async function fillTenYears(sql: Sql): Promise<void> {
  await fillLeads(sql)
  await fillTrips(sql)
  await fillMails(sql)
  await fillEntries(sql)
  // As autovacuum does in the course of the years.
  await sql`vacuum analyze`
}

/**
 * Half of the leads are requests, three of ten are bookings, the others are messages. Six of ten people ask once, the
 * others are 4,000 that come again. The last 50 leads are new.
 */
async function fillLeads(sql: Sql): Promise<void> {
  const person = sql`(case when n % 10 < 6 then n else n % 4000 end)::text`
  const common = sql`
    'Ospite ' || ${person}, '+39 347 ' || lpad(${person}, 7, '0'), 'ospite' || ${person} || '@example.com',
    (array['confermata', 'persa', 'confermata', 'preventivo', 'confermata'])[1 + n % 5],
    now() - make_interval(mins => (${counts.leads}::int - n) * ${everyMinutes}::int), now(),
    to_char(now() - make_interval(mins => (${counts.leads}::int - n) * ${everyMinutes}::int - 28800), 'YYYY-MM-DD')`
  await inParts(counts.leads, 2_000, (first, last) =>
    sql.begin(async (tx) => {
      const of = (digits: number[]) =>
        tx`from generate_series(${first}::int, ${last}::int) n where n % 10 = any(${digits}::int[])`
      const written = (kind: string) => tx`
        insert into lead_messages (lead_kind, lead_id, via, subject, text, outcome, created_at)
        select ${kind}, id, 'email', 'La tua richiesta', 'Buongiorno, ecco il prezzo.', 'answered', created_at from made`
      await tx`
        with made as (insert into availability_requests (name, phone, email, status, created_at, answered_at, date, departure, destination,
          passengers, time, form_source)
        select ${common}, 'Aeroporto Brindisi', 'Otranto', (1 + n % 8)::text, '10:00', 'homepage' ${of([0, 1, 2, 3, 4])}
        returning id, created_at) ${written('availability_request')}`
      await tx`
        with made as (insert into bookings (name, phone, email, status, created_at, answered_at, date, departure, destination, passengers,
          time)
        select ${common}, 'Lecce', 'Gallipoli', (1 + n % 8)::text, '11:30' ${of([5, 6, 7])}
        returning id, created_at) ${written('booking')}`
      await tx`
        with made as (insert into contacts (name, phone, email, status, created_at, answered_at, date, message)
        select ${common}, 'Avete un seggiolino?' ${of([8, 9])} returning id, created_at) ${written('contact')}`
    }),
  )
  for (const table of ['availability_requests', 'bookings', 'contacts'])
    await sql`
      update ${sql(table)} set status = 'nuova', answered_at = null
      where id in (select id from ${sql(table)} order by created_at desc limit 17)`
}

const vehicles = 12

/** Each vehicle drives a trip in each hour of the day until the trips of ten years are reached. */
async function fillTrips(sql: Sql): Promise<void> {
  await sql`
    insert into vehicles (plate, kind, seats, bags, authorization_number, municipality, garage)
    select 'TT' || (100 + n) || 'YY', 'minivan', 8, 8, n::text, 'Lecce', 'Lecce' from generate_series(1, ${vehicles}::int) n`
  await sql`
    insert into drivers (name, phone) select 'Autista ' || n, '+39 348 ' || (1000000 + n)
    from generate_series(1, ${vehicles}::int) n`
  const [{ vehicle, driver }] = await sql<[{ vehicle: number; driver: number }]>`
    select (select max(id) from vehicles) - ${vehicles} as vehicle, (select max(id) from drivers) - ${vehicles} as driver`
  const [{ request }] = await sql<[{ request: number }]>`select min(id) as request from availability_requests`
  const days = Math.ceil(counts.trips / vehicles / 12)
  await inParts(counts.trips, 2_000, (first, last) =>
    sql.begin(async (tx) => {
      await tx`
        with made as (
          select n, 1 + n % ${vehicles}::int as pair,
            date_trunc('day', now()) - make_interval(days => ${days}::int - n / (${vehicles}::int * 12) - 3,
              hours => -(6 + n / ${vehicles}::int % 12)) as pickup_at
          from generate_series(${first}::int, ${last}::int) n)
        insert into trips (from_place, to_place, pickup_at, ends_at, passengers, bags, vehicle_id, driver_id, state, total,
          created_at)
        select 'Aeroporto Brindisi', 'Otranto', pickup_at, pickup_at + interval '50 minutes', 2, 2,
          ${vehicle}::int + pair, ${driver}::int + pair, case when pickup_at < now() then 'finished' else 'assigned' end, 90,
          pickup_at - interval '20 days' from made`
      await tx`
        insert into trip_parties (lead_kind, lead_id, direction, trip_id, passengers, bags)
        select 'availability_request', ${request}::int + (n - 1) / 2, case n % 2 when 1 then 'there' else 'back' end, id, 2, 2
        from (select id, ${first - 1}::int + row_number() over (order by id) as n
          from (select id from trips order by id desc limit ${last - first + 1}) as newest) made`
      await tx`
        insert into service_sheets (vehicle_id, year, number, trip_id, parties, plate, driver_name, passenger_name,
          from_place, to_place, departure_at, arrival_at, start_km, end_km)
        select vehicle_id, extract(year from pickup_at at time zone 'Europe/Rome'), t.id, t.id, 1, 'TT100YY', 'Autista',
          'Ospite', from_place, to_place, pickup_at, ends_at, t.id, t.id + 70
        from (select * from trips order by id desc limit ${last - first + 1}) t where state = 'finished'`
    }),
  )
}

async function fillMails(sql: Sql): Promise<void> {
  await inParts(
    counts.mails,
    10_000,
    (first, last) => sql`
      insert into email_messages (message_key, purpose, lead_kind, lead_id, recipient, subject, message_id, state, sent_at,
        created_at)
      select 'year-' || n, 'receipt', 'availability_request', 1 + n / 6, 'ospite' || n || '@example.com', 'La tua richiesta',
        '<' || n || '@year>', 'sent', now(), now() - make_interval(mins => (${counts.mails}::int - n) * 8)
      from generate_series(${first}::int, ${last}::int) n`,
  )
}

async function fillEntries(sql: Sql): Promise<void> {
  await inParts(counts.entries, 50_000, async (first, last) => {
    await sql`
      insert into audit_log (at, actor, action, subject, before, after)
      select now() - make_interval(mins => (${counts.entries}::int - n) * 2), 'operatore' || n % 5,
        (array['trips:tripAssigned', 'trips:tripChanged', 'catalog:routeChanged', 'leads:leadChanged'])[1 + n % 4],
        (array['trips/', 'trips/', 'route_prices/', 'bookings/'])[1 + n % 4] || (1 + n % 50000),
        '{"status": "nuova"}', '{"status": "contattata"}'
      from generate_series(${first}::int, ${last}::int) n`
    await sql`
      insert into outbox (type, payload, occurred_at, dispatched_at)
      select 'leads:availabilityRequested', jsonb_build_object('leadId', n),
        now() - make_interval(mins => (${counts.entries}::int - n) * 2), now()
      from generate_series(${first}::int, ${last}::int) n`
  })
}
