import { HttpError } from '../../kernel/httpError.ts'

/** Returns a refusal at a field of a form. */
export function refusal(path: string, message: string, status = 422): HttpError {
  return new HttpError(status, message, { errors: [{ path, message }] })
}
