import { readFileSync, writeFileSync } from 'node:fs'
import { messages } from '../src/modules/index.ts'
import type { Sql } from '../src/platform/db.ts'
import { fillYears } from '../test/operations/years.ts'
import type { Row } from './row.ts'
import { median, openSite, type Site } from './site.ts'

// Calls every query of the contract on the data of ten years, as the panel and the site do it first: without a filter.

/** Leads of ten years. There are three mails and ten events for each lead, and a trip with its sheet for three of four. */
const leads = Number(process.env.BENCH_YEARS_LEADS ?? 200_000)

/** Milliseconds until the whole response; of an export until its first byte. */
const goalMs = 300
const goalMb = 512
const rounds = 3

/** Queries that wait for another server, or end only when the panel closes. */
const elsewhere = new Set([
  'GET /api/admin/events',
  'GET /api/distance-matrix',
  'GET /api/places/autocomplete',
  'GET /api/places/details',
  'GET /api/maps/embed/:departureName/:destinationName',
  'POST /api/admin/email-configurations/test',
  'POST /api/admin/email-configurations/send-test',
  'POST /api/admin/reply-mailbox/test',
  'POST /api/admin/blog-posts/preview',
])

/** Whether the call was answered. Some reads by a key find nothing, because the data have no such row. */
const isAnswered = ({ name, status }: Result) => status < 400 || (status === 404 && name.includes(':'))

interface Result {
  name: string
  ms: number
  status: number
}

export async function measure(): Promise<Row[]> {
  const filledAt = performance.now()
  await using site = await openSite({
    fill: async (write) => {
      await fillYears(write, { years: 10, leads, eventsEach: 10 })
      // As autovacuum does in the course of the years.
      await write`vacuum analyze`
    },
  })
  console.log(`filled in ${Math.round((performance.now() - filledAt) / 1000)} s`)
  await site.db.write`update admin_users set is_super_admin = true`
  const paths = await pathsOf(site.db.write)
  const results: Result[] = []
  for (const { http, kind } of messages)
    if (kind === 'query' && !elsewhere.has(http))
      results.push(await timed(site, http, paths[http] ?? plain(http)))
  const slow = results.toSorted((one, other) => other.ms - one.ms)
  const refused = results
    .filter((result) => !isAnswered(result))
    .map(({ name, status }) => `${name}: ${status}`)
  return [
    ...slow.slice(0, 15).map((result) => ({
      work: result.name,
      ours: `${result.ms.toFixed(0)} ms, status ${result.status}`,
      goal: `≤ ${goalMs} ms`,
      met: result.ms <= goalMs && isAnswered(result),
    })),
    {
      work: `${results.length} queries with ${leads} leads of ten years`,
      ours: `slowest ${slow[0]?.ms.toFixed(0)} ms; refused: ${refused.join(', ') || 'none'}`,
      goal: `≤ ${goalMs} ms`,
      met: results.every((result) => result.ms <= goalMs && isAnswered(result)),
    },
    { work: 'most memory of the API during these queries', ...memoryRow(peakMb(site), goalMb) },
    ...(await exportRows(site)),
  ]
}

/** Files that hold all rows of a table. */
const files = {
  'CSV of all leads': '/api/admin/leads/export.csv',
  'CSV of all service sheets': '/api/admin/service-sheets/export',
  'PDF of the service sheets of a year': `/api/admin/service-sheets/export?format=pdf&year=${new Date().getFullYear() - 1}`,
  'CSV of a million subscribers': '/api/admin/newsletter-subscriptions/export.csv',
}

/** Megabytes by which an export may let the API grow. */
const exportMb = 150

async function exportRows(site: Site): Promise<Row[]> {
  await site.db.write`
    insert into newsletter_subscriptions (email, token_hash, token, confirmed_at)
    select 'lettore' || n || '@example.com', n::text, '', now() from generate_series(1, 1000000) n`
  const rows: Row[] = []
  for (const [work, path] of Object.entries(files)) {
    // Sets the peak to what the process uses now.
    writeFileSync(`/proc/${site.pids[0]}/clear_refs`, '5')
    const before = peakMb(site)
    const startedAt = performance.now()
    const reply = await fetch(site.origin + path, {
      headers: { ...site.staff, 'accept-encoding': 'identity' },
    })
    const firstMs = performance.now() - startedAt
    let bytes = 0
    for await (const part of reply.body ?? []) bytes += part.length
    const seconds = (performance.now() - startedAt) / 1000
    const grown = peakMb(site) - before
    rows.push({
      work,
      ours: `first byte after ${firstMs.toFixed(0)} ms, ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(0)} s, memory +${grown} MB`,
      goal: `≤ ${goalMs} ms, ≤ +${exportMb} MB`,
      met: reply.ok && firstMs <= goalMs && grown <= exportMb,
    })
  }
  return rows
}

function plain(http: string): string {
  const path = http.split(' ')[1] ?? ''
  if (path.includes(':')) throw new Error(`no example of ${http}`)
  return path
}

async function timed({ origin, staff }: Site, name: string, path: string): Promise<Result> {
  const took: number[] = []
  let status = 0
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    const reply = await fetch(origin + path, { headers: staff })
    if (!name.includes('export')) await reply.arrayBuffer()
    took.push(performance.now() - startedAt)
    await reply.body?.cancel().catch(() => {})
    status = reply.status
  }
  return { name, ms: median(took), status }
}

/** Returns the most memory that the API has used since its start, or since the peak was set back. */
function peakMb({ pids }: Site): number {
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pids[0]}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

const memoryRow = (mb: number, most: number) => ({ ours: `${mb} MB`, goal: `≤ ${most} MB`, met: mb <= most })

/** Returns paths with the keys and the required fields of the queries that need some. */
async function pathsOf(sql: Sql): Promise<Record<string, string>> {
  const idOf = async (table: string) => {
    const [row] = await sql<[{ id: number }?]>`select id from ${sql(table)} order by id desc limit 1`
    return row?.id ?? 1
  }
  const [route] = await sql<[{ id: number; slug: string; from: number; to: number }]>`
    select id, slug, departure_location_id as from, destination_location_id as to from route_prices
    where slug = 'aeroporto-brindisi-gallipoli'`
  const entries: [string, string][] = []
  for (const [path, table] of Object.entries(tables))
    entries.push([`GET /api/admin/${path}/:id`, `/api/admin/${path}/${await idOf(table)}`])
  const lead = `/api/admin/leads/booking/${await idOf('bookings')}`
  return {
    ...Object.fromEntries(entries),
    ...required,
    'GET /api/admin/leads/:kind/:id': lead,
    'GET /api/admin/leads/:kind/:id/customer': `${lead}/customer`,
    'GET /api/admin/leads/:kind/:id/messages': `${lead}/messages`,
    'GET /api/admin/customers/:id/trips': `/api/admin/customers/${await idOf('customers')}/trips`,
    'GET /api/admin/trips/:id/fits': `/api/admin/trips/${await idOf('trips')}/fits`,
    'GET /api/admin/locations/:id/names': '/api/admin/locations/1/names',
    'GET /api/admin/page-texts/places/:id': '/api/admin/page-texts/places/1',
    'GET /api/admin/page-texts/routes/:id': `/api/admin/page-texts/routes/${route.id}`,
    'GET /api/bulk-pricing/routes/:id/changes': `/api/bulk-pricing/routes/${route.id}/changes`,
    'GET /api/admin/customer-notes/:id': '/api/admin/customer-notes/1',
    'GET /api/admin/inbound-attachments/:id': '/api/admin/inbound-attachments/1',
    'GET /api/admin/translations/:kind/:id/:language': `/api/admin/translations/route/${route.id}/en`,
    'GET /api/bulk-pricing/batches/:batchId':
      '/api/bulk-pricing/batches/00000000-0000-4000-8000-000000000000',
    'GET /api/admin/calendar': `/api/admin/calendar?${week()}`,
    'GET /api/admin/trips': `/api/admin/trips?${week()}`,
    'GET /api/blog-posts/:slug': `/api/blog-posts/${await slugOf(sql, 'blog_posts')}`,
    'GET /api/requests/:token': '/api/requests/unknown',
    'GET /api/requests/:token/calendar': '/api/requests/unknown/calendar',
    'GET /calendario/:token.ics': '/calendario/unknown.ics',
    'GET /api/admin/taps/:code': `/api/admin/taps/${await codeOf(sql)}`,
    'GET /api/routes/:slug': `/api/routes/${route.slug}`,
    'GET /api/transfer-routes/:slug': `/api/transfer-routes/${route.slug}`,
    'GET /api/transfer-routes/:slug/meta': `/api/transfer-routes/${route.slug}/meta`,
    'GET /api/routes/correlated/:routeId': `/api/routes/correlated/${route.id}`,
    'GET /api/routes/return/:departureId/:destinationId': `/api/routes/return/${route.to}/${route.from}`,
  }
}

function week(): string {
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  return `from=${dayIn(0)}&to=${dayIn(6)}`
}

async function slugOf(sql: Sql, table: string): Promise<string> {
  const [row] = await sql<[{ slug: string }?]>`select slug from ${sql(table)} order by id limit 1`
  return row?.slug ?? 'unknown'
}

async function codeOf(sql: Sql): Promise<string> {
  const [row] = await sql<[{ code: string }?]>`select code from bookings order by id desc limit 1`
  return row?.code ?? 'AAAAAA'
}

const ends = 'Aeroporto Brindisi,Gallipoli'.split(',').map(encodeURIComponent)

/** Queries with required fields. */
const required: Record<string, string> = {
  'GET /api/admin/saved-views': '/api/admin/saved-views?section=richieste/',
  'GET /api/fares': `/api/fares?from=${ends[0]}&to=${ends[1]}`,
  'GET /api/routes/search': `/api/routes/search?departure=${ends[0]}&destination=${ends[1]}`,
  'GET /api/maps/drawing': '/api/maps/drawing?path=/tratte/transfer-aeroporto-brindisi-gallipoli/',
  'GET /api/pages': '/api/pages?path=/prezzi/',
  'GET /api/admin/translations/unnamed-places': '/api/admin/translations/unnamed-places?language=de',
  'GET /api/admin/privacy/find': '/api/admin/privacy/find?q=ospite1234',
  'GET /api/admin/privacy/export': '/api/admin/privacy/export?email=ospite1234%40example.com',
}

const tables: Record<string, string> = {
  'admin-users': 'admin_users',
  'ai-prompts': 'ai_prompts',
  'api-configurations': 'api_configurations',
  'availability-requests': 'availability_requests',
  'blog-categories': 'blog_categories',
  'blog-posts': 'blog_posts',
  bookings: 'bookings',
  'closed-days': 'closed_days',
  contacts: 'contacts',
  customers: 'customers',
  'correlated-routes': 'route_prices',
  drivers: 'drivers',
  'email-configurations': 'email_configurations',
  'google-analytics-configurations': 'google_analytics_configurations',
  jobs: 'jobs',
  locations: 'locations',
  outbox: 'outbox',
  photos: 'photos',
  'price-lists': 'price_lists',
  redirects: 'redirects',
  'reply-templates': 'reply_templates',
  'route-prices': 'route_prices',
  'service-sheets': 'service_sheets',
  'transfer-types': 'transfer_types',
  trips: 'trips',
  vehicles: 'vehicles',
}
