import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..', '..')

test('the check of sql/schema.sql fails as soon as a migration makes something else', () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'salento-schema-test-'))
  try {
    for (const part of ['scripts', 'src/platform', 'sql', 'package.json'])
      cpSync(path.join(root, part), path.join(copy, part), { recursive: true })
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction')
    const check = () => {
      const { status, stderr } = spawnSync(process.execPath, ['scripts/schema.ts', '--check'], {
        cwd: copy,
        encoding: 'utf8',
      })
      return [status, stderr.trim()]
    }
    expect(check()).toEqual([0, ''])
    writeFileSync(path.join(copy, 'sql', '999_planted.sql'), 'alter table locations add column planted text;')
    expect(check()).toEqual([1, 'sql/schema.sql is outdated: run npm run schema'])
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
})
