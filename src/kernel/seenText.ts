/**
 * Returns what a reader sees of a name, number, code or address, to check it. The site's forms use this instead of
 * `foldedName` (pasted.ts), which also knows the invisible characters that some scripts need, and would add 0.9 KB to the
 * site's script.
 */
export const seenText = (text: string): string =>
  text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\p{Zs}\u2800]+/gu, ' ')
    // The same sign as one character and as a letter with a mark is the same text.
    .normalize('NFC')
    .trim()
