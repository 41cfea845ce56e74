import { expect, test } from 'vitest'
import type { Retention } from '../../src/kernel/retention.ts'
import { purges } from '../../src/modules/index.ts'
import { openApp } from '../app.ts'
import { growingTables, growth, steadyTables } from './growingTables.ts'

const app = await openApp()

test('every table has a line: what ends its rows, why they stay, or that it does not grow', async () => {
  const tables = await app.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`
  expect([...growingTables(), ...steadyTables()].toSorted()).toEqual(
    tables.map(({ name }) => name).toSorted(),
  )
  expect(growth().filter(({ kept, endedBy }) => !endedBy && !/^(with the|stays: .{20})/.test(kept))).toEqual(
    [],
  )
})

function wordsOf({ by, kept }: Retention): string {
  const [term] = Object.entries(kept)
  return term
    ? `${term[1]} ${term[1] === 1 ? term[0].slice(0, -1) : term[0]} after \`${by}\``
    : `until \`${by}\``
}

test('the terms of the document are those of the code', () => {
  const rules = Object.entries(purges).flatMap(([task, all]: [string, Retention[]]) =>
    all.map((rule) => ({ task, rule })),
  )
  const stated = growth().filter(({ endedBy }) => endedBy)
  const known = Map.groupBy(rules, ({ rule }) => rule.table)
  expect(stated).toEqual(
    [...known]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([table, all]) => ({
        table,
        kept: [...new Set(all.map(({ rule }) => wordsOf(rule)))].join('; '),
        endedBy: [...new Set(all.map(({ task }) => `\`${task}\``))].join(', '),
      })),
  )
})

test('rows that end with another row are deleted by the database', async () => {
  const cascades = await app.sql<{ table: string }[]>`
    select distinct conrelid::regclass::text as table from pg_constraint where contype = 'f' and confdeltype = 'c'`
  const functions = await app.sql<{ text: string }[]>`
    select prosrc as text from pg_proc where pronamespace = 'public'::regnamespace`
  const isDeleted = ({ table }: { table: string }) =>
    cascades.some((one) => one.table === table) ||
    functions.some(({ text }) => new RegExp(`delete from ${table}\\b`).test(text))
  expect(
    growth()
      .filter(({ kept }) => kept.startsWith('with '))
      .filter((row) => !isDeleted(row)),
  ).toEqual([])
})
