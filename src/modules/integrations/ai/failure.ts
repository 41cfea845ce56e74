/** The message is an Italian sentence for staff. */
export class TextFailure extends Error {
  readonly isWorthAnotherTry: boolean
  /** Milliseconds that the provider asks to wait, or null. */
  readonly waitMs: number | null

  constructor(sentence: string, { again = false, waitMs = null as number | null } = {}) {
    super(sentence)
    this.isWorthAnotherTry = again
    this.waitMs = waitMs
  }
}

/** Returns a failure without the provider's message, which may contain the key. */
export function failureOfReply(name: string, status: number, code: string, headers: Headers): TextFailure {
  const waitMs = waitOf(headers)
  if (status === 401 || status === 403)
    return new TextFailure(`La chiave API di ${name} non è accettata: controllala in API Esterne.`)
  if (status === 402 || code === 'insufficient_quota' || code === 'billing_error')
    return new TextFailure(`Il credito presso ${name} è esaurito.`)
  if (status === 404)
    return new TextFailure(`${name} non conosce il modello richiesto, o la chiave non può usarlo.`)
  if (status === 429)
    return new TextFailure(`${name} riceve troppe richieste: riprova tra qualche minuto.`, {
      again: true,
      waitMs,
    })
  if (status >= 500 || status === 408 || status === 409)
    return new TextFailure(`${name} non è al momento disponibile (errore ${status}).`, {
      again: true,
      waitMs,
    })
  return new TextFailure(`${name} non accetta la richiesta (errore ${status}).`)
}

/** Returns the milliseconds of `retry-after-ms`, or of `retry-after` (seconds or a date); null if neither is valid. */
function waitOf(headers: Headers): number | null {
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN)
  if (Number.isFinite(ms) && ms >= 0) return ms
  const after = headers.get('retry-after')
  if (after === null) return null
  const seconds = Number(after)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const at = Date.parse(after)
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now())
}

/** Returns the failure for an error that an SDK threw. */
export function failureOfCall(name: string, error: unknown): TextFailure {
  if (error instanceof TextFailure) return error
  const { status, code, type, headers } = Object(error) as Record<string, unknown>
  const what = [code, type].find((one) => typeof one === 'string' && one !== '') ?? ''
  const replyHeaders = headers instanceof Headers ? headers : new Headers()
  if (typeof status === 'number') return failureOfReply(name, status, String(what), replyHeaders)
  // An error within a stream has no status, only a name (`overloaded_error`, `server_error`).
  const named = statusOf[String(what)]
  if (named) return failureOfReply(name, named, String(what), replyHeaders)
  if (error instanceof SyntaxError)
    return new TextFailure(`La risposta di ${name} non è comprensibile.`, { again: true })
  return new TextFailure(`${name} non è raggiungibile.`, { again: true })
}

const statusOf: Record<string, number> = {
  insufficient_quota: 402,
  billing_error: 402,
  rate_limit_exceeded: 429,
  rate_limit_error: 429,
  server_error: 500,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
}

export function brokenOff(name: string): TextFailure {
  return new TextFailure(`La risposta di ${name} si è interrotta.`, { again: true })
}

export function refusal(name: string): TextFailure {
  return new TextFailure(`${name} si è rifiutato di scrivere questo testo: cambia il prompt.`)
}

export function incomplete(): TextFailure {
  return new TextFailure('Risposta incompleta: accorcia il prompt e riprova.')
}
