import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import path from 'node:path'

// `npm run check`: everything that can be known without running the product, at once. One line each with its time;
// only what failed is shown in full.

interface Check {
  name: string
  command: string
  /** What the output of a run that saw something says: a tool that found no files must not read as green. */
  saw?: RegExp
}

const root = path.join(import.meta.dirname, '..')
const migrations = globSync('sql/*.sql', { cwd: root }).sort().join(' ')

const checks: Check[] = [
  { name: 'format and lint', command: 'biome ci --colors=off', saw: /Checked [1-9]/ },
  { name: 'types', command: 'tsc --noEmit --pretty false' },
  {
    name: 'boundaries',
    command: 'depcruise src scripts bench test --exclude ^test/fixtures/ --output-type err-long',
    // dependency-cruiser without a TypeScript it can use sees nothing and exits 0.
    saw: /\([1-9]\d+ modules/,
  },
  { name: 'unused code', command: 'knip --no-progress' },
  { name: 'copied code', command: 'jscpd --fail-on-empty' },
  { name: 'migrations', command: `squawk ${migrations}` },
  { name: 'lock', command: 'node scripts/completeLock.ts --check' },
]

const results = await Promise.all(checks.map(runAndReport))
const failed = results.filter(({ isGreen }) => !isGreen)
for (const { name, output } of failed) console.log(`\n── ${name}\n${output}`)
if (failed.length > 0) {
  // The line that CI reads last: no test runs after this.
  console.log(`\n${checks.length - failed.length} passed, ${failed.length} failed, 0 skipped`)
  process.exitCode = 1
}

async function runAndReport({ name, command, saw }: Check) {
  const start = performance.now()
  const { code, output } = await run(command)
  const isGreen = code === 0 && (saw?.test(output) ?? true)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${isGreen ? 'ok    ' : 'FAILED'} ${name.padEnd(16)} ${seconds.padStart(5)} s`)
  return { name, isGreen, output: output || `${command}: no output, exit code ${code}` }
}

function run(line: string): Promise<{ code: number | null; output: string }> {
  const [command = '', ...args] = line.split(' ')
  const bin = path.join(root, 'node_modules', '.bin')
  // The tools' colours would be noise in a log, and `FORCE_COLOR` in the caller's environment would win over NO_COLOR.
  const { FORCE_COLOR: _, ...inherited } = process.env
  const env = { ...inherited, NO_COLOR: '1', PATH: `${bin}${path.delimiter}${process.env.PATH}` }
  const child = spawn(command, args, { cwd: root, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code) => resolve({ code, output: output.trim() }))
  })
}
