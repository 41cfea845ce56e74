import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { refusedLines } from './refusedLines.ts'

const fixture = (name: string) =>
  readFileSync(path.join(import.meta.dirname, '..', 'fixtures', 'phoneLinks', name), 'utf8')

test('a link to a phone number that is written by hand is refused; a selector and a comparison are not', () => {
  for (const place of ['src/web/planted.tsx', 'src/modules/trips/planted.tsx']) {
    expect(refusedLines(fixture('wrong.tsx'), place)).toEqual([1, 2, 3, 4, 5, 6])
    expect(refusedLines(fixture('right.tsx'), place)).toEqual([])
  }
})
