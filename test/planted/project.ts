import { spawn } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../../scripts/postgres/embeddedPostgres.ts'
import { startSharedBrowser } from '../browser.ts'
import { createTemplates } from '../databases.ts'

/** A copy of the project with its own database and browser, into which faults are planted. */
export interface Copy extends AsyncDisposable {
  /** Folder of the copy. */
  folder: string
  /** Puts a fault into the copy. Returns false if `find` is not in the file exactly once; the file is then unchanged. */
  plant(edit: Edit): boolean
  /** Takes all faults out again, and brings back the pages that were built without them. */
  restore(): void
  /** Builds the pages of the copy. Returns the compiler's message if that fails, otherwise null. */
  build(): Promise<string | null>
  run(tests: string[], options: RunOptions): Promise<Run>
}

export interface Edit {
  file: string
  find: string
  replace: string
}

interface RunOptions {
  /** Runs only tests whose title matches this regular expression. */
  only?: string
  /** More options of vitest. */
  options?: string[]
  /** Milliseconds after which the run is killed. */
  limitMs?: number
  /** Milliseconds that a test waits for an element or a condition. */
  patienceMs?: number
  /** True if the fault is in a migration, so that the run needs a database of its own. */
  isInDatabase?: boolean
}

export interface Run {
  tests: { file: string; title: string; status: string; message: string; ms: number }[]
  /** Message of a test file that could not be loaded, or of an error outside any test; empty if there is none. */
  trouble: string
}

const root = path.join(import.meta.dirname, '..', '..')
const bin = (name: string, file: string) => path.join(root, 'node_modules', name, file)

export async function openCopy(): Promise<Copy> {
  const temporary = mkdtempSync(path.join(tmpdir(), 'salento-planted-'))
  const folder = path.join(temporary, 'project')
  for (const name of globSync('*', { cwd: root, exclude: ['node_modules', 'dist'] }))
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const server = await startEmbedded({ dataDir: temporary, fast: true })
  await createTemplates(server.url)
  process.env.TEST_POSTGRES = server.url
  const browser = await startSharedBrowser()

  const sound = path.join(temporary, 'dist')
  const dist = path.join(folder, 'dist')
  const before = new Map<string, string>()
  let isBuilt = false
  const built = async () => {
    const { code, output } = await ended([bin('vite', 'bin/vite.js'), 'build', '--logLevel', 'warn'], {
      cwd: folder,
      limitMs: 120_000,
      env: { BROTLI_QUALITY: '5' },
    })
    return code === 0 ? null : output.slice(-2_000)
  }
  const failure = await built()
  if (failure) throw new Error(`the project does not build: ${failure}`)
  cpSync(dist, sound, { recursive: true })

  return {
    folder,
    plant({ file, find, replace }) {
      const target = path.join(folder, file)
      const text = readFileSync(target, 'utf8')
      if (text.split(find).length !== 2) return false
      if (!before.has(target)) before.set(target, text)
      writeFileSync(
        target,
        text.replace(find, () => replace),
      )
      return true
    },
    restore() {
      for (const [file, text] of before) writeFileSync(file, text)
      before.clear()
      if (!isBuilt) return
      rmSync(dist, { recursive: true, force: true })
      cpSync(sound, dist, { recursive: true })
      isBuilt = false
    },
    build() {
      isBuilt = true
      return built()
    },
    run: (tests, options) => runTests(folder, temporary, tests, options),
    async [Symbol.asyncDispose]() {
      await browser.stop()
      await server.stop()
      rmSync(temporary, { recursive: true, force: true })
    },
  }
}

async function runTests(
  folder: string,
  temporary: string,
  tests: string[],
  { only, options = [], limitMs = 3_600_000, patienceMs, isInDatabase = false }: RunOptions,
): Promise<Run> {
  const report = path.join(temporary, 'report.json')
  rmSync(report, { force: true })
  const vitest = bin('vitest', 'vitest.mjs')
  const call = [vitest, 'run', '--mode', 'full', ...tests, '--reporter=json', `--outputFile=${report}`]
  const names = only ? ['-t', only] : []
  const waits = patienceMs ? [`--expect.poll.timeout=${patienceMs}`] : []
  // Not the cache of the project, which another run may empty meanwhile.
  const cache = `--fsModuleCachePath=${path.join(temporary, 'cache')}`
  const { code, output } = await ended([...call, cache, ...names, ...waits, ...options], {
    cwd: folder,
    limitMs,
    env: {
      ...(patienceMs ? { TEST_PATIENCE_MS: String(patienceMs) } : {}),
      // Vitest then makes the database from the migrations of the copy.
      ...(isInDatabase ? { TEST_POSTGRES: '' } : {}),
    },
  })
  if (code === null) return { tests: [], trouble: `not finished after ${limitMs / 1_000} s` }
  try {
    return read(JSON.parse(readFileSync(report, 'utf8')), folder, code)
  } catch {
    return { tests: [], trouble: `vitest ended with ${code} and no report: ${output.slice(-2_000)}` }
  }
}

interface Report {
  testResults: {
    name: string
    message: string
    assertionResults: { status: string; title: string; duration?: number; failureMessages?: string[] }[]
  }[]
}

function read({ testResults }: Report, folder: string, code: number): Run {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, title, duration = 0, failureMessages = [] }) => ({
      file: path.relative(folder, name).replaceAll(path.sep, '/'),
      title,
      status,
      message: failureMessages.join('\n'),
      ms: Math.round(duration),
    })),
  )
  const isFailed = tests.some(({ status }) => status === 'failed')
  const unloaded = testResults.find(({ message }) => message)?.message
  // An unhandled rejection fails the run outside any test.
  const trouble = unloaded ?? (code !== 0 && !isFailed ? 'an error outside any test' : '')
  return { tests, trouble }
}

/** Runs a script of Node until it ends. `code` is null if it did not end within the limit and was killed. */
async function ended(
  call: string[],
  { cwd, limitMs, env = {} }: { cwd: string; limitMs: number; env?: Record<string, string> },
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, call, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its own group, because vitest's workers would outlive it.
    detached: true,
  })
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  let isLate = false
  const end = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // All its processes have ended.
    }
  }
  const timer = setTimeout(() => {
    isLate = true
    end()
  }, limitMs)
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  clearTimeout(timer)
  end()
  return { code: isLate ? null : (code ?? 1), output }
}
