import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..', '..')
const planted = path.join(import.meta.dirname, '..', 'fixtures', 'boundaries')
const config: { forbidden: { name: string }[] } = createRequire(import.meta.url)(
  '../../.dependency-cruiser.cjs',
)

interface Cruise {
  summary: { violations: { from: string; rule: { name: string } }[] }
}

function cruise(folder: string): Cruise {
  const { stdout } = spawnSync(
    path.join(root, 'node_modules', '.bin', 'depcruise'),
    ['src', 'scripts', '--config', path.join(root, '.dependency-cruiser.cjs'), '--output-type', 'json'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 },
  )
  return JSON.parse(stdout)
}

test('each planted file breaks exactly the rule that its first line names, and every rule is tested', () => {
  const files = globSync('{src,scripts}/**/*.ts', { cwd: planted })
  const expected = files.map((file) => [
    file,
    readFileSync(path.join(planted, file), 'utf8').match(/^\/\/ breaks ([a-z-]+)/)?.[1],
  ])
  const { violations } = cruise(planted).summary
  const found = files.map((file) => {
    const names = violations.filter(({ from }) => from === file).map(({ rule }) => rule.name)
    return [file, [...new Set(names)].join(', ') || 'nothing']
  })
  expect(found).toEqual(expected)
  const broken = new Set(violations.map(({ rule }) => rule.name))
  expect(config.forbidden.map(({ name }) => name).filter((name) => !broken.has(name))).toEqual([])
})
