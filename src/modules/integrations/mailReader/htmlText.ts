import { compile } from 'html-to-text'

/** Maximum characters of HTML that are read. */
const htmlMax = 1_000_000

const convert = compile({
  wordwrap: false,
  formatters: {
    picture: ({ attribs }, _walk, builder) => {
      if (attribs.src?.startsWith('data:')) builder.addInline('[immagine]')
    },
  },
  selectors: [
    { selector: 'title', format: 'skip' },
    // A picture of an attachment is listed with the files. Pictures of web pages are mostly logos.
    { selector: 'img', format: 'picture' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...['td', 'th'].map((selector) => ({ selector, format: 'inlineSurround', options: { suffix: ' ' } })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
})

/**
 * Returns the text in a mail's HTML. The product never shows HTML of mails. Some HTML takes minutes, so this function
 * runs in a child process only (`apart`).
 */
export default function htmlText(html: string): string {
  // A picture written into the HTML is longer than the text.
  const short = html.replace(/(["'])data:[^"']*/g, '$1data:')
  const lines = convert(short.slice(0, htmlMax)).split('\n')
  const text = lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
  return short.length > htmlMax ? `${text}\n[…]` : text
}
