import { audit, told } from '../../../kernel/audit.ts'
import type { Context } from '../../../kernel/context.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { createJob, type JobProgress, runJob } from '../../../kernel/job.ts'
import { handle, on, type Tools } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { kindNames, translationDrafted } from '../../content/translations/contract.ts'
import { type Untranslated, untranslated } from '../../content/translations/translations.queries.ts'
import { findApiKey, noApiKey } from '../keys/apiKeys.queries.ts'
import type { Prompt, TextProvider } from '../prompts/contract.ts'
import { activePrompts } from '../prompts/prompts.queries.ts'
import { refuseOverBudget } from './budget.ts'
import { translate } from './translating.ts'
import { DraftTranslations, draftsMax, translationsRequested } from './translations.contract.ts'
import { refusalsMax } from './writing.ts'

type TranslationPrompt = Pick<Prompt, 'name' | 'prompt' | 'provider'>

interface Batch {
  items: Untranslated[]
}

export const draftTranslations = handle(DraftTranslations, async (tx, asked, caller, context) => {
  if (asked.ids && !asked.kind) throw refusal('kind', 'Con gli id serve anche il tipo')
  await promptFor(tx, context)
  await refuseOverBudget(tx)
  const items = await untranslated(tx, { ...asked, max: draftsMax })
  if (items.length === 0)
    throw new HttpError(422, 'Nessun testo da tradurre: hanno già una traduzione, o una bozza da rivedere.')
  const jobId = await createJob(tx, 'aiTranslations', { items }, caller)
  await audit(tx, caller, told(translationsRequested, { jobId }), `jobs/${jobId}`, null, {
    ...asked,
    texts: items.length,
  })
  return { jobId }
})

const providers: TextProvider[] = ['anthropic', 'openai']

/** Throws HttpError 409 if no provider has a key. */
async function promptFor(sql: Sql | Tx, context: Context): Promise<TranslationPrompt> {
  for (const { name, prompt, provider } of await activePrompts(sql, 'translation'))
    if (await findApiKey(sql, provider, context)) return { name, prompt, provider }
  for (const provider of providers)
    if (await findApiKey(sql, provider, context))
      return { name: 'Traduzione', prompt: 'Traduci in {lingua}:\n\n{testo}', provider }
  throw noApiKey()
}

/** After the worker was killed, the job continues with the first unfinished text. */
export const writeTranslations = on(
  'integrations:writeTranslations',
  translationsRequested,
  async ({ jobId }, { read, write, context, isLastTry, hasAdvanced }) => {
    const [job] = await write<[{ input: Batch; done: number }?]>`
      select input, done from jobs where id = ${jobId}`
    if (!job) return
    await runJob(write, { jobId, isLast: isLastTry }, async (progress) => {
      const { items } = job.input
      // Reads the prompt again, because staff correct it before they retry a failed job.
      const prompt = await promptFor(write, context)
      await progress.total(items.length)
      let refusals = 0
      for (const [place, item] of items.entries()) {
        if (place < job.done) continue
        if (!(await progress.goesOn())) return null
        const isWritten = await draftOf({ read, write, context }, { jobId, prompt, item }, progress)
        refusals = isWritten ? 0 : refusals + 1
        if (refusals === refusalsMax) {
          // A retry asks for the refused texts again.
          await progress.log('Un nuovo tentativo riparte dal primo di loro.', place + 1 - refusalsMax)
          throw new HttpError(502, `${refusalsMax} testi di seguito rifiutati: correggi il prompt e riprova.`)
        }
        await hasAdvanced()
      }
      return progress.counts
    })
  },
  { queue: 'texts' },
)

/** Returns false and logs the reason in the job if the provider wrote no usable translation (HttpError 502). */
async function draftOf(
  tools: Tools,
  { jobId, prompt, item }: { jobId: number; prompt: TranslationPrompt; item: Untranslated },
  progress: JobProgress,
): Promise<boolean> {
  const { kind, id, language, source, updatedAt } = item
  const words = `${kindNames[kind]} «${item.title}»`
  try {
    const written = await translate(tools, { ...prompt, jobId, language, source }, progress)
    if (!written) return true
    const { text, model } = written
    await tools.write.begin(async (tx) => {
      await emit(tx, translationDrafted, { kind, id, language, text, source, updatedAt, model })
      await progress.step(tx, [`${words}: bozza pronta`], { written: 1 })
    })
    return true
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 502) throw error
    const { message } = error
    await tools.write.begin((tx) => progress.step(tx, [`${words}: ${message}`], { refused: 1 }))
    return false
  }
}
