import { edit } from '../../../kernel/edit.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { ReadRouteTexts, type RouteTexts, SaveRouteTexts } from './contract.ts'
import { followMainRoute } from './family.ts'
import { submitChange } from './routes.ts'
import { findStaffRoute, type RouteRow } from './rows.ts'

export const readRouteTexts = answer(ReadRouteTexts, async (read, { id }) => textsOf(read, id))

/** Prices, address and state stay as they are, so that a writer can do no harm with an old form. */
export const saveRouteTexts = edit(
  SaveRouteTexts,
  { table: 'route_prices', find: findStaffRoute },
  async (tx, { id, longDescription, touristInfo }, caller, before, { site }) => {
    await tx`
      update route_prices set long_description = ${longDescription || null}, tourist_info = ${touristInfo || null},
        updated_at = now()
      where id = ${id}`
    const row = await findStaffRoute(tx, id)
    const saves: [RouteRow, RouteRow][] = [[before, row], ...(await followMainRoute(tx, before, row))]
    for (const [old, now] of saves) await submitChange(tx, old, now, caller, site.origin)
    return textsOf(tx, id)
  },
)

async function textsOf(sql: Sql | Tx, id: number): Promise<RouteTexts> {
  const { departure, destination, slug, isActive, longDescription, touristInfo, updatedAt } =
    await findStaffRoute(sql, id)
  return {
    id,
    departure: departure ?? '',
    destination: destination ?? '',
    slug,
    isActive,
    longDescription,
    touristInfo,
    updatedAt: updatedAt.toISOString(),
  }
}
