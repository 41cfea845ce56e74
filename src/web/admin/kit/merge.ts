import { isMask } from '../../../kernel/field.ts'

type Row = Record<string, unknown>

/** Which side changed which field. A field that both changed to the same value is in no list. */
export interface Merge {
  /** Changed in this form only: the typed value stays. */
  mine: string[]
  /** Changed by the other person only: the saved value is taken. */
  theirs: string[]
  /** Changed by both, to different values: the user has to choose. */
  both: string[]
}

/** Compares, by field, the row that the form read, the form and the stored row. */
export function merge(names: string[], rows: { base: Row; mine: Row; theirs: Row }): Merge {
  const { base, mine, theirs } = rows
  const isMine = (name: string) => !isKept(base[name], mine[name]) && !isSame(mine[name], theirs[name])
  const isTheirs = (name: string) => !isSame(base[name], theirs[name]) && !isSame(mine[name], theirs[name])
  const shared = names.filter((name) => name in theirs)
  return {
    mine: shared.filter((name) => isMine(name) && !isTheirs(name)),
    theirs: shared.filter((name) => isTheirs(name) && !isMine(name)),
    both: shared.filter((name) => isMine(name) && isTheirs(name)),
  }
}

/** The field of a secret is empty while the stored one stays. */
const isKept = (base: unknown, mine: unknown) => isSame(base, mine) || (isMask(base) && plain(mine) === null)

/** Compares lists and objects by content; undefined, null and empty text are equal. */
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
