import type { TSchema } from '@sinclair/typebox'
import type { FieldError } from './httpError.ts'
import { nearest } from './nearest.ts'

/** Maximum errors in a response. A call may repeat one mistake in 10,000 objects. */
const errorsMax = 20

/** Returns an error for each key that the schema does not list, at any depth, with the nearest known key. */
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
  const [near] = nearest(key, known)
  if (near) return `${unknown}: intendevi «${near}»?`
  return known.length > 0 ? `${unknown}. Campi ammessi: ${known.join(', ')}.` : `${unknown}.`
}
