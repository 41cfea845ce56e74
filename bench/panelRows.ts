import type { Database } from '../src/platform/db.ts'

/** Maximum number of rows in lists that stay short for every operator, such as vehicles. */
const smallMax = 40

/** Deletes the bundled places, routes and articles, so that every list of the panel is empty. */
export const emptyLists = (write: Database['write']) =>
  write`truncate locations, transfer_types, blog_posts, blog_categories restart identity cascade`

/** Adds the rows number `from` to `to` to every list; short lists end at `smallMax`. A few names are very long. */
export async function addRows(write: Database['write'], from: number, to: number): Promise<void> {
  const small = Math.min(to, smallMax)
  await write`
    create or replace function pg_temp.name_of(n int) returns text language sql as $$
      select case when n % 7 = 0 then 'Maria Antonietta Castriota Scanderbeg di Santa Caterina ' || n
        else (array['Anna Rossi', 'Ugo Verdi', 'Ida Conte', 'Pio De Giorgi'])[1 + n % 4] || ' ' || n end $$`
  await write`
    create or replace function pg_temp.place_of(n int) returns text language sql as $$
      select case when n % 5 = 0 then 'Marina di San Gregorio Armeno, contrada Masseria Vecchia ' || n
        else (array['Lecce', 'Otranto', 'Nardò', 'Ugento', 'Aeroporto Brindisi'])[1 + n % 5] || ' ' || n end $$`
  await addCatalog(write, from, to, small)
  // A statement locks the customers of all its leads until it ends. PostgreSQL has room for only some thousand locks.
  for (let first = from; first <= to; first += 1_000) await addLeads(write, first, Math.min(to, first + 999))
  await addTrips(write, from, to, small)
  await addTexts(write, from, to, small)
  await addMachinery(write, from, to)
  await write`analyze`
}

async function addCatalog(write: Database['write'], from: number, to: number, small: number): Promise<void> {
  await write`
    insert into transfer_types (name) select 'Tipologia ' || n from generate_series(${from}::int, ${small}::int) n`
  await write`
    insert into locations (name, location_type, cap, latitude, longitude, long_description)
    select pg_temp.place_of(n), 'Città', '73100', 40 + (n % 97) / 100.0, 18 + (n % 89) / 100.0,
      case when n % 100 = 1 then 'Il centro è a piedi, il mare a dieci minuti: si arriva senza cambi.' end
    from generate_series(${from}::int, ${to}::int) n`
  await write`
    insert into route_prices (departure_location_id, destination_location_id, slug, transfer_type_id, distance_km,
      estimated_duration, price_min2_pax, price3to4_pax, price5to7_pax, price1to3_pax, price4to8_pax, is_active)
    select n, case n when 1 then 2 else n - 1 end, 'tratta-' || n, 1, 40 + n % 60, '1 h 5 min', 40, 110, 120, 110, 130,
      n % 3 > 0
    from generate_series(${from}::int, ${to}::int) n`
  await write`
    insert into price_changes (batch_id, route_id, field, price_from, price_to, reason, changed_by)
    select gen_random_uuid(), n, 'price1to3Pax', 60, 70, 'Carburante', 'anna'
    from generate_series(${from}::int, ${to}::int) n`
  await write`
    insert into price_lists (name, starts_on, percent, fields, created_by)
    select 'Estate ' || n, '2099-06-01', '10', '{price1to3Pax}', 'anna'
    from generate_series(${from}::int, ${small}::int) n`
  await write`
    insert into redirects (from_path, to_path)
    select '/vecchia-pagina-con-un-indirizzo-molto-lungo-' || n || '/', '/prezzi/'
    from generate_series(${from}::int, ${to}::int) n`
  await write`
    insert into not_found (path, hits)
    select '/pagina-persa-' || n || '/', n from generate_series(${from}::int, ${to}::int) n`
  await write`
    insert into jobs (kind, status, started_by)
    select 'bulk-routes', 'completed', 'anna' from generate_series(${from}::int, ${to}::int) n`
}

async function addLeads(write: Database['write'], from: number, to: number): Promise<void> {
  await write`
    with added as (
      insert into leads (kind, name, phone, email, form_source, message, status, created_at)
      select 'availability_request', pg_temp.name_of(n), '+39 347 ' || 1000000 + n, 'cliente' || n || '@esempio.it', 'homepage',
      case when n % 3 = 0 then 'Viaggiamo con due bambini e un cane: servono i seggiolini, se possibile.' end,
      (array['nuova', 'contattata', 'preventivo', 'confermata', 'persa'])[1 + n % 5], now() - n * interval '17 minutes'
      from generate_series(${from}::int, ${to}::int) n returning kind, id)
    insert into rides (lead_kind, lead_id, asked_from, asked_to, asked_passengers, asked_day, asked_time)
    select kind, id, pg_temp.place_of(id::int), pg_temp.place_of(id::int + 1), 1 + id % 8, current_date + (id % 60)::int, '10:00'
    from added`
  await write`
    insert into leads (kind, name, phone, email, message, created_at)
    select 'contact', pg_temp.name_of(n), '0832 ' || 100000 + n, 'scrive' || n || '@esempio.it', 'Vorrei un prezzo per agosto.',
      now() - n * interval '23 minutes'
    from generate_series(${from}::int, ${to}::int) n where n % 4 = 0`
  await write`
    insert into lead_provenance (lead_kind, lead_id, landing_path)
    select 'availability_request', n, '/pagina-' || n % 30 || '/' from generate_series(${from}::int, ${to}::int) n`
  await write`
    insert into inbound_mails (message_id, from_name, from_address, subject, text)
    select 'in' || n || '@esempio.it', pg_temp.name_of(n), 'cliente' || n || '@esempio.it', 'Re: il tuo transfer',
      'Va bene, grazie. Possiamo partire mezz’ora dopo?'
    from generate_series(${from}::int, ${to}::int) n`
}

async function addTrips(write: Database['write'], from: number, to: number, small: number): Promise<void> {
  await write`
    insert into vehicles (plate, kind, seats, bags)
    select 'GG' || 100 + n || 'HH', (array['berlina', 'minivan', 'premium'])[1 + n % 3], 8, 8
    from generate_series(${from}::int, ${small}::int) n`
  await write`
    insert into drivers (name, phone, languages, licence_expires_on)
    select pg_temp.name_of(n), '347 ' || 2000000 + n, '{it,en,de}', current_date + 5 * n
    from generate_series(${from}::int, ${small}::int) n`
  await write`
    insert into offers (lead_kind, lead_id, lines, total, valid_until, language, sent_by)
    select 'availability_request', n, '[{"direction":"there","day":"2027-06-01","time":"10:00","total":"95"}]', 95,
      now() + interval '1 day', 'it', 'anna'
    from generate_series(${from}::int, ${to}::int) n`
  await write`
    insert into trips (from_place, to_place, pickup_at, ends_at, passengers, bags, total, state, vehicle_id, driver_id)
    select pg_temp.place_of(n), pg_temp.place_of(n + 1), start, start + interval '55 minutes', 1 + n % 8, n % 8, 95,
      case when n % 4 = 0 then 'planned' else 'assigned' end, lane, lane
    from generate_series(${from}::int, ${to}::int) n,
      lateral (select date_trunc('day', now()) + interval '6 hours' + n * interval '20 minutes' as start,
        case when n % 4 > 0 then 1 + n % 12 end as lane) at`
  // After the trips: each trip on a closed day counts the full hours of that day again.
  await write`
    insert into closed_days (day, reason, max_trips_per_hour)
    select '2027-01-01'::date + n, 'Festa patronale di Sant’Oronzo', n % 3
    from generate_series(${from}::int, ${small}::int) n`
  await write`
    insert into service_sheets (vehicle_id, year, number, trip_id, parties, plate, driver_name, passenger_name,
      from_place, to_place, departure_at, start_km)
    select 1, 2027, n, n, 1, 'GG101HH', pg_temp.name_of(n), pg_temp.name_of(n + 1), pg_temp.place_of(n),
      pg_temp.place_of(n + 1), '2027-07-01T10:00:00Z', 1000 + n
    from generate_series(${from}::int, ${to}::int) n`
  await write`
    insert into reviews (lead_kind, lead_id, departure_id, destination_id, month, rating, text, name, language)
    select 'availability_request', n, 1, 2, '2026-08', 1 + n % 5,
      'Puntuale, auto pulita e guida tranquilla. Ci ha aspettato anche con il volo in ritardo di due ore.',
      pg_temp.name_of(n), 'it'
    from generate_series(${from}::int, ${to}::int) n`
}

async function addTexts(write: Database['write'], from: number, to: number, small: number): Promise<void> {
  await write`
    insert into blog_categories (name, slug)
    select 'Categoria ' || n, 'categoria-' || n from generate_series(${from}::int, ${small}::int) n`
  await write`
    insert into blog_posts (title, slug, summary, content, is_published, published_at)
    select 'Dieci spiagge del Salento da vedere fuori stagione, parte ' || n, 'articolo-' || n, 'In breve', 'Il testo',
      n % 2 = 0, case when n % 2 = 0 then now() end
    from generate_series(${from}::int, ${to}::int) n`
  await write`
    insert into uploads (hash, webp, width, height, uploaded_by)
    select lpad(n::text, 32, '0'), decode('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64'), 1, 1, 'x'
    from generate_series(${from}::int, ${small}::int) n`
  await write`
    insert into photos (picture, shown_as, alt, author, licence, uploaded_by)
    select lpad(n::text, 32, '0'), 'none', 'La berlina davanti all’aeroporto ' || n, 'Anna', 'Tutti i diritti riservati',
      'x' from generate_series(${from}::int, ${small}::int) n`
  await write`
    insert into newsletter_subscriptions (email, token_hash, token, confirmed_at)
    select 'lettrice' || n || '@esempio.it', 'hash' || n, 'token' || n, now()
    from generate_series(${from}::int, ${to}::int) n`
  await write`
    insert into ai_prompts (name, prompt, provider)
    select 'Domanda ' || n, 'Scrivi una descrizione', case when n % 2 = 0 then 'openai' else 'anthropic' end
    from generate_series(${from}::int, ${small}::int) n`
  await write`
    insert into text_drafts (job_id, route_id, field, body, provider, model, prompt_name)
    select 1, n, 'touristInfo', 'Il viaggio passa tra gli ulivi e i muretti a secco fino al mare.', 'openai', 'modello',
      'Domanda'
    from generate_series(${from}::int, ${to}::int) n`
}

async function addMachinery(write: Database['write'], from: number, to: number): Promise<void> {
  await write`
    insert into admin_users (username, password, role, is_active)
    select 'collega-' || n || case when n % 7 = 0 then '-con-un-nome-davvero-molto-lungo' else '' end, 'x',
      (array['admin', 'operatore', 'autista'])[1 + n % 3], n % 5 <> 0
    from generate_series(${from}::int, ${to}::int) n`
  await write`
    insert into email_messages (message_key, purpose, recipient, subject, message_id, state, attempts, last_error)
    select 'k' || n, 'receipt', 'cliente' || n || '@esempio.it', 'La tua richiesta ' || n, '<m' || n || '@esempio.it>',
      case when n % 9 = 0 then 'failed' else 'sent' end, 1, case when n % 9 = 0 then 'Il server non risponde' end
    from generate_series(${from}::int, ${to}::int) n`
  await write`
    insert into indexnow_submissions (url, status, submission_type)
    select 'https://www.salento.example/tratte/' || n || '/', 'success', 'manual'
    from generate_series(${from}::int, ${to}::int) n`
  await write`
    insert into outbox (type, payload)
    select 'catalog:routeUpdated', jsonb_build_object('routeId', n) from generate_series(${from}::int, ${to}::int) n`
  await write`
    insert into audit_log (actor, action, subject, before, after)
    select 'anna', 'catalog:routeChanged', 'route_prices/' || n, '{"slug":"a"}', jsonb_build_object('slug', 'slug-' || n)
    from generate_series(${from}::int, ${to}::int) n`
  await write`
    insert into bulk_acts (act, title, made_by, total, changed)
    select 'POST /api/admin/leads/bulk', 'Stato: Contattata', 'anna', 12, 12
    from generate_series(${from}::int, ${to}::int) n`
}
