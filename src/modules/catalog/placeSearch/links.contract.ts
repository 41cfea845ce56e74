// Rules of the links that visitors paste as a place. The site's forms know only these rules, and only the server reads the
// links (coordinates.contract.ts).

/** Maximum characters of a text that is read as a position. Links of Google Maps have up to about 600. */
export const linkMax = 1_000

/** Pattern of a text with at most `max` characters, or of a longer text that ends with a link. */
export const textOrLink = (max: number) => `^(?:[\\s\\S]{0,${max}}|[\\s\\S]{0,${max}}https?://\\S+)$`

/** Returns whether the text contains a web address. */
export const hasLink = (text: string) => /https?:\/\//i.test(text)
