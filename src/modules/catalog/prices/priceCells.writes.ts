import { randomUUID } from 'node:crypto'
import type { Caller } from '../../../kernel/message.ts'
import { beginAct, endAct } from '../../../kernel/recordedAct.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { type PriceField, priceFields } from '../book/contract.ts'
import { eachField } from '../book/price.queries.ts'
import { effectivePrices, outboundPrices, priceColumns } from '../book/priceColumns.queries.ts'
import { centsOf, priceTextOrNull } from './cents.contract.ts'
import { recordPriceChanges } from './changes.writes.ts'
import { type PriceChange, priceLabels } from './contract.ts'

export interface PricedRow extends Record<PriceField, string | null> {
  id: number
  departure: string
  destination: string
  /** Id of the outbound route whose prices this return route uses; null for a route with its own prices. */
  followsId: number | null
}

/** A new price for one field of a route. `cents` is null for no price. */
export interface Cell {
  id: number
  field: PriceField
  cents: number | null
}

/** Like `priceRows`, but also locks the routes, in the order of ids to prevent deadlocks. */
export async function lockedPrices(tx: Tx, ids: number[]): Promise<Map<number, PricedRow>> {
  return priceRows(tx, ids, tx`for update of r`)
}

/** Reads these routes and the return routes that use their prices. `lock` is an optional locking clause. */
export async function priceRows(tx: Sql | Tx, ids: number[], lock = tx``): Promise<Map<number, PricedRow>> {
  const asked = [...new Set(ids)]
  const rows = await tx<PricedRow[]>`
    select r.id, d.name as departure, a.name as destination, r.follows_id, ${effectivePrices(tx)}
    from route_prices r ${outboundPrices(tx)} join locations d on d.id = departure_location_id
      join locations a on a.id = destination_location_id
    where r.id in (
      select unnest(${asked}::bigint[])
      union
      select id from route_prices where follows_id = any(${asked}::bigint[]))
    order by r.id ${lock}`
  return new Map(rows.map((row) => [row.id, row]))
}

export const routeName = ({ departure, destination }: { departure: string; destination: string }) =>
  `${departure} → ${destination}`

/** Names a price in messages, such as `Lecce → Gallipoli, Privato 1-3`. `row` is undefined for an unknown route. */
export const priceName = (row: PricedRow | undefined, { id, field }: Pick<Cell, 'id' | 'field'>) =>
  `${row ? routeName(row) : `Tratta ${id}`}, ${priceLabels[field]}`

export const storedCents = (stored: string | null) => centsOf(stored) ?? null

export const centsOfPrices = (prices: Partial<Record<PriceField, string | null>>) =>
  eachField((field) => storedCents(prices[field] ?? null))

/** Returns the price changes that `cells` cause, also in the return routes that use the changed prices. */
export function changesOf(rows: Map<number, PricedRow>, cells: Cell[]): PriceChange[] {
  const asked = cells.flatMap((cell) => changeOf(rows.get(cell.id), cell) ?? [])
  const own = new Set(asked.map(keyOf))
  const returns = Map.groupBy(rows.values(), ({ followsId }) => followsId)
  const followed = asked.flatMap(({ id, field, to }) =>
    (returns.get(id) ?? []).flatMap((back) => {
      const key = keyOf({ id: back.id, field })
      if (own.has(key)) return []
      return changeOf(back, { field, cents: storedCents(to) }) ?? []
    }),
  )
  return [...asked, ...followed]
}

function changeOf(row: PricedRow | undefined, { field, cents }: Omit<Cell, 'id'>): PriceChange | null {
  const from = row ? storedCents(row[field]) : null
  if (!row || from === cents) return null
  const { id, departure, destination } = row
  return { id, departure, destination, field, from: priceTextOrNull(from), to: priceTextOrNull(cents) }
}

export const keyOf = ({ id, field }: { id: number; field: PriceField }) => `${id}.${field}`

export const reasonOf = (done: string, why: string | null | undefined) => (why ? `${done} – ${why}` : done)

/**
 * Writes the prices as a recorded act of the caller's command (`pricing.ts`) and emits one event. The caller must have
 * locked the rows.
 */
export async function writePrices(
  tx: Tx,
  rows: Map<number, PricedRow>,
  { changes, reason, caller }: { changes: PriceChange[]; reason: string; caller: Caller },
): Promise<{ updated: number; batchId?: string; actId?: number }> {
  if (changes.length === 0) return { updated: 0 }
  const begun = await beginAct(tx, { act: caller.command ?? '', title: reason.slice(0, 300) }, caller)
  const after = new Map<number, PricedRow>()
  for (const { id, field, to } of changes) {
    const row = after.get(id) ?? rows.get(id)
    if (row) after.set(id, { ...row, [field]: to })
  }
  const isFollowing = (row: PricedRow) => {
    const main = row.followsId === null ? undefined : after.get(row.followsId)
    return main !== undefined && priceFields.every((field) => row[field] === main[field])
  }
  // A return route whose prices no longer equal its outbound's prices gets its own copy of all prices.
  const wanted = [...after.values()].filter((row) => !isFollowing(row))
  const leaving = wanted.filter(({ followsId }) => followsId !== null).map(({ id }) => id)
  const fields = priceFields.filter(
    (field) => leaving.length > 0 || changes.some((change) => change.field === field),
  )
  const columns = fields.map((field) => priceColumns[field])
  const saves = [...after].flatMap(([id, now]): [PricedRow, PricedRow][] => {
    const before = rows.get(id)
    return before ? [[before, now]] : []
  })
  const batchId = randomUUID()
  const counts = { updated: changes.length, updatedRoutes: after.size }
  // Sends the statements together, because no statement needs the result of another statement.
  await Promise.all([
    // `unsafe` gets constants only. With arrays instead of JSON, PostgreSQL finds the routes by the primary key.
    tx`
      update route_prices r set ${tx.unsafe(columns.map((column) => `${column} = n.${column}`).join(', '))},
        follows_id = case when r.id = any(${leaving}::bigint[]) then null else r.follows_id end, updated_at = now()
      from unnest(${wanted.map(({ id }) => id)}::bigint[]
        ${fields.map((field) => tx`, ${wanted.map((row) => row[field])}::numeric[]`)})
        as n (id, ${tx.unsafe(columns.join(', '))})
      where r.id = n.id`,
    recordPriceChanges(tx, saves, { batchId, caller, reason, counts }),
  ])
  return { updated: changes.length, batchId, ...(await endAct(tx, begun)) }
}
