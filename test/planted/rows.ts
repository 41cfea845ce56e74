import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import type { Edit } from './project.ts'

const root = path.join(import.meta.dirname, '..', '..')

/** A statement of the specification, as a row of docs/spec-*.md. */
export interface Row {
  document: string
  /** Headings above the table, such as "2. Screens and routes › Header". */
  part: string
  statement: string
  tests: { file: string; name: string }[]
}

export interface PlantedFault extends Edit {
  document: string
  part: string
  statement: string
  /** Only these tests of the row, by a part of file or name. */
  tests?: string
}

export const documents = ['public', 'backoffice']

const proof = /`([\w/.-]+\.test\.ts) › ([^`]+)`/g

/** Returns the rows of both documents in their order. */
export function specifiedRows(): Row[] {
  return documents.flatMap((document) => {
    const rows: Row[] = []
    let section = ''
    let part = ''
    for (const line of readFileSync(path.join(root, 'docs', `spec-${document}.md`), 'utf8').split('\n')) {
      const [, level = '', title = ''] = line.match(/^(##|###) (.+)$/) ?? []
      if (level === '##') section = part = title
      if (level === '###') part = `${section} › ${title}`
      if (!/^\| (?!Statement |-)/.test(line)) continue
      const [, statement = '', shown = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
      const tests = Array.from(shown.matchAll(proof), ([, file = '', name = '']) => ({ file, name }))
      rows.push({ document, part, statement, tests })
    }
    return rows
  })
}

/** Faults of a file in `rows`: by part and statement, each fault as file, text, replacement and perhaps tests. */
type Data = Record<string, Record<string, [file: string, find: string, replace: string, tests?: string][]>>

/** Returns the faults of `test/planted/rows`, whose names begin with the document's. */
export function plantedFaults(): PlantedFault[] {
  return globSync('rows/*.yaml', { cwd: import.meta.dirname })
    .sort()
    .flatMap((name) => {
      const [document = ''] = path.basename(name).split('-')
      const data: Data = parse(readFileSync(path.join(import.meta.dirname, name), 'utf8')) ?? {}
      return Object.entries(data).flatMap(([part, statements]) =>
        Object.entries(statements).flatMap(([statement, faults]) =>
          faults.map(([file, find, replace, tests]) => ({
            document,
            part,
            statement,
            file,
            find,
            replace,
            ...(tests ? { tests } : {}),
          })),
        ),
      )
    })
}

/** Returns the row's key; two parts may contain the same statement. */
export const keyOf = ({ document, part, statement }: Omit<Row, 'tests'>): string =>
  [document, part, statement].join(' › ')

/** Returns a pattern for the titles of a test, which contain values where its name has `%s` or `$name`. */
export function titlePattern(name: string): string {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return escaped.replaceAll(/%[sjdi]|\\\$\w+/g, '.*')
}
