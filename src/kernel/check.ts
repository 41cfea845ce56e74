import { FormatRegistry, type TSchema } from '@sinclair/typebox'
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value'
import { isEmail } from './email.ts'
import type { FieldError } from './refused.ts'

// The same checks and the same Italian sentences on the server and in the browser's forms. Interpreted, not
// compiled: compiled checks build functions from text, which the site's CSP forbids.

if (!FormatRegistry.Has('email')) FormatRegistry.Set('email', isEmail)
if (!FormatRegistry.Has('date-time'))
  FormatRegistry.Set('date-time', (text) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)))

if (!FormatRegistry.Has('date')) FormatRegistry.Set('date', isDay)
if (!FormatRegistry.Has('uuid')) FormatRegistry.Set('uuid', isUuid)
if (!FormatRegistry.Has('uri')) FormatRegistry.Set('uri', isWebAddress)

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** What one line of text does not hold: line breaks, those of Unicode included, and tabs. */
const lineBreak = /[\t\n\r\u0085\u2028\u2029]/
const lineBreaks = /\s*[\t\n\r\u0085\u2028\u2029]+\s*/g

/** A day that the calendar has, in a year of four digits from 1000 on. */
function isDay(text: string): boolean {
  const moment = /^[1-9]\d{3}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text)
}

/** `http` or `https`, a host, no password before it. `URL` alone would accept `https:example.it`. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s\\/?#@]+([/?#][^\s\\]*)?$/i.test(text) && URL.canParse(text)
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

/** No contract asks for more levels; what is deeper is dropped, before it costs a stack. */
const levelsMax = 24

interface CleanOptions {
  /** Line breaks within one line of text become blanks, instead of being refused by `problems`. */
  isFolding?: boolean
}

/**
 * Text trimmed but for passwords, unknown keys dropped, defaults filled in: what is checked and stored. The input stays
 * as it is.
 */
export function clean<S extends TSchema>(
  schema: S,
  value: unknown,
  { isFolding = false }: CleanOptions = {},
): unknown {
  return Value.Clean(schema, Value.Default(schema, trimmed(value, [schema], isFolding)))
}

/**
 * What a call answers: text trimmed, keys that its contract does not list dropped. Without defaults, which handlers have
 * no use for: looking for them in a union copies the value once for each of its members.
 */
export function cleanReply<S extends TSchema>(schema: S, value: unknown): unknown {
  return Value.Clean(schema, trimmed(value, [schema], false))
}

/** What does not fit, one Italian sentence per field; empty when the value is a `Static<S>`. */
export function problems<S extends TSchema>(schema: S, value: unknown): FieldError[] {
  const found = new Map<string, string>()
  if (!Value.Check(schema, value))
    for (const error of Value.Errors(schema, value)) {
      const path = error.path.slice(1).replaceAll('/', '.')
      if (!found.has(path)) found.set(path, sentence(error))
    }
  for (const [path, message] of wrongCharacters(value, [schema], '')) found.set(path, message)
  return [...found].map(([path, message]) => ({ path, message }))
}

function trimmed(value: unknown, schemas: TSchema[], isFolding: boolean, level = 0): unknown {
  if (level > levelsMax) return null
  if (typeof value === 'string') {
    if (schemas.some(({ isVerbatim }) => isVerbatim)) return value
    return isFolding && isOneLine(schemas) ? value.trim().replace(lineBreaks, ' ') : value.trim()
  }
  if (Array.isArray(value))
    return value.map((one) => trimmed(one, membersOf(schemas, 'items'), isFolding, level + 1))
  if (value && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        trimmed(one, membersOf(schemas, key), isFolding, level + 1),
      ]),
    )
  return value
}

function* wrongCharacters(value: unknown, schemas: TSchema[], path: string): Generator<[string, string]> {
  if (typeof value === 'string') {
    // Half of a surrogate pair is no character: neither UTF-8 nor JSON in PostgreSQL can hold it.
    if (control.test(value) || !value.isWellFormed()) yield [path, 'Contiene caratteri non ammessi']
    else if (lineBreak.test(value) && isOneLine(schemas))
      yield [path, 'Va scritto su una riga sola, senza a capo e tabulazioni']
  } else if (value && typeof value === 'object')
    for (const [key, one] of Object.entries(value))
      yield* wrongCharacters(
        one,
        membersOf(schemas, Array.isArray(value) ? 'items' : key),
        path ? `${path}.${key}` : key,
      )
}

/** A password is shown nowhere and keeps its characters; what no contract describes is not text of ours. */
function isOneLine(schemas: TSchema[]): boolean {
  return (
    schemas.some(({ type }) => type === 'string') &&
    !schemas.some(({ isMultiline, isVerbatim }) => isMultiline || isVerbatim)
  )
}

const none: TSchema[] = []

/** The schemas of one member: of a property by its name, of the elements of an array by `items`. */
function membersOf(schemas: TSchema[], name: string): TSchema[] {
  const memberOf = (schema: TSchema) => {
    const member: TSchema | undefined = schema.type === 'array' ? schema.items : schema.properties?.[name]
    return member ? alternativesOf(member) : none
  }
  const [only, ...others] = schemas
  return only && others.length === 0 ? memberOf(only) : schemas.flatMap(memberOf)
}

/** Large replies ask for the same schemas again and again. */
const alternatives = new WeakMap<TSchema, TSchema[]>()

/** A union allows several schemas, and its own options count for each of them. */
function alternativesOf(schema: TSchema): TSchema[] {
  const known = alternatives.get(schema)
  if (known) return known
  const inner: TSchema[] = schema.anyOf ?? schema.allOf ?? none
  const all = [schema, ...inner.flatMap(alternativesOf)]
  alternatives.set(schema, all)
  return all
}

function sentence({ type, schema, message, value }: ValueError): string {
  if (schema.message && value !== undefined) return schema.message
  switch (type) {
    case ValueErrorType.ObjectRequiredProperty:
      return schema.message ?? 'Campo obbligatorio'
    case ValueErrorType.StringMinLength:
      return schema.minLength === 1 ? 'Campo obbligatorio' : `Almeno ${schema.minLength} caratteri`
    case ValueErrorType.StringMaxLength:
      return `Al massimo ${schema.maxLength} caratteri`
    case ValueErrorType.StringFormat:
    case ValueErrorType.StringPattern:
      return 'Formato non valido'
    case ValueErrorType.IntegerMinimum:
    case ValueErrorType.NumberMinimum:
      return `Il valore minimo è ${schema.minimum}`
    case ValueErrorType.IntegerMaximum:
    case ValueErrorType.NumberMaximum:
      return `Il valore massimo è ${schema.maximum}`
    case ValueErrorType.Integer:
      return 'Serve un numero intero'
    case ValueErrorType.Number:
      return 'Serve un numero'
    case ValueErrorType.Boolean:
      return 'Serve un sì o un no'
    case ValueErrorType.Union:
    case ValueErrorType.Literal:
      return 'Valore non ammesso'
    default:
      return message.startsWith('Expected') ? 'Valore non valido' : message
  }
}
