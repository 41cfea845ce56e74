import { type SchemaOptions, type Static, type StringOptions, type TSchema, Type } from '@sinclair/typebox'
import { languages } from '../languages/messages.ts'
import type { Sentence } from '../languages/translate.ts'
import { emailMax, emailMissing } from './email.ts'
import { roles } from './role.ts'

// Building blocks of contracts. If a value is invalid, server and browser show the `message` of its schema.

declare module '@sinclair/typebox' {
  interface SchemaOptions {
    message?: Sentence
    /** Keeps line breaks and the blanks at both ends, because a password may contain them. */
    isVerbatim?: boolean
    /** A name, number or code, in which blanks of every kind and length mean the same (`foldedName` in pasted.ts). */
    isName?: boolean
    /** Allows line breaks and tabs. */
    isMultiline?: boolean
    /** Set by the browser or a tool, not typed by the person: a repeat may have another value and is still a repeat. */
    isIncidental?: boolean
    /** A password or key: the panel does not show what somebody has typed. */
    isSecret?: boolean
    /** A number as text: the API writes a point, staff a comma. A field that takes text or a number is one, too. */
    isDecimal?: boolean
  }
}

/** Gives a field its Italian label, which forms, conflicts, the audit log and OpenAPI show. */
export const titled = <S extends TSchema>(title: string, schema: S, more: SchemaOptions = {}): S => ({
  ...schema,
  ...more,
  title,
})

export const Text = (max: number, options: StringOptions = {}) =>
  Type.String({ minLength: 1, maxLength: max, ...options })

/** Text that may be missing, null or empty, all of which mean "not given". */
export const Maybe = (max: number, options: StringOptions = {}) =>
  Type.Optional(Type.Union([Type.String({ maxLength: max, ...options }), Type.Null()]))

export const Lines = (max: number, options: StringOptions = {}) =>
  Text(max, { ...options, isMultiline: true })

export const MaybeLines = (max: number, options: StringOptions = {}) =>
  Maybe(max, { ...options, isMultiline: true })

/** Text of a CSV or calendar file, whose last line ends with a line break (RFC 4180, 2; RFC 5545, 3.1). */
export const FileText = Type.String({ isVerbatim: true })

export const Email = (options: StringOptions = {}) =>
  Type.String({ minLength: 1, maxLength: emailMax, format: 'email', message: emailMissing, ...options })

/** URL that may be missing, null or empty. Refuses `http` unless `isHttpAllowed`. */
export const MaybeWebAddress = (
  max: number,
  { message, isHttpAllowed = false }: { message: Sentence; isHttpAllowed?: boolean },
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

/** Slugs of a page by language code. Italian is missing, and so is a language in which the page does not exist. */
export const LocalSlugs = Type.Record(Type.String(), Type.String())
export type LocalSlugs = Static<typeof LocalSlugs>

/** Ids are never reused. */
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

/** Euro as text, `"40"` or `"42.50"`. Null if there is no price; pages then show "Su richiesta". */
export const Price = Type.Union([Type.String(), Type.Null()])

/** A moment in ISO 8601 (moment.ts). Responses state it in UTC; in an input, a time without an offset is Rome's. */
export const Moment = Type.String({ format: 'date-time' })

export const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

/** Links to the first phone number of a text (phone.ts); null if the text contains no readable number. */
export const phoneLinkFields = {
  /** `tel:` link. */
  call: Nullable(Type.String()),
  /** WhatsApp link, with the prepared message if there is one. */
  whatsapp: Nullable(Type.String()),
}

/** A value that may be missing. Null or an empty text clears the stored value. */
export const Emptyable = <S extends TSchema>(schema: S) =>
  Type.Optional(Type.Union([schema, Type.Literal(''), Type.Null()], { message: schema.message ?? '' }))

/** A calendar day such as `2026-08-14`. Refuses February 31. */
export const Day = (options: StringOptions = {}) =>
  Type.String({ format: 'date', message: (t) => t('check.day'), ...options })

/** Fields that detect robots (robot.ts). They are optional, because clients other than the site's forms omit them. */
export const robotFields = {
  /** Hidden field that only robots fill in. */
  website: Type.Optional(Type.String({ maxLength: 200, isIncidental: true })),
  /** Milliseconds between showing and sending the form. */
  elapsedMs: Type.Optional(Type.Integer({ minimum: 0, isIncidental: true })),
}

export const StaffRole = Type.Union(
  roles.map((role) => Type.Literal(role)),
  { message: 'Scegli un ruolo tra quelli in elenco' },
)

/** Language of the site (ISO 639-1). */
export const Language = Type.Union(languages.map((code) => Type.Literal(code)))

/** `sort` is one of `sorts`; a leading `-` reverses the order. */
export const listInput = (...sorts: string[]) => ({
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
  search: Type.Optional(Type.String({ maxLength: 200, isName: true })),
  sort: Type.Optional(
    Type.String({ pattern: `^-?(${sorts.join('|')})$`, message: 'Ordinamento non ammesso' }),
  ),
})

export const listOf = <T extends TSchema>(item: T) =>
  Type.Object({
    items: Type.Array(item),
    page: Type.Integer(),
    totalPages: Type.Integer(),
    total: Type.Integer(),
  })

export const ById = Type.Object({ id: Id })

/** Reads return a mask such as `••••1234` for a stored secret. Saving the mask leaves the secret unchanged. */
export const isMask = (value: unknown) => typeof value === 'string' && value.startsWith('••••')
