import { type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { providerUrl, textSettings } from '../../providers.ts'
import type { TextProvider } from '../content/contract.prompts.ts'
import { failureOfCall, failureOfReply, TextFailure } from './textFailure.ts'

export const providerNames: Record<TextProvider, string> = { openai: 'OpenAI', anthropic: 'Anthropic' }

export interface Answer {
  text: string
  model: string
  /** In and out together; what the provider bills. */
  tokens: number
}

/** Reasoning counts, too: less than this ends in the middle of a sentence. */
const maxTokens = 6_000

const instructions =
  'Scrivi testi in italiano per il sito di un servizio di transfer privato con conducente (NCC) in Salento. ' +
  'Rispondi con il solo testo richiesto, senza premesse, in Markdown semplice: paragrafi, titoli con #, elenchi con -. ' +
  'Non usare HTML. Non inventare prezzi, orari, distanze o recensioni. Non chiamare taxi il servizio.'

interface Protocol {
  path: string
  headers(apiKey: string): Record<string, string>
  body(model: string, prompt: string): object
  reply: TSchema
  answer(reply: never): Answer
}

const Tokens = Type.Object({ input_tokens: Type.Number(), output_tokens: Type.Number() })
const Part = Type.Object({ type: Type.String(), text: Type.Optional(Type.String()) })

const OpenAiReply = Type.Object({
  status: Type.Optional(Type.String()),
  model: Type.String(),
  output: Type.Array(Type.Object({ type: Type.String(), content: Type.Optional(Type.Array(Part)) })),
  usage: Type.Optional(Tokens),
})

const AnthropicReply = Type.Object({
  model: Type.String(),
  content: Type.Array(Part),
  stop_reason: Type.Union([Type.String(), Type.Null()]),
  usage: Type.Optional(Tokens),
})

/** The two wire formats (providers.md 4 and 5): one request, one answer, nothing kept by the provider. */
const protocols: Record<TextProvider, Protocol> = {
  openai: {
    path: '/responses',
    headers: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
    body: (model, prompt) => ({
      model,
      instructions,
      input: prompt,
      max_output_tokens: maxTokens,
      reasoning: { effort: 'low' },
      store: false,
    }),
    reply: OpenAiReply,
    answer: ({ status, model, output, usage }: typeof OpenAiReply.static) => {
      if (status === 'incomplete') throw new TextFailure('Risposta incompleta: accorcia il prompt e riprova.')
      if (status !== undefined && status !== 'completed')
        throw new TextFailure('OpenAI non ha completato la risposta.', { again: true })
      const parts = output.flatMap(({ content }) => content ?? [])
      if (parts.some(({ type }) => type === 'refusal')) throw refusal('OpenAI')
      return { text: textIn(parts, 'output_text'), model, tokens: tokensOf(usage) }
    },
  },
  anthropic: {
    path: '/v1/messages',
    headers: (apiKey) => ({ authorization: `Bearer ${apiKey}`, 'anthropic-version': '2026-10-21' }),
    body: (model, prompt) => ({
      model,
      max_tokens: maxTokens,
      system: instructions,
      messages: [{ role: 'user', content: prompt }],
    }),
    reply: AnthropicReply,
    answer: ({ model, content, stop_reason: reason, usage }: typeof AnthropicReply.static) => {
      if (reason === 'refusal') throw refusal('Anthropic')
      if (reason === 'max_tokens' || reason === 'model_context_window_exceeded')
        throw new TextFailure('Risposta incompleta: accorcia il prompt e riprova.')
      return { text: textIn(content, 'text'), model, tokens: tokensOf(usage) }
    },
  },
}

/** Asks once. Throws TextFailure with the reason in Italian; the key is in no message. */
export async function askProvider(provider: TextProvider, apiKey: string, prompt: string): Promise<Answer> {
  const name = providerNames[provider]
  const protocol = protocols[provider]
  const { timeoutMs, openaiModel, anthropicModel } = textSettings()
  const model = provider === 'openai' ? openaiModel : anthropicModel
  try {
    const reply = await fetch(providerUrl(provider) + protocol.path, {
      method: 'POST',
      // The key goes where the configuration says, and nowhere else.
      redirect: 'error',
      headers: {
        ...protocol.headers(apiKey),
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify(protocol.body(model, prompt)),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body = jsonIn(await reply.text())
    if (!reply.ok) throw failureOfReply(name, reply.status, codeIn(body), reply.headers)
    if (!Value.Check(protocol.reply, body))
      throw new TextFailure(`La risposta di ${name} non è comprensibile.`, { again: true })
    return protocol.answer(body as never)
  } catch (error) {
    throw failureOfCall(name, error)
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** `error.code` of OpenAI, `error.type` of Anthropic. */
function codeIn(body: unknown): string {
  const Failure = Type.Object({
    error: Type.Object({
      type: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      code: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
  })
  return Value.Check(Failure, body) ? (body.error.code ?? body.error.type ?? '') : ''
}

function textIn(parts: (typeof Part.static)[], type: string): string {
  return parts.flatMap((part) => (part.type === type ? [part.text ?? ''] : [])).join('')
}

function tokensOf(usage: typeof Tokens.static | undefined): number {
  return usage ? usage.input_tokens + usage.output_tokens : 0
}

function refusal(name: string): TextFailure {
  return new TextFailure(`${name} si è rifiutato di scrivere questo testo: cambia il prompt.`)
}
