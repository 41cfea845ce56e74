import { HttpError } from './httpError.ts'

// Decodes the bytes of a text file. Programs do not write into a file in which encoding they saved it.

/** First bytes of files that are no text: a workbook of today (and any other ZIP file), and one of Excel 97. */
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/**
 * Returns the text of a file without byte order mark. Reads UTF-8, UTF-16 (Excel's "Unicode text"), Windows-1252 and
 * Mac OS Roman. Throws HttpError 422 for a workbook, for other files that are no text, and for a file in two encodings.
 */
export function fileText(bytes: Uint8Array): string {
  if (workbooks.some((start) => start.every((byte, at) => bytes[at] === byte)))
    throw new HttpError(
      422,
      'È una cartella di lavoro (.xlsx, .xls, .ods), non un testo: salvala con nome come «CSV UTF-8».',
    )
  const text = decoded(bytes).replace(/^\ufeff/, '')
  if (text.includes('\0'))
    throw new HttpError(422, 'Il file non è un testo: salvalo come testo o CSV in UTF-8.')
  return text
}

/** Characters that texts in other encodings do not contain if they are read as UTF-8: there, `é` would be `Ã©`. */
const twoBytes = /[\u00a0-\u00ff\u2010-\u2026\u20ac\u2192]/

function decoded(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    if (twoBytes.test(new TextDecoder('utf-8').decode(bytes)))
      throw new HttpError(
        422,
        'Il file non è tutto nella stessa codifica, come due file uniti: salvalo di nuovo come testo o CSV in UTF-8.',
      )
    const [windows, mac] = (['windows-1252', 'macintosh'] as const).map((encoding) =>
      new TextDecoder(encoding).decode(bytes),
    ) as [string, string]
    return strangeness(mac) < strangeness(windows) ? mac : windows
  }
}

/** Returns UTF-16 if the file has its mark, or if most of its first characters have a zero byte. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const pairs = Math.min(100, Math.floor(bytes.length / 2))
  const zeros = [0, 0]
  for (let at = 0; at < pairs * 2; at++) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [first = 0, second = 0] = zeros
  if (pairs > 0 && second > pairs * 0.6 && first === 0) return 'utf-16le'
  return pairs > 0 && first > pairs * 0.6 && second === 0 ? 'utf-16be' : null
}

/**
 * Counts characters that European texts do not contain, and those that an accented letter becomes in the wrong encoding
 * if they follow a small letter.
 */
function strangeness(text: string): number {
  const strange = /[^\p{ASCII}À-ÖØ-öø-ÿŒœŠšŽžŸ€‘’‚“”„«»–—…·°ºª²³½¼¾¿¡§©®™×•\u00a0]|(?<=\p{Ll})[ŽŠŸŒ“„‘]/gu
  return text.match(strange)?.length ?? 0
}
