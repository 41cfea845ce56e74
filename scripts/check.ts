import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import path from 'node:path'

// `npm run check` runs all static checks in parallel.

interface Check {
  name: string
  command: string
  /** Matches the output of a run that checked something: a tool that found no files must not pass. */
  saw?: RegExp
}

const root = path.join(import.meta.dirname, '..')
const migrations = globSync('sql/[0-9]*.sql', { cwd: root }).sort()
/** These run outside a transaction; the others inside. */
const indexes = migrations.filter((file) => file.endsWith('.index.sql'))
const others = migrations.filter((file) => !indexes.includes(file))

const checks: Check[] = [
  { name: 'format and lint', command: 'biome ci --colors=off', saw: /Checked [1-9]/ },
  { name: 'types', command: 'tsc --noEmit --pretty false' },
  {
    name: 'boundaries',
    command: 'depcruise src scripts bench test --output-type err-long',
    // Without a usable TypeScript, dependency-cruiser finds no modules and exits with 0.
    saw: /\([1-9]\d+ modules/,
  },
  { name: 'unused code', command: 'knip --no-progress' },
  { name: 'copied code', command: 'jscpd --fail-on-empty' },
  { name: 'migrations', command: `squawk --assume-in-transaction ${others.join(' ')}` },
  { name: 'indexes', command: `squawk ${indexes.join(' ')}` },
  { name: 'messages', command: 'node scripts/messages.ts --check', saw: /^[1-9]/ },
  { name: 'roles', command: 'node scripts/roles.ts --check', saw: /^[1-9]/ },
  { name: 'events', command: 'node scripts/events.ts --check', saw: /^[1-9]/ },
  { name: 'schema', command: 'node scripts/schema.ts --check', saw: /^[1-9]/ },
  { name: 'sql', command: 'node scripts/sqlTemplates.ts', saw: /^[1-9]/ },
  { name: 'long functions', command: 'node scripts/longFunctions.ts --check', saw: /^[1-9]/ },
  { name: 'patterns', command: 'node scripts/patterns.ts --check', saw: /^[1-9]/ },
  { name: 'lock', command: 'node scripts/completeLock.ts --check' },
]

const results = await Promise.all(checks.map(runAndReport))
const failed = results.filter(({ isGreen }) => !isGreen)
for (const { name, output } of failed) console.log(`\n── ${name}\n${output}`)
if (failed.length > 0) {
  // CI reads these numbers from the last line. The tests usually print them, but do not run after a failed check.
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

/** Runs a command in a shell, because Windows cannot start the scripts in `node_modules/.bin` without one. */
function run(line: string): Promise<{ code: number | null; output: string }> {
  // Drops `FORCE_COLOR`, which overrides NO_COLOR, because colours would clutter a log.
  const { FORCE_COLOR: _, ...env } = process.env
  const child = spawn(line, { cwd: root, env: { ...env, NO_COLOR: '1' }, shell: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code) => resolve({ code, output: output.trim() }))
  })
}
