import type postgres from 'postgres'

// Fills the tables of an older release with statements that this release accepted, so that its triggers run.

export interface Sizes {
  requests: number
  routes: number
  mails: number
}

const chunk = 5_000

/** Calls `insert` with the first and last number of each chunk. */
async function inChunks(
  total: number,
  insert: (first: number, last: number) => Promise<unknown>,
): Promise<void> {
  for (let first = 1; first <= total; first += chunk) await insert(first, Math.min(first + chunk - 1, total))
}

/** Six of ten people ask once, the others several times, with the number in another spelling or another name. */
export async function fillRequests(sql: postgres.Sql, total: number): Promise<void> {
  const person = sql`case when n % 10 < 6 then n else n % 1000 end`
  const phone = sql`
    case n % 3 when 0 then '+39 347 ' when 1 then '0039 347' else '347/' end || lpad((${person})::text, 7, '0')`
  const shared = sql`'ospite' || (${person}) || '@example.com', now() - make_interval(mins => ${total} - n)`
  await inChunks(total, (first, last) =>
    sql.begin(async (tx) => {
      await tx`
      insert into availability_requests (name, phone, departure, destination, passengers, form_source, date, time, email, created_at)
      select 'Ospite ' || (${person}), ${phone}, 'Aeroporto Brindisi', 'Gallipoli', '2', 'quick-form', '2026-08-10', '10:30',
        ${shared} from generate_series(${first}::int, ${last}::int) as n where n % 10 < 5`
      await tx`
      insert into bookings (departure, destination, time, passengers, phone, name, email, created_at)
      select 'Lecce', 'Otranto', '9:00', '3', ${phone}, 'Ospite ' || (${person}), ${shared}
      from generate_series(${first}::int, ${last}::int) as n where n % 10 in (5, 6, 7)`
      await tx`
      insert into contacts (name, phone, message, email, created_at)
      select 'Ospite ' || (${person}), ${phone}, 'Volo alle 10', ${shared}
      from generate_series(${first}::int, ${last}::int) as n where n % 10 in (8, 9)`
    }),
  )
}

export async function fillRoutes(sql: postgres.Sql, total: number): Promise<void> {
  const places = Math.ceil(Math.sqrt(total)) + 1
  await sql`
    insert into locations (name, location_type) select 'Borgo ' || n, 'Città' from generate_series(1, ${places}::int) as n`
  await sql`insert into transfer_types (name) select 'Privato' where not exists (select from transfer_types)`
  const ids = (await sql<{ id: string }[]>`select id from locations order by id`).map(({ id }) => Number(id))
  const first = ids[0] ?? 1
  await inChunks(
    total,
    (from, to) => sql`
    insert into route_prices (departure_location_id, destination_location_id, transfer_type_id, price1to3_pax, slug,
      long_description)
    select ${first}::int + n / ${places}, ${first}::int + n % ${places}, (select min(id) from transfer_types), 50,
      'borgo-' || n, 'Tra gli ulivi'
    from generate_series(${from}::int, ${to}::int) as n
    where n / ${places} <> n % ${places}
    on conflict do nothing`,
  )
}

export async function fillMails(sql: postgres.Sql, total: number): Promise<void> {
  await inChunks(
    total,
    (first, last) => sql`
    insert into email_messages (message_key, purpose, lead_kind, lead_id, recipient, subject, message_id, state, sent_at,
      created_at)
    select 'old-' || n, 'receipt', 'booking', n, 'ospite' || n || '@example.com', 'La tua richiesta', '<' || n || '@old>',
      'inviata', now(), now() - make_interval(mins => n)
    from generate_series(${first}::int, ${last}::int) as n`,
  )
}
