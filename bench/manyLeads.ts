import type { Row } from './row.ts'
import { median, openSite, type Site } from './site.ts'

// Measures staff's lists with the requests of years. `BENCH_LEADS` sets their number.

const leads = Number(process.env.BENCH_LEADS ?? 219_000)
/** Milliseconds. A call that takes longer than 2,800 ms ends with 503. */
const goalMs = 1_000

const calls = {
  'inbox, newest first': '/api/admin/leads',
  'inbox, page 100': '/api/admin/leads?page=100',
  'inbox, new requests': '/api/admin/leads?status=nuova',
  'inbox, customers who wait': '/api/admin/leads?isWaiting=true',
  'inbox, one month': '/api/admin/leads?from=2026-01-01&to=2026-01-31',
  'inbox, by name': '/api/admin/leads?sort=name',
  'inbox, search of a name': '/api/admin/leads?search=rossi',
  'inbox, search without a result': '/api/admin/leads?search=zzzzzz',
  'inbox, search of a phone number': '/api/admin/leads?search=3471000123',
  'a request': '/api/admin/leads/availability_request/1000',
  'customers, newest first': '/api/admin/customers',
  'customers, search': '/api/admin/customers?search=rossi%201000',
  'start page': '/api/admin/dashboard',
}

export async function measure(): Promise<Row[]> {
  await using site = await openSite()
  const empty = await megabytes(site)
  await addLeads(site)
  const rows: Row[] = [
    {
      work: `disk space of ${leads} requests`,
      ours: `${(await megabytes(site)) - empty} MB`,
      goal: '',
      met: true,
    },
  ]
  for (const [work, path] of Object.entries(calls)) {
    const took: number[] = []
    const statuses = new Set<number>()
    for (let round = 0; round < 5; round++) {
      const started = performance.now()
      const reply = await fetch(site.origin + path, { headers: site.staff })
      await reply.arrayBuffer()
      took.push(performance.now() - started)
      statuses.add(reply.status)
    }
    const ms = median(took)
    rows.push({
      work: `${work}, ${leads} requests`,
      ours: `${ms.toFixed(0)} ms, status ${[...statuses].join(' or ')}`,
      goal: `≤ ${goalMs} ms`,
      met: ms <= goalMs && !statuses.has(503),
    })
  }
  return rows
}

async function megabytes({ db }: Site): Promise<number> {
  const [{ mb }] = await db.read<[{ mb: number }]>`
    select (pg_database_size(current_database()) / 1048576)::int as mb`
  return mb
}

/** Number of requests that one statement inserts. A statement may take at most 30 s. */
const portion = 100_000

/** Triggers are off: the one that inserts customers would take minutes for millions of requests. */
export async function addLeads({ db }: Site): Promise<void> {
  for (let from = 0; from < leads; from += portion)
    await db.write.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`
        insert into rides (lead_kind, lead_id, asked_from, asked_to, asked_passengers, asked_day, asked_time)
        select 'availability_request', n + 1, 'Aeroporto Brindisi', 'Otranto', 1 + n % 8,
          (now() - n * interval '17 minutes')::date, '10:00'
        from generate_series(${from}::int, ${Math.min(leads, from + portion) - 1}::int) n`
      await tx`
        insert into leads (kind, id, name, phone, email, form_source, message, status, answered_at, created_at, read_at)
        select 'availability_request', n + 1, (array['Anna Rossi', 'Ugo Verdi', 'Ida Conte'])[1 + n / 2 % 3] || ' ' || n / 2,
          '+39 347 ' || 1000000 + n / 2, 'cliente' || n / 2 || '@esempio.it', 'homepage',
          'Viaggiamo con due bambini e un cane. Il nostro volo arriva da Milano, siamo in quattro.',
          case when n < 50 then 'nuova' else (array['contattata', 'preventivo', 'confermata', 'persa'])[1 + n % 4] end,
          case when n >= 50 then now() - n * interval '17 minutes' end, now() - n * interval '17 minutes', now()
        from generate_series(${from}::int, ${Math.min(leads, from + portion) - 1}::int) n`
      await tx`
        insert into customers (id, person_id, last_at) overriding system value
        select 1 + (id - 1) / 2, 1 + (id - 1) / 2, max(created_at) from leads where id > ${from}
        group by 1`
      await tx`
        insert into customer_leads (customer_id, lead_kind, lead_id, phone, email, name_words)
        select 1 + (id - 1) / 2, 'availability_request', id, '+39' || regexp_replace(substr(phone, 4), '[^0-9]', '', 'g'),
          email, string_to_array(lower(name), ' ') from leads where id > ${from}`
    })
  for (const table of ['leads', 'rides', 'customers', 'customer_leads'])
    await db.write`vacuum analyze ${db.write(table)}`
}
