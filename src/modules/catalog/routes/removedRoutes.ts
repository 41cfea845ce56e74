import type { LocalSlugs } from '../../../kernel/field.ts'
import { addressOf, pathsOfSlugs } from '../../../languages/addresses.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { localPath } from '../../../languages/paths.ts'
import { jsonb, type Tx } from '../../../platform/db.ts'
import { localSlugsOfIds } from '../book/localSlugs.queries.ts'
import { noPriceColumns, priceColumns } from '../book/priceColumns.queries.ts'
import { routePathOf } from '../routePath.ts'
import { endsOf, isReturnOf, type Pair } from './familyPlan.ts'
import { builtSlugs } from './form.queries.ts'
import { type ReturnField, returnColumns, takenFields, withFields } from './returnFields.ts'
import { findStaffRoute, findStaffRoutes, type RouteRow } from './rows.ts'

// Deleted routes wait in `removed_routes` for the creation of related routes, which brings them back. They wait without a
// term (docs/privacy.md).

/**
 * Stores routes that the caller deletes next. `takenFromId` is the main route whose related routes staff delete;
 * `localSlugs` has the slugs of the routes in other languages than Italian, by id.
 */
export async function keepRemoved(
  tx: Tx,
  routes: RouteRow[],
  { takenFromId, localSlugs }: { takenFromId: number | null; localSlugs: Map<number, LocalSlugs> },
): Promise<void> {
  const mainIds = new Set(routes.flatMap(({ mainRouteId }) => mainRouteId ?? []))
  const mains = new Map((await findStaffRoutes(tx, [...mainIds])).map((main) => [main.id, main]))
  const pathsOf = ({ id, slug }: RouteRow) => [
    routePathOf(slug),
    ...pathsOfSlugs(localSlugs.get(id), routePathOf),
  ]
  const redirects = Map.groupBy(
    await tx<
      { path: string; part: object }[]
    >`select path, part from redirects_to(${routes.flatMap(pathsOf)})`,
    ({ path }) => path,
  )
  const stored = routes.map((route) => {
    const main = mains.get(route.mainRouteId ?? 0)
    return {
      id: route.id,
      redirects: pathsOf(route).flatMap((path) => redirects.get(path)?.map(({ part }) => part) ?? []),
      fields: main && isReturnOf(endsOf(main), endsOf(route)) ? takenFields(route, main) : [],
    }
  })
  const ownPrices = tx.unsafe(Object.values(priceColumns).join(', '))
  await tx`
    insert into removed_routes (route_id, departure_location_id, destination_location_id, transfer_type_id, taken_from_id,
      route, parts, followed)
    select r.id, departure_location_id, destination_location_id, transfer_type_id, ${takenFromId},
      to_jsonb(r) || coalesce(
        (select to_jsonb(o) from (select ${ownPrices} from route_prices where id = r.follows_id) o), '{}'),
      parts_of_route(r.id) || redirects, fields
    from route_prices r join jsonb_to_recordset(${jsonb(tx, stored)}) as stored (id bigint, redirects jsonb, fields jsonb) using (id)
    on conflict (route_id) do update
      set departure_location_id = excluded.departure_location_id,
        destination_location_id = excluded.destination_location_id, transfer_type_id = excluded.transfer_type_id,
        taken_from_id = excluded.taken_from_id, route = excluded.route, parts = excluded.parts,
        followed = excluded.followed, removed_at = excluded.removed_at`
}

/** Row of `route_prices` by column, as JSON. */
interface StoredRow extends Record<string, unknown> {
  id: number
  slug: string
  departure_location_id: number
  destination_location_id: number
  follows_id: number | null
  bulk_job_id: number | null
}

/** Row of another table that was deleted with the route, or a redirect to one of its pages. */
interface StoredPart {
  table: string
  row: { to_path?: string }
}

interface RemovedRow {
  route: StoredRow
  parts: StoredPart[]
  followed: ReturnField[]
}

/**
 * Brings deleted routes back as related routes of their main routes in `mains`, by route id: with their ids, texts,
 * translations and prices. Another slug is built if a route has taken a slug; redirects then lead to the new address.
 * `jobId` is the run of the generator that restores them. The stored rows stay, because the undo of a bulk act deletes
 * the routes again by their row images.
 */
export async function restoreRemoved(
  tx: Tx,
  mains: ReadonlyMap<number, RouteRow>,
  jobId: number | null,
): Promise<void> {
  if (mains.size === 0) return
  // A route whose prices others use comes before them.
  const rows = await tx<RemovedRow[]>`
    select route, parts, followed from removed_routes where route_id = any(${[...mains.keys()]}::bigint[])
    order by route ->> 'follows_id' is not null, route_id`
  for (const { route, followed } of rows) {
    const main = mains.get(route.id)
    if (main) await restoreRow(tx, route, main, { jobId, followed })
  }
  await restoreParts(tx, rows)
}

async function restoreRow(
  tx: Tx,
  route: StoredRow,
  main: RouteRow,
  { jobId, followed }: { jobId: number | null; followed: ReturnField[] },
): Promise<void> {
  const outboundId = await outboundOf(tx, route, main)
  const [job] = await tx`select id from jobs where id = ${route.bulk_job_id}`
  const row = {
    ...route,
    ...(outboundId === null ? {} : noPriceColumns),
    follows_id: outboundId,
    slug: await freeSlugOf(tx, route),
    is_main_route: false,
    main_route_id: main.id,
    bulk_job_id: jobId ?? (job ? route.bulk_job_id : null),
    linked_job_id: null,
    detached_from_id: null,
  }
  await tx`select insert_again('route_prices', ${jsonb(tx, row)})`
  if (isReturnOf(endsOf(main), pairOf(route))) await followAgain(tx, route.id, main, followed)
}

/** Restores the parts of routes that exist again. */
async function restoreParts(tx: Tx, rows: RemovedRow[]): Promise<void> {
  const ids = rows.map(({ route }) => route.id).sort((one, other) => one - other)
  const now = await findSlugs(tx, ids)
  const parts = rows.flatMap(({ route, parts }) => {
    const slugs = now.get(route.id)
    return parts.map((part) =>
      part.row.to_path === undefined || !slugs ? part : { ...part, to: targetNow(part.row.to_path, slugs) },
    )
  })
  await tx`select restore_parts(${jsonb(tx, parts)})`
}

interface Slugs {
  slug: string
  local: LocalSlugs
}

async function findSlugs(tx: Tx, ids: number[]): Promise<Map<number, Slugs>> {
  const routes = await tx<{ id: number; slug: string }[]>`
    select id, slug from route_prices where id = any(${ids}::bigint[]) order by id`
  const local = await localSlugsOfIds(tx, ids)
  return new Map(routes.map(({ id, slug }, index) => [id, { slug, local: local[index] ?? {} }]))
}

/** Returns the target of a redirect to a page of the route, in the same language and with the same query and fragment. */
function targetNow(toPath: string, { slug, local }: Slugs): string {
  const [path = ''] = toPath.split(/[?#]/, 1)
  const { lang } = addressOf(path)
  const own = local[lang]
  const now = own === undefined ? routePathOf(slug) : localPath(languageWith(lang).t, routePathOf(own))
  return now + toPath.slice(path.length)
}

const pairOf = (route: StoredRow): Pair => ({
  departureId: route.departure_location_id,
  destinationId: route.destination_location_id,
})

/** Returns the route whose prices the restored route uses again: as before, or those of its main route. */
async function outboundOf(tx: Tx, route: StoredRow, main: RouteRow): Promise<number | null> {
  if (route.follows_id === null) return null
  const { departureId, destinationId } = pairOf(route)
  const [outbound] = await tx<[{ id: number }?]>`
    select id from route_prices
    where id in (${route.follows_id}, ${main.id}) and follows_id is null
      and departure_location_id = ${destinationId} and destination_location_id = ${departureId}
    order by id <> ${route.follows_id} limit 1`
  return outbound?.id ?? null
}

async function freeSlugOf(tx: Tx, route: StoredRow): Promise<string> {
  const [taken] = await tx`select id from route_prices where slug = ${route.slug}`
  if (!taken) return route.slug
  const { departureId, destinationId } = pairOf(route)
  const [names] = await tx<[{ departure: string; destination: string }]>`
    select d.name as departure, a.name as destination from locations d, locations a
    where d.id = ${departureId} and a.id = ${destinationId}`
  const [built = route.slug] = await builtSlugs(tx, [names])
  return built
}

/** The main route may have changed while the return route did not exist. */
async function followAgain(tx: Tx, id: number, main: RouteRow, fields: ReturnField[]): Promise<void> {
  const back = await findStaffRoute(tx, id)
  const now = withFields(back, main, fields)
  if (fields.every((field) => back[field] === now[field])) return
  await tx`
    update route_prices set ${tx(returnColumns(now))}, updated_at = now(),
      generated_at = case when generated_at = updated_at then now() else generated_at end
    where id = ${id}`
}
