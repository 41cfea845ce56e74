import { parse, stringify } from 'yaml'

/** Splits a file; `meta` is its front matter, `{}` if it has none. Throws if the front matter is not YAML. */
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
