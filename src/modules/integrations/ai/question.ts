// What every provider is asked, and what it tells.

/** Reasoning counts, too: less than this ends in the middle of a sentence. */
export const maxTokens = 6_000

export const instructions =
  'Scrivi testi in italiano per il sito di un servizio di transfer privato con conducente (NCC) in Salento. ' +
  'Rispondi con il solo testo richiesto, senza premesse, in Markdown semplice: paragrafi, titoli con #, elenchi con -. ' +
  'Non usare HTML. Non inventare prezzi, orari, distanze o recensioni. Non chiamare taxi il servizio.'

export interface Question {
  /** Where the provider's API is. */
  baseUrl: string
  apiKey: string
  model: string
  prompt: string
  signal: AbortSignal
}

/** For both providers' clients: tries are ours to count, and the key goes where the configuration says, nowhere else. */
export const clientOptions = { maxRetries: 0, logLevel: 'off', fetchOptions: { redirect: 'error' } } as const

/** Told while the provider writes. */
export interface Listener {
  /** All of the text so far; false when nobody wants it any more. */
  wrote(text: string): Promise<boolean>
  /** What the provider bills, as far as it has said. */
  counted(input: number, output: number): void
}

/** The finished text and the model's own name for itself; null when nobody wanted it any more. */
export type Answer = { text: string; model: string; requestId: string | null } | null
