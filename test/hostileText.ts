import fc from 'fast-check'
import MarkdownIt from 'markdown-it'

// Texts of outsiders that try to become a link in a mail to a third party.

const parts = [
  ...['http://', 'https://', 'HTTP://', '//', ':', '/', '\\', '\\\\', 'www.', 'mailto:', 'ftp://', 'skype:'],
  ...[
    'evil.example',
    'evil',
    '.example',
    '.com',
    '.it',
    'a',
    '@',
    '.',
    '..',
    '。',
    '．',
    '｡',
    '1.2.3.4',
    '?q=1',
  ],
  ...['[', '](', ')', '![', '<a href="', '">', '</a>', '<', '>', '`', '**', '_', '~', '|', '&lt;', '#'],
  ...[
    ' ',
    '\u00a0',
    '\u200b',
    '\u00ad',
    '\u202e',
    '\u2060',
    '\t',
    'Lecce',
    'S.Maria',
    '12.30',
    'ß',
    '例え',
    'xn--p1ai',
  ],
]

export const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...parts), fc.string({ maxLength: 3 })), { minLength: 1, maxLength: 14 })
  .map((some) => some.join(''))

const { linkify } = new MarkdownIt({ linkify: true })
linkify
  .set({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true })
  .tlds(['com', 'it', 'example', 'xn--p1ai', 'net', 'me'])

/** Returns what a mail program that recognizes links generously would make clickable in a text. */
export const linksIn = (text: string): string[] => (linkify.match(text) ?? []).map(({ url }) => url)
