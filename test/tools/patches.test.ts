import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..', '..')
const packages = path.join(root, 'node_modules')

test('a process with an unpatched package does not start, and says what to do', () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'salento-patches-'))
  try {
    for (const part of ['src', 'sql', 'package.json'])
      cpSync(path.join(root, part), path.join(copy, part), { recursive: true })
    symlinkSync(path.join(root, 'data'), path.join(copy, 'data'), 'junction')
    mkdirSync(path.join(copy, 'node_modules'))
    for (const name of readdirSync(packages).filter((one) => one !== 'postgres'))
      symlinkSync(path.join(packages, name), path.join(copy, 'node_modules', name), 'junction')
    cpSync(path.join(packages, 'postgres'), path.join(copy, 'node_modules', 'postgres'), { recursive: true })
    const run = (file: string, ...options: string[]) =>
      spawnSync(process.execPath, [file, ...options], {
        cwd: copy,
        encoding: 'utf8',
        env: { ...process.env, PORT: 'none' },
      })
    // With its patch the process reads the variables.
    expect(run('src/api/main.ts').stderr).toMatch(/^PORT /)
    const driver = path.join(copy, 'node_modules', 'postgres', 'src', 'connection.js')
    writeFileSync(driver, readFileSync(driver, 'utf8').replace('A query may begin after the socket', ''))
    for (const file of ['src/api/main.ts', 'src/worker/main.ts'])
      expect(run(file)).toMatchObject({
        status: 1,
        stderr: 'postgres lacks its patch: run `npm ci` without --ignore-scripts, or `npx patch-package`\n',
      })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
})
