import type { TSchema } from '@sinclair/typebox'
import type { FieldError } from './httpError.ts'

/** Maximum errors in a response, because one call may send 10,000 objects with the same mistake. */
const errorsMax = 20

/**
 * Returns an error for each unlisted key, at any depth. It suggests the nearest known key or, if none is near, lists
 * all of them.
 */
export function unknownKeys(schema: TSchema, value: unknown): FieldError[] {
  return keysIn(schema, value, '').take(errorsMax).toArray()
}

function* keysIn(schema: TSchema, value: unknown, path: string): Generator<FieldError, void> {
  if (Array.isArray(value)) {
    const { items } = schema
    if (items) for (const [at, one] of value.entries()) yield* keysIn(items, one, `${path}${at}.`)
    return
  }
  if (typeof value !== 'object' || value === null) return
  const known = propertiesOf(schema)
  if (!known) return
  for (const [key, one] of Object.entries(value)) {
    const member = known.get(key)
    if (member) yield* keysIn(member, one, `${path}${key}.`)
    else if (one !== undefined) yield { path: path + key, message: sentence(key, [...known.keys()]) }
  }
}

/** Returns the properties of an object or of a union of objects; undefined for any other schema. */
function propertiesOf({ properties, anyOf = [] }: TSchema): Map<string, TSchema> | undefined {
  const objects = (anyOf as TSchema[]).flatMap((one) => (one.properties ? [one.properties] : []))
  const all = properties ? [properties] : objects
  return all.length > 0 ? new Map(all.flatMap((one) => Object.entries(one))) : undefined
}

function sentence(key: string, known: string[]): string {
  const unknown = `«${key.slice(0, 60)}» non è un campo conosciuto`
  const near = nearest(key, known)
  if (near) return `${unknown}: intendevi «${near}»?`
  return known.length > 0 ? `${unknown}. Campi ammessi: ${known.join(', ')}.` : `${unknown}.`
}

/** Returns the most similar known key; undefined if more than a third of its letters differ. */
function nearest(key: string, known: string[]): string | undefined {
  const ranked = known
    .map((name) => ({ name, distance: editDistance(key.toLowerCase().slice(0, 60), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.ceil(Math.max(key.length, name.length) / 3))
  return ranked.sort((a, b) => a.distance - b.distance)[0]?.name
}

/** Returns the Levenshtein distance, computed one row of the table at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1]
    for (let to = 1; to <= b.length; to++)
      next.push(
        Math.min(
          (next[to - 1] ?? 0) + 1,
          (row[to] ?? 0) + 1,
          (row[to - 1] ?? 0) + (letter === b[to - 1] ? 0 : 1),
        ),
      )
    row = next
  }
  return row[b.length] ?? 0
}
