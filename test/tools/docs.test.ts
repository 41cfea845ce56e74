import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { groups } from '../../scripts/cli/groups.ts'

const root = path.join(import.meta.dirname, '..', '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const isThere = (file: string) => existsSync(path.join(root, file))

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync('docs/**/*.md', { cwd: root }),
].sort()
const ours = globSync(['*', '.*', '.ci/*', '{src,test,scripts,docs,bench,deploy,loadtest,sql,data}/**'], {
  cwd: root,
})

/** Paths in backticks, such as `src/kernel/run.ts` and `src/web/`. A path may omit its first folders. */
const inBackticks =
  /`((?:[\w.@-]+\/)*[\w.@-]+\.(?:ts|tsx|js|cjs|md|sql|css|json|svg|ya?ml)|[\w@-]+\/(?:[\w@-]+\/)*)`/g
const linked = /\]\((?!https?:|mailto:|#)([^)#\s]+)/g
/** Proofs such as "test/x.test.ts › the name of the test". */
const proof = /`([\w/.-]+\.test\.ts) › ([^`]+)`/g

function missingIn(document: string): string[] {
  const text = read(document)
  const files = [...text.matchAll(inBackticks)].map(([, file = '']) => file.replace(/\/$/, ''))
  const targets = [...text.matchAll(linked)].map(([, target = '']) =>
    path.join(path.dirname(document), target),
  )
  return [
    ...files.filter((file) => !ours.some((one) => one === file || one.endsWith(`/${file}`))),
    ...targets.filter((target) => !isThere(target)),
  ].map((file) => `${document} names ${file}`)
}

/** Returns the names of the tests in a file, without skipped tests and tests in comments. */
function testNames(file: string): Set<string> {
  const calls = read(file).matchAll(
    /^ *test(?:\.each\((?:(?:fewCases\()?\w+\)?|\[[\s\S]*?\](?: as const)?)\))?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1/gm,
  )
  return new Set([...calls].map(([, , name = '']) => name.replaceAll(/\\(.)/g, '$1')))
}

test('every file that a document names exists', () => {
  expect(documents.flatMap(missingIn)).toEqual([])
})

test('the map in ARCHITECTURE.md names the folder of every feature, and no other', () => {
  const map = read('ARCHITECTURE.md')
  for (const module of globSync('src/modules/*/', { cwd: root }).map((folder) => path.basename(folder))) {
    const [, lines = ''] = map.match(new RegExp(`^    ${module}/ +(.*(?:\\n {20}\\S.*)*)`, 'm')) ?? []
    const folders = globSync(`src/modules/${module}/*/`, { cwd: root }).map((one) => path.basename(one))
    const named = [...lines.matchAll(/(\w+)\//g)].map(([, name]) => name)
    expect([module, named.toSorted()]).toEqual([module, folders.toSorted()])
  }
})

test('each question of ARCHITECTURE.md leads to a file that exports the name', () => {
  const rows = [...read('ARCHITECTURE.md').matchAll(/^\| ([^|`]+?) +\| `([^`]+)` +\| `(\w+)` +\|$/gm)]
  expect(rows.length).toBeGreaterThanOrEqual(20)
  const lost = rows.filter(
    ([, , file = '', name = '']) =>
      !isThere(file) ||
      !new RegExp(`^export (?:async )?(?:const|function|class) ${name}\\b`, 'm').test(read(file)),
  )
  expect(lost.map(([, question]) => question)).toEqual([])
})

test.each([
  ['docs/spec-public.md', 200],
  ['docs/spec-backoffice.md', 150],
] as const)('every row of the tables of %s names a test', (document, rowsMin) => {
  const rows = read(document)
    .split('\n')
    .filter((line) => /^\| (?!Statement |-)/.test(line))
  expect(rows.length).toBeGreaterThan(rowsMin)
  const isProof = (text: string) => text.replace(proof, '').trim() === '' && text.trim() !== ''
  const shownBy = (row: string) => (row.split(/(?<!\\)\|/)[2] ?? '').split('<br>')
  expect(rows.filter((row) => !shownBy(row).every(isProof))).toEqual([])
})

test('every package has its reason in docs/dependencies.md, and each package there is installed', () => {
  const installed = ['package.json', ...globSync('scripts/onDemand/*/package.json', { cwd: root })].flatMap(
    (file) => {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(file))
      return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
    },
  )
  const told = [...read('docs/dependencies.md').matchAll(/`(@?[a-z][\w./-]*)`/g)].map(([, name = '']) => name)
  const isPackage = (name: string) => installed.includes(name)
  const isTold = (name: string) => told.includes(name) || told.includes(name.replace(/^@[^/]+\//, ''))
  expect(installed.filter((name) => !name.startsWith('@types/') && !isTold(name))).toEqual([])
  const tables = read('docs/dependencies.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const first = tables.flatMap((line) =>
    [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  )
  expect(first.filter((name) => !isPackage(name))).toEqual([])
})

test('the running product has at most 36 direct dependencies', () => {
  const { dependencies } = JSON.parse(read('package.json'))
  expect(Object.keys(dependencies).length).toBeLessThanOrEqual(36)
})

/** A command such as `npm run cli -- keys rotate --yes`, up to the first character that cannot be part of it. */
const typed = /npm run cli -- ((?:[\w<>@-]+ ?)+)/g

/** Returns what is wrong with the command; null if it is valid. */
function wrongWith(line: string): string | null {
  const program = new Command()
  for (const add of groups) add(program)
  const words = line.trim().split(/\s+/)
  let command = program
  for (const word of words) {
    const next = command.commands.find((one) => one.name() === word)
    if (!next) break
    command = next
  }
  if (command === program) return /^[-<]/.test(line) ? null : `${line}: no such command`
  if (command.commands.length > 0 && !words.some((word) => /^(--help|<command>)$/.test(word)))
    return `${line}: ${command.name()} needs one of its own`
  const unknown = words
    .filter((word) => word.startsWith('--') && !['--help', '--json'].includes(word))
    .filter((word) => !command.options.some(({ long }) => long === word))
  return unknown.length > 0 ? `${line}: no ${unknown.join(', ')}` : null
}

test('every operators’ command in a document is valid', () => {
  const lines = documents.flatMap((document) =>
    [...read(document).matchAll(typed)].map(([, line = '']) => line),
  )
  expect(lines.length).toBeGreaterThan(20)
  expect(lines.flatMap((line) => wrongWith(line) ?? [])).toEqual([])
})

test.each(['docs/spec-public.md', 'docs/spec-backoffice.md', 'docs/security.md'])(
  'every test that %s names exists',
  (document) => {
    const text = read(document)
    const proofs = [...text.matchAll(proof)].map(([, file = '', name = '']) => ({ file, name }))
    const files = [...new Set(proofs.map(({ file }) => file))]
    expect(files.filter((file) => !isThere(file))).toEqual([])
    const names = new Map(files.map((file) => [file, testNames(file)]))
    expect(proofs.filter(({ file, name }) => !names.get(file)?.has(name))).toEqual([])
  },
)

const standard: { level1: string[]; level2: string[] } = JSON.parse(read('test/fixtures/asvs.json'))

/** Returns a number for sorting, which puts `1.2.10` after `1.2.9`. */
const place = (number: string) => number.split('.').reduce((sum, part) => sum * 100 + Number(part), 0)
const required = [...standard.level1, ...standard.level2].sort((a, b) => place(a) - place(b))

/** Returns the numbers at the start of a row, for example three for `| 1.2.6–1.2.8 LDAP`. */
function numbersOf(row: string): string[] {
  const [start = ''] = row.match(/^\| (?:[\d.]+(?:–|, )?)+/) ?? []
  return [...start.matchAll(/(\d+\.\d+\.\d+)(?:–(\d+\.\d+\.\d+))?/g)].flatMap(([, from = '', to]) =>
    to ? required.filter((one) => place(from) <= place(one) && place(one) <= place(to)) : [from],
  )
}

test('docs/security.md treats each requirement of levels 1 and 2 once, and begins with the open ones', () => {
  const lines = read('docs/security.md').split('\n')
  const rows = lines.map((line) => ({ numbers: numbersOf(line), isOpen: /\*\*open\*\*/i.test(line) }))
  expect(rows.flatMap(({ numbers }) => numbers).sort((a, b) => place(a) - place(b))).toEqual(required)
  const open = rows.filter(({ isOpen }) => isOpen).flatMap(({ numbers }) => numbers)
  for (const level of [1, 2] as const) {
    const ofLevel = standard[`level${level}`].filter((number) => open.includes(number))
    expect(lines).toContain(`- Open at level ${level}: ${ofLevel.join(', ')}`)
  }
})
