import { on } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import type { Sql } from '../../../platform/db.ts'
import { alikePairs } from '../similarity.ts'
import { type GateReason, pagesLetIn, routeUpdated } from './contract.ts'

// The index gate keeps poor and nearly equal pages out of search engines: such pages lower the site's rank.

/** Minimum words of both texts together, about two paragraphs. */
const wordsMin = 100

interface GateRow {
  id: number
  mainRouteId: number | null
  isAtGate: boolean
  text: string
  isMeasured: boolean
  hasPrices: boolean
  gateReasons: GateReason[] | null
}

/** Checks all pages after each save of a route, so that staff see the result at once. A scheduled task checks too. */
export const judgeAfterSaving = on('catalog:judgeAfterSaving', routeUpdated, async (_, { write }) => {
  await judgePages(write)
})

/** Stores why pages fail the gate and returns the number of changes. Keeps `updated_at`, so that no form conflicts. */
export async function judgePages(write: Sql): Promise<number> {
  // Without a page at the gate, the texts of all pages need not be compared.
  const [gate] = await write<[{ isUsed: boolean }]>`
    select exists (select from route_prices where indexing = 'gate') as is_used`
  if (!gate.isUsed) return 0
  const rows = await write<GateRow[]>`
    select id, main_route_id, indexing = 'gate' as is_at_gate,
      coalesce(long_description, '') || ' ' || coalesce(tourist_info, '') as text,
      distance_km is not null and coalesce(distance_source in ('google', 'ufficio'), false) as is_measured,
      follows_id is not null or price1to3_pax is not null and price4to8_pax is not null as has_prices, gate_reasons
    from route_prices
    where indexing = 'gate' or is_active and coalesce(long_description, '') || coalesce(tourist_info, '') <> ''
    order by id`
  const written = rows.filter(({ text }) => wordsOf(text) >= wordsMin)
  const repeated = written.some(({ isAtGate }) => isAtGate) ? repeatedPages(written) : new Set<number>()
  const judged = rows.flatMap((row) => {
    const reasons = row.isAtGate ? reasonsOf(row, repeated) : []
    return row.isAtGate && String(reasons) !== String(row.gateReasons) ? [{ id: row.id, reasons }] : []
  })
  if (judged.length === 0) return 0
  await write.begin(async (tx) => {
    const rows = await tx<{ id: number; isActive: boolean }[]>`
      update route_prices r set gate_reasons = j.reasons
      from jsonb_to_recordset(${tx.json(judged)}) as j (id bigint, reasons text[])
      where r.id = j.id and indexing = 'gate' and r.gate_reasons is distinct from j.reasons
      returning r.id, is_active`
    const passed = new Set(judged.flatMap(({ id, reasons }) => (reasons.length === 0 ? [id] : [])))
    const routeIds = rows.flatMap(({ id, isActive }) => (isActive && passed.has(id) ? [id] : []))
    if (routeIds.length > 0) await emit(tx, pagesLetIn, { routeIds })
  })
  return judged.length
}

function reasonsOf(row: GateRow, repeated: Set<number>): GateReason[] {
  const reasons: [GateReason, boolean][] = [
    ['text', wordsOf(row.text) < wordsMin],
    ['distance', !row.isMeasured],
    ['prices', !row.hasPrices],
    ['duplicate', repeated.has(row.id)],
  ]
  return reasons.flatMap(([reason, stands]) => (stands ? [reason] : []))
}

const wordsOf = (text: string) => text.match(/\S+/g)?.length ?? 0

/** Returns the ids of routes with nearly equal texts, except a main route whose text only its own family repeats. */
function repeatedPages(rows: GateRow[]): Set<number> {
  // Groups equal texts first, because the number of pairs is quadratic.
  const groups = [...Map.groupBy(rows, ({ text }) => text).values()]
  const texts = groups.map(([first]) => first?.text ?? '')
  const repeated = new Set<number>()
  const mark = (some: GateRow[] = [], others: GateRow[] = []) => {
    for (const row of some)
      if (others.some((other) => other.id !== row.id && other.mainRouteId !== row.id)) repeated.add(row.id)
  }
  for (const group of groups) mark(group, group)
  for (const { one, other } of alikePairs(texts)) {
    mark(groups[one], groups[other])
    mark(groups[other], groups[one])
  }
  return repeated
}
