// Request and listener that every provider's adapter shares.

/** Includes reasoning: a lower limit cuts texts off in mid-sentence. */
export const maxTokens = 6_000

export const instructions =
  'Scrivi testi in italiano per il sito di un servizio di transfer privato con conducente (NCC) in Salento. ' +
  'Rispondi con il solo testo richiesto, senza premesse, in Markdown semplice: paragrafi, titoli con #, elenchi con -. ' +
  'Non usare HTML. Non inventare prezzi, orari, distanze o recensioni. Non chiamare taxi il servizio.'

export interface Question {
  /** Base URL of the provider's API. */
  baseUrl: string
  apiKey: string
  model: string
  prompt: string
  signal: AbortSignal
}

/** For both SDKs: the worker counts retries, and a redirect must not carry the key elsewhere. */
export const clientOptions = { maxRetries: 0, logLevel: 'off', fetchOptions: { redirect: 'error' } } as const

/** Called while the provider writes. */
export interface Listener {
  /** Receives the whole text so far; false cancels. */
  wrote(text: string): Promise<boolean>
  /** Token counts, as far as the provider has reported them. */
  counted(input: number, output: number): void
}

/** The finished text and the reported model name; null if cancelled. */
export type Answer = { text: string; model: string; requestId: string | null } | null
