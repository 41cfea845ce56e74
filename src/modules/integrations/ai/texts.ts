import type { Context } from '../../../kernel/context.ts'
import { refusal } from '../../../kernel/httpError.ts'
import { createJob, runJob } from '../../../kernel/job.ts'
import { type Caller, handle, on } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import type { Tx } from '../../../platform/db.ts'
import { needApiKey } from '../keys/apiKeys.queries.ts'
import type { Prompt, TextProvider } from '../prompts/contract.ts'
import { filled, missingIn, type Values } from '../prompts/placeholders.contract.ts'
import { activePrompts, findPrompt } from '../prompts/prompts.queries.ts'
import { refuseOverBudget } from './budget.ts'
import { GenerateLocationText, GenerateRouteText, GenerateText, textRequested } from './contract.ts'
import { providerNames } from './providers.ts'
import { writeTextFor } from './writing.ts'

export const generateText = handle(
  GenerateText,
  async (tx, { fieldType, locationName, promptId }, caller, context) => {
    const [first] = promptId ? [await usablePrompt(tx, promptId)] : await activePrompts(tx, fieldType)
    if (!first) throw refusal('promptId', 'Prompt AI richiesto')
    return requestText(tx, first, { location: locationName }, caller, context)
  },
)

export const generateLocationText = handle(
  GenerateLocationText,
  async (tx, { promptId, locationName }, caller, context) =>
    requestText(tx, await usablePrompt(tx, promptId), { location: locationName }, caller, context),
)

export const generateRouteText = handle(
  GenerateRouteText,
  async (tx, { promptId, departureLocation, destinationLocation }, caller, context) => {
    const values = {
      departure: departureLocation,
      destination: destinationLocation,
      // A prompt for places gets the destination of the route.
      location: destinationLocation,
    }
    return requestText(tx, await usablePrompt(tx, promptId), values, caller, context)
  },
)

interface TextJob {
  provider: TextProvider
  promptId: number
  /** Prompt with its placeholders already filled in. */
  prompt: string
  /** Places of the route; null for a text about a place. */
  route: { departure: string; destination: string } | null
}

async function requestText(tx: Tx, prompt: Prompt, values: Values, caller: Caller, context: Context) {
  const { departure, destination } = values
  const missing = missingIn(prompt.prompt, values).map((one) => `{${one}}`)
  if (missing.length > 0)
    throw refusal('promptId', `Il prompt usa ${missing.join(', ')}, che per una località non ha un valore.`)
  await needApiKey(tx, prompt.provider, context)
  await refuseOverBudget(tx)
  const input: TextJob = {
    provider: prompt.provider,
    promptId: prompt.id,
    prompt: filled(prompt.prompt, values),
    route: departure && destination ? { departure, destination } : null,
  }
  const jobId = await createJob(tx, 'aiText', input, caller)
  await emit(tx, textRequested, { jobId })
  return { jobId }
}

/** Stores the text in the job while the provider writes, and at the end also model and prompt. Publishes nothing. */
export const writeText = on(
  'integrations:writeText',
  textRequested,
  async ({ jobId }, { read, write, context, isLastTry }) => {
    const [job] = await write<[{ input: TextJob }?]>`select input from jobs where id = ${jobId}`
    if (!job) return
    await runJob(write, { jobId, isLast: isLastTry }, async (progress) => {
      const { promptId, ...wish } = job.input
      await progress.total(1)
      await progress.log(`Richiesta inviata a ${providerNames[wish.provider]}`)
      const written = await writeTextFor({ read, write, context }, { ...wish, jobId }, progress, (soFar) =>
        progress.show(soFar),
      )
      return written && { ...written, promptId }
    })
  },
  { queue: 'texts' },
)

/** Throws HttpError 422 if the prompt is missing or inactive. */
export async function usablePrompt(tx: Tx, id: number): Promise<Prompt> {
  const prompt = await findPrompt(tx, id)
  if (!prompt) throw refusal('promptId', 'Il prompt scelto non esiste più: scegline un altro.')
  if (!prompt.isActive) throw refusal('promptId', `Il prompt «${prompt.name}» non è attivo.`)
  return prompt
}
