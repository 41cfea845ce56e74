import type { PendingQuery, Row } from 'postgres'
import type { Sql } from '../../src/platform/db.ts'

// Fills the tables that grow with use, as if the product had been used for years. The triggers and constraints run.

interface Years {
  years: number
  /** Leads in these years. The other tables get as many rows as that, or a few for each lead. */
  leads: number
  /** Events and entries of the audit log for each lead. */
  eventsEach?: number
}

/** Each lead takes two advisory locks until the end of its transaction. */
const chunk = 1_000

interface Chunk {
  first: number
  last: number
}

/** Inserts rows into all tables that grow, with ages from `years` to now. */
export async function fillYears(sql: Sql, { years, leads, eventsEach = 4 }: Years): Promise<void> {
  // SQL: when the row `n` of `total` came about.
  const at = (total: number) => sql`
    (now() - make_interval(secs => ${years * 365.25 * 86_400}::float8 * (${total}::float8 - n) / ${total}::float8))`
  await fillStaff(sql)
  await fillLeads(sql, leads, at)
  await fillMails(sql, leads * 3, at)
  await fillTrips(sql, leads, at)
  await fillEvents(sql, leads * eventsEach, at)
  await fillRecords(sql, leads, at)
  for (const table of ['trips', 'jobs', 'bulk_acts'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${leads})`
  for (const kind of ['availability_request', 'booking', 'contact'])
    await sql`select setval(${`lead_ids_${kind}`}::regclass, ${leads})`
  await sql.unsafe('analyze')
}

type At = (total: number) => PendingQuery<Row[]>

async function inChunks(total: number, insert: (chunk: Chunk) => Promise<unknown>): Promise<void> {
  for (let first = 1; first <= total; first += chunk)
    await insert({ first, last: Math.min(first + chunk - 1, total) })
}

async function fillStaff(sql: Sql): Promise<void> {
  await sql`insert into admin_users (username, password) values ('anna', '') on conflict do nothing`
  await sql`
    insert into vehicles (plate, kind, seats, bags) values ('AB123CD', 'berlina', 3, 3) on conflict do nothing`
  await sql`insert into drivers (name, phone) values ('Rocco', '+39 347 1112223')`
  await sql`insert into transfer_types (name) select 'Privato' where not exists (select from transfer_types)`
  await sql`
    insert into locations (name, location_type) values ('Borgo Uno', 'Città'), ('Borgo Due', 'Città')
    on conflict do nothing`
  await sql`
    insert into route_prices (departure_location_id, destination_location_id, transfer_type_id, price1to3_pax, slug)
    select (select min(id) from locations), (select max(id) from locations), min(id), 50, 'borgo-uno-due' from transfer_types
    on conflict do nothing`
}

/** Half of the leads are requests. Each has an answer, a wish, an origin and an offer. */
async function fillLeads(sql: Sql, total: number, at: At): Promise<void> {
  const who = sql`'Ospite ' || n, '+39347' || lpad(n::text, 7, '0'), 'ospite' || n || '@example.com', ${at(total)}`
  await inChunks(total, ({ first, last }) =>
    sql.begin(async (tx) => {
      const numbers = tx`generate_series(${first}::int, ${last}::int) as n`
      await tx`
        insert into leads (kind, id, name, phone, email, created_at, form_source, status, answered_at)
        select 'availability_request', n, ${who}, 'quick-form', 'confermata', ${at(total)}
        from ${numbers} where n % 4 < 2`
      await tx`
        insert into leads (kind, id, name, phone, email, created_at, status, answered_at)
        select 'booking', n, ${who}, 'persa', ${at(total)} from ${numbers} where n % 4 = 2`
      await tx`
        insert into rides (lead_kind, lead_id, asked_from, asked_to, asked_time, asked_passengers)
        select case n % 4 when 2 then 'booking' else 'availability_request' end, n, 'Lecce', 'Otranto', '9:00', '3'
        from ${numbers} where n % 4 < 3`
      await tx`
        insert into leads (kind, id, name, phone, email, created_at, message, status, answered_at)
        select 'contact', n, ${who}, 'Volo alle 10', 'persa', ${at(total)} from ${numbers} where n % 4 = 3`
      const lead = tx`case n % 4 when 2 then 'booking' when 3 then 'contact' else 'availability_request' end, n`
      await tx`
        insert into lead_messages (lead_kind, lead_id, via, text, created_at)
        select ${lead}, 'call', 'Detto il prezzo', ${at(total)} from ${numbers}`
      await tx`
        insert into customer_wishes (lead_kind, lead_id, kind, text, created_at)
        select ${lead}, 'change', 'Alle 11', ${at(total)} from ${numbers}`
      await tx`insert into lead_provenance (lead_kind, lead_id, landing_path) select ${lead}, '/' from ${numbers}`
      await tx`
        insert into offers (lead_kind, lead_id, lines, total, valid_until, language, sent_by, state, created_at)
        select ${lead}, '[]', 90, ${at(total)}, 'it', 'anna', 'expired', ${at(total)} from ${numbers}`
      await tx`
        insert into inbound_mails (message_id, from_name, from_address, subject, text, created_at, lead_kind, lead_id,
          matched_by)
        select 'in' || n || '@example.com', 'Ospite', 'ospite@example.com', 'Orario', 'Alle 11', ${at(total)}, ${lead}, 'code'
        from ${numbers}`
      await tx`
        insert into reviews (lead_kind, lead_id, month, rating, text, name, language, created_at)
        select ${lead}, '2026-01', 5, 'Puntuale', 'Ugo', 'it', ${at(total)} from ${numbers} where n % 4 = 0`
    }),
  )
}

/** Three mails for each lead. */
async function fillMails(sql: Sql, total: number, at: At): Promise<void> {
  await inChunks(
    total,
    ({ first, last }) => sql`
      insert into email_messages (message_key, purpose, lead_kind, lead_id, recipient, subject, message_id, state, created_at,
        updated_at)
      select 'k' || n, 'receipt',
        case (n / 3 + 1) % 4 when 2 then 'booking' when 3 then 'contact' else 'availability_request' end, n / 3 + 1,
        'ospite@example.com', 'Richiesta', 'm' || n, 'sent', ${at(total)}, ${at(total)}
      from generate_series(${first}::int, ${last}::int) as n`,
  )
}

/** A ride for each request and booking, finished unless it is yet to come, with its report and its sheet. */
async function fillTrips(sql: Sql, total: number, at: At): Promise<void> {
  const pickup = sql`(${at(total)} + interval '20 days')`
  await inChunks(total, ({ first, last }) =>
    sql.begin(async (tx) => {
      const numbers = tx`generate_series(${first}::int, ${last}::int) as n where n % 4 < 3`
      const ofLead = tx`case n % 4 when 2 then 'booking' else 'availability_request' end, n`
      await tx`
        insert into trips (id, from_place, to_place, pickup_at, ends_at, passengers, bags, vehicle_id, driver_id, state)
        overriding system value
        select n, 'Aeroporto Brindisi', 'Gallipoli', ${pickup}, ${pickup} + interval '1 minute', 2, 2,
          case when ${pickup} < now() then (select min(id) from vehicles) end,
          case when ${pickup} < now() then (select min(id) from drivers) end,
          case when ${pickup} < now() then 'finished' else 'planned' end
        from ${numbers}`
      await tx`
        update rides set trip_id = n, from_place = 'Aeroporto Brindisi', to_place = 'Gallipoli', pickup_at = ${pickup},
          ends_at = ${pickup} + interval '1 minute', passengers = 2, bags = 2,
          review_asked_at = case when n % 4 = 0 then ${pickup} end
        from generate_series(${first}::int, ${last}::int) as n
        where (lead_kind, lead_id) = (${ofLead})`
      await tx`
        insert into driver_events (trip_id, event, at, key) select n, 'finished', ${pickup}, 'k' from ${numbers}`
      await tx`
        insert into driver_notices (lead_kind, lead_id, direction, number, content, via, created_at)
        select ${ofLead}, 'there', 1, 'x', 'email', ${pickup} from ${numbers}`
      await tx`insert into gap_notices (trip_id, day) select n, ${pickup}::date from ${numbers}`
      await tx`
        insert into service_sheets (vehicle_id, year, number, trip_id, parties, plate, driver_name, from_place, to_place,
          departure_at, arrival_at, start_km, created_at)
        select (select min(id) from vehicles), extract(year from ${pickup} at time zone 'Europe/Rome'), n, n, 1, 'A', 'B', 'C',
          'D', ${pickup}, ${pickup}, 1, ${pickup}
        from ${numbers} and ${pickup} < now()`
    }),
  )
}

/** Events that are done, each with an effect, an address for search engines and an entry in the audit log. */
async function fillEvents(sql: Sql, total: number, at: At): Promise<void> {
  // Leaves the first numbers to the events of the test.
  const event = sql`n + 1000000`
  await inChunks(total, ({ first, last }) =>
    sql.begin(async (tx) => {
      const numbers = tx`generate_series(${first}::int, ${last}::int) as n`
      await tx`
        insert into outbox (id, type, payload, occurred_at, dispatched_at) overriding system value
        select ${event}, 'content:articleChanged', '{}', ${at(total)}, ${at(total)} from ${numbers}`
      await tx`
        insert into effects (outbox_id, reaction, state, changed_at) select ${event}, 'x', 'done', ${at(total)} from ${numbers}`
      await tx`
        insert into indexnow_changes (outbox_id, url, submission_type, state)
        select ${event}, '/x/', 'auto_route', 'sent' from ${numbers} where n % 4 = 0`
      await tx`
        insert into audit_log (at, actor, action, subject) select ${at(total)}, 'anna', 'x:done', 'contacts/' || n
        from ${numbers}`
    }),
  )
}

/** The other tables, with a row for each lead. */
async function fillRecords(sql: Sql, total: number, at: At): Promise<void> {
  await inChunks(total, ({ first, last }) =>
    sql.begin(async (tx) => {
      const rows = tx`from (select n, ${at(total)} as at from generate_series(${first}::int, ${last}::int) as n) as row`
      const of = {
        account: tx`(select min(id) from admin_users)`,
        route: tx`(select min(id) from route_prices)`,
      }
      await tx`insert into jobs (id, kind, status, started_by, updated_at, result) overriding system value
        select n, 'command', 'completed', 'anna', at, '{}' ${rows}`
      await tx`insert into bulk_acts (id, act, title, made_by, made_at, total) overriding system value
        select n, 'x', 'Prezzi', 'anna', at, 1 ${rows}`
      await tx`insert into bulk_act_rows (act_id, item, table_name, key, before)
        select n, '1', 'route_prices', jsonb_build_object('id', n), '{}' ${rows}`
      await tx`insert into price_changes (batch_id, route_id, field, changed_by, changed_at)
        select gen_random_uuid(), ${of.route}, 'price1to3Pax', 'anna', at ${rows}`
      await tx`insert into consent_log (version, analytics, marketing, given_at) select '1', true, false, at ${rows}`
      await tx`insert into contact_taps (day, kind, path) select at::date, 'call', '/' || n ${rows}`
      await tx`insert into route_searches (route_id, created_at) select ${of.route}, at ${rows}`
      await tx`insert into idempotency_keys (http, key, input_hash, created_at) select 'POST /x', n, 'h', at ${rows}`
      await tx`insert into rate_limits (bucket, address_hash, window_start) select 'x', n, at ${rows}`
      await tx`insert into suspected_senders (sender_hash, tried_at) select n, at ${rows}`
      await tx`insert into ai_uses (job_id, provider, model, input_tokens, output_tokens, used_at)
        select n, 'openai', 'x', 1, 1, at ${rows}`
      await tx`insert into indexnow_submissions (url, status, submission_type, submission_date)
        select '/x/', 'success', 'manual', at ${rows}`
      await tx`insert into newsletter_subscriptions (email, token_hash, token, requested_at, confirmed_at, ended_at)
        select 'n' || n || '@example.com', 't' || n, '', at, case when n % 2 = 0 then at end, case when n % 2 = 0 then at end
        ${rows}`
      await tx`insert into login_failures (username_hash, failed_at) select n, at ${rows}`
      await tx`insert into login_waits (username_hash, address_hash, ready_at) select n, 'x', at ${rows}`
      await tx`insert into grants (kind, admin_user_id, created_at, used_at, ended_at)
        select 'session', ${of.account}, at, at, at ${rows}`
      await tx`insert into unreadable_mails (uid_validity, uid, reason, given_up_at) select 1, n, 'x', at ${rows}`
      await tx`insert into uploads (hash, webp, width, height, uploaded_by, kept_until)
        select md5(n::text), '', 1, 1, 'anna', at ${rows}`
      await tx`insert into not_found (path, hits, last_seen_at) select '/' || n, n % 5, at ${rows}`
      await tx`insert into unmet_searches (departure, destination, searches, last_searched_at)
        select n, 'x', n % 5, at ${rows}`
      await tx`insert into whatsapp_taps (code, path, tapped_at)
        select translate(lpad(n::text, 6, '0'), '01', 'AB'), '/', at ${rows}`
      await tx`insert into lead_codes (code, made_at) select 'old' || n, at ${rows}`
    }),
  )
}
