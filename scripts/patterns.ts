import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { check } from 'recheck'
import ts from 'typescript'

// `npm run patterns` judges each regular expression of `src` and writes patterns.json. A pattern must need time that is
// proportional to the text, or a person must write down the maximum length of its texts, because anybody can send mails,
// requests and answers. `--check` judges nothing and fails if patterns.json is incomplete. `--texts 100000` runs this
// number of hostile texts of 1 MB through the patterns and reports the slowest.

const root = path.join(import.meta.dirname, '..')
const file = path.join(import.meta.dirname, 'patterns.json')
const judgeMs = 20_000
const textLength = 1_000_000
const slowMs = 50

/** `linear`, or the maximum length of the texts (characters) and who writes them. */
type Verdict = 'linear' | { max: number; by: string }
type Verdicts = Record<string, Verdict>

function patternsOf(name: string): string[] {
  const source = ts.createSourceFile(
    name,
    readFileSync(path.join(root, name), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text)
    // Schemas contain patterns as strings.
    else if (ts.isPropertyAssignment(node) && node.name.getText() === 'pattern') {
      const value = node.initializer
      if (ts.isStringLiteralLike(value)) found.push(`/${value.text}/`)
      else if (ts.isTemplateExpression(value)) found.push(value.getText())
    } else if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp')
      found.push(node.getText().replace(/\s+/g, ' '))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((name) => !name.endsWith('.test.ts'))
const patterns = [...new Set(files.flatMap(patternsOf))].sort()
const known: Verdicts = JSON.parse(readFileSync(file, 'utf8'))

/** Null for a pattern that the code puts together at run time. */
function expressionOf(pattern: string): RegExp | null {
  const [, source, flags] = /^\/(.+)\/([a-z]*)$/s.exec(pattern) ?? []
  return source === undefined ? null : new RegExp(source, flags)
}

async function judged(pattern: string): Promise<Verdict> {
  const expression = expressionOf(pattern)
  if (!expression) return { max: 0, by: '' }
  const { status } = await check(expression.source, expression.flags, { timeout: judgeMs })
  return status === 'safe' ? 'linear' : { max: 0, by: '' }
}

async function write(): Promise<Verdicts> {
  const verdicts: Verdicts = {}
  for (const pattern of patterns) verdicts[pattern] = known[pattern] ?? (await judged(pattern))
  writeFileSync(file, `${JSON.stringify(verdicts, null, 2)}\n`)
  return verdicts
}

/** Returns pieces that begin, continue and nearly end a match of the pattern. */
function piecesOf(pattern: string): string[] {
  const literal = pattern
    .replace(/^\/|\/[a-z]*$/g, '')
    .replace(/\\[bBdDsSwWpP](\{[^}]*\})?|[()[\]{}|?*+^$\\]/g, ' ')
  const words = literal.split(' ').filter((word) => word !== '')
  return [...new Set([...words, words.join('') || 'b'])].concat([
    ' ',
    '\n',
    '\t',
    'a',
    '1',
    '<',
    '(',
    '[',
    '-',
    '.',
    '@',
    '{',
    '1.',
    'a ',
    '\u0000',
  ])
}

/** The first rounds repeat each piece alone, the later ones mix two. */
function pieceOf(pattern: string, round: number): string {
  const pieces = piecesOf(pattern)
  const first = pieces[round % pieces.length] ?? ' '
  if (round < pieces.length) return first
  return first + (pieces[Math.floor(round / pieces.length) % pieces.length] ?? ' ')
}

/** Returns the milliseconds of processor time until the end of the text, or until the first 50,000 matches. */
function msOf(expression: RegExp, text: string): number {
  const before = process.cpuUsage()
  if (expression.global)
    text
      .matchAll(expression)
      .take(50_000)
      .forEach(() => {})
  else expression.test(text)
  return process.cpuUsage(before).user / 1000
}

function attack(verdicts: Verdicts, texts: number): void {
  const all = Object.entries(verdicts).flatMap(([pattern, verdict]) => {
    const expression = expressionOf(pattern)
    return expression
      ? [{ pattern, expression, length: verdict === 'linear' ? textLength : verdict.max }]
      : []
  })
  let slowest = { ms: 0, pattern: '', text: '' }
  const rounds = Math.ceil(texts / all.length)
  for (let round = 0; round < rounds; round += 1)
    for (const { pattern, expression, length } of all.slice(0, texts - round * all.length)) {
      const piece = pieceOf(pattern, round)
      const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
      let ms = msOf(expression, text)
      // Rules out a moment in which the machine did something else.
      for (let again = 0; ms > slowMs && again < 3; again += 1) ms = Math.min(ms, msOf(expression, text))
      if (ms > slowest.ms) slowest = { ms, pattern, text: piece.slice(0, 40) }
    }
  console.log(
    `${texts} texts, slowest ${slowest.ms.toFixed(1)} ms: ${slowest.pattern} with ${JSON.stringify(slowest.text)}`,
  )
  if (slowest.ms > slowMs) process.exitCode = 1
}

const isCheck = process.argv.includes('--check')
const verdicts = isCheck ? known : await write()
const open = patterns.filter((pattern) => {
  const verdict = verdicts[pattern]
  return !verdict || (verdict !== 'linear' && (verdict.by === '' || verdict.max < 1))
})
const old = Object.keys(verdicts).filter((pattern) => !patterns.includes(pattern))
for (const pattern of open)
  console.error(`not proven linear, write max and by into scripts/patterns.json: ${pattern}`)
for (const pattern of old) console.error(`no longer in src, run npm run patterns: ${pattern}`)
if (open.length + old.length > 0) process.exitCode = 1
console.log(`${patterns.length} patterns`)
const texts = Number(process.argv[process.argv.indexOf('--texts') + 1])
if (process.argv.includes('--texts')) attack(verdicts, texts)
