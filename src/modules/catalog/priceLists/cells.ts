import { type FieldError, refusal, refuseFaults } from '../../../kernel/httpError.ts'
import { isMany } from '../../../kernel/longCommand.ts'
import type { Tx } from '../../../platform/db.ts'
import { adjustedCells, adjustmentOf, validPrice } from '../prices/adjustment.queries.ts'
import { centsOf, priceFault } from '../prices/cents.contract.ts'
import { type Cell, keyOf, type PricedRow, priceRows, storedCents } from '../prices/priceCells.writes.ts'
import { pricedRoutes } from '../prices/pricedRoutes.queries.ts'
import type { PriceListForm } from './contract.ts'

/** How a list changes prices: by a rule (`fields`), by single prices (`cells`), or by both. */
export type ListRule = Pick<
  PriceListForm,
  'departure' | 'kind' | 'fields' | 'percent' | 'amount' | 'roundTo' | 'cells'
>

export function refuseRule({ fields, cells, percent, amount, roundTo }: ListRule): void {
  if (fields.length === 0 && cells.length === 0) throw refusal('fields', 'Scegli almeno un prezzo')
  if (fields.length > 0) adjustmentOf({ ...amountsOf({ percent, amount, roundTo }) })
  const wrong = cells.findIndex(({ value }) => centsOf(value) === undefined)
  if (wrong >= 0) throw refusal(`cells.${wrong}.value`, priceFault(cells[wrong]?.value))
}

export function amountsOf({ percent, amount, roundTo }: Pick<ListRule, 'percent' | 'amount' | 'roundTo'>) {
  return {
    ...(percent ? { percent: percentOf(percent) } : {}),
    ...(amount ? { amount } : {}),
    ...(roundTo ? { roundTo } : {}),
  }
}

/** Returns the percentage in a text such as `+15 %` or `-7,5`. Throws HttpError 422 for 0 and outside -90 to 500. */
function percentOf(text: string): number {
  const hundredths = centsOf(text.replace(/^[-+−]\s*/, '').replace(/\s*%$/, ''))
  const percent = ((hundredths ?? 0) / 100) * (/^[-−]/.test(text) ? -1 : 1)
  if (!hundredths || percent < -90 || percent > 500)
    throw refusal('percent', 'La percentuale va da -90 a 500')
  return percent
}

/**
 * Computes a list's prices from base prices, of the routes `only` if they are given. Single prices override the rule.
 * `faults`: the invalid prices.
 */
export async function cellsOfList(
  tx: Tx,
  rule: ListRule,
  only?: number[],
): Promise<{ rows: Map<number, PricedRow>; cells: Cell[]; faults: FieldError[] }> {
  const { fields } = rule
  const single = only ? rule.cells.filter(({ id }) => only.includes(id)) : rule.cells
  const byRule = fields.length
    ? // Skips return routes that use their outbound's prices: they change with the outbound.
      (
        await tx<
          { id: number }[]
        >`select id from ${pricedRoutes(tx, { ...filterOf(rule), ...(only ? { ids: only.join() } : {}) })} and has_own_prices`
      ).map(({ id }) => id)
    : []
  const rows = await priceRows(tx, [...byRule, ...single.map(({ id }) => id)])
  const ruled = byRule.flatMap((id) => rows.get(id) ?? [])
  const { cells, faults } = fields.length
    ? adjustedCells(ruled, fields, adjustmentOf(amountsOf(rule)))
    : { cells: [], faults: [] }
  const all = new Map(cells.map((cell) => [keyOf(cell), cell]))
  for (const { id, field, value } of single)
    if (rows.has(id)) all.set(keyOf({ id, field }), { id, field, cents: centsOf(value) ?? null })
  return { rows, cells: [...all.values()], faults }
}

/** Returns whether a rule changes the prices of too many routes for one request. */
export const isLongRule = async (tx: Tx, rule: ListRule) =>
  rule.fields.length > 0 && isMany(tx, pricedRoutes(tx, filterOf(rule)))

/** Checks only the lowest and highest price: a rule keeps the order of prices, so all others lie between. */
export async function refuseInvalidPrices(tx: Tx, rule: ListRule): Promise<void> {
  const { fields } = rule
  if (fields.length === 0) return
  const ends = fields.flatMap((field) => [tx`min(${tx(field)})`, tx`max(${tx(field)})`])
  const [extremes = {}] = await tx<Record<string, string | null>[]>`
    select ${ends.flatMap((end, n) => [n > 0 ? tx`, ` : tx``, tx`${end} as ${tx(`end${n}`)}`])}
    from ${pricedRoutes(tx, filterOf(rule))} and has_own_prices`
  const adjustment = adjustmentOf(amountsOf(rule))
  const isValid = Object.values(extremes).every(
    (price) => !storedCents(price) || validPrice(storedCents(price) ?? 0, adjustment) !== null,
  )
  if (!isValid) refuseFaults(422, (await cellsOfList(tx, rule)).faults)
}

const filterOf = ({ departure, kind }: ListRule) => ({
  ...(departure ? { departure } : {}),
  ...(kind ? { kind } : {}),
})
