import type { TextProvider } from '../prompts/contract.ts'
import { failureOfCall, TextFailure } from './failure.ts'
import type { Answer, Listener } from './question.ts'

export const providerNames: Record<TextProvider, string> = { openai: 'OpenAI', anthropic: 'Anthropic' }

/** Imported when the first text is written, because the SDKs would slow down the start of the process. */
const adapters = {
  openai: async () => (await import('./openai.ts')).askOpenAi,
  anthropic: async () => (await import('./anthropic.ts')).askAnthropic,
}

export interface Used {
  inputTokens: number
  outputTokens: number
}

interface Call {
  baseUrl: string
  apiKey: string
  model: string
  instructions: string
  prompt: string
  /** Maximum milliseconds for the whole response. */
  timeoutMs: number
  wrote: Listener['wrote']
  /** Receives the reported tokens, or an estimate from the written text. Also called after a failure. */
  used: (used: Used) => Promise<void>
}

/** Sends one HTTP request without retries. Throws TextFailure, whose Italian message never contains the key. */
export async function askProvider(provider: TextProvider, call: Call): Promise<Answer> {
  const name = providerNames[provider]
  const { baseUrl, apiKey, model, instructions, prompt, timeoutMs } = call
  const signal = AbortSignal.timeout(timeoutMs)
  let written = ''
  let counted: Used | null = null
  const listener: Listener = {
    wrote(text) {
      written = text
      return call.wrote(text)
    },
    counted(inputTokens, outputTokens) {
      counted = { inputTokens, outputTokens }
    },
  }
  try {
    const ask = await adapters[provider]()
    return await ask({ baseUrl, apiKey, model, instructions, prompt, signal }, listener)
  } catch (error) {
    throw signal.aborted
      ? new TextFailure(`${name} non ha risposto in tempo.`, { again: true })
      : failureOfCall(name, error)
  } finally {
    const used = counted ?? (written ? estimated(instructions + prompt, written) : null)
    if (used) await call.used(used)
  }
}

/** Estimates one token per four characters of an aborted call, which the provider bills but does not report. */
function estimated(asked: string, written: string): Used {
  return {
    inputTokens: Math.ceil(asked.length / 4),
    outputTokens: Math.ceil(written.length / 4),
  }
}
