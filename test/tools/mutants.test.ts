import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { faults } from '../mutants/faults.ts'

const root = path.join(import.meta.dirname, '..', '..')

test('each fault of `npm run mutants` can be planted: its text is in its file exactly once', () => {
  const outdated = faults.filter(
    ({ file, from }) => readFileSync(path.join(root, file), 'utf8').split(from).length !== 2,
  )
  expect(outdated.map(({ file, what }) => `${file}: ${what}`)).toEqual([])
})
