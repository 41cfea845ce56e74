// Used by all adapters of text providers.

/** Maximum tokens of a text including reasoning. A lower limit would cut texts off in mid-sentence. */
export const maxTokens = 6_000

/** Instructions for a new text. */
export const writerInstructions =
  'Scrivi testi in italiano per il sito di un servizio di transfer privato con conducente (NCC) in Salento. ' +
  'Rispondi con il solo testo richiesto, senza premesse, in Markdown semplice: paragrafi, titoli con #, elenchi con -. ' +
  'Non usare HTML. Non inventare prezzi, orari, distanze o recensioni. Non chiamare taxi il servizio.'

export interface Question {
  baseUrl: string
  apiKey: string
  model: string
  /** System prompt: rules for all prompts of the same purpose. */
  instructions: string
  prompt: string
  signal: AbortSignal
}

/** The SDKs do not retry, because the worker does. They follow no redirect, because a redirect could expose the key. */
export const clientOptions = { maxRetries: 0, logLevel: 'off', fetchOptions: { redirect: 'error' } } as const

/** Functions that the adapter calls while the provider writes. */
export interface Listener {
  /** Receives the whole text so far. Return false to cancel the call. */
  wrote(text: string): Promise<boolean>
  /** Receives the tokens reported so far. */
  counted(input: number, output: number): void
}

/** Null if staff cancelled the job. `model` is the model that wrote the text. */
export type Answer = { text: string; model: string; requestId: string | null } | null
