import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type ts from 'typescript'
import { type Compared, compared } from './sql/compare.ts'
import { type Described, describe, type Schema, withSchema } from './sql/database.ts'
import { openProject, type Project } from './sql/project.ts'
import { type Query, templatesOf } from './sql/templates.ts'
import { vouchedAbove } from './sql/vouched.ts'

// `npm run sql` lets a database with all migrations describe each SQL template of `src` and `scripts`, without running
// it, and compares the columns with the row type beside the template. `npm run sql -- <folder>` checks another folder.
// sqlTemplates.json, in `scripts` or in that folder, gives the number of templates by file whose text is only known at
// run time, and the reason.

const root = path.join(import.meta.dirname, '..')

type Unknown = Record<string, { count: number; reason: string }>

const [folder] = process.argv.slice(2)
const file = `${folder ?? 'scripts'}/sqlTemplates.json`
const names = globSync(folder ? `${folder}/**/*.ts` : '{src,scripts}/**/*.ts', { cwd: root })
const project = openProject(root, names)
const { queries, count, untyped } = templatesOf(project)
const known: Unknown = JSON.parse(readFileSync(path.join(root, file), 'utf8'))

interface Outcome {
  query: Query
  described: Described[]
}

const { outcomes, types } = await withSchema(async (schema) => ({
  outcomes: await Promise.all(queries.map((query) => outcomeOf(query, schema))),
  types: schema.types,
}))

async function outcomeOf(query: Query, schema: Schema): Promise<Outcome> {
  const described = query.statements.map((statement) => describe(statement, query.rows !== null, schema))
  return { query, described: await Promise.all(described) }
}

/** Returns sentences about templates that the database refuses or whose row type is wrong. */
function faultsIn({ checker }: Project, tools: { types: Schema['types'] }): string[] {
  const allowNull: (Compared['allowNull'][number] & { place: string })[] = []
  const faults = outcomes.flatMap(({ query, described }) => {
    const { node, place, rows } = query
    const vouched = new Map(vouchedAbove(node).map((field) => [field, false]))
    const found = new Set<string>()
    for (const { columns, error } of described) {
      if (error !== null) found.add(`PostgreSQL: ${error}`)
      const result = rows && error === null ? compared(columns, rows, { checker, ...tools }) : null
      for (const { field, text, isNull } of result?.faults ?? [])
        if (isNull && vouched.has(field)) vouched.set(field, true)
        else found.add(`${field} ${text}`)
      allowNull.push(...(result?.allowNull ?? []).map((one) => ({ ...one, place })))
    }
    for (const [field, isUsed] of vouched)
      if (!isUsed)
        found.add(
          `the comment about ${field} is needless, because the column cannot be null or has another name`,
        )
    return [...found].map((text) => `${place} ${text}`)
  })
  return [...faults, ...needless(allowNull)]
}

/** Fields that allow null although no query that has them does. */
function needless(fields: (Compared['allowNull'][number] & { place: string })[]): string[] {
  const byDeclaration = Map.groupBy(fields, ({ declaration }): ts.Declaration => declaration)
  return [...byDeclaration.values()].flatMap((uses) => {
    const [first] = uses
    return first && !uses.some(({ isNeeded }) => isNeeded)
      ? [`${first.place} ${first.field} is never null`]
      : []
  })
}

/** Compares the templates whose text is not known with sqlTemplates.json. */
function unknownTexts(): string[] {
  const open = Map.groupBy(
    queries.filter(({ reason }) => reason !== null),
    ({ place }) => place.replace(/:\d+$/, ''),
  )
  const more = [...open].flatMap(([name, found]) =>
    found.length <= (known[name]?.count ?? 0)
      ? []
      : found.map(
          ({ place, reason }) =>
            `${place} cannot be checked: ${reason}. Write it so that the text follows from constants, or give the reason in ${file}`,
        ),
  )
  const fewer = Object.entries(known).flatMap(([name, { count }]) => {
    const now = open.get(name)?.length ?? 0
    return now < count ? [`${file} allows ${count} templates in ${name}, but there are ${now}`] : []
  })
  return [...more, ...fewer]
}

const faults = [...faultsIn(project, { types }), ...unknownTexts()].sort()
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
const statements = queries.reduce((sum, query) => sum + query.statements.length, 0)
const open = queries.filter(({ reason }) => reason !== null).length
console.log(
  `${count} templates, ${queries.length} queries with ${statements} statements; ${open} not checked, ${untyped} without a row type`,
)
