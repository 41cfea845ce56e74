import { compile } from 'html-to-text'

/** Maximum characters of HTML that are read. The product stores at most 20,000 characters of a mail's text. */
const htmlMax = 1_000_000

const convert = compile({
  wordwrap: false,
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
})

/**
 * Returns the text in a mail's HTML. The product never shows HTML of mails. Some HTML takes minutes, so this function
 * runs in a child process only (`apart`).
 */
export default function htmlText(html: string): string {
  return convert(html.slice(0, htmlMax)).replace(/\n{3,}/g, '\n\n')
}
