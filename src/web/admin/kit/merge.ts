import { isMask } from '../../../kernel/field.ts'

type Row = Record<string, unknown>

/** Changed fields by who changed them. A field that both users changed to the same value is in no list. */
export interface Merge {
  /** Fields that only this form changed. They keep the entered value. */
  mine: string[]
  /** Fields that only the other user changed. They get the stored value. */
  theirs: string[]
  /** Fields that both users changed to different values. The user has to choose. */
  both: string[]
}

/**
 * Compares the row that the form read (`base`), the form's values (`mine`) and the stored row (`theirs`). A name such
 * as `bands.price1to3Pax` means a field of a nested object. Ignores fields that the stored row lacks.
 */
export function merge(names: string[], rows: { base: Row; mine: Row; theirs: Row }): Merge {
  const base = (name: string) => valueAt(rows.base, name)
  const mine = (name: string) => valueAt(rows.mine, name)
  const theirs = (name: string) => valueAt(rows.theirs, name)
  const isMine = (name: string) => !isKept(base(name), mine(name)) && !isSame(mine(name), theirs(name))
  const isTheirs = (name: string) => !isSame(base(name), theirs(name)) && !isSame(mine(name), theirs(name))
  const shared = names.filter((name) => topOf(name) in rows.theirs)
  return {
    mine: shared.filter((name) => isMine(name) && !isTheirs(name)),
    theirs: shared.filter((name) => isTheirs(name) && !isMine(name)),
    both: shared.filter((name) => isMine(name) && isTheirs(name)),
  }
}

/** Returns `bands` for `bands.price1to3Pax`. */
export const topOf = (name: string) => name.split('.')[0] ?? name

export const valueAt = (row: Row, name: string): unknown =>
  name.split('.').reduce<unknown>((value, key) => (value as Row | null | undefined)?.[key], row)

/** Returns whether a save keeps the value that the form read. An empty field keeps a stored secret. */
const isKept = (base: unknown, mine: unknown) => isSame(base, mine) || (isMask(base) && plain(mine) === null)

/** Compares values as a form does: null equals empty text, a number equals its text, outer blanks do not count. */
export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(plain(one)) === JSON.stringify(plain(other))

function plain(value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, one]) => [name, plain(one)])
      .filter(([, one]) => one !== null)
      .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1))
  return String(value).replaceAll('\r\n', '\n').trim() || null
}
