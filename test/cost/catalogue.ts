import type { App } from '../app.ts'

// A catalogue as large as the product promises, with the rows of other features in proportion.

export interface Size {
  routes: number
}

/** Numbers of rows beside the routes. */
export const besides = ({ routes }: Size) => ({
  places: routes / 10,
  redirects: routes,
  leads: routes / 5,
  mails: routes / 5,
  events: routes / 5,
})

/** Each of three hubs leads to every place and back, and the places lead to each other. */
export async function addCatalogue({ sql }: App, size: Size): Promise<void> {
  const { places, redirects, leads, mails, events } = besides(size)
  const [{ last }] = await sql<[{ last: number }]>`select max(id)::int as last from locations`
  await sql`
    insert into locations (id, name, location_type, cap, latitude, longitude)
    select ${last}::int + n, 'Borgo ' || n, 'Città', lpad((10000 + n % 80000)::text, 5, '0'), 37 + n % 97 / 12.0, 8 + n % 89 / 9.0
    from generate_series(1, ${places}::int) n`
  await sql`select setval(pg_get_serial_sequence('locations', 'id'), (select max(id) from locations))`
  const columns = sql`(departure_location_id, destination_location_id, slug, distance_km, estimated_duration,
    price_min2_pax, price3to4_pax, price5to7_pax, price1to3_pax, price4to8_pax, is_main_route)`
  const prices = sql`20 + n % 160, '1 h 5 min', 40, 110, 120, 110 + n % 60, 130 + n % 60`
  const hubs = sql`(select id from locations where name in ('Aeroporto Brindisi', 'Aeroporto Bari', 'Stazione Lecce')) h`
  await sql`
    insert into route_prices ${columns}
    select h.id, ${last}::int + n, 'hub-' || h.id || '-borgo-' || n, ${prices}, true
    from ${hubs}, generate_series(1, ${places}::int) n`
  await sql`
    insert into route_prices ${columns}
    select ${last}::int + n, h.id, 'borgo-' || n || '-hub-' || h.id, ${prices}, false
    from ${hubs}, generate_series(1, ${places}::int) n`
  const [{ stored }] = await sql<[{ stored: number }]>`select count(*)::int as stored from route_prices`
  await sql`
    insert into route_prices ${columns}
    select ${last}::int + n, ${last}::int + 1 + (n + step * 811) % ${places}::int, 'borgo-' || n || '-' || step, ${prices}, false
    from generate_series(1, 9) step, generate_series(1, ${places}::int) n
    where (1 + step * 811) % ${places}::int <> 0 order by step, n limit ${size.routes - stored}`
  await sql`
    update route_prices set long_description = 'Il viaggio ' || id || ' dura circa un’ora.', tourist_info = 'Il mare ' || id`
  for (const language of ['en', 'de', 'fr'])
    await sql`
      insert into translations (kind, id, language, state, text, made_from, shown_text, shown_from)
      select 'route', id, ${language}, 'reviewed', text, made_from, text, made_from from route_prices,
        jsonb_build_object('longDescription', ${language} || id, 'touristInfo', ${language} || id) as text,
        jsonb_build_object('longDescription', long_description, 'touristInfo', tourist_info) as made_from
      where id % 10 = 0 on conflict do nothing`
  await sql`
    insert into location_names (id, names) select ${last}::int + n, jsonb_build_object('en', 'Village ' || n)
    from generate_series(1, ${places}::int, 5) n`
  await sql`
    insert into redirects (from_path, to_path, status_code)
    select '/vecchia-' || n || '/', case when n % 10 = 0 then '/' when n % 10 = 1 then '/prezzi/'
      else '/tratte/transfer-borgo-' || n % ${places}::int || '-' || n % 9 || '/' end, 301
    from generate_series(1, ${redirects}::int) n`
  await addLeads(sql, leads)
  await addMails(sql, mails)
  await addEvents(sql, events)
  await sql`vacuum analyze`
}

async function addLeads(sql: App['sql'], leads: number): Promise<void> {
  await sql.begin(async (tx) => {
    // The trigger that stores customers would take minutes.
    await tx`set local session_replication_role = replica`
    await tx`
      insert into rides (lead_kind, lead_id, asked_from, asked_to, asked_passengers, asked_day, asked_time)
      select 'availability_request', n, 'Aeroporto Brindisi', 'Otranto', 1 + n % 8, current_date - n % 700, '10:00'
      from generate_series(1, ${leads}::int) n`
    await tx`
      insert into leads (kind, id, name, phone, email, form_source, message, status, answered_at, created_at, read_at)
      select 'availability_request', n, 'Anna Rossi ' || n / 2, '+39 347 ' || 1000000 + n / 2, 'cliente' || n / 2 || '@esempio.it',
        'homepage', 'Viaggiamo con due bambini e un cane.',
        (array['nuova', 'contattata', 'preventivo', 'confermata', 'persa'])[1 + n % 5],
        now() - n * interval '17 minutes', now() - n * interval '17 minutes', now()
      from generate_series(1, ${leads}::int) n`
    await tx`
      insert into customers (id, person_id, last_at) overriding system value
      select 1 + id / 2, 1 + id / 2, max(created_at) from leads group by 1`
    await tx`
      insert into customer_leads (customer_id, lead_kind, lead_id, phone, email, name_words)
      select 1 + id / 2, 'availability_request', id, '+39' || regexp_replace(substr(phone, 4), '[^0-9]', '', 'g'),
        email, string_to_array(lower(name), ' ') from leads`
  })
  await sql`select setval('lead_ids_availability_request', (select max(id) from leads))`
  await sql`select setval(pg_get_serial_sequence('customers', 'id'), (select max(id) from customers))`
}

/** One of ten mails was refused, and one is held. */
async function addMails(sql: App['sql'], mails: number): Promise<void> {
  await sql`
    insert into email_messages (message_key, purpose, lead_kind, lead_id, recipient, subject, message_id, state, last_error, created_at)
    select 'seed:' || n, 'receipt', 'availability_request', n, 'cliente' || n / 2 || '@esempio.it', 'Ricevuta', '<seed-' || n || '@salento.example>',
      case n % 10 when 0 then 'failed' when 1 then 'held' else 'sent' end, case when n % 10 = 0 then 'rifiutata' end,
      now() - n * interval '1 minute'
    from generate_series(1, ${mails}::int) n`
}

/** The reaction to one of ten events failed, and search engines refused the URL of another. */
async function addEvents(sql: App['sql'], events: number): Promise<void> {
  await sql`
    insert into outbox (type, payload, occurred_at, dispatched_at)
    select 'catalog:routeUpdated', jsonb_build_object('routeId', n), now() - n * interval '1 minute', now()
    from generate_series(1, ${events}::int) n`
  await sql`
    insert into effects (outbox_id, reaction, state, attempts, last_error)
    select id, 'integrations:submitRouteUpdated', case when id % 10 = 0 then 'failed' else 'done' end, 8, 'rete'
    from outbox where type = 'catalog:routeUpdated'`
  await sql`
    insert into indexnow_changes (outbox_id, url, submission_type, state, attempts, reason)
    select id, 'https://www.salento.example/tratte/' || id || '/', 'auto_route', case when id % 10 = 1 then 'failed' else 'sent' end, 1, '422'
    from outbox where type = 'catalog:routeUpdated'`
  await sql`
    insert into audit_log (actor, action, subject, before, after)
    select 'maria', 'catalog:routeChanged', 'route_prices/' || n, '{}', '{}' from generate_series(1, ${events}::int) n`
}
