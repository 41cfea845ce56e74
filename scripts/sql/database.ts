import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { migrate } from '../../src/platform/migrate.ts'
import { startEmbedded } from '../postgres/embeddedPostgres.ts'
import { isNode, readTree, type TreeNode } from './nodeTree.ts'
import { type Catalog, type Nullness, nullnessOf } from './nullness.ts'
import type { Statement } from './templates.ts'

// Asks a database with all migrations what a statement returns, without running it.

export interface Column {
  name: string
  /** Oid of the type. */
  type: number
  /** Values that a check of the table allows in the column; null if there is no such check. */
  values: string[] | null
  /** `never here`: the table allows null, and the conditions of the statement do not. */
  nullness: Nullness | 'never here'
}

export interface Described {
  columns: Column[]
  /** Message of PostgreSQL; null if the statement is valid. */
  error: string | null
}

export interface PgType {
  name: string
  /** Oid of the type of an element; 0 if the type is no array. */
  element: number
}

export interface Schema {
  types: Map<number, PgType>
  catalog: Catalog
  /** Values that `check (column in (…))` allows, by `<oid of the table> <number of the column>`. */
  values: Map<string, string[]>
  sql: postgres.Sql
}

export async function withSchema<T>(work: (schema: Schema) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'salento-sql-'))
  const server = await startEmbedded({ dataDir, fast: true })
  try {
    await migrate(server.url)
    const sql = postgres(server.url, { max: 2, fetch_types: false, onnotice: () => {} })
    const [types, catalog, values] = await Promise.all([typesIn(sql), catalogIn(sql), valuesIn(sql)])
    const result = await work({ sql, types, catalog, values })
    await sql.end()
    return result
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function typesIn(sql: postgres.Sql): Promise<Schema['types']> {
  const rows = await sql<{ oid: number; name: string; element: number }[]>`
    select oid, format_type(oid, null) as name, case when typcategory = 'A' then typelem else 0::oid end as element
    from pg_type`
  return new Map(rows.map(({ oid, ...type }) => [oid, type]))
}

async function valuesIn(sql: postgres.Sql): Promise<Schema['values']> {
  const rows = await sql<{ key: string; text: string }[]>`
    select conrelid || ' ' || conkey[1] as key, pg_get_constraintdef(oid) as text from pg_constraint
    where contype = 'c' and cardinality(conkey) = 1`
  const lists = rows.flatMap(({ key, text }) => {
    const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[((?:'[^']*'::text(?:, )?)+)\]\)\)\)$/.exec(text)?.[1]
    return list ? [[key, [...list.matchAll(/'([^']*)'/g)].map(([, value = '']) => value)] as const] : []
  })
  return new Map(lists)
}

async function catalogIn(sql: postgres.Sql): Promise<Catalog> {
  const [functions, operators, notNull, views] = await Promise.all([
    sql<{ oid: number; name: string; isStrict: boolean }[]>`
      select oid, proname as name, proisstrict as "isStrict" from pg_proc`,
    sql<{ oid: number; name: string }[]>`select oid, oprname as name from pg_operator`,
    sql<{ key: string }[]>`select attrelid || ' ' || attnum as key from pg_attribute where attnotnull`,
    sql<{ oid: number; tree: string }[]>`
      select ev_class as oid, ev_action::text as tree from pg_rewrite
      where rulename = '_RETURN' and ev_class >= 16384`,
  ])
  return {
    functions: new Map(functions.map(({ oid, ...one }) => [oid, one])),
    operators: new Map(operators.map(({ oid, name }) => [oid, name])),
    notNull: new Set(notNull.map(({ key }) => key)),
    views: new Map(views.flatMap(({ oid, tree }) => queriesIn(tree).map((query) => [oid, query] as const))),
  }
}

/** The queries of a list that may be nested. */
function queriesIn(text: string): TreeNode[] {
  const tree = readTree(text)
  return (Array.isArray(tree) ? tree.flat(3) : [tree]).filter(isNode)
}

/** `asksNulls` is false for a statement whose rows have no type. */
export async function describe(statement: Statement, asksNulls: boolean, schema: Schema): Promise<Described> {
  const { sql } = schema
  try {
    const parameters = statement.parameters.map(({ oid }) => sql.typed(null as never, oid))
    const { columns, types } = await sql.unsafe(statement.text, parameters).describe()
    const nullness = asksNulls && columns.length > 0 ? await nullnessIn(statement, types, schema) : []
    return {
      columns: columns.map(({ name, type, table, number }, index) => ({
        name,
        type,
        values: schema.values.get(`${table} ${number}`) ?? null,
        nullness: nullness[index] ?? 'unknown',
      })),
      error: null,
    }
  } catch (error) {
    if (error instanceof postgres.PostgresError) return { columns: [], error: error.message }
    throw error
  }
}

let functions = 0

/** Lets PostgreSQL analyse the statement as the body of a function, which may have parameters. */
async function nullnessIn(
  { text, parameters }: Statement,
  oids: number[],
  { sql, types, catalog }: Schema,
): Promise<Column['nullness'][]> {
  const name = `checked_${functions++}`
  const names = oids.map((oid) => types.get(oid)?.name ?? 'text')
  try {
    await sql.unsafe(`create function ${name}(${names}) returns void language sql begin atomic ${text}; end`)
  } catch (error) {
    if (error instanceof postgres.PostgresError) return []
    throw error
  }
  const [row] = await sql<
    { tree: string | null }[]
  >`select prosqlbody::text as tree from pg_proc where proname = ${name}`
  const query = row?.tree && queriesIn(row.tree).at(-1)
  if (!query) return []
  const question = {
    catalog,
    parameters: parameters.map(({ canBeNull }) => canBeNull),
    open: new Set<TreeNode>(),
  }
  const always = nullnessOf(query, { ...question, usesConditions: false })
  const now = nullnessOf(query, { ...question, usesConditions: true })
  return now.map((one, index) => (one === 'never' && always[index] !== 'never' ? 'never here' : one))
}
