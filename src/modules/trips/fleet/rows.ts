import { HttpError } from '../../../kernel/httpError.ts'

/** Returns the row with its moments as text. */
export function shown<Row extends { createdAt: Date; updatedAt: Date }>(row: Row) {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() }
}

export function refusal(path: string, message: string): HttpError {
  return new HttpError(422, message, { errors: [{ path, message }] })
}
