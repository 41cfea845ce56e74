import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'

const root = path.join(import.meta.dirname, '..', '..')

/** Returns the numbers of the lines that Biome refuses by one of our own rules if the text is the file `place`. */
export function refusedLines(text: string, place: string): number[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'refused-lines-'))
  try {
    for (const part of ['biome.json', '.gitignore', 'test/lint'])
      cpSync(path.join(root, part), path.join(folder, part), { recursive: true })
    mkdirSync(path.join(folder, path.dirname(place)), { recursive: true })
    writeFileSync(path.join(folder, place), text)
    const biome = path.join(root, 'node_modules', '.bin', 'biome')
    const run = spawnSync(biome, ['lint', '--colors=off', place], { cwd: folder, encoding: 'utf8' })
    expect(run.stdout + run.stderr).toContain('Checked 1 file')
    const found = [...run.stderr.matchAll(/:(\d+):\d+ (?:plugin|lint\/style\/noRestrictedImports)/g)]
    return [...new Set(found.map(([, line]) => Number(line)))].sort((a, b) => a - b)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
