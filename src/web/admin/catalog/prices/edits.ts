import { type PriceField, priceFields } from '../../../../modules/catalog/book/contract.ts'
import type { PricedRoute } from '../../../../modules/catalog/priceGrid/contract.ts'
import { centsOf } from '../../../../modules/catalog/prices/cents.contract.ts'

// Unsaved edits with undo and redo, kept apart from the server's rows.

export interface Edit {
  /** Entered text, trimmed. */
  text: string
  /** Cents; null for no price, undefined if the text is not a price. */
  cents: number | null | undefined
  /** Stored price in cents when the user edited the cell. If it has changed, the server refuses the edit. */
  was: number | null
}

export interface RouteEdits {
  route: PricedRoute
  cells: Partial<Record<PriceField, Edit>>
}

export interface Writing {
  route: PricedRoute
  field: PriceField
  text: string
}

interface Patch {
  route: PricedRoute
  field: PriceField
  before: Edit | undefined
  after: Edit | undefined
}

export interface Edits {
  byRoute: ReadonlyMap<number, RouteEdits>
  past: Patch[][]
  future: Patch[][]
}

export const noEdits: Edits = { byRoute: new Map(), past: [], future: [] }

export type EditAction =
  | { type: 'write'; cells: Writing[] }
  | { type: 'undo' | 'redo' | 'forget' }
  /** Rows that the server just returned. They replace the older rows of edited routes, which reveals conflicts. */
  | { type: 'seen'; routes: PricedRoute[] }
  /** `keepMine` keeps the edit, which the next save stores; `drop` removes the edit, so the stored price stays. */
  | { type: 'keepMine' | 'drop'; cells: { id: number; field: PriceField }[] }

export function editsReducer(edits: Edits, action: EditAction): Edits {
  switch (action.type) {
    case 'write':
      return step(edits, action.cells.map(patchOf(edits)))
    case 'undo':
      return undone(edits)
    case 'redo':
      return redone(edits)
    case 'forget':
      return noEdits
    case 'seen':
      return seen(edits, action.routes)
    case 'keepMine':
      return resolved(edits, action.cells, (edit, now) => ({ ...edit, was: now }))
    case 'drop':
      return resolved(edits, action.cells, () => undefined)
  }
}

const patchOf =
  (edits: Edits) =>
  ({ route, field, text }: Writing): Patch => {
    const before = edits.byRoute.get(route.id)?.cells[field]
    const was = before ? before.was : storedCents(route, field)
    const cents = centsOf(text)
    const isBack = cents === was
    return { route, field, before, after: isBack ? undefined : { text: text.trim(), cents, was } }
  }

function step(edits: Edits, patches: Patch[]): Edits {
  const changing = patches.filter(({ before, after }) => before?.text !== after?.text)
  if (changing.length === 0) return edits
  return { byRoute: patched(edits.byRoute, changing, 'after'), past: [...edits.past, changing], future: [] }
}

function undone({ byRoute, past, future }: Edits): Edits {
  const last = past.at(-1)
  if (!last) return { byRoute, past, future }
  return { byRoute: patched(byRoute, last, 'before'), past: past.slice(0, -1), future: [...future, last] }
}

function redone({ byRoute, past, future }: Edits): Edits {
  const next = future.at(-1)
  if (!next) return { byRoute, past, future }
  return { byRoute: patched(byRoute, next, 'after'), past: [...past, next], future: future.slice(0, -1) }
}

function patched(
  byRoute: Edits['byRoute'],
  patches: Patch[],
  side: 'before' | 'after',
): Map<number, RouteEdits> {
  const made = new Map(byRoute)
  for (const { route, field, [side]: edit } of patches) {
    const known = made.get(route.id)
    const { [field]: _, ...others } = known?.cells ?? {}
    const cells = edit ? { ...others, [field]: edit } : others
    if (Object.keys(cells).length === 0) made.delete(route.id)
    else made.set(route.id, { route: known?.route ?? route, cells })
  }
  return made
}

function seen(edits: Edits, routes: PricedRoute[]): Edits {
  const fresh = routes.filter(({ id, updatedAt }) => {
    const known = edits.byRoute.get(id)?.route
    return known !== undefined && known.updatedAt !== updatedAt
  })
  if (fresh.length === 0) return edits
  const byRoute = new Map(edits.byRoute)
  for (const route of fresh) byRoute.set(route.id, { route, cells: byRoute.get(route.id)?.cells ?? {} })
  return { ...edits, byRoute }
}

/** Resolves conflicts. Empties the lists for undo and redo, because the user cannot undo the choice in a conflict. */
function resolved(
  edits: Edits,
  cells: { id: number; field: PriceField }[],
  settle: (edit: Edit, now: number | null) => Edit | undefined,
): Edits {
  const patches = cells.flatMap(({ id, field }) => {
    const known = edits.byRoute.get(id)
    const before = known?.cells[field]
    if (!known || !before) return []
    return { route: known.route, field, before, after: settle(before, storedCents(known.route, field)) }
  })
  return { byRoute: patched(edits.byRoute, patches, 'after'), past: [], future: [] }
}

export function storedCents(route: Pick<PricedRoute, PriceField>, field: PriceField): number | null {
  return centsOf(route[field]) ?? null
}

export interface Change extends Edit {
  route: PricedRoute
  field: PriceField
  /** Stored price in cents, if another user has saved a price that differs from this edit's. */
  theirs?: number | null
}

/** Counts without building a list, because the panel calls this function on every keystroke. */
export function editCount({ byRoute }: Edits): number {
  let count = 0
  for (const { cells } of byRoute.values()) count += Object.keys(cells).length
  return count
}

/** Returns all edits, route by route. The edits of a route are in the order of the columns. */
export function changesOf({ byRoute }: Edits): Change[] {
  return [...byRoute.values()].flatMap(({ route, cells }) =>
    priceFields.flatMap((field) => {
      const edit = cells[field]
      return edit ? { ...edit, ...conflictOf(route, field, edit), route, field } : []
    }),
  )
}

/** Returns `{theirs}` if, since the edit, another user has saved a price that differs from the edit's price. */
export function conflictOf(
  route: PricedRoute,
  field: PriceField,
  { was, cents }: Edit,
): { theirs?: number | null } {
  const now = storedCents(route, field)
  return now === was || now === cents ? {} : { theirs: now }
}
