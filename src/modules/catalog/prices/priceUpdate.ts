import type { Static } from '@sinclair/typebox'
import type { FieldError } from '../../../kernel/httpError.ts'
import { refuseFaults } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import { euro } from '../../../kernel/money.ts'
import { italian } from '../../../languages/catalogs.ts'
import type { Tx } from '../../../platform/db.ts'
import { centsOf, priceFault } from './cents.contract.ts'
import { CheckPrices, type PriceChange, priceLabels, UpdatePrices } from './contract.ts'
import {
  type Cell,
  changesOf,
  keyOf,
  lockedPrices,
  type PricedRow,
  priceName,
  priceRows,
  reasonOf,
  routeName,
  storedCents,
  writePrices,
} from './priceCells.writes.ts'
import { warningsOf } from './warnings.queries.ts'

type Update = Static<typeof UpdatePrices.input>['updates'][number]

export const updatePrices = handle(UpdatePrices, async (tx, { updates, reason, guarded }, caller) => {
  const rows = await lockedPrices(
    tx,
    updates.map(({ id }) => id),
  )
  const cells = cellsOf(updates, rows)
  refuseFaults(409, conflictsOf(updates, rows, cells))
  const changes = changesOf(rows, cells)
  if (guarded && !reason) refuseFaults(409, await faultsOf(tx, updates, rows, changes))
  return writePrices(tx, rows, { changes, reason: reasonOf('Modifica prezzi', reason), caller })
})

export const checkPrices = handle(CheckPrices, async (tx, { updates }) => {
  const rows = await priceRows(
    tx,
    updates.map(({ id }) => id),
  )
  const sent = new Set(updates.map(keyOf))
  const changes = changesOf(rows, cellsOf(updates, rows)).filter((change) => sent.has(keyOf(change)))
  return { warnings: await warningsOf(tx, changes) }
})

async function faultsOf(
  tx: Tx,
  updates: Update[],
  rows: Map<number, PricedRow>,
  changes: PriceChange[],
): Promise<FieldError[]> {
  const sent = new Map(updates.map((update, index) => [keyOf(update), index]))
  const warnings = await warningsOf(
    tx,
    changes.filter((change) => sent.has(keyOf(change))),
  )
  return warnings.map((warning) => ({
    path: `updates.${sent.get(keyOf(warning))}.value`,
    message: `${priceName(rows.get(warning.id), warning)}: ${warning.message}`,
  }))
}

/** Throws HttpError 422 for an unreadable price, a missing route or a repeated price. */
function cellsOf(updates: Update[], rows: Map<number, PricedRow>): Cell[] {
  const faults: FieldError[] = []
  const seen = new Set<string>()
  const cells = updates.map(({ id, field, value, was }, index) => {
    const row = rows.get(id)
    const cell = `Riga ${index + 1}, ${row ? routeName(row) : `tratta ${id}`}, ${priceLabels[field]}`
    const fault = (name: keyof Update, text: string) =>
      faults.push({ path: `updates.${index}.${name}`, message: `${cell}: ${text}` })
    const cents = centsOf(value)
    if (!row) fault('id', 'la tratta non esiste')
    if (cents === undefined) fault('value', priceFault(value))
    if (was !== undefined && centsOf(was) === undefined) fault('was', 'il prezzo di partenza non è leggibile')
    if (seen.has(keyOf({ id, field }))) fault('field', 'il prezzo compare due volte')
    seen.add(keyOf({ id, field }))
    return { id, field, cents: cents ?? null }
  })
  refuseFaults(422, faults)
  return cells
}

/** Returns an error for each stored price that is neither `was` nor the new price. */
function conflictsOf(updates: Update[], rows: Map<number, PricedRow>, cells: Cell[]): FieldError[] {
  return updates.flatMap(({ id, field, was }, index) => {
    const row = rows.get(id)
    if (was === undefined || !row) return []
    const now = storedCents(row[field])
    if (now === centsOf(was) || now === cells[index]?.cents) return []
    const shown = now === null ? 'su richiesta' : euro(italian, now / 100, ' ')
    return {
      path: `updates.${index}.was`,
      message: `${priceName(row, { id, field })}: un’altra persona ha già cambiato il prezzo, ora è ${shown}`,
    }
  })
}
