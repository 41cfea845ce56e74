import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import order from '../../scripts/featureOrder.json' with { type: 'json' }

// The anatomy of a feature, as ARCHITECTURE.md describes it under "Features".

const root = path.join(import.meta.dirname, '..', '..')
const files = globSync('src/modules/*/*/*.ts', { cwd: root })
const featureOf = (file: string) => path.dirname(file)

/** Names of layers and of rooms for everything. They say nothing about what a file keeps, does or judges. */
const layers =
  'commands queries reactions writes handlers events types common shared helpers utils misc index'.split(' ')

/** Returns the files whose name says a layer instead of a noun. */
const namedByLayer = (names: string[]) =>
  names.filter((file) => layers.includes(path.basename(file).split('.')[0] ?? ''))

/** Returns the files that each file imports, as paths from the root of the project. */
const importsOf = (file: string): string[] =>
  [...readFileSync(path.join(root, file), 'utf8').matchAll(/from '(\.{1,2}\/[^']+)'/g)].map(([, to = '']) =>
    path.normalize(path.join(path.dirname(file), to)),
  )

test('nouns name the files of all features, not layers', () => {
  expect(namedByLayer(['a/b/commands.ts', 'a/b/queries.ts', 'a/b/drivers.queries.ts'])).toHaveLength(2)
  expect(files.length).toBeGreaterThan(300)
  expect(namedByLayer(files)).toEqual([])
})

test('a file that other modules read with its queries changes no table', () => {
  const changes = /insert into |`\s*(update|delete from) |^\s*(update [a-z_]+ set|delete from) /m
  expect('await tx`\n    update redirects set x = 1').toMatch(changes)
  const queries = files.filter((file) => file.endsWith('.queries.ts'))
  expect(queries.filter((file) => changes.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([])
})

test('only a file that another feature imports has the suffix that lets it', () => {
  const registries = globSync('src/modules/*/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('module.ts'),
  )
  const imported = new Set(
    [...files, ...registries].flatMap((file) =>
      importsOf(file).filter((to) => featureOf(to) !== featureOf(file)),
    ),
  )
  const isOpen = (file: string) => /\.(queries|writes)\.ts$/.test(file)
  expect(files.filter(isOpen).length).toBeGreaterThan(50)
  expect(files.filter((file) => isOpen(file) && !imported.has(file))).toEqual([])
})

const ordered: [string, string[]][] = Object.entries(order.features)

test.for(ordered)(
  'the order of %s contains each of its features, as ARCHITECTURE.md shows it',
  ([module, features]) => {
    const folders = globSync(`src/modules/${module}/*/`, { cwd: root }).map((folder) => path.basename(folder))
    expect(features.toSorted()).toEqual(folders.toSorted())
    const shown = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8')
      .split('\n')
      .find((line) => line.startsWith(`| \`${module}\` `))
    expect(shown?.split('|')[2]?.trim()).toBe(features.map((feature) => `\`${feature}\``).join(' ← '))
  },
)

test.for([
  ['panel', 'admin', order.panel],
  ['site', 'site', order.site],
] as const)(
  'the order of the %s contains each of its folders, as ARCHITECTURE.md shows it',
  ([, folder, areas]) => {
    const folders = globSync(`src/web/${folder}/*/`, { cwd: root }).map((one) => path.basename(one))
    expect(areas.toSorted()).toEqual(folders.toSorted())
    const shown = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8').replaceAll(/\s+/g, ' ')
    expect(shown).toContain(areas.map((area) => `\`${area}\``).join(' ← '))
  },
)

const areas: [string, string[]][] = Object.entries(order.screens)

test('each area of the panel has an order of its features', () => {
  const inAreas = globSync('src/web/admin/*/*/', { cwd: root }).map((folder) => path.dirname(folder))
  expect(areas.map(([area]) => `src/web/admin/${area}`).toSorted()).toEqual([...new Set(inAreas)].toSorted())
})

test.for(areas)('the order of the screens of %s contains each of their folders', ([area, features]) => {
  const folders = globSync(`src/web/admin/${area}/*/`, { cwd: root }).map((folder) => path.basename(folder))
  expect(features.toSorted()).toEqual(folders.toSorted())
})
