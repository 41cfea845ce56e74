import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Statement, statementsOf } from './statements.ts'

/**
 * - `schema`: one transaction with short locks. Old processes work on during it and after it.
 * - `index`: statements outside a transaction, which build indexes of large tables while others write to them.
 * - `data`: moves the rows of a large table in batches, each in its own transaction.
 */
export type MigrationKind = 'schema' | 'index' | 'data'

export interface Migration {
  /** File name without `.sql`. */
  name: string
  kind: MigrationKind
  statements: Statement[]
  /** Only in a file of the kind `data`: why old processes may not run meanwhile; null if they may. */
  stop: string | null
}

/** Reads a file. Throws if a data file does not say whether old processes may run during it. */
export function readMigration(folder: string, name: string): Migration {
  const file = readFileSync(path.join(folder, `${name}.sql`), 'utf8')
  const kind = name.endsWith('.data') ? 'data' : name.endsWith('.index') ? 'index' : 'schema'
  return { name, kind, statements: statementsOf(file), stop: kind === 'data' ? stopIn(name, file) : null }
}

function stopIn(name: string, file: string): string | null {
  const [, may, reason] = /^-- Old processes (may run|must be stopped): ([^\n]+)/m.exec(file) ?? []
  if (!may || !reason) throw new Error(`sql/${name}.sql does not say whether old processes may run`)
  return may === 'may run' ? null : reason
}
