import { spawn } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../../scripts/postgres/embeddedPostgres.ts'
import { startSharedBrowser } from '../browser.ts'
import { createTemplates } from '../databases.ts'
import { type Fault, faults } from './faults.ts'

// Plants each fault alone into a copy of the project and runs the tests next to it there: a fault that no test catches
// is a guarantee that nothing proves. `npm run mutants -- totp mail` takes the faults whose file or text contains one of the words.

const root = path.join(import.meta.dirname, '..', '..')
const words = process.argv.slice(2)
const chosen = faults.filter(
  ({ file, what }) => words.length === 0 || words.some((word) => `${file} ${what}`.includes(word)),
)

interface Verdict {
  /** The names of the tests that failed, or why none ran. */
  failed: string[]
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
let missed = 0
try {
  for (const fault of chosen) {
    const file = path.join(copy, fault.file)
    const sound = readFileSync(file, 'utf8')
    const isThere = sound.split(fault.from).length === 2
    if (isThere)
      writeFileSync(
        file,
        sound.replace(fault.from, () => fault.to),
      )
    const { failed, passed } = isThere ? await verdict(fault) : { failed: [], passed: 0 }
    writeFileSync(file, sound)
    if (failed.length === 0) missed += 1
    const outcome =
      failed[0] ?? (isThere ? `NOT CAUGHT by ${passed} tests` : 'NOT PLANTED: its text is not there once')
    console.log(`| \`${fault.file}\` | ${fault.what} | ${outcome} |`)
  }
} finally {
  await browser.stop()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
console.log(`\n${chosen.length - missed} of ${chosen.length} faults caught`)
process.exit(missed === 0 ? 0 : 1)

async function verdict({ tests, only }: Fault): Promise<Verdict> {
  const report = path.join(folder, 'report.json')
  rmSync(report, { force: true })
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const options = ['--retry=0', '--bail=1', '--reporter=json', `--outputFile=${report}`]
  const names = only ? ['-t', only] : []
  const child = spawn(process.execPath, [vitest, 'run', ...tests, ...options, ...names], {
    cwd: copy,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  let results: { testResults: { message: string; assertionResults: { status: string; title: string }[] }[] }
  try {
    results = JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    throw new Error(`vitest ended with ${code} and no report: ${said.slice(-2_000)}`)
  }
  const all = results.testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = all.filter(({ status }) => status === 'failed').map(({ title }) => title)
  const passed = all.filter(({ status }) => status === 'passed').length
  // A promise that nobody awaits fails the run outside any test.
  if (failed.length === 0 && code !== 0 && passed > 0) failed.push('an error outside any test')
  return { failed, passed }
}
