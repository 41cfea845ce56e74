import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { judge } from '../planted/judge.ts'
import { keyOf, plantedFaults, specifiedRows } from '../planted/rows.ts'

const root = path.join(import.meta.dirname, '..', '..')
const rows = specifiedRows()
const faults = plantedFaults()

test('each row of the specification’s documents has a fault that `npm run planted` plants, and each fault has a row', () => {
  const withFault = new Set(faults.map(keyOf))
  const keys = rows.map(keyOf)
  expect(keys.filter((key) => !withFault.has(key))).toEqual([])
  expect([...withFault].filter((key) => !keys.includes(key))).toEqual([])
})

test('each of these faults can be planted: its text is in its file exactly once, and a test of its row is to find it', () => {
  const texts = new Map([...new Set(faults.map(({ file }) => file))].map((file) => [file, read(file)]))
  const outdated = faults.filter(
    ({ file, find, replace }) => texts.get(file)?.split(find).length !== 2 || find === replace,
  )
  expect(outdated.map((fault) => `${fault.file}: ${keyOf(fault)}`)).toEqual([])
  const unproved = faults.filter((fault) => {
    const row = rows.find((one) => keyOf(one) === keyOf(fault))
    return !row?.tests.some(({ file, name }) => `${file} › ${name}`.includes(fault.tests ?? ''))
  })
  expect(unproved.map((fault) => `${fault.tests}: ${keyOf(fault)}`)).toEqual([])
})

test('a property that fails with an unmet expectation finds a fault, one that crashes does not', () => {
  const [row] = rows
  const { file = '', name: title = '' } = row?.tests[0] ?? {}
  const judged = (error: string) => {
    const message = `Error: Property failed after 1 tests\n{ seed: 1 }\nCounterexample: [0]\nShrunk 1 time(s)\nGot ${error}`
    const tests = [{ file, title, status: 'failed', message, ms: 1 }]
    return row && judge({ tests, trouble: '' }, row).is
  }
  expect([
    judged('AssertionError: expected 0 to be -1'),
    judged('error: expect(locator).toBeVisible() failed'),
    judged('TypeError: Cannot read properties of undefined'),
  ]).toEqual(['red', 'red', 'not run'])
})

function read(file: string): string {
  try {
    return readFileSync(path.join(root, file), 'utf8')
  } catch {
    return ''
  }
}
