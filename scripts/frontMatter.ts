import { parse, stringify } from 'yaml'

/** A Markdown file in its two parts; no front matter is an empty one. Throws where it is no YAML. */
export function parseFrontMatter(file: string): { meta: unknown; content: string } {
  const [, front, content] = file.replaceAll('\r\n', '\n').match(/^\ufeff?---\n(.*?)\n?---(?:\n(.*))?$/s) ?? [
    null,
    '',
    file,
  ]
  return { meta: parse(front ?? '') ?? {}, content: (content ?? '').trim() }
}

export function withFrontMatter(meta: object, content: string): string {
  return `---\n${stringify(meta, { lineWidth: 0 })}---\n${content.trim()}\n`
}
