// These functions drop control characters and shorten long text instead of refusing a mail, which would then be lost.
// Anybody can write these texts, so each function looks at a bounded part of them.

export const attachmentsMax = 10
/** Maximum characters of a mail's text. */
export const textMax = 20_000
export const referencesMax = 50

/** Returns one line of at most `max` characters; '' for a value that is no text. */
export const lineOf = (value: unknown, max: number) =>
  typeof value === 'string'
    ? value
        .slice(0, 4 * max)
        .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
        .trim()
        .slice(0, max)
        .trim()
    : ''

export const textOf = (value: unknown) =>
  typeof value === 'string'
    ? value
        .trimStart()
        .slice(0, 4 * textMax)
        .replace(/\r\n?/g, '\n')
        .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '')
        .trim()
        .slice(0, textMax)
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

/** Returns whether the header `Auto-Submitted` (RFC 3834) marks the mail as automatic. */
export const isAutomatic = (autoSubmitted: unknown) =>
  !['', 'no'].includes(lineOf(autoSubmitted, 100).toLowerCase())
