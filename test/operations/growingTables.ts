import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Returns the section of docs/operations.md about what grows. */
function section(): string {
  const text = readFileSync(path.join(import.meta.dirname, '..', '..', 'docs', 'operations.md'), 'utf8')
  return text.split('## What grows, and what ends it')[1]?.split('\n## ')[0] ?? ''
}

export interface GrowingTable {
  table: string
  kept: string
  endedBy: string
}

export const growth = (): GrowingTable[] =>
  section()
    .split('\n')
    .filter((line) => /^\| [a-z_]+ +\|/.test(line) && !line.startsWith('| table'))
    .map((line) => {
      const [, table = '', kept = '', endedBy = ''] = line.split('|').map((cell) => cell.trim())
      return { table, kept, endedBy }
    })

export const growingTables = (): string[] => growth().map(({ table }) => table)

/** Tables that do not grow with use. */
export const steadyTables = (): string[] =>
  [...(/do not\s+grow\s+with\s+use: ([^.]*)\./.exec(section())?.[1] ?? '').matchAll(/`(\w+)`/g)].map(
    ([, name = '']) => name,
  )
