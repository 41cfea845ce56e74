import type { TSchema } from '@sinclair/typebox'

// The label of a field is the `title` of its schema.

/** Returns the label of the field at a path such as `daysOff.0.from`, or of the nearest list or object with a label. */
export function labelAt(schema: TSchema, path: string): string | undefined {
  let label: string | undefined
  let at: TSchema | undefined = schema
  for (const key of path.split('.')) {
    at = at && childOf(at, key)
    label = at?.title ?? label
  }
  return label
}

/** Returns the schema of the field at a path. */
export const schemaAt = (schema: TSchema, path: string): TSchema | undefined =>
  path.split('.').reduce<TSchema | undefined>((at, key) => at && childOf(at, key), schema)

/** Returns the labels of all fields by name. A field of the record comes before a field of one of its parts. */
export function labelsOf(schema: TSchema): Record<string, string> {
  const own: Record<string, string> = {}
  const parts: Record<string, string> = {}
  for (const [name, field] of Object.entries<TSchema>(schema.properties ?? {})) {
    if (field.title) own[name] = field.title
    Object.assign(parts, labelsOf(field))
  }
  for (const part of partsOf(schema)) Object.assign(parts, labelsOf(part))
  return { ...parts, ...own }
}

/** Alternatives, items of a list, and values of a record. */
const partsOf = ({ anyOf = [], items, patternProperties = {} }: TSchema): TSchema[] => [
  ...anyOf,
  ...(items ? [items] : []),
  ...Object.values<TSchema>(patternProperties),
]

function childOf(schema: TSchema, key: string): TSchema | undefined {
  const own: TSchema | undefined = schema.properties?.[key]
  if (own) return own
  if (schema.items && /^\d+$/.test(key)) return schema.items
  const [value] = Object.values<TSchema>(schema.patternProperties ?? {})
  if (value) return value
  return (schema.anyOf as TSchema[] | undefined)?.map((one) => childOf(one, key)).find(Boolean)
}
