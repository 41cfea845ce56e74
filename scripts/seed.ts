import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'csv/sync'
import { slugOf } from '../src/kernel/slug.ts'
import { addBundledNames } from '../src/modules/catalog/module.ts'
import type { Sql, Tx } from '../src/platform/db.ts'
import { bundledArticles, bundledCategories, bundledTranslations } from './bundledArticles.ts'

const data = path.join(import.meta.dirname, '..', 'data')

type Row = Record<string, string>

function rowsOf(file: string): Row[] {
  return parse(readFileSync(path.join(data, file), 'utf8'), { columns: true, skip_empty_lines: true })
}

const orNull = (text: string | undefined) => text || null

interface BundledRoute {
  slug: string
  departure: string
  destination: string
  transfer_type: string
  distance_km: number | null
  distance_source: 'stima' | null
  estimated_duration: string | null
  prices: Record<string, string | null>
  is_main_route: boolean
  /** Rank by demand; 1 is first. */
  popular_rank: number | null
  is_active: boolean
  /** `gate` keeps the page out of search engines until it passes the index gate (routes/indexGate.ts). */
  indexing: 'allowed' | 'gate'
  /** Slugs of routes: `main` is the main route of the family; a return uses the prices of the route in `follows`. */
  main: string | null
  follows: string | null
}

const firstHub = 'Aeroporto Brindisi'

/** Returns the routes of both files, and the return routes that neither file contains. */
function bundledRoutes(): BundledRoute[] {
  const outbound = [...rowsOf('routes-demo.csv'), ...rowsOf('routes-hubs-demo.csv')].map(outboundOf)
  const pairs = new Set(outbound.map(pairOf))
  const returns = outbound.map(returnOf).filter((route) => !pairs.has(pairOf(route)))
  const all = [...outbound, ...returns]
  const first = new Map(all.filter(isFirst).map(({ destination, slug }) => [destination, slug]))
  return all.map((route) => {
    const main = first.get(route.destination === firstHub ? route.departure : route.destination)
    return { ...route, main: !main || main === route.slug ? null : main }
  })
}

const pairOf = ({ departure, destination }: BundledRoute) => `${departure} > ${destination}`
const isFirst = ({ departure }: BundledRoute) => departure === firstHub

function outboundOf(row: Row): BundledRoute {
  const { departure = '', destination = '', transfer_type = '', slug } = row
  return {
    departure,
    destination,
    transfer_type,
    slug: slug ?? slugOf(`${departure} ${destination}`),
    distance_km: row.distance_km ? Number(row.distance_km) : null,
    distance_source: slug ? null : 'stima',
    estimated_duration: orNull(row.estimated_duration),
    prices: {
      price_min2_pax: orNull(row.priceMin2Pax),
      price3to4_pax: orNull(row.price3to4Pax),
      price5to7_pax: orNull(row.price5to7Pax),
      price1to3_pax: orNull(row.price1to3Pax),
      price4to8_pax: orNull(row.price4to8Pax),
    },
    is_main_route: row.is_main_route === 'true',
    popular_rank: row.popular_rank ? Number(row.popular_rank) : null,
    is_active: row.is_active !== 'false',
    indexing: slug ? 'allowed' : 'gate',
    main: null,
    follows: null,
  }
}

function returnOf(outbound: BundledRoute): BundledRoute {
  const { departure, destination } = outbound
  return {
    ...outbound,
    departure: destination,
    destination: departure,
    slug: slugOf(`${destination} ${departure}`),
    prices: {},
    is_main_route: false,
    popular_rank: null,
    indexing: 'gate',
    follows: outbound.slug,
  }
}

async function seedRoutes(tx: Tx, routes: BundledRoute[]): Promise<void> {
  const rows = routes.map(({ prices, ...route }, ordinal) => ({
    ...route,
    ...prices,
    ordinal,
    is_demo: route.follows === null,
  }))
  const made = await tx`
    insert into route_prices (departure_location_id, destination_location_id, transfer_type_id, slug, distance_km,
      distance_source, estimated_duration, price_min2_pax, price3to4_pax, price5to7_pax, price1to3_pax, price4to8_pax,
      is_main_route, popular_rank, is_active, indexing, is_demo, generated_at)
    select d.id, a.id, t.id, r.slug, r.distance_km, r.distance_source, r.estimated_duration, r.price_min2_pax,
      r.price3to4_pax, r.price5to7_pax, r.price1to3_pax, r.price4to8_pax, r.is_main_route, r.popular_rank, r.is_active,
      r.indexing, r.is_demo, case when r.indexing = 'gate' then now() end
    from jsonb_to_recordset(${tx.json(rows)}) as r (ordinal int, departure text, destination text,
      transfer_type text, slug text, distance_km int, distance_source text, estimated_duration text, price_min2_pax numeric,
      price3to4_pax numeric, price5to7_pax numeric, price1to3_pax numeric, price4to8_pax numeric,
      is_main_route bool, popular_rank smallint, is_active bool, indexing text, is_demo bool)
    join locations d on d.name = r.departure
    join locations a on a.name = r.destination
    join transfer_types t on t.name = r.transfer_type
    order by r.ordinal`
  if (made.count !== routes.length) throw new Error('A bundled route names an unknown place')
  await tx`
    update route_prices own set main_route_id = main.id, follows_id = outbound.id
    from jsonb_to_recordset(${tx.json(rows)}) as r (slug text, main text, follows text)
      left join route_prices main on main.slug = r.main
      left join route_prices outbound on outbound.slug = r.follows
    where own.slug = r.slug and (main.id is not null or outbound.id is not null)`
}

/**
 * Loads the bundled places, routes and articles (data/README.md). Keeps the ids of locations.csv, because the code
 * names hubs by id. Throws for a database with places or leads.
 */
export async function seed(sql: Sql): Promise<{ locations: number; routes: number }> {
  const locations = rowsOf('locations.csv').map((row) => ({
    id: Number(row.id),
    name: row.name,
    location_type: row.location_type,
    cap: orNull(row.cap),
    province: orNull(row.province),
    latitude: row.latitude ? Number(row.latitude) : null,
    longitude: row.longitude ? Number(row.longitude) : null,
    istat_code: orNull(row.istat_code),
    iata_code: orNull(row.iata_code),
    zone: orNull(row.zone),
  }))
  const routes = bundledRoutes()
  return sql.begin(async (tx) => {
    // On a slow machine the import of a module takes longer than the 10 s that a transaction may be idle.
    await tx`set local idle_in_transaction_session_timeout = 0`
    await tx`set local statement_timeout = 0`
    // A concurrent seed waits here and then finds the places.
    await tx`lock table locations in share row exclusive mode`
    const [full] = await tx`
      select 1 as one where exists (select from locations) or exists (select from leads)`
    if (full)
      throw new Error('The database contains places or requests: load the bundled data into an empty one')
    await tx`
      insert into locations (id, name, location_type, cap, province, latitude, longitude, istat_code, iata_code, zone)
      select id, name, location_type, cap, province, latitude, longitude, istat_code, iata_code, zone
      from jsonb_to_recordset(${tx.json(locations)}) as l (id bigint, name text, location_type text, cap text,
        province text, latitude float8, longitude float8, istat_code text, iata_code text, zone text)`
    await addBundledNames(tx)
    await seedRoutes(tx, routes)
    // The route generator must not make routes to these hubs. Their ids are those of locations.csv.
    await tx`update locations set exclude_from_bulk = true where id in (4, 10, 482, 483, 486)`
    await tx`select setval(pg_get_serial_sequence('locations', 'id'), (select max(id) from locations))`
    await seedArticles(tx)
    return { locations: locations.length, routes: routes.length }
  })
}

export async function seedTrips(write: Sql): Promise<void> {
  // Imported here, because the module loads sharp (see addBundledTranslations).
  const { addDemoTrips } = await import('../src/modules/trips/module.ts')
  await addDemoTrips(write, new Date())
}

/** Adds the bundled translations that are missing and whose Italian text is still as bundled. Returns their number. */
export async function addBundledTranslations(write: Sql | Tx): Promise<number> {
  // Imports here and not at the top: without sharp's binary, the import would end the program before it can
  // print a message.
  const { addReviewedTranslations } = await import('../src/modules/content/module.ts')
  return (await addReviewedTranslations(write, bundledTranslations())).count
}

/** The publication date is also stored as the last change, which the sitemap shows as the date of an article. */
async function seedArticles(tx: Tx): Promise<void> {
  const categories = bundledCategories().map(({ name, slug, description }) => ({ name, slug, description }))
  await tx`insert into blog_categories ${tx(categories)}`
  const rows = bundledArticles().map(({ slug, content, meta }) => {
    // At 8:00 UTC it is the same day in nearly all time zones.
    const publishedAt = `${meta.publishedAt}T08:00:00Z`
    return {
      title: meta.title,
      slug,
      summary: meta.summary,
      content,
      category: meta.category,
      featured_image: `/tratte/transfer-${meta.image}/`,
      image_alt: meta.imageAlt,
      meta_title: meta.metaTitle,
      meta_description: meta.metaDescription,
      published_at: publishedAt,
      is_published: true,
      created_at: publishedAt,
      updated_at: publishedAt,
    }
  })
  await tx`insert into blog_posts ${tx(rows)}`
  await addBundledTranslations(tx)
}
