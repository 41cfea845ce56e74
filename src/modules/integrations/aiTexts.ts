import { setTimeout as timer } from 'node:timers/promises'
import type { Sql, Tx } from '../../db.ts'
import { createJob, type JobProgress, runJob } from '../../job.ts'
import { type Caller, handle, on } from '../../message.ts'
import { emit } from '../../outbox.ts'
import { Refused } from '../../refused.ts'
import { findRoutes } from '../catalog/queries.ts'
import { filled, missingIn, type Values } from '../content/contract.placeholders.ts'
import { type Prompt, type TextProvider, textRequested } from '../content/contract.prompts.ts'
import { activePrompts, findPrompt } from '../content/queries.prompts.ts'
import { findApiKey } from './apiKeys.ts'
import { bareText } from './bareText.ts'
import { claimsIn } from './claims.ts'
import { GenerateLocationText, GenerateRouteText, GenerateText } from './contract.texts.ts'
import { TextFailure } from './textFailure.ts'
import { type Answer, askProvider, providerNames } from './textProviders.ts'

export const generateText = handle(
  GenerateText,
  async (tx, { fieldType, locationName, promptId }, caller) => {
    const [first] = promptId ? [await usablePrompt(tx, promptId)] : await activePrompts(tx, fieldType)
    if (!first) throw refused('promptId', 'Prompt AI richiesto')
    return requestText(tx, first, { location: locationName }, caller)
  },
)

export const generateLocationText = handle(
  GenerateLocationText,
  async (tx, { promptId, locationName }, caller) =>
    requestText(tx, await usablePrompt(tx, promptId), { location: locationName }, caller),
)

export const generateRouteText = handle(
  GenerateRouteText,
  async (tx, { promptId, departureLocation, destinationLocation }, caller) => {
    const values = {
      departure: departureLocation,
      destination: destinationLocation,
      // A prompt for places, used for a route, is about where it leads.
      location: destinationLocation,
    }
    return requestText(tx, await usablePrompt(tx, promptId), values, caller)
  },
)

interface TextJob {
  provider: TextProvider
  promptId: number
  /** Filled in: what the prompt said when the text was asked for. */
  prompt: string
  /** The route that the text is about; null for a place. */
  route: { departure: string; destination: string } | null
}

async function requestText(tx: Tx, prompt: Prompt, values: Values, caller: Caller) {
  const { departure, destination } = values
  const missing = missingIn(prompt.prompt, values).map((one) => `{${one}}`)
  if (missing.length > 0)
    throw refused('promptId', `Il prompt usa ${missing.join(', ')}, che per una località non ha un valore.`)
  if (!(await findApiKey(tx, prompt.provider))) throw notConfigured()
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

/**
 * The worker's part: the provider is told what we know, asked again while it is worth it, and the job holds the text,
 * where it is from, and what in it somebody has to check. It is a proposal: nothing is published by it.
 */
export const writeText = on(
  'integrations:writeText',
  textRequested,
  async ({ jobId }, { read, write, isLastTry }) => {
    const [job] = await write<[{ input: TextJob }?]>`select input from jobs where id = ${jobId}`
    if (!job) return
    await runJob(write, { jobId, isLast: isLastTry }, async (progress) => {
      const { provider, promptId, route } = job.input
      const prompt = job.input.prompt + (route ? await factsOf(read, route) : '')
      const apiKey = await findApiKey(write, provider)
      if (!apiKey) throw notConfigured()
      await progress.total(1)
      await progress.log(`Richiesta inviata a ${providerNames[provider]}`)
      const answer = await askPatiently(provider, apiKey, prompt, progress)
      if (!answer) return null
      const text = bareText(answer.text)
      if (!text) throw new Refused(502, `${providerNames[provider]} ha risposto senza testo.`)
      return { ...answer, text, claims: claimsIn(text, prompt), provider, promptId }
    })
  },
)

/** What the catalogue knows of a route, so that the model need not invent it. */
async function factsOf(read: Sql, names: { departure: string; destination: string }): Promise<string> {
  const found = await findRoutes(read, names)
  const route = found.find(
    ({ departure, destination }) => departure === names.departure && destination === names.destination,
  )
  const facts = [
    route?.distance ? `distanza ${route.distance} km` : '',
    route?.duration ? `durata del viaggio ${route.duration}` : '',
  ].filter(Boolean)
  return facts.length > 0 ? `\n\nDati certi, i soli numeri da usare: ${facts.join('; ')}.` : ''
}

/** Waits before each further try, unless the provider says how long; somebody is watching, so not for long. */
const waitsMs = [1_000, 4_000, 10_000]
const longestWaitMs = 60_000

/** Null when staff cancelled the job meanwhile. Throws Refused with the reason once no further try is worth it. */
async function askPatiently(
  provider: TextProvider,
  apiKey: string,
  prompt: string,
  progress: JobProgress,
): Promise<Answer | null> {
  for (let tries = 0; ; tries++)
    try {
      return await askProvider(provider, apiKey, prompt)
    } catch (error) {
      if (!(error instanceof TextFailure)) throw error
      const usual = waitsMs[tries]
      const waitMs = error.waitMs ?? usual ?? 0
      if (!error.isWorthAnotherTry || usual === undefined || waitMs > longestWaitMs)
        throw new Refused(502, error.message)
      await progress.log(`${error.message} Nuovo tentativo tra ${Math.ceil(waitMs / 1000)} s.`)
      await timer(waitMs)
      if (!(await progress.goesOn())) return null
    }
}

async function usablePrompt(tx: Tx, id: number): Promise<Prompt> {
  const prompt = await findPrompt(tx, id)
  if (!prompt) throw refused('promptId', 'Il prompt scelto non esiste più: scegline un altro.')
  if (!prompt.isActive) throw refused('promptId', `Il prompt «${prompt.name}» non è attivo.`)
  return prompt
}

function notConfigured(): Refused {
  return new Refused(409, 'API non configurata')
}

function refused(path: string, message: string): Refused {
  return new Refused(422, message, { errors: [{ path, message }] })
}
