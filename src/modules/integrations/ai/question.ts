// The question and the listener that the adapters of all providers share.

/** Maximum output tokens. Reasoning counts too, so a lower limit would cut texts off in mid-sentence. */
export const maxTokens = 6_000

export const instructions =
  'Scrivi testi in italiano per il sito di un servizio di transfer privato con conducente (NCC) in Salento. ' +
  'Rispondi con il solo testo richiesto, senza premesse, in Markdown semplice: paragrafi, titoli con #, elenchi con -. ' +
  'Non usare HTML. Non inventare prezzi, orari, distanze o recensioni. Non chiamare taxi il servizio.'

export interface Question {
  baseUrl: string
  apiKey: string
  model: string
  prompt: string
  signal: AbortSignal
}

/** Options of both SDKs. The worker counts the retries, and a redirect must not carry the key to another server. */
export const clientOptions = { maxRetries: 0, logLevel: 'off', fetchOptions: { redirect: 'error' } } as const

/** Callbacks for use while the provider writes. */
export interface Listener {
  /** Receives the whole text so far. Returning false cancels the call. */
  wrote(text: string): Promise<boolean>
  /** Receives the tokens that the provider has reported so far. */
  counted(input: number, output: number): void
}

/** The finished text and the name of the model that wrote it. Null if staff cancelled. */
export type Answer = { text: string; model: string; requestId: string | null } | null
