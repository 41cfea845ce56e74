import { readFileSync } from 'node:fs'
import path from 'node:path'
import compile from 'icu-minify/compile'
import { languages } from './messages.ts'
import { type Catalog, type Language, languageOf } from './translate.ts'

function messagesOf(language: string): Record<string, string> {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, `${language}.json`), 'utf8'))
}

function catalogOf(language: string): Catalog {
  return Object.fromEntries(Object.entries(messagesOf(language)).map(([key, text]) => [key, compile(text)]))
}

const known = new Map<string, Language>()

/** Throws for an unknown language. */
export function languageWith(code: string): Language {
  const kept = known.get(code)
  if (kept) return kept
  if (!languages.some((one) => one === code)) throw new Error(`there are no messages in ${code}`)
  const language = languageOf(code, catalogOf(code))
  known.set(code, language)
  return language
}

/** Returns the language with this code; Italian for any other text. */
export const languageAsked = (code: string | null | undefined): Language =>
  languageWith(languages.find((one) => one === code) ?? languages[0])

/** Translates into Italian, for the office and for texts that exist only in Italian. */
export const italian = languageWith('it').t
