import { FormatRegistry, type TSchema } from '@sinclair/typebox'
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value'
import type { Sentence } from '../languages/translate.ts'
import { emailFault, isEmail } from './email.ts'
import type { FieldError } from './httpError.ts'
import { isMoment, momentText, skippedMoment } from './moment.ts'
import { foldedName, foldedText } from './pasted.ts'
import { isDay } from './romanDay.ts'

// Validation shared by the server and the browser's forms. TypeBox interprets the schemas, because compiling them needs
// `eval`, which the site's CSP forbids.

if (!FormatRegistry.Has('email')) FormatRegistry.Set('email', isEmail)
if (!FormatRegistry.Has('date-time')) FormatRegistry.Set('date-time', isMoment)
if (!FormatRegistry.Has('date')) FormatRegistry.Set('date', isDay)
if (!FormatRegistry.Has('uuid')) FormatRegistry.Set('uuid', isUuid)
if (!FormatRegistry.Has('uri')) FormatRegistry.Set('uri', isWebAddress)

// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern must find control characters to refuse them
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** Characters not allowed in single-line text. */
const lineBreak = /[\t\n\r\u0085\u2028\u2029]/

/** Replaces blanks that contain a line break by one blank. */
const foldedBlanks = (blanks: string) => (lineBreak.test(blanks) ? ' ' : blanks)

/** Requires `http` or `https`, a domain and no password. `URL` alone would accept `https:example.it`. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s\\/?#@]+([/?#][^\s\\]*)?$/i.test(text) && URL.canParse(text)
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

/** Maximum nesting. Deeper values become null, so that recursion cannot exhaust the stack. */
const levelsMax = 24

interface CleanOptions {
  /**
   * Replaces line breaks in single-line text with blanks, and reads the text as a name (`foldedName`). By default,
   * `problems` refuses a line break.
   */
  isFolding?: boolean
  /** Returns an e-mail address in the form in which it is stored. */
  emailOf?(address: string): string
}

/**
 * Returns a copy with folded and trimmed text (except passwords), moments in UTC and defaults, without unknown keys. This
 * is the only place where pasted text is folded (pasted.ts), so that forms, API, imports and command line store the same
 * text.
 */
export function clean<S extends TSchema>(
  schema: S,
  value: unknown,
  { isFolding = false, emailOf = (address) => address }: CleanOptions = {},
): unknown {
  const write = (text: string, schemas: TSchema[]) => {
    // Handlers and the database would read a time without an offset in the zone of their machine.
    if (schemas.some(isOfMoment)) return momentText(foldedText(text)) ?? foldedText(text).trim()
    const isAddress = schemas.some(({ format }) => format === 'email')
    if (isFolding && isOneLine(schemas))
      return withEmail(foldedName(text.replace(/[\s\u0085]+/g, foldedBlanks)), isAddress)
    const isName = isAddress || schemas.some((one) => one.isName)
    return withEmail(isName ? foldedName(text) : foldedText(text).trim(), isAddress)
  }
  const withEmail = (text: string, isAddress: boolean) => (isAddress ? emailOf(text) : text)
  return Value.Clean(schema, Value.Default(schema, rewritten(value, [schema], write)))
}

/** Like `clean`, but only trims text and sets no defaults: handlers set every field, and defaults cost a copy. */
export function cleanReply<S extends TSchema>(schema: S, value: unknown): unknown {
  return Value.Clean(
    schema,
    rewritten(value, [schema], (text) => text.trim()),
  )
}

/** Returns one sentence for each invalid field; an empty list if the value matches the schema. */
export function problems<S extends TSchema>(schema: S, value: unknown): FieldError[] {
  const found = new Map<string, Sentence>()
  if (!Value.Check(schema, value))
    for (const error of Value.Errors(schema, value)) {
      const path = error.path.slice(1).replaceAll('/', '.')
      if (!found.has(path)) found.set(path, sentence(error))
    }
  for (const [path, message] of wrongCharacters(value, [schema], '')) found.set(path, message)
  return [...found].map(([path, message]) => ({ path, message }))
}

type Write = (text: string, schemas: TSchema[]) => string

/** Returns a copy in which `write` has replaced each text except passwords. */
function rewritten(value: unknown, schemas: TSchema[], write: Write, level = 0): unknown {
  if (level > levelsMax) return null
  if (typeof value === 'string')
    return schemas.some(({ isVerbatim }) => isVerbatim) ? value : write(value, schemas)
  if (Array.isArray(value))
    return value.map((one) => rewritten(one, membersOf(schemas, 'items'), write, level + 1))
  if (value && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        rewritten(one, membersOf(schemas, key), write, level + 1),
      ]),
    )
  return value
}

const isOfMoment = ({ format }: TSchema) => format === 'date-time'

function* wrongCharacters(value: unknown, schemas: TSchema[], path: string): Generator<[string, Sentence]> {
  // A call that answers any text does not store it.
  if (schemas.some(({ isAnything }) => isAnything)) return
  if (typeof value === 'string') {
    // PostgreSQL cannot store half of a surrogate pair as text or jsonb.
    if (control.test(value) || !value.isWellFormed()) yield [path, (t) => t('check.characters')]
    else if (lineBreak.test(value) && isOneLine(schemas)) yield [path, (t) => t('check.oneLine')]
  } else if (value && typeof value === 'object')
    for (const [key, one] of Object.entries(value))
      yield* wrongCharacters(
        one,
        membersOf(schemas, Array.isArray(value) ? 'items' : key),
        path ? `${path}.${key}` : key,
      )
}

/** Passwords (`isVerbatim`) may contain line breaks, because replacing line breaks would change them. */
function isOneLine(schemas: TSchema[]): boolean {
  return (
    schemas.some(({ type }) => type === 'string') &&
    !schemas.some(({ isMultiline, isVerbatim }) => isMultiline || isVerbatim)
  )
}

const none: TSchema[] = []

/** Returns the schemas of a property, or of an array's elements if `name` is `items`. */
function membersOf(schemas: TSchema[], name: string): TSchema[] {
  const memberOf = (schema: TSchema) => {
    const member: TSchema | undefined = schema.type === 'array' ? schema.items : schema.properties?.[name]
    return member ? alternativesOf(member) : none
  }
  const [only, ...others] = schemas
  return only && others.length === 0 ? memberOf(only) : schemas.flatMap(memberOf)
}

/** Cache: a large response looks up the same schemas many times. */
const alternatives = new WeakMap<TSchema, TSchema[]>()

/** Returns the schema and the members of its unions and intersections: each may set an option such as `isMultiline`. */
function alternativesOf(schema: TSchema): TSchema[] {
  const known = alternatives.get(schema)
  if (known) return known
  const inner: TSchema[] = schema.anyOf ?? schema.allOf ?? none
  const all = [schema, ...inner.flatMap(alternativesOf)]
  alternatives.set(schema, all)
  return all
}

/** Returns the limit of a text that is too long, also if its field may be empty; null for another fault. */
function passedLimit({ type, schema, path, errors }: ValueError): number | null {
  if (type === ValueErrorType.StringMaxLength) return schema.maxLength ?? null
  const limits = errors.map((choice) => {
    const first = choice.First()
    return first?.path === path ? passedLimit(first) : null
  })
  return limits.reduce<number | null>((most, one) => (most !== null && most > (one ?? 0) ? most : one), null)
}

function sentence(error: ValueError): Sentence {
  const { type, schema, message, value } = error
  if (typeof value === 'string' && alternativesOf(schema).some(({ format }) => format === 'email')) {
    const fault = value === '' ? null : emailFault(value)
    if (fault) return fault
  }
  if (typeof value === 'string' && alternativesOf(schema).some(isOfMoment)) {
    const skipped = skippedMoment(value)
    if (skipped) return skipped
  }
  // `message` says what a right value is, and a text or list that is only too long may look right.
  const limit = passedLimit(error)
  if (limit !== null) return (t) => t('check.maxLength', { count: String(limit) })
  if (type === ValueErrorType.ArrayMaxItems)
    return (t) => t('check.maxItems', { count: String(schema.maxItems) })
  if (schema.message && value !== undefined) return schema.message
  switch (type) {
    case ValueErrorType.ObjectRequiredProperty:
      return schema.message ?? ((t) => t('check.required'))
    case ValueErrorType.StringMinLength:
      return (t) =>
        schema.minLength === 1
          ? t('check.required')
          : t('check.minLength', { count: String(schema.minLength) })
    case ValueErrorType.StringFormat:
    case ValueErrorType.StringPattern:
      return (t) => t('check.format')
    case ValueErrorType.IntegerMinimum:
    case ValueErrorType.NumberMinimum:
      return (t) => t('check.min', { value: String(schema.minimum) })
    case ValueErrorType.IntegerMaximum:
    case ValueErrorType.NumberMaximum:
      return (t) => t('check.max', { value: String(schema.maximum) })
    case ValueErrorType.Integer:
      return (t) => t('check.integer')
    case ValueErrorType.Number:
      return (t) => t('check.number')
    case ValueErrorType.Boolean:
      return (t) => t('check.boolean')
    case ValueErrorType.Union:
    case ValueErrorType.Literal:
      return (t) => t('check.choice')
    default:
      return message.startsWith('Expected') ? (t) => t('check.value') : message
  }
}
