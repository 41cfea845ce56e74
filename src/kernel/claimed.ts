// Text that an outsider wrote is only claimed: anybody can enter another person's e-mail address in a form, and then the
// receipt brings the text to that person. Such a text must not contain what mail programs turn into a link.

declare const mark: unique symbol

/** Text without links and markup. Only `harmless` makes it, so a mail that requires this type cannot omit the step. */
export type Harmless = string & { readonly [mark]: true }

/** Maximum characters of one outsider's text in the subject of a mail. */
export const nameLength = 60

/** Characters of HTML and Markdown. Other characters have a meaning in Markdown only together with these. */
const markup = /[<>[\]{}|`*_~^]/g
/** Dots that a browser accepts in the name of a host, if no blank follows. */
const dot = /(?<=\S)[.\u2024\u3002\ufe52\uff0e\uff61](?=\p{L})/gu
/** IP addresses, also within longer chains of numbers, of which mail programs recognize the end. */
const ipAddress = /(?<!\d)\d+(?:[.\u2024\u3002\ufe52\uff0e\uff61]\d+){3,}/g
/** Schemes of URLs that mail programs recognize without `//`. */
const scheme = /(?<=\b(?:mailto|skype|callto|sip|xmpp|magnet)):/gi

/**
 * Returns the text so that neither HTML, Markdown nor a mail program makes a link of it: `https://www.evil.example/x`
 * becomes `https www. evil. example/x`. A blank after the dot keeps abbreviations readable (`S. Maria` for `S.Maria`). Keeps
 * line breaks and the blanks in prices. Cuts to `lengthMax` characters.
 */
export function harmless(text: string, lengthMax = Number.POSITIVE_INFINITY): Harmless {
  const plain = text
    // Control characters, and those that hide a part of the text or reverse it.
    .replace(/[^\P{C}\n]/gu, ' ')
    .replace(markup, ' ')
    // Some mail programs also make a link of the name of a Windows server, such as `\\server\folder`.
    .replace(/:?[/\\]{2,}/g, ' ')
    .replace(scheme, ' ')
    .replace(/[@\uff20\ufe6b]/g, ' @ ')
    .replace(ipAddress, (address) => address.replace(/\D/g, '. '))
    .replace(dot, '. ')
    .replace(/[^\S\n\u00a0\u202f]+/g, ' ')
    .trim()
  const letters = Array.from(plain)
  const shown =
    letters.length > lengthMax
      ? `${letters
          .slice(0, lengthMax - 1)
          .join('')
          .trimEnd()}…`
      : plain
  return shown as Harmless
}
