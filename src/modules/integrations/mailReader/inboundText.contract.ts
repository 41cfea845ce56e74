import { foldedText } from '../../../kernel/pasted.ts'

// These functions drop control characters and shorten long text instead of refusing a mail, which would then be lost.
// Anybody can write these texts, so each function looks at a bounded part of them. Invisible characters would hide a code
// from the search, or show a file's name backwards.

export const attachmentsMax = 10
/** Maximum characters of a mail's text. */
export const textMax = 20_000
export const referencesMax = 50

/** Returns one line of at most `max` characters; '' for a value that is no text. */
export const lineOf = (value: unknown, max: number) =>
  typeof value === 'string'
    ? foldedText(value.slice(0, 4 * max))
        .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
        .trim()
        .slice(0, max)
        .trim()
    : ''

/** Maximum characters of a text that are read. */
const readMax = 1_000_000

/** Returns lines without control characters; '' for a value that is no text. The text may be longer than `textMax`. */
export const textOf = (value: unknown) =>
  typeof value === 'string'
    ? foldedText(value.trimStart().slice(0, readMax))
        .replace(/\r\n?/g, '\n')
        .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '')
        .trim()
    : ''

/** Returns the Message-IDs in headers, with or without angle brackets. */
export function messageIdsOf(...headers: unknown[]): string[] {
  const ids = headers
    .slice(0, referencesMax)
    .flatMap((one) => lineOf(one, 10_000).replaceAll('<', ' <').replaceAll('>', '> ').split(' '))
    .filter((id) => id.length <= 300 && (id.includes('@') || /^<.+>$/.test(id)))
  return [...new Set(ids)].slice(0, referencesMax)
}

/** Keeps the end of a long name, because the extension decides whether the product stores the file. */
export const fileNameOf = (value: unknown) =>
  lineOf(typeof value === 'string' ? value.slice(-1_000) : value, 1_000)
    .replace(/[\\/:*?"<>|]/g, '_')
    .slice(-120) || 'allegato'
