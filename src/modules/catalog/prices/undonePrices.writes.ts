import { randomUUID } from 'node:crypto'
import type { Conflict, RecordedAct, RecordedRow } from '../../../kernel/bulkActList.ts'
import { shortMoment } from '../../../kernel/italianFormats.ts'
import type { Tx } from '../../../platform/db.ts'
import { priceFields } from '../book/contract.ts'
import { priceColumns } from '../book/priceColumns.queries.ts'
import { recordPriceChanges } from './changes.writes.ts'
import { lockedPrices, type PricedRow, priceName, priceRows, routeName } from './priceCells.writes.ts'

const routesOf = (rows: RecordedRow[]) => [...new Set(rows.map(({ key }) => Number(key.id)))]

/** How staff undo a save of prices. The history of prices keeps the save and shows its undo as a save of its own. */
export const undonePrices: Omit<RecordedAct, 'message'> = {
  title: 'Modifica prezzi',
  isByColumn: true,
  lock: (tx, rows) => lockedPrices(tx, routesOf(rows)),
  refusalOf,
  together: {
    before: async (tx, rows) => {
      const before = await priceRows(tx, routesOf(rows))
      return async (caller, { id }) => {
        const after = await priceRows(tx, routesOf(rows))
        const saves = [...before.values()].flatMap((row): [PricedRow, PricedRow][] => {
          const now = after.get(row.id)
          return now && priceFields.some((field) => row[field] !== now[field]) ? [[row, now]] : []
        })
        const changed = saves.map(
          ([was, now]) => priceFields.filter((field) => was[field] !== now[field]).length,
        )
        const counts = {
          updated: changed.reduce((sum, count) => sum + count, 0),
          updatedRoutes: saves.length,
        }
        await tx`update price_changes set undone_at = now() where act_id = ${id} and undone_at is null`
        await recordPriceChanges(tx, saves, { batchId: randomUUID(), caller, reason: 'Annullamento', counts })
      }
    },
  },
}

async function refusalOf({ result, key, columns = [], later }: Conflict, tx: Tx): Promise<string> {
  if (result === 'gone') return 'Una delle tratte è stata eliminata in seguito: i prezzi restano come sono.'
  const id = Number(key.id)
  const route = (await priceRows(tx, [id])).get(id)
  const field = priceFields.find((one) => columns.includes(priceColumns[one]))
  const what = field ? priceName(route, { id, field }) : route ? routeName(route) : `Tratta ${id}`
  const by = later ? ` (${later.by}, ${shortMoment(later.at)})` : ''
  return `${what}: è cambiata di nuovo in seguito${by}. Nessun prezzo torna com’era: apri la modifica per riportare gli altri.`
}
