import { HttpError } from '../../../kernel/httpError.ts'
import { runJob } from '../../../kernel/job.ts'
import { on } from '../../../kernel/message.ts'
import { emitAll } from '../../../kernel/outbox.ts'
import type { Tx } from '../../../platform/db.ts'
import { onlyPrices } from '../price.ts'
import { createdRouteWarnings } from '../prices/warnings.queries.ts'
import { correlatedRoutesRequested, routeCreated } from './contract.ts'
import { createMembers, planFamilies, returnColumns, type Wanted } from './family.writes.ts'
import { findStaffRoute, type RouteRow } from './rows.queries.ts'

// The family of a main route: its return route, and routes in both directions between its destination and each of
// Stazione Lecce and Aeroporto Bari.

/** Commits each route separately and skips existing routes, so a second run changes nothing. */
export const makeFamily = on(
  'catalog:makeFamily',
  correlatedRoutesRequested,
  async ({ routeId, jobId }, { read, write, isLastTry }) =>
    runJob(write, { jobId, isLast: isLastTry }, async (progress) => {
      const main = await findStaffRoute(write, routeId)
      if (!main.isMainRoute) throw new HttpError(409, 'La tratta non è più principale.')
      const { plan, missing } = await planFamilies(read, [main])
      for (const name of missing) await progress.log(`${name}: località non presente, tratte non create`)
      await progress.total(plan.length)
      const created: number[] = []
      for (const [index, one] of plan.entries()) {
        if (!(await progress.goesOn())) break
        const made = await write.begin((tx) => addMember(tx, one))
        if (made) created.push(made.id)
        await progress.log(made ? `${made.from} – ${made.to}: creata` : 'Già presente', index + 1)
      }
      if (plan.length === 0) await progress.log('Tutte le tratte correlate esistono già')
      for (const warning of await createdRouteWarnings(write, created))
        await progress.log(`Da controllare: ${warning}`)
      return { created: created.length }
    }),
)

async function addMember(tx: Tx, { main, pair }: Wanted) {
  const made = await createMembers(tx, [{ main: await findStaffRoute(tx, main.id), pair }])
  await emitAll(
    tx,
    routeCreated,
    made.map(({ id }) => ({ routeId: id })),
  )
  return made[0]
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
      update route_prices set ${tx(returnColumns(followedFields(found, mainBefore, main)))}, updated_at = now(),
        generated_at = case when generated_at = updated_at then now() else generated_at end
      where id = ${id}`
    followed.push([before, await findStaffRoute(tx, id)])
  }
  return followed
}

/** Fields that a return route takes from its main route. It takes all fields of a group, or none of them. */
const fieldGroups = [
  ['distanceKm', 'distanceSource'],
  ['estimatedDuration'],
  ['longDescription'],
  ['touristInfo'],
] as const

/** A field that equalled the main route's field before the save gets the main route's new value. */
function followedFields(found: RouteRow, mainBefore: RouteRow, main: RouteRow): RouteRow {
  const taken = fieldGroups
    .filter((group) => group.every((field) => found[field] === mainBefore[field]))
    .flatMap((group) => group.map((field) => [field, main[field]]))
  return { ...found, ...Object.fromEntries(taken) }
}
