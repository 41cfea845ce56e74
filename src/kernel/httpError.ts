export interface FieldError {
  path: string
  message: string
}

/**
 * An expected refusal with a status and an Italian sentence for the caller. Any other error is a defect, and the
 * response to it reveals no details.
 */
export class HttpError extends Error {
  readonly status: number
  readonly errors: FieldError[]
  readonly retryAfterSeconds: number | null
  /** Additional members of the problem (RFC 9457). */
  readonly instead: Record<string, unknown>

  constructor(
    status: number,
    detail: string,
    {
      errors = [],
      retryAfterSeconds = null,
      instead = {},
    }: { errors?: FieldError[]; retryAfterSeconds?: number | null; instead?: Record<string, unknown> } = {},
  ) {
    super(detail)
    this.status = status
    this.errors = errors
    this.retryAfterSeconds = retryAfterSeconds
    this.instead = instead
  }
}

/** Error for a database that does not answer in time. */
export function unavailable(): HttpError {
  return new HttpError(503, 'Il servizio non è al momento raggiungibile. Riprova tra qualche secondo.', {
    retryAfterSeconds: 5,
  })
}

/** Thrown when an external service postpones the work, which must not be retried before `afterSeconds`. */
export class Later extends Error {
  readonly afterSeconds: number

  constructor(message: string, afterSeconds: number) {
    super(message)
    this.afterSeconds = afterSeconds
  }
}
