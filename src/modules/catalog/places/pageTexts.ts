import { audit } from '../../../kernel/audit.ts'
import { edit } from '../../../kernel/edit.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { locationChanged, type PlaceTexts, ReadPlaceTexts, SavePlaceTexts } from './contract.ts'
import { findLocation, hasPage, type LocationRow, locationColumns, shown, submitPage } from './locations.ts'

export const readPlaceTexts = answer(ReadPlaceTexts, async (read, { id }) =>
  textsOf(read, await findLocation(read, id)),
)

export const savePlaceTexts = edit(
  SavePlaceTexts,
  { table: 'locations', find: findLocation },
  async (tx, { id, longDescription, touristInfo }, caller, before) => {
    const [row] = await tx<[LocationRow]>`
      update locations set long_description = ${longDescription || null}, tourist_info = ${touristInfo || null},
        updated_at = now()
      where id = ${id} returning ${locationColumns(tx)}`
    await audit(tx, caller, locationChanged, `locations/${id}`, shown(before), shown(row))
    await submitPage(tx, before, row)
    return textsOf(tx, row)
  },
)

async function textsOf(sql: Sql | Tx, row: LocationRow): Promise<PlaceTexts> {
  const { id, name, longDescription, touristInfo, updatedAt } = row
  return {
    id,
    name,
    hasPage: await hasPage(sql, row),
    longDescription,
    touristInfo,
    updatedAt: updatedAt.toISOString(),
  }
}
