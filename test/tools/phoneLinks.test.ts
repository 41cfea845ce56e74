import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..', '..')

/** Returns the numbers of the lines of a fixture that Biome refuses if the fixture is the file `place`. */
function linesRefused(fixture: string, place: string): number[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'phone-links-'))
  try {
    for (const part of ['biome.json', '.gitignore', 'test/lint'])
      cpSync(path.join(root, part), path.join(folder, part), { recursive: true })
    cpSync(path.join(root, 'test/fixtures/phoneLinks', fixture), path.join(folder, place))
    const biome = path.join(root, 'node_modules', '.bin', 'biome')
    const run = spawnSync(biome, ['lint', '--colors=off', place], { cwd: folder, encoding: 'utf8' })
    expect(run.stdout + run.stderr).toContain('Checked 1 file')
    const found = [...run.stderr.matchAll(/:(\d+):\d+ (?:plugin|lint\/style\/noRestrictedImports)/g)]
    return [...new Set(found.map(([, line]) => Number(line)))].sort((a, b) => a - b)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('a link to a phone number that is written by hand is refused; a selector and a comparison are not', () => {
  for (const place of ['src/web/planted.tsx', 'src/modules/trips/planted.tsx']) {
    expect(linesRefused('wrong.tsx', place)).toEqual([1, 2, 3, 4, 5, 6])
    expect(linesRefused('right.tsx', place)).toEqual([])
  }
})
