export interface FieldError {
  path: string
  message: string
}

/**
 * An expected "no": a status and an Italian sentence for the person who asked. Hosts turn it into a reply;
 * anything else that is thrown is our failure and shows nothing of itself.
 */
export class Refused extends Error {
  readonly status: number
  readonly errors: FieldError[]
  readonly retryAfterSeconds: number | null
  /** What the caller may use instead, beside the problem's own fields (RFC 9457, extension members). */
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

/** The 503 of a database that does not answer in time. */
export function unavailable(): Refused {
  return new Refused(503, 'Il servizio non è al momento raggiungibile. Riprova tra qualche secondo.', {
    retryAfterSeconds: 5,
  })
}

/** Work that cannot be done yet, by somebody else's word: it is tried again after as many seconds, not sooner. */
export class Later extends Error {
  readonly afterSeconds: number

  constructor(message: string, afterSeconds: number) {
    super(message)
    this.afterSeconds = afterSeconds
  }
}
