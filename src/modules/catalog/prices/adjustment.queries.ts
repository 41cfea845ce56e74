import type { Static } from '@sinclair/typebox'
import { type FieldError, refusal } from '../../../kernel/httpError.ts'
import type { PriceField } from '../book/contract.ts'
import { type Adjustment, adjustedPrice } from './adjustedPrice.ts'
import { centsMax, centsOf, priceFault, priceUnreadable } from './cents.contract.ts'
import type { AdjustPrices } from './contract.ts'
import { type Cell, type PricedRow, priceName, storedCents } from './priceCells.writes.ts'

export type { Adjustment } from './adjustedPrice.ts'

export type Asked = Static<typeof AdjustPrices.input>

/** Returns the new price in cents; null if it would be invalid. */
export function validPrice(cents: number, adjustment: Adjustment): number | null {
  const price = adjustedPrice(cents, adjustment)
  return price > 0 && price <= centsMax ? price : null
}

/** Returns new prices for fields with a price, and a fault for each invalid result. */
export function adjustedCells(
  rows: Iterable<PricedRow>,
  fields: PriceField[],
  adjustment: Adjustment,
): { cells: Cell[]; faults: (FieldError & { id: number })[] } {
  const cells: Cell[] = []
  const faults: (FieldError & { id: number })[] = []
  for (const row of rows)
    for (const field of new Set(fields)) {
      const before = storedCents(row[field])
      if (before === null) continue
      const cents = validPrice(before, adjustment)
      if (cents !== null) cells.push({ id: row.id, field, cents })
      else
        faults.push({
          id: row.id,
          path: `${row.id}.${field}`,
          message: `${priceName(row, { id: row.id, field })}: il nuovo prezzo non sarebbe valido`,
        })
    }
  return { cells, faults }
}

/** Throws HttpError 422 if a value is unreadable, or if percentage and amount are both given or both missing. */
export function adjustmentOf({
  percent,
  amount,
  roundTo,
}: Pick<Asked, 'percent' | 'amount' | 'roundTo'>): Adjustment {
  if ((percent === undefined) === (amount === undefined))
    throw refusal('percent', 'Indica una percentuale oppure un importo, non tutti e due')
  const step = roundTo === undefined ? 1 : centsOf(roundTo)
  if (!step)
    throw refusal(
      'roundTo',
      amountFault(roundTo, 'Scrivi l’arrotondamento in euro, per esempio 5 oppure 0,50'),
    )
  if (percent === undefined) return { by: { cents: signedCents(amount) }, stepCents: step }
  const basisPoints = Math.round(percent * 100)
  if (Math.abs(basisPoints - percent * 100) > 1e-6)
    throw refusal('percent', 'La percentuale ha al massimo due decimali')
  return { by: { basisPoints }, stepCents: step }
}

/** Returns why an amount is refused; `usual` if it is 0 or no number. */
export function amountFault(amount: unknown, usual: string): string {
  const fault = centsOf(amount) === undefined ? priceFault(amount) : priceUnreadable
  return fault === priceUnreadable ? usual : fault
}

function signedCents(amount: string | number | undefined): number {
  const text = String(amount ?? '').trim()
  const unsigned = text.replace(/^[-+]\s*/, '')
  const cents = centsOf(unsigned)
  if (!cents)
    throw refusal('amount', amountFault(unsigned, 'Scrivi l’importo in euro, per esempio 5 oppure -2,50'))
  return text.startsWith('-') ? -cents : cents
}
