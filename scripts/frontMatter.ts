import { parse, stringify } from 'yaml'

/** The front matter ends at a line that contains only `---`: a text may end in `---` or contain a rule. */
const lineOfDashes = /^---[ \t]*$/

interface FrontMatter {
  /** Values as YAML reads them; `{}` without front matter. */
  meta: unknown
  /** The same values, of which numbers, dates, `true` and `null` are the text of the file. */
  texts: unknown
  content: string
}

/** Splits a file into front matter and content. Throws if the front matter is not YAML or does not end. */
export function parseFrontMatter(file: string): FrontMatter {
  const lines = file
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
  if (!lineOfDashes.test(lines[0] ?? '')) return { meta: {}, texts: {}, content: lines.join('\n').trim() }
  const end = lines.findIndex((line, index) => index > 0 && lineOfDashes.test(line))
  if (end < 0) throw new Error('no line with only --- ends it')
  const front = lines.slice(1, end).join('\n')
  return {
    meta: parse(front) ?? {},
    texts: parse(front, { schema: 'failsafe' }) ?? {},
    content: lines
      .slice(end + 1)
      .join('\n')
      .trim(),
  }
}

/** Returns a file that `parseFrontMatter` reads back. */
export function withFrontMatter(meta: object, content: string): string {
  return `---\n${stringify(meta, { lineWidth: 0 })}---\n${content.trim()}\n`
}
