import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Outcome } from './judge.ts'
import { keyOf, type PlantedFault, type Row } from './rows.ts'

const root = path.join(import.meta.dirname, '..', '..')
const digest = (texts: string[]) => createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 16)
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

export interface Result extends Outcome {
  key: string
  find: string
  hash: string
  seconds: number
}

/** Returns a hash of all that decides the outcome at the row: the fault, the file that gets it, and the tests. */
export function hashOf(row: Row, { file, find, replace, tests = '' }: PlantedFault): string {
  const testFiles = [...new Set(row.tests.map((one) => one.file))].sort()
  const names = row.tests.map(({ name }) => name)
  return digest([file, find, replace, tests, ...names, read(file), ...testFiles.map(read)])
}

/** Returns a hash of the sources and of the row's test files, for a run of its tests without a fault. */
export function soundHash({ tests }: Row): string {
  sources ??= digest(globSync('{src,sql}/**/*.*', { cwd: root }).sort().map(read))
  return digest([sources, ...[...new Set(tests.map(({ file }) => file))].sort().map(read)])
}
let sources: string | null = null

/** The results of all runs until now, in a file of one JSON object per line. Several runs may append to it. */
export function openResults(file: string) {
  mkdirSync(path.dirname(file), { recursive: true })
  const results = new Map<string, Result>()
  const sound = new Map<string, { hash: string; tests: string[] }>()
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  for (const line of lines) {
    const entry = JSON.parse(line)
    if (entry.sound) sound.set(entry.sound, entry)
    else results.set(`${entry.key}\0${entry.find}`, entry)
  }
  return {
    of: (fault: PlantedFault) => results.get(`${keyOf(fault)}\0${fault.find}`),
    add(result: Result): void {
      results.set(`${result.key}\0${result.find}`, result)
      appendFileSync(file, `${JSON.stringify(result)}\n`)
    },
    /** Returns those tests of a row that were green without a fault, with the same sources; undefined if not yet known. */
    soundOf(row: Row): string[] | undefined {
      const known = sound.get(selectionOf(row))
      if (known?.hash === soundHash(row)) return known.tests
      if (row.tests.length < 2) return undefined
      const each = row.tests.map((one) => this.soundOf({ ...row, tests: [one] }))
      return each.every((names) => names?.length === 1) ? row.tests.map(testName) : undefined
    },
    addSound(row: Row, tests: string[]): void {
      const entry = { sound: selectionOf(row), hash: soundHash(row), tests }
      sound.set(entry.sound, entry)
      // The next run tries again the tests that failed, which may have been bad luck.
      if (tests.length === row.tests.length) appendFileSync(file, `${JSON.stringify(entry)}\n`)
    },
  }
}

/**
 * The faults that a test has found, in a file of the repository: one line per fault with its name and `hashOf`, so that
 * another checkout does not plant them again. Several runs may append to it.
 */
export function openSeenRed(file: string) {
  const seen = new Map<string, string>()
  const load = () => {
    for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []) {
      const [name = '', hash = ''] = line.split(' ')
      seen.set(name, hash)
    }
  }
  load()
  return {
    /** Returns `hashOf` the fault when it was found last, if ever. */
    hashOf: (fault: PlantedFault) => seen.get(nameOf(fault)),
    add: (fault: PlantedFault, hash: string) => appendFileSync(file, `${nameOf(fault)} ${hash}\n`),
    /** Sorts the lines and removes those of faults that are no more. */
    tidy(faults: PlantedFault[]): void {
      load()
      const lines = faults
        .map(nameOf)
        .flatMap((name) => (seen.has(name) ? [`${name} ${seen.get(name)}\n`] : []))
      writeFileSync(file, [...new Set(lines)].sort().join(''))
    },
  }
}

const nameOf = (fault: PlantedFault) => digest([keyOf(fault), fault.file, fault.find, fault.replace])

export const testName = ({ file, name }: Row['tests'][number]) => `${file} › ${name}`
const selectionOf = ({ tests }: Row) => tests.map(testName).sort().join('\n')
