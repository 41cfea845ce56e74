import { setTimeout as timer } from 'node:timers/promises'
import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import type { JobProgress } from '../../../kernel/job.ts'
import type { Tools } from '../../../kernel/message.ts'
import { euro } from '../../../kernel/money.ts'
import { italian } from '../../../languages/catalogs.ts'
import type { Sql } from '../../../platform/db.ts'
import { priceFields } from '../../catalog/book/contract.ts'
import { priceLabels } from '../../catalog/prices/contract.ts'
import { findRouteFacts } from '../../catalog/routes/texts.queries.ts'
import { needApiKey } from '../keys/apiKeys.queries.ts'
import type { TextProvider } from '../prompts/contract.ts'
import { bareText } from './bareText.ts'
import { refuseOverBudget } from './budget.ts'
import { TextFailure } from './failure.ts'
import { figuresMissingFrom } from './inventedFigures.ts'
import { askProvider, providerNames, type Used } from './providers.ts'
import { type Answer, writerInstructions } from './question.ts'
import { textSettings } from './settings.ts'

interface Wish {
  jobId: number
  provider: TextProvider
  /** Prompt whose placeholders are filled in. */
  prompt: string
  /** Places of the route; null for a text about a place. */
  route: { departure: string; destination: string } | null
}

export interface WrittenText {
  text: string
  model: string
  provider: TextProvider
  requestId: string | null
  /** Input and output tokens of all attempts. */
  tokens: number
}

/**
 * Returns the provider's text without code fences and page frames; null if staff cancelled. Asks once for a new text if
 * the text has figures that the prompt lacks. Throws HttpError 502 if the new text also has such figures, and the
 * errors of `askPatiently`. `seen` gets the text so far.
 */
export async function writeTextFor(
  { read, write, context }: Tools,
  wish: Wish,
  progress: JobProgress,
  seen: (soFar: string) => Promise<boolean>,
): Promise<WrittenText | null> {
  const { jobId, provider, route } = wish
  const name = providerNames[provider]
  const prompt = wish.prompt + (route ? await factsOf(read, route) : '')
  let tokens = 0
  let invented: string[] = []
  for (const isSecond of [false, true]) {
    const desk = { write, context, progress, provider, instructions: writerInstructions, seen }
    const answer = await askPatiently(desk, asked(prompt, invented), {
      jobId,
      onUse: ({ inputTokens, outputTokens }) => {
        tokens += inputTokens + outputTokens
      },
    })
    if (!answer) return null
    const text = bareText(answer.text)
    if (!text) throw new HttpError(502, `${name} ha risposto senza testo.`)
    invented = figuresMissingFrom(text, prompt)
    if (invented.length === 0) return { ...answer, text, provider, tokens }
    if (!isSecond) await progress.log(`Il testo inventa ${invented.join(', ')}: ${name} lo riscrive senza.`)
  }
  throw new HttpError(
    502,
    `Testo rifiutato: contiene dati che non risultano (${invented.join(', ')}). ` +
      'Scrivi nel prompt i dati giusti, oppure di non indicare cifre.',
  )
}

/** Adds to the prompt that the model must not write the figures that it invented in its previous response. */
function asked(prompt: string, invented: string[]): string {
  return invented.length === 0
    ? prompt
    : `${prompt}\n\nNon scrivere queste cifre, che non sono vere: ${invented.join(', ')}. Se un dato manca, non indicarlo.`
}

/** Returns the route's distance, duration and prices for the prompt, so that the model does not invent them. */
async function factsOf(read: Sql, names: { departure: string; destination: string }): Promise<string> {
  const route = await findRouteFacts(read, names)
  if (!route) return ''
  const prices = priceFields.flatMap((field) =>
    route[field] ? [`${priceLabels[field]}: ${euro(italian, route[field], ' ')}`] : [],
  )
  const facts = [
    route.distanceKm ? `distanza ${route.distanceKm} km` : '',
    route.estimatedDuration ? `durata del viaggio ${route.estimatedDuration}` : '',
    ...prices,
  ].filter(Boolean)
  return facts.length > 0 ? `\n\nDati certi, i soli numeri da usare: ${facts.join('; ')}.` : ''
}

/** After this many unusable texts in a row, a job ends, because the cause probably concerns every text. */
export const refusalsMax = 3

/** Waiting time before each retry, as a multiple of `textRetryMs`; short, because a person is waiting. */
const waits = [1, 4, 10]
const longestWaitMs = 60_000
/** Minimum milliseconds between two calls of `seen`. */
const shownEveryMs = 400

interface Desk {
  write: Sql
  context: Context
  progress: JobProgress
  provider: TextProvider
  instructions: string
  seen: (soFar: string) => Promise<boolean>
}

interface Account {
  jobId: number
  onUse: (used: Used) => void
}

/**
 * Asks the provider and retries temporary failures. Returns null if staff cancelled. Throws HttpError 409 if the key is
 * missing or the day's token limit is reached, and 502 for any other failure.
 */
export async function askPatiently(desk: Desk, prompt: string, { jobId, onUse }: Account): Promise<Answer> {
  const { write, context, progress, provider, instructions } = desk
  for (let tries = 0; ; tries++) {
    const apiKey = await needApiKey(write, provider, context)
    await refuseOverBudget(write)
    const { model, timeoutMs } = await textSettings(write, provider, context)
    let shownAt = 0
    try {
      return await askProvider(provider, {
        baseUrl: context.providers.urls[provider],
        apiKey,
        model,
        instructions,
        prompt,
        timeoutMs,
        wrote: async (text) => {
          if (Date.now() - shownAt < shownEveryMs) return true
          shownAt = Date.now()
          return desk.seen(text)
        },
        used: async (used) => {
          onUse(used)
          await write`
            insert into ai_uses (job_id, provider, model, input_tokens, output_tokens)
            values (${jobId}, ${provider}, ${model}, ${used.inputTokens}, ${used.outputTokens})`
        },
      })
    } catch (error) {
      if (!(error instanceof TextFailure)) throw error
      const usual = waits[tries]
      const waitMs = error.waitMs ?? (usual ?? 0) * context.providers.textRetryMs
      if (!error.isWorthAnotherTry || usual === undefined || waitMs > longestWaitMs)
        throw new HttpError(502, error.message)
      await progress.log(`${error.message} Nuovo tentativo tra ${Math.ceil(waitMs / 1000)} s.`)
      await timer(waitMs)
      if (!(await progress.goesOn())) return null
    }
  }
}
