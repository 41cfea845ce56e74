import { Kind, type TObject, type TSchema } from '@sinclair/typebox'
import fc, { type Arbitrary } from 'fast-check'

// Values for the fuzzer: valid, with one wrong detail, or arbitrary.

/** Values that programs often mishandle. */
export const wild: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    'a\u0000b',
    '\ud800',
    'x\udfff',
    '\u202e\u200b',
    '\r\nSet-Cookie: a=b',
    "' or 1=1 --",
    '%00%0d%0a',
    '../../../../etc/passwd',
    '__proto__',
    '-0',
    '1e999',
    'NaN',
    '0x10',
    '9'.repeat(400),
    'à'.repeat(5_000),
    '0000-00-00T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '+275760-09-13T00:00:00Z',
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
    2 ** 31,
    -(2 ** 31) - 1,
    1e308,
    5e-324,
    0.1,
    [],
    {},
    [[]],
    [null],
    { length: 1 },
    { __proto__: null, toString: 'x', constructor: { prototype: {} } },
    Array.from({ length: 400 }, (_, index) => index),
  ),
  fc.anything({ maxDepth: 3, withNullPrototype: true }).map((value) => (value === undefined ? null : value)),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.integer({ min: 20, max: 12_000 }).map(nested),
)

function nested(depth: number): unknown {
  let value: unknown = 'x'
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value }
  return value
}

export function valid(schema: TSchema): Arbitrary<unknown> {
  if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map((one: TSchema) => valid(one)))
  switch (schema[Kind]) {
    case 'Object':
      return validObject(schema as TObject)
    case 'Array':
      return fc.array(valid(schema.items), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      })
    case 'Record':
      return fc.dictionary(
        fc.string({ maxLength: 10 }),
        valid(Object.values(schema.patternProperties)[0] as TSchema),
        { maxKeys: 3 },
      )
    case 'String':
      return validText(schema)
    case 'Integer':
      return fc.oneof(
        fc.integer({
          min: schema.minimum ?? -5,
          max: Math.min(schema.maximum ?? 60, Math.max(60, schema.minimum ?? 0)),
        }),
        fc.integer({ min: schema.minimum ?? -(2 ** 31), max: schema.maximum ?? 2 ** 31 }),
      )
    case 'Number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
    case 'Boolean':
      return fc.boolean()
    case 'Literal':
      return fc.constant(schema.const)
    case 'Null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function validObject({ properties, required = [] }: TObject): Arbitrary<Record<string, unknown>> {
  const values = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valid(one)]))
  return fc.record(values, { requiredKeys: required })
}

const words =
  'Lecce,Aeroporto Brindisi,gallipoli,aeroporto-brindisi-gallipoli,Stazione Lecce,2026-12-01,14:30,maria,città'

function validText({ pattern, format, minLength = 0, maxLength = 200 }: TSchema): Arbitrary<string> {
  if (format === 'email') return fc.constantFrom('anna@cliente.example', 'a.b+c@x.example')
  if (format === 'date-time')
    return fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString())
  // A pattern with lookahead accepts most texts, so its values need not be generated from the pattern.
  if (pattern && !pattern.includes('(?!'))
    return fc.stringMatching(new RegExp(pattern), { maxLength: Math.min(maxLength, 200) })
  return fc.oneof(
    fc.constantFrom(...words.split(',')).map((text) => text.slice(0, maxLength)),
    fc.string({ unit: 'grapheme', minLength: Math.min(minLength, 100), maxLength: Math.min(maxLength, 100) }),
  )
}

/** Generates input that is valid, lacks one field, has one wrong or unknown field, or is arbitrary. */
export function inputs(schema: TObject): Arbitrary<Record<string, unknown>> {
  const right = validObject(schema)
  const names = Object.keys(schema.properties)
  const strange = fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'page',
    'id',
    'x'.repeat(300),
  )
  const oneWrong = fc
    .tuple(right, fc.oneof(fc.constantFrom(...names, 'more'), strange), wild)
    .map(([value, name, wrong]) => withKey(value, name, wrong))
  const missing = fc
    .tuple(right, fc.nat())
    .map(([value, index]) =>
      Object.fromEntries(Object.entries(value).filter((_, at) => at !== index % Math.max(1, names.length))),
    )
  const anything = fc.dictionary(fc.oneof(fc.constantFrom(...names, 'more'), strange), wild, { maxKeys: 6 })
  return fc.oneof({ arbitrary: right, weight: 4 }, { arbitrary: oneWrong, weight: 5 }, missing, anything)
}

/** Sets an own property, even one with the name `__proto__`. */
function withKey(value: object, name: string, one: unknown): Record<string, unknown> {
  return Object.fromEntries([...Object.entries(value), [name, one]])
}
