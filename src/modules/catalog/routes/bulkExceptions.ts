import type { Static } from '@sinclair/typebox'
import type { Tx } from '../../../platform/db.ts'
import type { ChangeRoutes } from './bulk.contract.ts'
import { type PlannedMain, planFamilies } from './familySteps.queries.ts'

export const takenType = 'Esiste già una tratta tra queste località con questa tipologia.'
export const noMainRoute = 'Non è una tratta principale.'
export const allElsewhere = 'Le tratte mancanti sono principali, o già correlate di un’altra tratta.'

type Exceptions = Map<string, string | null>
type RouteAct = Static<typeof ChangeRoutes.input>['act']

/** Returns by route id why the act refuses the route; null if nothing would change. Omits routes that would change. */
export function routeExceptions(
  tx: Tx,
  ids: number[],
  act: RouteAct,
  transferTypeId: number,
): Promise<Exceptions> {
  const same = async (where: ReturnType<typeof tx>) => {
    const rows = await tx<
      { id: number }[]
    >`select id from route_prices r where id = any(${ids}::bigint[]) and ${where}`
    return new Map(rows.map(({ id }) => [String(id), null]))
  }
  switch (act) {
    case 'activate':
      return same(tx`is_active`)
    case 'deactivate':
      return same(tx`not is_active`)
    case 'index':
      return same(tx`indexing = 'allowed'`)
    case 'gate':
      return same(tx`indexing = 'gate'`)
    case 'type':
      return typeExceptions(tx, ids, transferTypeId)
    case 'createFamily':
      return newFamilyExceptions(tx, ids)
    case 'deleteFamily':
      return oldFamilyExceptions(tx, ids)
    case 'delete':
      return Promise.resolve(new Map())
  }
}

/** Only the first of two chosen routes between the same places can get the type. */
async function typeExceptions(tx: Tx, ids: number[], transferTypeId: number): Promise<Exceptions> {
  const rows = await tx<{ id: number; isSame: boolean }[]>`
    select id, is_same from (
      select r.id, r.transfer_type_id = ${transferTypeId} as is_same,
        exists (select from route_prices o where o.transfer_type_id = ${transferTypeId} and o.id <> r.id
          and o.departure_location_id = r.departure_location_id
          and o.destination_location_id = r.destination_location_id) as is_taken,
        row_number() over (partition by r.departure_location_id, r.destination_location_id order by place) as nth
      from unnest(${ids}::bigint[]) with ordinality as chosen (id, place) join route_prices r using (id)) as judged
    where is_same or is_taken or nth > 1`
  return new Map(rows.map(({ id, isSame }) => [String(id), isSame ? null : takenType]))
}

async function newFamilyExceptions(tx: Tx, ids: number[]): Promise<Exceptions> {
  const routes = await tx<(PlannedMain & { id: number; isMainRoute: boolean })[]>`
    select r.id, is_main_route, departure_location_id, destination_location_id, transfer_type_id
    from unnest(${ids}::bigint[]) with ordinality as chosen (id, place) join route_prices r using (id)
    order by place`
  const { steps, left } = await planFamilies(
    tx,
    routes.filter(({ isMainRoute }) => isMainRoute),
  )
  const idsOf = (some: { main: { id: number } }[]) => new Set(some.map(({ main }) => main.id))
  const [planned, elsewhere] = [idsOf(steps), idsOf(left)]
  return new Map(
    routes
      .filter(({ id }) => !planned.has(id))
      .map(({ id, isMainRoute }) => {
        const reason = elsewhere.has(id) ? allElsewhere : null
        return [String(id), isMainRoute ? reason : noMainRoute] as const
      }),
  )
}

/**
 * Exceptions are routes without related routes, for which the act changes nothing, and unedited related routes
 * after their main route in `ids`, because the act has already deleted these routes.
 */
async function oldFamilyExceptions(tx: Tx, ids: number[]): Promise<Exceptions> {
  const rows = await tx<{ id: number; isDeleted: boolean }[]>`
    with chosen as (select id, place from unnest(${ids}::bigint[]) with ordinality as given (id, place))
    select id, is_deleted from (
      select r.id, not coalesce(r.updated_at > r.generated_at, true) and main.id is not null as is_deleted,
        not exists (select from route_prices o where o.main_route_id = r.id) as is_empty
      from chosen join route_prices r on r.id = chosen.id
        left join chosen main on main.id = r.main_route_id and main.place < chosen.place) as judged
    where is_deleted or is_empty`
  return new Map(rows.map(({ id, isDeleted }) => [String(id), isDeleted ? 'Tratta non trovata.' : null]))
}
