// Folds text that people paste from web pages, mails, contact lists and spreadsheets. Such text contains characters
// that nobody sees, and several characters that look alike. The same text must be found however it was copied.

/** Invisible characters, with the visible characters beside them. */
const hidden = /(\P{Default_Ignorable_Code_Point}?)(\p{Default_Ignorable_Code_Point}+)(?=(.?))/gsu
const hasOther = /\P{ASCII}/u

/** Scripts in which a joiner (U+200C, U+200D) between two letters changes how the word is read. */
const joining =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u
const picture = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u
/** A digit that becomes an emoji, such as 1️⃣, if U+20E3 follows. */
const keycap = /[0-9#*]/

/** Returns whether an invisible character between two visible ones changes what a reader sees. */
function isMeant(sign: string, before: string, after: string): boolean {
  switch (sign) {
    // Authors write a soft hyphen where a long word may break.
    case '\u00ad':
      return true
    case '\ufe0e':
    case '\ufe0f':
      return picture.test(before) || (keycap.test(before) && after === '\u20e3')
    case '\u200d':
      return (picture.test(before) && picture.test(after)) || (joining.test(before) && joining.test(after))
    case '\u200c':
      return joining.test(before) && joining.test(after)
    default:
      // Flags such as that of Scotland consist of a black flag and invisible letters.
      return before === '\u{1f3f4}' && /[\u{e0020}-\u{e007f}]/u.test(sign)
  }
}

/**
 * Returns free text without invisible characters such as direction marks, in the composed form (NFC). Keeps blanks,
 * quotation marks and dashes as the author chose them.
 */
export function foldedText(text: string): string {
  if (!hasOther.test(text)) return text
  return text
    .replace(
      hidden,
      (_, before: string, signs: string, after: string) =>
        before + [...signs].filter((sign) => isMeant(sign, before, after)).join(''),
    )
    .normalize('NFC')
}

/** Returns a name, number, code or address with one plain blank for each run of blanks, and none at the ends. */
export function foldedName(text: string): string {
  return foldedText(text)
    .replaceAll('\u00ad', '')
    .replace(/[\p{Zs}\u2800]+/gu, ' ')
    .trim()
}

/**
 * Returns the form in which names and headings are compared: in lower case, with straight quotation marks, short
 * dashes and single blanks. Only for comparison, never shown or stored.
 */
export function comparable(text: string): string {
  const lower = hasOther.test(text)
    ? foldedName(text)
        // Before NFKC, which would take an acute accent apart.
        .replace(/[‘’‚‛′ʹʼ`´＇]/g, "'")
        .replace(/[“”„‟″«»＂]/g, '"')
        .replace(/[\p{Pd}\u2043\u2212]/gu, '-')
        .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
        .normalize('NFKC')
        .toLowerCase()
        // Letters in lower case may have a composed form that the capital letter lacks.
        .normalize('NFC')
    : text.toLowerCase().replaceAll('`', "'")
  return lower.replace(/\s+/g, ' ').trim()
}

/** Returns the first row whose name reads the same (`comparable`), whichever apostrophe or blank its author used. */
export function rowNamed<Row extends { name: string }>(rows: readonly Row[], name: string): Row | undefined {
  const asked = comparable(name)
  return rows.find((row) => comparable(row.name) === asked)
}
