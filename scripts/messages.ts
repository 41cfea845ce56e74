import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import compile from 'icu-minify/compile'

// `npm run messages` writes the languages and the types of the messages' values to src/languages/messages.ts, and
// reports differences between a language and Italian. With `--check` it reports an outdated file instead of writing.

type Shape = Record<string, string>

/** Code of a select in icu-minify. Only the value of a select is a text. */
const select = 1

const folder = path.join(import.meta.dirname, '..', 'src', 'languages')
const file = path.join(folder, 'messages.ts')
/** Codes of the languages. Italian is first, because the other languages are compared with it. */
const languages = readdirSync(folder)
  .flatMap((name) => (name.endsWith('.json') ? [path.basename(name, '.json')] : []))
  .sort((one, other) => Number(other === 'it') - Number(one === 'it'))
const [italian = {}, ...others] = languages.map(shapesOf)
const faults = others.flatMap((shapes, index) => compared(languages[index + 1] ?? '', shapes))
const text = typesOf(italian)

if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text)
  faults.push('src/languages/messages.ts is old: run npm run messages')

for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
else console.log(`${Object.keys(italian).length} messages in ${languages.length} languages`)

function shapesOf(language: string): Record<string, Shape> {
  const messages: Record<string, string> = JSON.parse(
    readFileSync(path.join(folder, `${language}.json`), 'utf8'),
  )
  return Object.fromEntries(Object.entries(messages).map(([key, icu]) => [key, shapeOf(compile(icu))]))
}

function shapeOf(compiled: unknown): Shape {
  if (!Array.isArray(compiled)) return {}
  return Object.assign({}, ...compiled.map(partShape))
}

/** A part is `[name]`, `[name, kind, options]` for a plural or select, or `[tag, …parts]`. */
function partShape(part: unknown): Shape {
  if (!Array.isArray(part) || typeof part[0] !== 'string') return {}
  const [name, kind, options] = part
  if (part.length === 1) return { [name]: 'string | number' }
  if (typeof kind !== 'number') return { [name]: 'Tag', ...shapeOf(part.slice(1)) }
  const own = { [name]: kind === select ? 'string' : 'number' }
  return Object.assign(own, ...Object.values(options ?? {}).map(shapeOf))
}

function compared(language: string, shapes: Record<string, Shape>): string[] {
  const keys = new Set([...Object.keys(italian), ...Object.keys(shapes)])
  return [...keys].flatMap((key) => {
    const [own, theirs] = [italian[key], shapes[key]]
    if (!own) return `${language}.json: ${key} is not in it.json`
    if (!theirs) return `${language}.json: ${key} is missing`
    return signature(own) === signature(theirs)
      ? []
      : `${language}.json: ${key} needs ${signature(own) || 'no values'}`
  })
}

function signature(shape: Shape): string {
  return Object.entries(shape)
    .map(([name, type]) => `${name}: ${type}`)
    .sort()
    .join('; ')
}

function typesOf(shapes: Record<string, Shape>): string {
  const all = Object.entries(shapes)
  const hasTag = (shape: Shape) => Object.values(shape).includes('Tag')
  const lines = (chosen: [string, Shape][]) =>
    chosen
      .map(([key, shape]) => `  '${key}': ${signature(shape) ? `{ ${signature(shape)} }` : 'null'}\n`)
      .join('')
  return `// \`npm run messages\` writes this file from it.json.

import type { ReactNode } from 'react'

/** Codes of the languages (ISO 639-1), one for each JSON file of this folder. */
export const languages = [${languages.map((code) => `'${code}'`).join(', ')}] as const
export type LanguageCode = (typeof languages)[number]

/** Values of the messages that are plain text. */
export interface Plain {
${lines(all.filter(([, shape]) => !hasTag(shape)))}}

/** Renders the parts of a message between a tag and its end. */
export type Tag = (parts: ReactNode[]) => ReactNode

/** Values of the messages with tags such as \`<link>\`. */
export interface Tagged {
${lines(all.filter(([, shape]) => hasTag(shape)))}}
`
}
