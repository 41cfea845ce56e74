import { runJob, starterOf } from '../../../kernel/job.ts'
import { on } from '../../../kernel/message.ts'
import type { Tx } from '../../../platform/db.ts'
import { onlyPrices } from '../book/price.queries.ts'
import { createdRouteWarnings } from '../prices/warnings.queries.ts'
import { correlatedRoutesRequested, routeCreated } from './contract.ts'
import { type FamilyOutcome, routeLinked, routeRestored } from './family.contract.ts'
import { type AddedFamilies, addFamilies, countsOf, type FamilyMember } from './family.writes.ts'
import { returnColumns, takenFields, withFields } from './returnFields.ts'
import { findStaffRoute, type RouteRow } from './rows.ts'

// The family of a main route: its return route, and routes in both directions between its destination and each of
// Stazione Lecce and Aeroporto Bari.

/** Commits the whole family at once, so a second run finds nothing to do. */
export const makeFamily = on(
  'catalog:makeFamily',
  correlatedRoutesRequested,
  async ({ routeId, jobId }, { write, context, isLastTry }) =>
    runJob(write, { jobId, isLast: isLastTry }, async (progress) => {
      const added = await write.begin(async (tx) => {
        if (!(await progress.goesOn(tx))) return null
        const obstacle = await obstacleTo(tx, routeId)
        if (obstacle) {
          await progress.step(tx, [`${obstacle}: niente da creare`], {}, 0)
          return { members: [], left: [], missing: [] }
        }
        const by = { caller: await starterOf(tx, jobId), siteOrigin: context.site.origin, jobId: null }
        const families = await addFamilies(tx, [routeId], by)
        await progress.step(tx, linesOf(families), countsOf(families.members), 0)
        return families
      })
      if (!added) return null
      await progress.total(added.members.length)
      const made = added.members.filter(({ way }) => way === 'create').map(({ id }) => id)
      for (const warning of await createdRouteWarnings(write, made))
        await progress.log(`Da controllare: ${warning}`)
      const { created = 0, adopted = 0, restored = 0 } = progress.counts
      const left = added.left.map(({ name, reason }) => ({ name, reason }))
      return { created, adopted, restored, left } satisfies FamilyOutcome
    }),
  { acts: [routeCreated, routeRestored, routeLinked] },
)

/** Locks the main route. Returns why it has no related routes any more, in Italian; null if it can have some. */
async function obstacleTo(tx: Tx, routeId: number): Promise<string | null> {
  const [route] = await tx<[{ isMainRoute: boolean }?]>`
    select is_main_route from route_prices where id = ${routeId} for update`
  if (!route) return 'La tratta principale è stata eliminata'
  return route.isMainRoute ? null : 'La tratta non è più principale'
}

const wayWords = { create: 'creata', restore: 'ripristinata', adopt: 'esisteva già, collegata' }

/** Returns the lines of the job's log: the outcome of each route, and the sum. */
function linesOf({ members, left, missing }: AddedFamilies): string[] {
  return [
    ...missing.map((name) => `${name}: località non presente, tratte non create`),
    ...members.map(({ from, to, way }) => `${from} – ${to}: ${wayWords[way]}`),
    ...left.map(({ name, reason }) => `${name}: non collegata, ${reason}`),
    members.length === 0 && left.length === 0
      ? 'Tutte le tratte correlate ci sono già'
      : sumOf(members, left.length),
  ]
}

function sumOf(members: FamilyMember[], left: number): string {
  const { created, adopted, restored } = countsOf(members)
  return `Create ${created}, collegate ${adopted}, ripristinate ${restored}, non collegate ${left}`
}

/** Copies a main route's distance, duration and texts to its return routes, except fields that staff changed there. */
export async function followMainRoute(
  tx: Tx,
  mainBefore: RouteRow,
  main: RouteRow,
): Promise<[RouteRow, RouteRow][]> {
  if (!main.isMainRoute) return []
  const rows = await tx<{ id: number }[]>`
    select id from route_prices
    where main_route_id = ${main.id} and departure_location_id = ${main.destinationLocationId}
      and destination_location_id = ${main.departureLocationId} for update`
  const followed: [RouteRow, RouteRow][] = []
  for (const { id } of rows) {
    const found = await findStaffRoute(tx, id)
    const before = found.hasOwnPrices ? found : { ...found, ...onlyPrices(mainBefore) }
    // Following does not count as an edit: the deletion of the family still deletes the route.
    await tx`
      update route_prices set ${tx(returnColumns(withFields(found, main, takenFields(found, mainBefore))))}, updated_at = now(),
        generated_at = case when generated_at = updated_at then now() else generated_at end
      where id = ${id}`
    followed.push([before, await findStaffRoute(tx, id)])
  }
  return followed
}
