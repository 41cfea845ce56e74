import { randomBytes } from 'node:crypto'
import { audit, told } from '../../../kernel/audit.ts'
import type { Context } from '../../../kernel/context.ts'
import { HttpError, Later } from '../../../kernel/httpError.ts'
import { createJob, runJob } from '../../../kernel/job.ts'
import { handle, on } from '../../../kernel/message.ts'
import type { Sql } from '../../../platform/db.ts'
import { mainRouteUrls } from '../../catalog/search/search.queries.ts'
import { shownAddresses } from '../../content/pages/pages.queries.ts'
import { storeApiKey } from '../keys/apiKeys.writes.ts'
import { importantPagesChosen, indexNowKeyChanged, SetIndexNowKey, SubmitImportantPages } from './contract.ts'
import { batchSize, submit, whyNotSubmitted } from './post.ts'

export const setIndexNowKey = handle(SetIndexNowKey, async (tx, { customKey }, caller, { secrets }) => {
  const apiKey = customKey ?? randomBytes(16).toString('hex')
  await storeApiKey(tx, 'indexnow', apiKey, 'Chiave IndexNow', secrets)
  await audit(tx, caller, indexNowKeyChanged, 'api_configurations/indexnow', null, null)
  return { apiKey }
})

export const submitImportantPages = handle(SubmitImportantPages, async (tx, _input, caller, context) => {
  const hindrance = await whyNotSubmitted(tx, context)
  if (hindrance) throw new HttpError(409, hindrance)
  // The job finds the pages, because their number grows with the catalogue.
  const jobId = await createJob(tx, 'indexnow', {}, caller)
  await audit(tx, caller, told(importantPagesChosen, { jobId }), `jobs/${jobId}`, null, null)
  return { jobId }
})

export const sendImportantPages = on(
  'integrations:sendImportantPages',
  importantPagesChosen,
  ({ jobId }, { read, write, context, isLastTry, tries }) =>
    runJob(write, { jobId, isLast: isLastTry }, async (progress) => {
      const urls = await importantUrls(read, context)
      await progress.total(urls.length)
      for (let sent = 0; sent < urls.length; sent += batchSize) {
        if (!(await progress.goesOn())) return null
        const batch = urls.slice(sent, sent + batchSize)
        const { statusCode, reason, waitSeconds } = await submit({ read, write, context }, batch, {
          tries: tries - 1,
          typeOf: () => 'manual',
        })
        if (reason !== null)
          throw waitSeconds === null ? new HttpError(502, reason) : new Later(reason, waitSeconds)
        await progress.log(`Inviati ${batch.length} indirizzi: risposta ${statusCode}`, sent + batch.length)
      }
      return { urlCount: urls.length }
    }),
)

/** Returns the URLs of the pages on which visitors are likely to land, in each language. */
async function importantUrls(read: Sql, context: Context): Promise<string[]> {
  const { origin } = context.site
  const pages = ['/', '/tratte/', '/prezzi/', '/aziende/', '/contatti/', '/blog/'].map(
    (path) => origin + path,
  )
  const { versionsOf } = await shownAddresses(read, context)
  const italian = [...pages, ...(await mainRouteUrls(read, origin))]
  return [...new Set(italian.flatMap((url) => [url, ...(versionsOf(url) ?? [])]))]
}
