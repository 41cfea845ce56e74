import { isUtf8 } from 'node:buffer'

/** Labels that programs write without looking at the text. */
const unsureLabels = new Set([
  ...['', 'us-ascii', 'ascii', 'ansi_x3.4-1968', 'utf-8', 'utf8', '8bit', 'default'],
  ...['unknown', 'x-unknown', 'unknown-8bit'],
])
/** Character sets of one byte for each letter, whose texts are never valid UTF-8 by chance. */
const singleByte =
  /^(?:iso-?8859-?\d{1,2}|latin-?\d|windows-125\d|cp-?125\d|macintosh|x-mac-roman|koi8-[ru])$/

/** Returns the character set in which a text is readable. The mail's label may be missing or wrong. */
export function charsetOf(bytes: Uint8Array, label: string): string {
  const known = label.trim().toLowerCase()
  if (singleByte.test(known)) return isUtf8(bytes) ? 'utf-8' : known
  if (!unsureLabels.has(known) && isDecodable(known)) return known
  return isUtf8(bytes) || isDamagedUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

function isDecodable(label: string): boolean {
  try {
    return Boolean(new TextDecoder(label))
  } catch {
    return false
  }
}

/** Some letters are valid UTF-8, so the others were cut or damaged. */
const isDamagedUtf8 = (bytes: Uint8Array) => /[^\p{ASCII}\uFFFD]/u.test(new TextDecoder().decode(bytes))

/** Returns the bytes of a mail's headers as UTF-8, which the parser expects. RFC 6532 allows nothing else. */
export function withReadableHeaders(source: Uint8Array): Uint8Array {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  const ends = ['\r\n\r\n', '\n\n'].map((end) => bytes.indexOf(end)).filter((at) => at >= 0)
  const head = bytes.subarray(0, Math.min(bytes.length, ...ends))
  if (isUtf8(head) || isDamagedUtf8(head)) return source
  const readable = Buffer.from(new TextDecoder('windows-1252').decode(head))
  return Buffer.concat([readable, bytes.subarray(head.length)])
}
