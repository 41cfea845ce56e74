import { audit, told } from '../../../kernel/audit.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { createJob, type JobProgress, runJob } from '../../../kernel/job.ts'
import { handle, on, type Tools } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import { routesForTexts } from '../../catalog/routes/texts.queries.ts'
import type { DraftField } from '../drafts/contract.ts'
import { needApiKey } from '../keys/apiKeys.queries.ts'
import type { Prompt } from '../prompts/contract.ts'
import { filled } from '../prompts/placeholders.contract.ts'
import { findPrompt } from '../prompts/prompts.queries.ts'
import {
  ResumeRouteTexts,
  routeTextsRequested,
  routeTextsResumed,
  WriteRouteTexts,
} from './batches.contract.ts'
import { refuseOverBudget } from './budget.ts'
import { usablePrompt } from './texts.ts'
import { refusalsMax, writeTextFor } from './writing.ts'

interface Route {
  id: number
  departure: string
  destination: string
}

interface Batch {
  /** The prompt as it was when the batch started, used if it no longer exists. */
  prompt: Pick<Prompt, 'id' | 'name' | 'prompt' | 'provider'>
  field: DraftField
  routes: Route[]
}

export const writeRouteTexts = handle(
  WriteRouteTexts,
  async (tx, { promptId, ...asked }, caller, context) => {
    const { id, name, prompt, provider } = await usablePrompt(tx, promptId)
    await needApiKey(tx, provider, context)
    await refuseOverBudget(tx)
    const waiting = await tx<{ routeId: number }[]>`
    select route_id from text_drafts where field = ${asked.field} and state = 'open'`
    const except = waiting.map(({ routeId }) => routeId)
    const routes = await routesForTexts(tx, { ...asked, except })
    if (routes.length === 0)
      throw new HttpError(422, 'Nessuna tratta da scrivere: hanno già un testo, o una bozza da rivedere.')
    const batch: Batch = { prompt: { id, name, prompt, provider }, field: asked.field, routes }
    const jobId = await createJob(tx, 'aiTexts', batch, caller)
    await audit(tx, caller, told(routeTextsRequested, { jobId }), `jobs/${jobId}`, null, {
      ...asked,
      promptId,
      routes: routes.length,
    })
    return { jobId, routes: routes.length }
  },
)

export const resumeRouteTexts = handle(ResumeRouteTexts, async (tx, { id }, caller) => {
  const [job] = await tx<[{ status: string }?]>`
    select status from jobs where id = ${id} and kind = 'aiTexts' for update`
  if (!job) throw new HttpError(404, 'Operazione non trovata.')
  if (job.status !== 'cancelled' && job.status !== 'failed')
    throw new HttpError(409, 'L’operazione è ancora in corso oppure è già completata.')
  await refuseOverBudget(tx)
  await tx`
    update jobs set status = 'queued', error = null, updated_at = now(),
      log = log || jsonb_build_object('at', now(), 'message', 'Operazione ripresa')
    where id = ${id}`
  await emit(tx, routeTextsRequested, { jobId: id })
  await audit(tx, caller, routeTextsResumed, `jobs/${id}`, null, null)
  return { jobId: id }
})

/** Commits each text with its log line. After the worker was killed, the job skips the texts already committed. */
export const writeTexts = on(
  'integrations:writeTexts',
  routeTextsRequested,
  async ({ jobId }, { read, write, context, isLastTry, hasAdvanced }) => {
    const [job] = await write<[{ input: Batch }?]>`select input from jobs where id = ${jobId}`
    if (!job) return
    await runJob(write, { jobId, isLast: isLastTry }, async (progress) => {
      const { routes, prompt } = job.input
      // Reads the prompt again, because staff correct it before they resume a failed job.
      const batch = { ...job.input, prompt: (await findPrompt(write, prompt.id)) ?? prompt }
      await progress.total(routes.length)
      const done = await write<{ routeId: number }[]>`
        select route_id from text_drafts where job_id = ${jobId}`
      const written = new Set(done.map(({ routeId }) => routeId))
      // A retry tries the failed texts again, so `done` restarts at the number of written texts.
      await write`update jobs set done = ${written.size} where id = ${jobId}`
      let refusals = 0
      for (const route of routes) {
        if (written.has(route.id)) continue
        if (!(await progress.goesOn())) return null
        const isWritten = await draftOf({ read, write, context }, { jobId, route, batch }, progress)
        refusals = isWritten ? 0 : refusals + 1
        if (refusals >= refusalsMax)
          throw new HttpError(
            502,
            'Fermato dopo tre testi non riusciti di fila: guarda il registro, poi riprendi.',
          )
        await hasAdvanced()
      }
      return progress.counts
    })
  },
  { queue: 'texts' },
)

/** Returns false and logs the reason if the provider wrote no usable text (HttpError 502). */
async function draftOf(
  tools: Tools,
  { jobId, route, batch }: { jobId: number; route: Route; batch: Batch },
  progress: JobProgress,
): Promise<boolean> {
  const { id: routeId, ...names } = route
  const { prompt, field } = batch
  const words = `${names.departure} - ${names.destination}`
  const values = { ...names, location: names.destination }
  const wish = { jobId, provider: prompt.provider, prompt: filled(prompt.prompt, values), route: names }
  try {
    const written = await writeTextFor(tools, wish, progress, () => progress.goesOn())
    if (!written) return true
    await tools.write.begin(async (tx) => {
      const [isThere] = await tx`select id from route_prices where id = ${routeId} for key share`
      if (!isThere) return progress.step(tx, [`${words}: la tratta non esiste più`], { gone: 1 })
      const { text, provider, model } = written
      await tx`
        insert into text_drafts (job_id, route_id, field, body, provider, model, prompt_name)
        values (${jobId}, ${routeId}, ${field}, ${text}, ${provider}, ${model}, ${prompt.name})
        on conflict do nothing`
      await progress.step(tx, [`${words}: bozza pronta`], { written: 1 })
    })
    return true
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 502) throw error
    await progress.log(`${words}: ${error.message}`)
    return false
  }
}
