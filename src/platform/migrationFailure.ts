import { DatabaseError } from 'pg'
import type { Statement } from './statements.ts'

const quotedCharactersMax = 200

/** Names the file and the statement that failed, with PostgreSQL's detail and hint. */
export class MigrationFailure extends Error {
  readonly code: string | undefined

  constructor(name: string, { text, line }: Statement, cause: unknown) {
    const found = cause instanceof DatabaseError ? cause : null
    const at = line + (found?.position ? linesBefore(text, Number(found.position)) : 0)
    const said = text.replace(/\s+/g, ' ').slice(0, quotedCharactersMax)
    super(
      [
        `sql/${name}.sql, line ${at}: ${cause instanceof Error ? cause.message : String(cause)}`,
        found?.detail && `Detail: ${found.detail}`,
        found?.hint && `Hint of PostgreSQL: ${found.hint}`,
        found?.where && `Where: ${found.where.split('\n')[0]}`,
        `Statement: ${said}`,
      ]
        .filter(Boolean)
        .join('\n'),
      { cause },
    )
    this.name = 'MigrationFailure'
    this.code = found?.code
  }
}

const linesBefore = (text: string, position: number) => text.slice(0, position - 1).split('\n').length - 1

/** Returns a handler that throws the error with its file and statement. */
export const failureAt =
  (name: string, statement: Statement) =>
  (cause: unknown): never => {
    throw new MigrationFailure(name, statement, cause)
  }
