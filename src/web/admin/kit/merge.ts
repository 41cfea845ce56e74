import { isMask } from '../../../kernel/field.ts'

type Row = Record<string, unknown>

/** Who changed which field of a form since it was read. A field that both changed to the same value is in no list. */
export interface Merge {
  /** The person at this form alone: what is typed stays. */
  mine: string[]
  /** The other person alone: what is saved is taken. */
  theirs: string[]
  /** Both, to different values: the person at this form has to choose. */
  both: string[]
}

/** Compares the row as this form read it, the form as it stands and the row as it is stored now, field by field. */
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

/** A field for a secret is empty while the stored one stays. */
const isKept = (base: unknown, mine: unknown) => isSame(base, mine) || (isMask(base) && plain(mine) === null)

/** By value: lists and objects are compared by what they hold, and nothing, null and empty text are alike. */
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
