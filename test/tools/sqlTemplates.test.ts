import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..', '..')
const folder = 'test/fixtures/sql'
const name = `${folder}/faults.ts`

/** Returns the place of an exported query, such as `test/fixtures/sql/faults.ts:5`. */
function placeOf(query: string): string {
  const lines = readFileSync(path.join(root, name), 'utf8').split('\n')
  const start = lines.findIndex((line) => line.includes(`const ${query} =`))
  const offset = lines.slice(start).findIndex((line) => /(read|tx)(<.*>)?`/.test(line))
  return `${name}:${start + offset + 1}`
}

test('a query that the database refuses or that returns other rows than its type says is reported with its place', () => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ['scripts/sqlTemplates.ts', folder], {
    cwd: root,
    encoding: 'utf8',
  })
  const advice = `Write it so that the text follows from constants, or give the reason in ${folder}/sqlTemplates.json`
  const expected = [
    ['unknownTable', 'PostgreSQL: relation "planets" does not exist'],
    ['unknownColumn', 'PostgreSQL: column "colour" of relation "locations" does not exist'],
    ['otherName', 'title is in the row type, but no column'],
    ['otherName', 'name is a column, but not in the row type'],
    ['otherType', 'total is number, but numeric is read as a string'],
    ['otherType', 'at is string, but timestamp with time zone is read as a Date'],
    ['nullInTable', 'address can be null'],
    ['nullByJoin', 'driver can be null'],
    ['nullInAggregate', 'last can be null'],
    ['neverNull', 'name is never null'],
    ['lacksValue', 'kind lacks whatsapp, which the table allows'],
    ['oneBranch', 'PostgreSQL: column "size" does not exist'],
    [
      'needlessComment',
      'the comment about id is needless, because the column cannot be null or has another name',
    ],
    ['unknownText', `cannot be checked: the name in table is not known. ${advice}`],
    ['unknownRow', `cannot be checked: the columns of the written row are not known. ${advice}`],
  ].map(([query = '', fault]) => `${placeOf(query)} ${fault}`)
  const outdated = `${folder}/sqlTemplates.json allows 1 templates in ${folder}/nullness.ts, but there are 0`
  // Queries of right.ts are not among them.
  expect(stderr.trim().split('\n').sort()).toEqual([...expected, outdated].sort())
  expect(stdout).toMatch(/^\d+ templates, 22 queries with \d+ statements; 3 not checked/)
  expect(status).toBe(1)
})
