import path from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { markdownTable } from '../../scripts/markdownTable.ts'
import { isBuilt } from './builtFiles.ts'
import { judge, type Outcome } from './judge.ts'
import { type Copy, openCopy, type Run } from './project.ts'
import { hashOf, openResults, openSeenRed, testName } from './results.ts'
import { keyOf, type PlantedFault, plantedFaults, type Row, specifiedRows, titlePattern } from './rows.ts'

// Proves that the test of each row of docs/spec-*.md can fail: plants the row's faults in a copy of the project, one at
// a time, and runs the tests that the row names (docs/testing.md).

interface Options {
  row?: string
  from: number
  shard: string
  limit: number
  patience: number
  results: string
  again?: true
  report?: true
}

/** Rows for which a copy is used. */
const chunkSize = 120

const root = path.join(import.meta.dirname, '..', '..')

const whole = (text: string) => {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('a whole number is required')
  return number
}

const program = new Command('npm run planted --')
  .description(
    'Plants a fault for each row of docs/spec-*.md and reports whether the tests of the row find it.',
  )
  .option('--row <pattern>', 'only rows whose heading, statement or number matches this regular expression')
  .option('--from <number>', 'begins at this row', whole, 1)
  .option('--shard <i/n>', 'the part i of n of the rows, for several runs at once', '1/1')
  .option('--limit <seconds>', 'longest time of a row', whole, 150)
  .option('--patience <seconds>', 'how long a test waits for an element or a condition', whole, 12)
  .option('--results <file>', 'file that keeps the outcomes', 'node_modules/.cache/planted.jsonl')
  .option('--again', 'also plants faults that were found already')
  .option('--report', 'prints the outcomes of earlier runs, and runs nothing')
  .parse()
const options = program.opts<Options>()

const results = openResults(path.resolve(root, options.results))
const seenRed = openSeenRed(path.join(import.meta.dirname, 'seenRed.txt'))
const rows = specifiedRows()
const numbers = new Map(rows.map((row, at) => [keyOf(row), at + 1]))
const isChosen = new RegExp(options.row ?? '', 'i')
const [shard = 1, shards = 1] = options.shard.split('/').map(Number)
const chosen = plantedFaults()
  .flatMap((fault) => {
    const row = rows.find((one) => keyOf(one) === keyOf(fault))
    return row ? [{ fault, row: forFault(row, fault), number: numbers.get(keyOf(row)) ?? 0 }] : []
  })
  .filter(({ fault, number }) => isChosen.test(`${number} ${keyOf(fault)}`) && number >= options.from)
  .sort((a, b) => a.number - b.number)
  .filter((_, at) => at % shards === shard - 1)
/** Ends a test before its row's limit. */
const testTimeout = `--testTimeout=${Math.max(30, options.limit - 30) * 1_000}`

const isRed = ({ row, fault }: (typeof chosen)[number]) => seenRed.hashOf(fault) === hashOf(row, fault)

if (!options.report) {
  const open = chosen.filter(({ fault }) => options.again || !seenRed.hashOf(fault))
  console.error(`${chosen.length} faults, ${open.length} to plant`)
  if (open.length > 0) {
    // The row that is running ends, so that database and browser end too.
    let isStopped = false
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isStopped = true))
    for (let first = 0; first < open.length && !isStopped; first += chunkSize) {
      // Its own copy, so that a database or browser that has died spoils one chunk only.
      await using copy = await openCopy()
      const chunk = open.slice(first, first + chunkSize)
      await findSoundTests(copy, chunk)
      for (const [at, one] of chunk.entries())
        if (!isStopped) await plantOne(copy, one, `${first + at + 1}/${open.length}`)
    }
  }
}
report()

async function plantOne(copy: Copy, { fault, row, number }: (typeof chosen)[number], place: string) {
  const start = performance.now()
  const outcome = await outcomeOf(copy, fault, row)
  const seconds = Math.round((performance.now() - start) / 1_000)
  const hash = hashOf(row, fault)
  results.add({ key: keyOf(fault), find: fault.find, hash, seconds, ...outcome })
  if (outcome.is === 'red') seenRed.add(fault, hash)
  console.error(
    `${place} row ${number} ${outcome.is} ${seconds} s: ${row.statement}  ${outcome.message.slice(0, 200)}`,
  )
}

/** Returns the row with only those tests that the fault names. */
function forFault(row: Row, { tests }: PlantedFault): Row {
  if (!tests) return row
  return { ...row, tests: row.tests.filter(({ file, name }) => `${file} › ${name}`.includes(tests)) }
}

/**
 * Runs the tests of many rows at once without a fault, which takes half the time of a run for each row. They run in a
 * random order, so that a test that needs another one of its file before it fails; `soundTests` then tries it again.
 */
async function findSoundTests(copy: Copy, chunk: typeof chosen): Promise<void> {
  const unknown = chunk.map(({ row }) => row).filter((row) => !results.soundOf(row))
  const all = new Map(unknown.flatMap(({ tests }) => tests).map((one) => [testName(one), one]))
  const [first] = unknown
  if (!first) return
  const whole = { ...first, tests: [...all.values()] }
  const shuffled = ['--sequence.shuffle.tests', '--maxWorkers=2']
  const { tests } = await copy.run(filesOf(whole), {
    ...howToRun(whole),
    options: [testTimeout, ...shuffled],
  })
  for (const one of whole.tests)
    if (isGreen(tests, one)) results.addSound({ ...first, tests: [one] }, [testName(one)])
}

/** Returns the tests of the row that are green without a fault: a test that fails anyway cannot find one. */
async function soundTests(copy: Copy, row: Row): Promise<Row['tests']> {
  let names = results.soundOf(row)
  if (!names) {
    const { tests } = await copy.run(filesOf(row), { ...howToRun(row), options: [testTimeout] })
    names = row.tests.filter((one) => isGreen(tests, one)).map(testName)
    results.addSound(row, names)
  }
  return row.tests.filter((one) => names.includes(testName(one)))
}

function isGreen(tests: Run['tests'], { file, name }: Row['tests'][number]): boolean {
  const ran = tests.filter(
    (one) => one.file === file && new RegExp(`^${titlePattern(name)}$`).test(one.title),
  )
  return ran.length > 0 && ran.every(({ status }) => status === 'passed')
}

function filesOf({ tests }: Row): string[] {
  return [...new Set(tests.map(({ file }) => file))]
}

function howToRun({ tests }: Row) {
  return {
    only: `(${tests.map(({ name }) => titlePattern(name)).join('|')})$`,
    patienceMs: options.patience * 1_000,
  }
}

async function outcomeOf(copy: Copy, fault: PlantedFault, row: Row): Promise<Outcome> {
  const notRun = (message: string): Outcome => ({ is: 'not run', message, test: '' })
  const tests = await soundTests(copy, row)
  const sound = { ...row, tests }
  if (tests.length === 0)
    return notRun(`fails without a fault: ${row.tests[0]?.name ?? 'the row names no test'}`)
  if (!copy.plant(fault)) return notRun(`the text is not in ${fault.file} exactly once`)
  try {
    const failure = isBuilt(fault.file) ? await copy.build() : null
    if (failure) return notRun(`does not build: ${failure}`)
    const run = await copy.run(filesOf(sound), {
      ...howToRun(sound),
      options: ['--bail=1', testTimeout],
      limitMs: options.limit * 1_000,
      isInDatabase: fault.file.startsWith('sql/'),
    })
    return judge(run, row)
  } finally {
    copy.restore()
  }
}

function report(): void {
  if (shards === 1) seenRed.tidy(plantedFaults())
  const lines = chosen.map((one) => {
    const { number, row, fault } = one
    const { is, message = '', hash } = results.of(fault) ?? {}
    if (isRed(one)) return { number, row, is: 'red', message: is === 'red' ? message : '' }
    if (is && is !== 'red' && hash === hashOf(row, fault)) return { number, row, is, message }
    return { number, row, is: seenRed.hashOf(fault) ? 'red before a change' : 'not run', message: 'not yet' }
  })
  const short = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ').slice(0, 160)
  const table = lines.map((one) => [String(one.number), one.row.statement, one.is, short(one.message)])
  console.log(markdownTable([['Row', 'Statement', 'Outcome', 'Message'], ...table]))
  const withFault = new Set(plantedFaults().map(keyOf))
  const without = rows.filter((row) => !withFault.has(keyOf(row)))
  const count = (is: string) => lines.filter((one) => one.is === is).length
  console.log(
    `\n${rows.length} rows, ${without.length} without a fault. Of ${chosen.length} faults ${count('red')} are red, ` +
      `${count('red before a change')} were red before a change, ${count('green')} are green, ${count('not run')} did not run.`,
  )
  process.exitCode = lines.every(({ is }) => is === 'red') ? 0 : 1
}
