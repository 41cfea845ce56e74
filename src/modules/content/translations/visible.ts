import type { Texts } from './contract.ts'
import { mismatches } from './mismatches.ts'

interface Shown {
  text: Texts
  /** Italian text from which `text` was made. */
  from: Texts
}

/** Hides an outdated translation that lacks a field or whose figures or links differ, such as an old price. */
export function isVisible({ text, from }: Shown, source: Texts): boolean {
  if (isSame(from, source)) return true
  return Object.keys(source).every((field) => text[field]) && mismatches(source, text).length === 0
}

export function isSame(one: Texts, other: Texts): boolean {
  const fields = Object.keys(one)
  return fields.length === Object.keys(other).length && fields.every((field) => one[field] === other[field])
}
