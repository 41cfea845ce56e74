import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import type { Progress } from '../../src/platform/dataMigration.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { statementsOf } from '../../src/platform/statements.ts'
import { createDatabase } from '../emptyDatabase.ts'

/** Opens an empty database and a folder with these files, by name without `.sql`. */
async function openFolder(files: Record<string, string>) {
  const database = await createDatabase()
  const dir = mkdtempSync(path.join(tmpdir(), 'salento-sql-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(dir, `${name}.sql`), text)
  const sql = postgres(database.url, { max: 2, onnotice: () => {} })
  return {
    url: database.url,
    dir,
    sql,
    write: (name: string, text: string) => writeFileSync(path.join(dir, `${name}.sql`), text),
    async [Symbol.asyncDispose]() {
      await sql.end()
      await database[Symbol.asyncDispose]()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

const rows =
  'create table points (id bigint primary key, x int not null, y int);\ninsert into points select n, n from generate_series(1, 2500) as n;'
const batch = (then = '') => `-- Old processes may run: they do not read y.

select count(*) as points from points where y is null;

with next as materialized (select id from points where id > coalesce($1, '0')::bigint and y is null order by id limit $2),
moved as (update points set y = x * 2${then} where id in (select id from next) returning id)
select count(*) as done, max(id)::text as position from moved;`

test('the rows of a large table are moved in batches, with progress in words, and each row once', async () => {
  await using folder = await openFolder({ '001_points': rows, '002_points.data': batch() })
  const seen: Progress[] = []
  expect(await migrate(folder.url, { dir: folder.dir, report: (one) => seen.push(one) })).toEqual([
    '001_points',
    '002_points.data',
  ])
  expect(seen.at(0)).toEqual({ name: '002_points.data', done: 0, total: 2500, noun: 'points' })
  expect(seen.at(-1)).toMatchObject({ done: 2500, total: 2500 })
  expect(seen.length).toBeGreaterThan(3)
  expect(await folder.sql`select from points where y is distinct from x * 2`).toHaveLength(0)
  expect(await migrate(folder.url, { dir: folder.dir })).toEqual([])
})

test('a batch that fails names file, line and reason; what was moved before stays, and the next run goes on there', async () => {
  await using folder = await openFolder({
    '001_points': rows,
    '002_points.data': batch(' / nullif(x - 900, 0) + 1 / (x - 900)'),
  })
  await expect(migrate(folder.url, { dir: folder.dir })).rejects.toThrow(
    /^sql\/002_points\.data\.sql, line 5: division by zero\n[\s\S]*Statement: with next as materialized/,
  )
  const [{ moved }] = await folder.sql<[{ moved: string }]>`select count(y) as moved from points`
  expect(Number(moved)).toBeGreaterThan(0)
  expect(Number(moved)).toBeLessThan(900)
  folder.write('002_points.data', batch())
  const seen: Progress[] = []
  await migrate(folder.url, { dir: folder.dir, report: (one) => seen.push(one) })
  expect(seen.at(0)).toMatchObject({ done: Number(moved), total: 2500 })
  expect(await folder.sql`select from points where y is null`).toHaveLength(0)
})

test('a run that is killed after the last batch, before the file counts as applied, moves nothing twice', async () => {
  await using folder = await openFolder({
    '001_points': `${rows}\ncreate table copies (id bigint primary key);`,
    '002_copies.data': `-- Old processes may run: they do not read the copies.
select count(*) as points from points;
with next as materialized (select id from points where id > coalesce($1, '0')::bigint order by id limit $2),
copied as (insert into copies select id from next)
select count(*) as done, max(id)::text as position from next;`,
  })
  await migrate(folder.url, { dir: folder.dir })
  await folder.sql`delete from schema_migrations where name = '002_copies.data'`
  expect(await migrate(folder.url, { dir: folder.dir })).toEqual(['002_copies.data'])
  expect(await folder.sql`select from copies`).toHaveLength(2500)
})

test('a file of the schema is applied as a whole or not at all, and an error names its statement and PostgreSQL’s hint', async () => {
  await using folder = await openFolder({
    '001_points': 'create table points (id bigint primary key);',
    '002_lines':
      'create table lines (id bigint);\n\n-- A name that does not exist.\nselect points.idd from points;',
  })
  await expect(migrate(folder.url, { dir: folder.dir })).rejects.toThrow(
    /^sql\/002_lines\.sql, line 4: column points\.idd does not exist\nHint of PostgreSQL: Perhaps you meant/,
  )
  const tables = await folder.sql`select to_regclass('points') as points, to_regclass('lines') as lines`
  expect(tables).toEqual([{ points: 'points', lines: null }])
})

test('a data file that old processes must not see refuses to run beside them, and names them', async () => {
  await using folder = await openFolder({
    '001_points': rows,
    '002_points.data': batch().replace(
      /^-- Old .*$/m,
      '-- Old processes must be stopped: they would write x again.',
    ),
  })
  const old = postgres(folder.url, { max: 1, connection: { application_name: 'salento-api' } })
  await old`select 1`
  await expect(migrate(folder.url, { dir: folder.dir })).rejects.toThrow(
    'sql/002_points.data.sql: stop salento-api first, because they would write x again.',
  )
  await old.end()
  await migrate(folder.url, { dir: folder.dir })
  expect(await folder.sql`select from points where y is null`).toHaveLength(0)
})

test('an index whose building was interrupted is built again', async () => {
  await using folder = await openFolder({
    '001_points': rows,
    '002_points.index': 'create unique index concurrently points_by_y on points (y);',
  })
  await folder.sql`select 1`
  await migrate(folder.url, { dir: folder.dir, only: ['001_points'] })
  await folder.sql`update points set y = 1`
  await expect(migrate(folder.url, { dir: folder.dir })).rejects.toThrow(/could not create unique index/)
  await folder.sql`update points set y = x`
  await migrate(folder.url, { dir: folder.dir })
  expect(
    await folder.sql`select indisvalid from pg_index where indexrelid = 'points_by_y'::regclass`,
  ).toEqual([{ indisvalid: true }])
})

test('a file is split at the semicolons that end statements, with the line of each', () => {
  const file = `-- one; two
create function f() returns int language sql as $$ select 1; $$;
/* a /* nested; */ comment; */ select 'it''s; fine', "a;b";

select $x$;$$;$x$`
  expect(statementsOf(file)).toEqual([
    { text: 'create function f() returns int language sql as $$ select 1; $$', line: 2 },
    { text: `/* a /* nested; */ comment; */ select 'it''s; fine', "a;b"`, line: 3 },
    { text: 'select $x$;$$;$x$', line: 5 },
  ])
})
