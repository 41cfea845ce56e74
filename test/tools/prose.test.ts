import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

// CONTRIBUTING.md, "Language": comments, test names, descriptions, log lines and documents use openings and words that readers
// understand at the first pass. Add a word here only if it is wrong nearly everywhere; put an exception into backticks.

const root = path.join(import.meta.dirname, '..', '..')

const banned: [RegExp, string][] = [
  [/(?:^|[.!?:] )Of (?!course)/, 'start with the subject, not with "Of"'],
  [/^What (?!if)/, 'start with the subject or the verb: "Returns …", "The price of …"'],
  [/\bwhoever\b/i, 'name the actor: the caller, the visitor, the admin'],
  [/\b(?:anew|afresh)\b/i, 'again; reload, rebuild'],
  [/\b(?:by|of) itself\b/i, 'automatically, on its own, alone'],
  [/\btold\b/i, 'notified, reported, sent'],
  [/\bby the clock\b/i, 'scheduled; by wall time'],
  [/\b(?:un)?sealed\b/i, 'encrypted'],
  [/(?<!in )\bfacts?\b/i, 'event'],
  [/\bunhurried\b/i, 'asynchronous'],
  [/\bgather(?:s|ed)\b/i, 'batch, collect'],
  [/\btaken back\b/i, 'rolled back, undone, reverted'],
  [/^(?:Says|Tells)\b/, 'start with "Returns", "Shows" or "States"'],
  [/\bby voice\b/i, 'by phone'],
  [/\bhand(?:s|ed)? out\b/i, 'returns, provides'],
]

const comments = /\/\*+\s([\s\S]*?)\*\/|(?:^|\s)\/\/ (.*(?:\n[ \t]*\/\/ .*)*)/gm
const sqlComments = /(?:^|\s)-- (.*(?:\n[ \t]*-- .*)*)/gm
const testNames = /^ *test(?:\.each\([\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/gm
/** Descriptions of metrics and calls, and lines of the log. */
const operatorTexts =
  /(?:\b(?:help|summary):\s+|\blog\.(?:info|warn|error|fatal)\((?:[^'"`]*?, )?)(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g

/** Passages of prose, each on one line: comments, test names, descriptions and log lines, or the paragraphs of a document. */
function passages(file: string, text: string): string[] {
  if (file.endsWith('.md'))
    return text
      .replaceAll(/^```[\s\S]*?^```/gm, '')
      .split(/\n\s*\n|\n(?=[-|#\d])| \| /)
      .filter((passage) => !passage.startsWith('#'))
  const found = [...text.matchAll(file.endsWith('.sql') ? sqlComments : comments)]
  const texts = /\.test\.tsx?$/.test(file) ? testNames : operatorTexts
  return [
    ...found.map(([, block, lines]) => block ?? lines ?? ''),
    ...[...text.matchAll(texts)].map(([, , said = '']) => said),
  ]
}

const plain = (passage: string) =>
  passage
    .replaceAll(/^[\s*/-]+/gm, '')
    .replaceAll(/`[^`]*`|“[^”]*”|"[^"]*"/g, '`…`')
    .replaceAll(/\s+/g, ' ')

const violations = (file: string, text: string) =>
  passages(file, text)
    .map(plain)
    .flatMap((passage) => {
      const rule = banned.find(([pattern]) => pattern.test(passage))
      return rule ? [`${file}: ${rule[1]}: ${passage.slice(0, 100)}`] : []
    })

const files = globSync(
  ['*.md', 'docs/**/*.md', '*/README.md', '{src,test,scripts,bench,sql,loadtest}/**/*.{ts,tsx,sql}'],
  {
    cwd: root,
  },
).filter((file) => file !== 'test/tools/prose.test.ts')

test.each([
  ['a.ts', '/** Of each person for himself. */'],
  ['a.ts', 'const a = 1 // whoever asks'],
  ['a.ts', '// A line of prose.\n// Read anew.'],
  ['a.ts', '/** Says which price applies. */'],
  ['a.ts', "new Gauge({ help: 'Tasks done by the clock' })"],
  ['a.ts', "{ summary: 'Tells who was told' }"],
  ['a.ts', "log.warn({ error }, 'the office was told')"],
  ['a.sql', '-- what is sealed'],
  ['a.test.ts', "test('a fact is stored', () => {})"],
  ['a.md', 'A price.\n\nWhat a price costs.'],
])('a planted violation in %s is found: %s', (file, text) => {
  expect(violations(file, text)).toHaveLength(1)
})

test('comments, test names, descriptions, log lines and documents avoid the banned words', () => {
  expect(files.length).toBeGreaterThan(30)
  expect(files.flatMap((file) => violations(file, readFileSync(path.join(root, file), 'utf8')))).toEqual([])
})
