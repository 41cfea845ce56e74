import { audit } from '../../../kernel/audit.ts'
import { bulkAct } from '../../../kernel/bulkAct.ts'
import { restoredTable } from '../../../kernel/bulkActList.ts'
import { orNull } from '../../../kernel/httpError.ts'
import { isMany, long, rowsAtOnce } from '../../../kernel/longCommand.ts'
import type { Caller } from '../../../kernel/message.ts'
import type { Tx } from '../../../platform/db.ts'
import { ChangeLocations } from './bulk.contract.ts'
import { locationChanged, locationCreated } from './contract.ts'
import {
  deleteLocation,
  findLocation,
  type LocationRow,
  locationsWhere,
  reasonsNotToDelete,
  shown,
  submitPage,
} from './locations.ts'

const titles = {
  delete: 'Eliminate',
  exclude: 'Escluse dalla creazione di tratte',
  include: 'Ammesse alla creazione di tratte',
}

const change = bulkAct(ChangeLocations, {
  title: ({ act }) => titles[act],

  matching: async (tx, filter: Parameters<typeof locationsWhere>[1]) => {
    const rows = await tx<{ id: number }[]>`
      select id from locations where ${locationsWhere(tx, filter)} order by id`
    return rows.map(({ id }) => id)
  },

  names: async (tx, ids) => {
    const rows = await tx<{ id: number; name: string }[]>`
      select id, name from locations where id = any(${ids.map(Number)}::bigint[])`
    return new Map(rows.map(({ id, name }) => [String(id), name]))
  },

  exceptions: async (tx, ids, { act }) => {
    const places = ids.map(Number)
    if (act === 'delete') {
      const reasons = await reasonsNotToDelete(tx, places)
      return new Map([...reasons].map(([id, reason]) => [String(id), reason]))
    }
    const rows = await tx<{ id: number }[]>`
      select id from locations where id = any(${places}::bigint[]) and exclude_from_bulk = ${act === 'exclude'}`
    return new Map(rows.map(({ id }) => [String(id), null]))
  },

  apply: (tx, id, { act }, caller, context) =>
    act === 'delete'
      ? deleteLocation.execute(tx, { id: Number(id) }, caller, context)
      : exclude(tx, Number(id), act === 'exclude', caller),
})

/** A preview of a deletion lists the routes of each place. */
export const changeLocations = long(
  change,
  async (tx, { act, dryRun, filter, ids = [] }) =>
    act === 'delete' &&
    dryRun &&
    (filter ? isMany(tx, tx`locations where ${locationsWhere(tx, filter)}`) : ids.length > rowsAtOnce),
)

restoredTable<LocationRow>('locations', {
  read: (tx, { id }) => orNull(findLocation(tx, id)),
  announce: async (tx, before, after, caller) => {
    const id = (after ?? before)?.id
    const action = before ? locationChanged : locationCreated
    await audit(tx, caller, action, `locations/${id}`, before && shown(before), after && shown(after))
    await submitPage(tx, before, after)
  },
})

async function exclude(tx: Tx, id: number, isExcluded: boolean, caller: Caller): Promise<void> {
  const before = await findLocation(tx, id)
  if (before.excludeFromBulk === isExcluded) return
  await tx`update locations set exclude_from_bulk = ${isExcluded}, updated_at = now() where id = ${id}`
  const after = await findLocation(tx, id)
  await audit(tx, caller, locationChanged, `locations/${id}`, shown(before), shown(after))
}
