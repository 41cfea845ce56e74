import { type FieldError, Refused } from '../../../kernel/refused.ts'
import type { Tx } from '../../../platform/db.ts'
import { adjustedCells, adjustmentOf } from '../prices/adjustment.queries.ts'
import { centsOf } from '../prices/cents.contract.ts'
import { priceLabels } from '../prices/contract.ts'
import { pricedRoutes } from '../prices/queries.ts'
import { type Cell, keyOf, nameOf, type PricedRow, priceRows } from '../prices/writes.ts'
import type { PriceField } from '../search/contract.ts'
import type { PriceListForm } from './contract.ts'

/** What a list changes: a rule, single cells, or both. */
export type ListRule = Pick<
  PriceListForm,
  'departure' | 'kind' | 'fields' | 'percent' | 'amount' | 'roundTo' | 'cells'
>

/** Refuses a rule that cannot be read, before anything is looked up. */
export function refuseRule({ fields, cells, percent, amount, roundTo }: ListRule): void {
  if (fields.length === 0 && cells.length === 0) refuse('fields', 'Scegli almeno un prezzo')
  if (fields.length > 0) adjustmentOf({ ...amountsOf({ percent, amount, roundTo }) })
  const wrong = cells.findIndex(({ value }) => centsOf(value) === undefined)
  if (wrong >= 0) refuse(`cells.${wrong}.value`, 'Scrivi il prezzo in euro, per esempio 40 oppure 40,50')
}

function amountsOf({ percent, amount, roundTo }: Pick<ListRule, 'percent' | 'amount' | 'roundTo'>) {
  return {
    ...(percent ? { percent: percentOf(percent) } : {}),
    ...(amount ? { amount } : {}),
    ...(roundTo ? { roundTo } : {}),
  }
}

/** `15`, `+15 %`, `-7,5`: in steps of a hundredth, as prices are in cents. */
function percentOf(text: string): number {
  const hundredths = centsOf(text.replace(/^[-+−]\s*/, '').replace(/\s*%$/, ''))
  const percent = ((hundredths ?? 0) / 100) * (/^[-−]/.test(text) ? -1 : 1)
  if (!hundredths || percent < -90 || percent > 500) refuse('percent', 'La percentuale va da -90 a 500')
  return percent
}

/**
 * What a list's cells would hold from today's prices, and those that could not; single cells go before the rule.
 * `lock` where they are written next.
 */
export async function cellsOfList(
  tx: Tx,
  rule: ListRule,
  find: (tx: Tx, ids: number[]) => Promise<Map<number, PricedRow>> = priceRows,
): Promise<{ rows: Map<number, PricedRow>; cells: Cell[]; faults: FieldError[] }> {
  const { departure, kind, fields, cells: single } = rule
  const filter = { ...(departure ? { departure } : {}), ...(kind ? { kind } : {}) }
  const byRule = fields.length
    ? (await tx<{ id: number }[]>`select id from ${pricedRoutes(tx, filter)}`).map(({ id }) => id)
    : []
  const rows = await find(tx, [...byRule, ...single.map(({ id }) => id)])
  const ruled = byRule.flatMap((id) => rows.get(id) ?? [])
  const { cells, faults } = fields.length
    ? adjustedCells(ruled, fields, adjustmentOf(amountsOf(rule)))
    : { cells: [], faults: [] }
  const all = new Map(cells.map((cell) => [keyOf(cell), cell]))
  for (const { id, field, value } of single)
    if (rows.has(id)) all.set(keyOf({ id, field }), { id, field, cents: centsOf(value) ?? null })
  return { rows, cells: [...all.values()], faults }
}

interface Period {
  id: number
  name: string
  startsOn: string
  endsOn: string | null
}

/** Refuses a list whose prices another one changes on some of the same days. */
export async function refuseOverlap(
  tx: Tx,
  { id, startsOn, endsOn }: Pick<Period, 'id' | 'startsOn' | 'endsOn'>,
  { rows, cells }: { rows: Map<number, PricedRow>; cells: Cell[] },
): Promise<void> {
  const others = await tx<(Period & ListRule & { batchId: string | null })[]>`
    select id, name, to_char(starts_on, 'YYYY-MM-DD') as starts_on, to_char(ends_on, 'YYYY-MM-DD') as ends_on,
      departure_location_id as departure, transfer_type_id as kind, fields, percent, amount, round_to, cells, batch_id
    from price_lists
    where id <> ${id} and ended_at is null and cancelled_at is null
      and daterange(starts_on, ends_on, '[]') && daterange(${startsOn}::date, ${endsOn}::date, '[]')
    order by starts_on, id`
  for (const other of others) {
    const taken = new Set([
      ...(await cellsOfList(tx, other)).cells.map(keyOf),
      ...(await writtenBy(tx, other.batchId)).map(keyOf),
    ])
    const shared = cells.filter((cell) => taken.has(keyOf(cell)))
    const [first] = shared
    const row = first && rows.get(first.id)
    if (!first || !row) continue
    const period = other.endsOn
      ? `dal ${italian(other.startsOn)} al ${italian(other.endsOn)}`
      : `dal ${italian(other.startsOn)}`
    const prices = shared.length === 1 ? 'uno di questi prezzi' : `${shared.length} di questi prezzi`
    refuse(
      'startsOn',
      `Il listino «${other.name}» (${period}) cambia già ${prices} negli stessi giorni, per esempio ${nameOf(row)}, ${priceLabels[first.field]}`,
      409,
    )
  }
}

async function writtenBy(tx: Tx, batchId: string | null) {
  return batchId
    ? tx<{ id: number; field: PriceField }[]>`
        select route_id as id, field from price_changes where batch_id = ${batchId}`
    : []
}

/** Cells that lists which are running have changed. */
export async function cellsOfOthers(tx: Tx): Promise<Set<string>> {
  const held = await tx<{ id: number; field: PriceField }[]>`
    select route_id as id, field from price_changes c join price_lists l on l.batch_id = c.batch_id
    where l.begun_at is not null and l.ended_at is null`
  return new Set(held.map(keyOf))
}

/** `2027-06-01` → `01/06/2027` */
const italian = (day: string) => day.split('-').reverse().join('/')

function refuse(path: string, message: string, status = 422): never {
  throw new Refused(status, message, { errors: [{ path, message }] })
}
