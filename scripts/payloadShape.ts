import type { TSchema } from '@sinclair/typebox'

/** Options of a schema that change neither what it accepts nor what it means. */
const silentKeys = ['type', 'title', 'message', 'description', 'default', 'isName', 'isMultiline']

/** Describes what a payload's schema accepts, in one line: `{routeId: integer, cause?: {item: string}}`. */
export function shapeOf(schema: TSchema): string {
  const { properties, required = [], items, anyOf, ...others } = schema
  if (properties) {
    const fields = Object.entries(properties as Record<string, TSchema>).sort(([one], [other]) =>
      one < other ? -1 : 1,
    )
    return `{${fields.map(([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${shapeOf(field)}`).join(', ')}}`
  }
  if (items) return `${shapeOf(items)}[]`
  if (anyOf) return `(${anyOf.map(shapeOf).join(' | ')})`
  if ('const' in schema) return JSON.stringify(schema.const)
  const limits = Object.entries(others).filter(([key]) => !silentKeys.includes(key))
  return [schema.type, ...limits.map(([key, value]) => `${key}=${JSON.stringify(value)}`)].join(' ')
}
