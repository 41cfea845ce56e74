import type { LocalSlugs } from '../../../kernel/field.ts'
import { pathsOfSlugs } from '../../../languages/addresses.ts'
import { jsonb, type Tx } from '../../../platform/db.ts'
import { routePathOf } from '../routePath.ts'
import { endsOf, isReturnOf } from './familyPlan.ts'
import { builtSlugs } from './form.queries.ts'
import { type ReturnField, returnColumns, takenFields, withFields } from './returnFields.ts'
import {
  findStaffRoute,
  findStaffRoutes,
  noPriceColumns,
  priceColumns,
  type RouteRow,
} from './rows.queries.ts'

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
    insert into removed_routes (departure_location_id, destination_location_id, transfer_type_id, taken_from_id, route,
      parts, followed)
    select departure_location_id, destination_location_id, transfer_type_id, ${takenFromId},
      to_jsonb(r) || coalesce(
        (select to_jsonb(o) from (select ${ownPrices} from route_prices where id = r.follows_id) o), '{}'),
      parts_of_route(r.id) || redirects, fields
    from route_prices r join jsonb_to_recordset(${jsonb(tx, stored)}) as stored (id bigint, redirects jsonb, fields jsonb) using (id)
    on conflict (departure_location_id, destination_location_id, transfer_type_id) do update
      set taken_from_id = excluded.taken_from_id, route = excluded.route, parts = excluded.parts,
        followed = excluded.followed, removed_at = excluded.removed_at`
}

/** Row of `route_prices` by column, as JSON. */
interface StoredRow extends Record<string, unknown> {
  id: number
  slug: string
  follows_id: number | null
  bulk_job_id: number | null
}

export interface RemovedKey {
  departureId: number
  destinationId: number
  transferTypeId: number
}

/**
 * Brings a deleted route back as a related route of `main`, with its id, texts, translations and prices. Another slug
 * is built if a route has taken its slug. `jobId` is the run of the generator that restores it. Returns its id. The stored
 * row stays, because the undo of a bulk act deletes the route again by its row image.
 */
export async function restoreRemoved(
  tx: Tx,
  { departureId, destinationId, transferTypeId }: RemovedKey,
  main: RouteRow,
  jobId: number | null,
): Promise<number> {
  const [removed] = await tx<[{ route: StoredRow; parts: object[]; followed: ReturnField[] }]>`
    select route, parts, followed from removed_routes where departure_location_id = ${departureId}
      and destination_location_id = ${destinationId} and transfer_type_id = ${transferTypeId}`
  const { route, parts, followed } = removed
  const outboundId = await outboundOf(tx, route, main)
  const [job] = await tx`select id from jobs where id = ${route.bulk_job_id}`
  const row = {
    ...route,
    ...(outboundId === null ? {} : noPriceColumns),
    follows_id: outboundId,
    slug: await freeSlugOf(tx, route.slug, { departureId, destinationId }),
    is_main_route: false,
    main_route_id: main.id,
    bulk_job_id: jobId ?? (job ? route.bulk_job_id : null),
    linked_job_id: null,
    detached_from_id: null,
  }
  await tx`select insert_again('route_prices', ${jsonb(tx, row)})`
  await tx`select restore_parts(${jsonb(tx, parts)})`
  if (isReturnOf(endsOf(main), { departureId, destinationId }))
    await followAgain(tx, route.id, main, followed)
  return route.id
}

/** Returns the route whose prices the restored route uses again: as before, or those of its main route. */
async function outboundOf(
  tx: Tx,
  { follows_id, ...route }: StoredRow,
  main: RouteRow,
): Promise<number | null> {
  if (follows_id === null) return null
  const [outbound] = await tx<[{ id: number }?]>`
    select id from route_prices
    where id in (${follows_id}, ${main.id}) and follows_id is null
      and departure_location_id = ${Number(route.destination_location_id)}
      and destination_location_id = ${Number(route.departure_location_id)}
    order by id <> ${follows_id} limit 1`
  return outbound?.id ?? null
}

async function freeSlugOf(
  tx: Tx,
  slug: string,
  { departureId, destinationId }: Pick<RemovedKey, 'departureId' | 'destinationId'>,
): Promise<string> {
  const [taken] = await tx`select id from route_prices where slug = ${slug}`
  if (!taken) return slug
  const [names] = await tx<[{ departure: string; destination: string }]>`
    select d.name as departure, a.name as destination from locations d, locations a
    where d.id = ${departureId} and a.id = ${destinationId}`
  const [built = slug] = await builtSlugs(tx, [names])
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
