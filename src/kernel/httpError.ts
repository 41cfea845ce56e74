import { italian } from '../languages/catalogs.ts'
import { type Sentence, said, type Translate } from '../languages/translate.ts'

export interface FieldError {
  path: string
  message: Sentence
}

interface SaidError {
  path: string
  message: string
}

/** A refusal with a status and a sentence for the caller. For any other error, the response hides the details. */
export class HttpError extends Error {
  readonly status: number
  /** Faults of single fields. Their sentences are in Italian, like `message`. */
  readonly errors: SaidError[]
  /** Returns the sentences in the language of `t`. */
  readonly in: (t: Translate) => { detail: string; errors: SaidError[] }
  readonly retryAfterSeconds: number | null
  /** Additional members of the problem document (RFC 9457). */
  readonly instead: Record<string, unknown>

  constructor(
    status: number,
    detail: Sentence,
    {
      errors = [],
      retryAfterSeconds = null,
      instead = {},
      cause,
    }: {
      errors?: FieldError[]
      retryAfterSeconds?: number | null
      instead?: Record<string, unknown>
      /** Never part of a response. */
      cause?: unknown
    } = {},
  ) {
    super(said(italian, detail), { cause })
    this.status = status
    this.in = (t) => ({
      detail: said(t, detail),
      errors: errors.map(({ path, message }) => ({ path, message: said(t, message) })),
    })
    this.errors = this.in(italian).errors
    this.retryAfterSeconds = retryAfterSeconds
    this.instead = instead
  }
}

/** Returns a refusal that the caller's form shows at the field `path`. */
export function refusal(path: string, message: Sentence, status: 409 | 422 = 422): HttpError {
  return new HttpError(status, message, { errors: [{ path, message }] })
}

/** Maximum number of reported faults. Staff see the remaining faults after they have corrected the reported ones. */
const faultsMax = 200

/** Throws one HttpError with at most `faultsMax` faults; does nothing if there are none. */
export function refuseFaults(status: 409 | 422, faults: FieldError[]): void {
  const [first] = faults
  if (!first) return
  const more = faults.length - 1
  const others = more === 1 ? 'un altro' : `altri ${more}`
  const detail = more === 0 ? first.message : `${said(italian, first.message)} (e ${others})`
  throw new HttpError(status, detail, { errors: faults.slice(0, faultsMax) })
}

/** Returns null instead of throwing HttpError 404. */
export async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return null
    throw error
  }
}

/** Returns the error for a database that does not answer in time. */
export function unavailable(cause?: unknown): HttpError {
  return new HttpError(503, (t) => t('api.unavailable'), {
    retryAfterSeconds: 5,
    cause,
  })
}

/** Thrown when an external service postpones the work. A retry must wait at least `afterSeconds`. */
export class Later extends Error {
  readonly afterSeconds: number

  constructor(message: string, afterSeconds: number) {
    super(message)
    this.afterSeconds = afterSeconds
  }
}
