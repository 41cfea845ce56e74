import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..', '..')

test('an object that is packed into another is refused; a condition and a variable are not', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'salento-packing-'))
  try {
    for (const part of ['biome.json', '.gitignore', 'test/lint'])
      cpSync(path.join(root, part), path.join(folder, part), { recursive: true })
    mkdirSync(path.join(folder, 'src'))
    const lines = [
      'export const packed = (a: number) => ({ ...{ a, b: 2 }, c: 3 })',
      'export const spread = (more: object, isOn: boolean) => ({ ...more, ...(isOn && { d: 4 }) })',
    ]
    writeFileSync(path.join(folder, 'src', 'planted.ts'), `${lines.join('\n')}\n`)
    const biome = path.join(root, 'node_modules', '.bin', 'biome')
    const options = ['lint', '--colors=off', 'src/planted.ts']
    const { stdout, stderr } = spawnSync(biome, options, { cwd: folder, encoding: 'utf8' })
    expect(stdout + stderr).toContain('Checked 1 file')
    expect([...stderr.matchAll(/:(\d+):\d+ plugin/g)].map(([, line]) => line)).toEqual(['1'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
