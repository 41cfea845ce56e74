import type { Static } from '@sinclair/typebox'
import { audit, told } from '../../../kernel/audit.ts'
import type { Conflict, RecordedAct, RecordedRow } from '../../../kernel/bulkActList.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { shortMoment } from '../../../kernel/italianFormats.ts'
import { type Caller, type Command, handle } from '../../../kernel/message.ts'
import { recorded } from '../../../kernel/recordedAct.ts'
import type { Tx } from '../../../platform/db.ts'
import { LinkRoute, routeLinked, routeUnlinked, UnlinkRoute } from './family.contract.ts'
import { leaveFamily } from './family.writes.ts'
import { isMain, isMainReason, otherFamilyReason } from './familySteps.queries.ts'
import { findStaffRoute, findStaffRoutes, lockedRoute, type RouteRow } from './rows.ts'

// Staff link a route to a main route, and unlink it.

export const noFamily = 'Solo una tratta principale ha tratte correlate: salvala prima come principale.'

/** How staff undo a link, or its end. The undo restores what only jobs know, such as the run that linked the route. */
const undoneLink: Omit<RecordedAct, 'message' | 'title'> = {
  isByColumn: true,
  lock: lockLink,
  refusalOf,
  together: {
    before: async (tx, rows) => {
      const ids = routesOf(rows)
      const before = await findStaffRoutes(tx, ids)
      return async (caller) => {
        const after = await findStaffRoutes(tx, ids)
        for (const [index, route] of after.entries())
          await announceLink(tx, before[index]?.mainRouteId ?? null, route, caller)
      }
    },
  },
}

export const linkRoute = handle(
  LinkRoute,
  recorded(
    { ...undoneLink, title: 'Tratta collegata', message: LinkRoute as unknown as Command },
    async (tx, { id, routeId }: Static<typeof LinkRoute.input>, caller) => {
      const main = await lockedRoute(tx, id)
      if (!(await hasFamily(tx, main))) throw new HttpError(409, noFamily)
      const route = await lockedRoute(tx, routeId)
      if (route.mainRouteId === id) return {}
      await refuseLink(tx, main, route)
      // Keeps `updated_at`: a link is no edit of the route, so its open forms stay valid and its family may still delete it.
      await tx`update route_prices set main_route_id = ${id}, detached_from_id = null, linked_job_id = null where id = ${routeId}`
      const linked = told(routeLinked, { routeId, mainRouteId: id })
      await audit(tx, caller, linked, `route_prices/${routeId}`, { mainRouteId: null }, { mainRouteId: id })
      return {}
    },
  ),
)

export const unlinkRoute = handle(
  UnlinkRoute,
  recorded(
    { ...undoneLink, title: 'Tratta scollegata', message: UnlinkRoute as unknown as Command },
    async (tx, { id, routeId }: Static<typeof UnlinkRoute.input>, caller) => {
      const main = await lockedRoute(tx, id)
      const route = await lockedRoute(tx, routeId)
      // A repeated call finds the route unlinked.
      if (route.mainRouteId === null) return {}
      if (route.mainRouteId !== id) {
        const other = nameOf(await findStaffRoute(tx, route.mainRouteId))
        throw new HttpError(404, `${nameOf(route)} non è correlata di ${nameOf(main)}, ma di ${other}.`)
      }
      await leaveFamily(tx, [routeId], { mainId: id }, caller)
      return {}
    },
  ),
)

async function refuseLink(tx: Tx, main: RouteRow, route: RouteRow): Promise<void> {
  if (route.id === main.id) throw refusal('routeId', 'Una tratta non può essere correlata a sé stessa.', 409)
  const reason = (await mainReason(tx, route)) ?? (await memberReason(tx, route))
  if (reason) throw refusal('routeId', reason, 409)
}

/** Returns why the route cannot become a related route, in Italian; null if it is no main route. */
const mainReason = async (tx: Tx, route: RouteRow) =>
  (await hasFamily(tx, route)) ? `${nameOf(route)} ${isMainReason}: non può essere correlata.` : null

/** Returns to which main route the route belongs, in Italian; null if it has none. */
async function memberReason(tx: Tx, route: RouteRow): Promise<string | null> {
  if (route.mainRouteId === null) return null
  const other = nameOf(await findStaffRoute(tx, route.mainRouteId))
  return `${nameOf(route)} ${otherFamilyReason(other)}: prima scollegala da quella.`
}

async function hasFamily(tx: Tx, { id }: RouteRow): Promise<boolean> {
  const rows = await tx`select id from route_prices r where r.id = ${id} and ${isMain(tx)}`
  return rows.length > 0
}

const nameOf = ({ departure, destination }: RouteRow) => `${departure} – ${destination}`

const routesOf = (rows: RecordedRow[]) => rows.map(({ key }) => Number(key.id))

/** Locks the main route before the route, as the commands do. */
async function lockLink(tx: Tx, rows: RecordedRow[], actId: number): Promise<void> {
  await tx`
    select id from route_prices where id in (
      select coalesce(before ->> 'main_route_id', after ->> 'main_route_id')::bigint from bulk_act_rows
      where act_id = ${actId})
    order by id for update`
  await tx`select id from route_prices where id = any(${routesOf(rows)}::bigint[]) order by id for update`
}

/** Throws HttpError 409 if the undo has made a main route a related route, or a related route a main one. */
async function announceLink(tx: Tx, wasOf: number | null, route: RouteRow, caller: Caller): Promise<void> {
  const { id: routeId, mainRouteId: isOf } = route
  const mainRouteId = isOf ?? wasOf
  if (mainRouteId === null || isOf === wasOf) return
  const reason =
    isOf === null
      ? null
      : ((await mainReason(tx, route)) ?? (await memberReason(tx, await findStaffRoute(tx, isOf))))
  if (reason) throw new HttpError(409, reason)
  const done = told(isOf === null ? routeUnlinked : routeLinked, { routeId, mainRouteId })
  await audit(tx, caller, done, `route_prices/${routeId}`, { mainRouteId: wasOf }, { mainRouteId: isOf })
}

async function refusalOf({ result, key, later }: Conflict, tx: Tx): Promise<string> {
  if (result === 'gone') return 'La tratta è stata eliminata in seguito.'
  const [route] = await findStaffRoutes(tx, [Number(key.id)])
  const name = route ? nameOf(route) : 'La tratta'
  if (result === 'taken')
    return `${name}: la tratta principale è stata eliminata in seguito. Collegala a un’altra.`
  const by = later ? ` (${later.by}, ${shortMoment(later.at)})` : ''
  return `${name}: è stata collegata o scollegata di nuovo in seguito${by}. Guarda com’è ora.`
}
