import { codeOf } from '../platform/log.ts'
import { HttpError } from './httpError.ts'

/** Turns a violated constraint of a table into HttpError 409 or 422. Returns other errors unchanged. */
export function refusedByTable(error: unknown): unknown {
  const code = codeOf(error)
  if (code === '23505') return new HttpError(409, (t) => t('api.exists'))
  if (code === '23P01') return new HttpError(409, (t) => t('api.overlap'))
  if (code === '23503') return new HttpError(409, (t) => t('api.inUse'))
  // The contract allows the value, but the type of a column (class 22) or a check constraint (23514) refuses it.
  if (/^(22(P0[25]|0(01|03|07|08|21))|23514)$/.test(String(code)))
    return new HttpError(422, (t) => t('api.value'))
  return error
}
