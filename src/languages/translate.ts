import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format'
import type { ReactNode } from 'react'
import type { LanguageCode, Plain, Tagged } from './messages.ts'

// Turns messages into sentences, on the server and in the browser.

/** ICU messages of one language, compiled by icu-minify. */
export type Catalog = Readonly<Record<string, CompiledMessage>>

/** Keys of the messages without values. */
export type SimpleKey = { [K in keyof Plain]: Plain[K] extends null ? K : never }[keyof Plain]

type ValuesOf<M, K extends keyof M> = M[K] extends null ? [] : [values: M[K]]

export interface Translate {
  <K extends keyof Plain>(key: K, ...values: ValuesOf<Plain, K>): string
  readonly language: LanguageCode
  /** Locale for `Intl`, such as `en-GB`. The language alone does not determine the format of days. */
  readonly locale: string
}

/** A sentence in each language, or only in Italian if it is for staff. */
export type Sentence = string | ((t: Translate) => string)

export const said = (t: Translate, sentence: Sentence): string =>
  typeof sentence === 'string' ? sentence : sentence(t)

export interface Language {
  readonly t: Translate
  /** Returns the parts of a message with tags: texts, and the results of the functions in `values`. */
  rich<K extends keyof Tagged>(key: K, values: Tagged[K]): ReactNode[]
}

export function languageOf(code: string, catalog: Catalog): Language {
  let rules: Intl.PluralRules | undefined
  let numbers: Intl.NumberFormat | undefined
  // Plural rules and number formats are kept, because constructing them costs more than formatting a message.
  const formatters = {
    getPluralRules: () => (rules ??= new Intl.PluralRules(code)),
    getNumberFormat: () => (numbers ??= new Intl.NumberFormat(code)),
    getDateTimeFormat: () => new Intl.DateTimeFormat(code),
  }
  const parts = (key: string, values: object | null = null) =>
    format<ReactNode>(catalog[key] ?? key, code, (values ?? {}) as FormatValues<ReactNode>, { formatters })
  const t = (key: keyof Plain, values?: object | null) => String(parts(key, values))
  const about = { language: code as LanguageCode, locale: t('format.locale') }
  return {
    t: Object.assign(t as Omit<Translate, keyof typeof about> as Translate, about),
    rich: (key, values) => [parts(key, values)].flat(),
  }
}
