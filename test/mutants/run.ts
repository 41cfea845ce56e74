import { spawn } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../../scripts/postgres/embeddedPostgres.ts'
import { startSharedBrowser } from '../browser.ts'
import { createTemplates } from '../databases.ts'
import { type Fault, faults } from './faults.ts'

// If no test fails with a planted fault, the tests do not prove the behaviour that the fault breaks. `npm run mutants
// -- totp mail` plants only faults whose file or description contains one of the words.

const root = path.join(import.meta.dirname, '..', '..')
const words = process.argv.slice(2)
const chosen = faults.filter(
  ({ file, what }) => words.length === 0 || words.some((word) => `${file} ${what}`.includes(word)),
)

interface Verdict {
  /** Name of a failed test by file. */
  failed: Map<string, string>
  passed: number
}

const folder = mkdtempSync(path.join(tmpdir(), 'salento-mutants-'))
const copy = path.join(folder, 'project')
for (const name of globSync('*', { cwd: root, exclude: ['node_modules'] }))
  cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))

const server = await startEmbedded({ dataDir: folder, fast: true })
await createTemplates(server.url)
process.env.TEST_POSTGRES = server.url
const browser = await startSharedBrowser()
let caught = 0
try {
  // A test that fails without a fault cannot catch one.
  const sound = await verdict({ tests: [...new Set(chosen.flatMap(({ tests }) => tests))] })
  for (const fault of chosen) {
    const file = path.join(copy, fault.file)
    const text = readFileSync(file, 'utf8')
    const isThere = text.split(fault.from).length === 2
    if (isThere)
      writeFileSync(
        file,
        text.replace(fault.from, () => fault.to),
      )
    const red = fault.tests.find((one) => sound.failed.has(one))
    const { failed, passed } =
      isThere && !red ? await verdict(fault, '--bail=1') : { failed: new Map<string, string>(), passed: 0 }
    writeFileSync(file, text)
    const [catcher] = failed.values()
    if (catcher) caught += 1
    const outcome = !isThere
      ? 'NOT PLANTED: its text is not there once'
      : red
        ? `NOT JUDGED: without the fault, this test fails: ${sound.failed.get(red)}`
        : (catcher ?? `NOT CAUGHT by ${passed} tests`)
    console.log(`| ${fault.what} | \`${fault.file}\` | ${outcome} |`)
  }
} finally {
  await browser.stop()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
console.log(`\n${caught} of ${chosen.length} faults caught`)
process.exit(caught === chosen.length ? 0 : 1)

async function verdict({ tests, only }: Pick<Fault, 'tests' | 'only'>, ...more: string[]): Promise<Verdict> {
  const report = path.join(folder, 'report.json')
  rmSync(report, { force: true })
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const options = ['--reporter=json', `--outputFile=${report}`, ...more]
  const names = only ? ['-t', only] : []
  const child = spawn(process.execPath, [vitest, 'run', '--mode', 'full', ...tests, ...options, ...names], {
    cwd: copy,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  let results: {
    testResults: { name: string; message: string; assertionResults: { status: string; title: string }[] }[]
  }
  try {
    results = JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    throw new Error(`vitest ended with ${code} and no report: ${said.slice(-2_000)}`)
  }
  const failed = new Map<string, string>()
  let passed = 0
  for (const { name, message, assertionResults } of results.testResults) {
    const file = path.relative(copy, name).replaceAll(path.sep, '/')
    passed += assertionResults.filter(({ status }) => status === 'passed').length
    const broken = assertionResults.find(({ status }) => status === 'failed')
    if (broken) failed.set(file, broken.title)
    // The test file could not be loaded.
    else if (message) failed.set(file, message.split('\n')[0] ?? '')
  }
  // An unhandled rejection fails the run outside any test.
  if (failed.size === 0 && code !== 0 && passed > 0) failed.set('', 'an error outside any test')
  return { failed, passed }
}
