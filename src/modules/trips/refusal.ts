import { HttpError } from '../../kernel/httpError.ts'

/** Returns a refusal at a field of a form. */
export function refusal(path: string, message: string): HttpError {
  return new HttpError(422, message, { errors: [{ path, message }] })
}
