import { referencesMax, textMax } from './inbound.contract.ts'

// These functions drop control characters and shorten long text instead of refusing a mail, which would then be lost.

/** Returns one line of at most `max` characters; '' for a value that is no text. */
export const lineOf = (value: unknown, max: number) =>
  typeof value === 'string'
    ? value
        .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
        .trim()
        .slice(0, max)
        .trim()
    : ''

export const textOf = (value: unknown) =>
  typeof value === 'string'
    ? value
        .replace(/\r\n?/g, '\n')
        .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '')
        .trim()
        .slice(0, textMax)
        .trim()
    : ''

export function messageIdsOf(...headers: unknown[]): string[] {
  const ids = headers
    .flatMap((one) => lineOf(one, 10_000).match(/<[^<>\s]+>|[^<>\s]+@[^<>\s]+/g) ?? [])
    .filter((id) => id.length <= 300)
  return [...new Set(ids)].slice(0, referencesMax)
}

/** Keeps the end of a long name, because the extension decides whether the product stores the file. */
export const fileNameOf = (value: unknown) =>
  lineOf(value, 10_000)
    .replace(/[\\/:*?"<>|]/g, '_')
    .slice(-120) || 'allegato'

/** Returns whether the header `Auto-Submitted` (RFC 3834) marks the mail as automatic. */
export const isAutomatic = (autoSubmitted: unknown) =>
  !['', 'no'].includes(lineOf(autoSubmitted, 100).toLowerCase())
