import { type StringOptions, type TSchema, Type } from '@sinclair/typebox'
import { emailMax, emailMissing } from './email.ts'

// The building blocks of every contract: trimmed text with a documented maximum, money, ids, dates.
// `message` is the Italian sentence that server and browser show alike when the value does not fit.

declare module '@sinclair/typebox' {
  interface SchemaOptions {
    message?: string
    /** A password: blanks before and after belong to it. */
    isVerbatim?: boolean
    /** Text of several lines; all other text is one line, without line breaks and tabs. */
    isMultiline?: boolean
  }
}

/** Text that must not be empty; `max` characters at most. */
export const Text = (max: number, options: StringOptions = {}) =>
  Type.String({ minLength: 1, maxLength: max, ...options })

/** Text that may be missing, null or empty, all of which mean "not said". */
export const Maybe = (max: number, options: StringOptions = {}) =>
  Type.Optional(Type.Union([Type.String({ maxLength: max, ...options }), Type.Null()]))

/** Text of several lines. */
export const Lines = (max: number, options: StringOptions = {}) =>
  Text(max, { ...options, isMultiline: true })

export const MaybeLines = (max: number, options: StringOptions = {}) =>
  Maybe(max, { ...options, isMultiline: true })

export const Email = (options: StringOptions = {}) =>
  Type.String({ minLength: 1, maxLength: emailMax, format: 'email', message: emailMissing, ...options })

/** An address on the web that may be missing, null or empty; `http` is refused unless `isHttpAllowed`. */
export const MaybeWebAddress = (
  max: number,
  { message, isHttpAllowed = false }: { message: string; isHttpAllowed?: boolean },
) =>
  Type.Optional(
    Type.Union(
      [
        Type.String({
          maxLength: max,
          format: 'uri',
          ...(isHttpAllowed ? {} : { pattern: '^[hH][tT]{2}[pP][sS]:' }),
        }),
        Type.Literal(''),
        Type.Null(),
      ],
      { message },
    ),
  )

/** A row's id: a positive integer, stable, never reused. */
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

/** Euro as text, `"40"` or `"42.50"`; null where no price is offered (shown as "Su richiesta"). */
export const Price = Type.Union([Type.String(), Type.Null()])

/** ISO 8601 in UTC. */
export const Moment = Type.String({ format: 'date-time' })

export const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

/** A day of the calendar, `2026-08-14`; the 31st of February is none. */
export const Day = (options: StringOptions = {}) =>
  Type.String({ format: 'date', message: 'Data non valida', ...options })

/** A staff list's query (contract section 1): `sort` is one of `sorts`, with `-` before it for the other direction. */
export const listInput = (...sorts: string[]) => ({
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
  search: Type.Optional(Type.String({ maxLength: 200 })),
  sort: Type.Optional(
    Type.String({ pattern: `^-?(${sorts.join('|')})$`, message: 'Ordinamento non ammesso' }),
  ),
})

/** A staff list's answer. */
export const listOf = <T extends TSchema>(item: T) =>
  Type.Object({
    items: Type.Array(item),
    page: Type.Integer(),
    totalPages: Type.Integer(),
    total: Type.Integer(),
  })

/** What names one row. */
export const ById = Type.Object({ id: Id })

/** A stored secret as a read shows it, such as `••••1234`: sent back, it leaves the secret as it is. */
export const isMask = (value: unknown) => typeof value === 'string' && value.startsWith('••••')
