import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..', '..')

test('the number of long functions can only fall, and the file has to follow it', () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'salento-long-'))
  try {
    mkdirSync(path.join(copy, 'scripts'))
    mkdirSync(path.join(copy, 'src'))
    cpSync(path.join(root, 'scripts', 'longFunctions.ts'), path.join(copy, 'scripts', 'longFunctions.ts'))
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction')
    writeFileSync(path.join(copy, 'package.json'), '{ "type": "module" }')
    const lines = Array.from({ length: 61 }, (_, index) => `  console.info(${index})`)
    writeFileSync(path.join(copy, 'src', 'long.ts'), `export function long() {\n${lines.join('\n')}\n}\n`)
    const check = (counts: object) => {
      writeFileSync(path.join(copy, 'scripts', 'longFunctions.json'), JSON.stringify(counts))
      const { status, stderr } = spawnSync(process.execPath, ['scripts/longFunctions.ts', '--check'], {
        cwd: copy,
        encoding: 'utf8',
      })
      return [status, stderr.trim().split('\n')]
    }
    expect(check({ panel: 0, site: 0, rest: 1 })).toEqual([0, ['']])
    expect(check({ panel: 0, site: 0, rest: 0 })).toEqual([
      1,
      ['rest: 1 functions above 60 lines, 0 before', 'src/long.ts:1 (61 lines)'],
    ])
    expect(check({ panel: 0, site: 0, rest: 2 })).toEqual([
      1,
      [expect.stringContaining('run npm run long-functions')],
    ])
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
})
