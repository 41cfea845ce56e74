import { randomBytes } from 'node:crypto'
import { audit } from '../../audit.ts'
import type { Sql, Tx } from '../../db.ts'
import { createJob, runJob } from '../../job.ts'
import { answer, handle, on } from '../../message.ts'
import { emit } from '../../outbox.ts'
import { providerUrl } from '../../providers.ts'
import { Refused } from '../../refused.ts'
import { siteOrigin } from '../../site.ts'
import { mainRouteUrls } from '../catalog/queries.ts'
import { readSitemap } from '../content/queries.ts'
import { siteMode } from '../settings/queries.ts'
import { findApiKey, storeApiKey } from './apiKeys.ts'
import {
  GenerateSitemap,
  type IndexNowSubmission,
  importantPagesChosen,
  ListIndexNowSubmissions,
  ReadIndexNowKey,
  SetIndexNowKey,
  SubmitImportantPages,
} from './contract.indexnow.ts'

/** The protocol's own limit (indexnow.org/documentation). */
const batchSize = 10_000
const timeoutMs = 10_000

export const generateSitemap = answer(GenerateSitemap, async (read, _input, caller) => {
  const entries = await readSitemap.answer(read, {}, caller)
  return { urlCount: entries.length }
})

export const readIndexNowKey = answer(ReadIndexNowKey, async (read) => ({
  apiKey: await findApiKey(read, 'indexnow'),
}))

export const setIndexNowKey = handle(SetIndexNowKey, async (tx, { customKey }, caller) => {
  const apiKey = customKey ?? randomBytes(16).toString('hex')
  await storeApiKey(tx, 'indexnow', apiKey, 'Chiave IndexNow')
  await audit(tx, caller, 'integrations:indexNowKeyChanged', 'api_configurations/indexnow', null, null)
  return { apiKey }
})

export const submitImportantPages = handle(SubmitImportantPages, async (tx, _input, caller) => {
  if (!(await siteMode(tx)).isLive)
    throw new Refused(409, 'Il sito è in manutenzione: le pagine si inviano quando torna online.')
  if (!(await findApiKey(tx, 'indexnow')))
    throw new Refused(409, 'Prima genera o salva una API Key per IndexNow.')
  const urls = await importantUrls(tx)
  const jobId = await createJob(tx, 'indexnow', { urlCount: urls.length }, caller)
  await emit(tx, importantPagesChosen, { jobId })
  await audit(tx, caller, 'integrations:importantPagesSent', `jobs/${jobId}`, null, null)
  return { jobId, urlCount: urls.length }
})

export const listIndexNowSubmissions = answer(ListIndexNowSubmissions, async (read, { limit }) => {
  const rows = await read<(Omit<IndexNowSubmission, 'submissionDate'> & { submissionDate: Date })[]>`
    select id, url, submission_date, submission_type, status, status_code, error_message
    from indexnow_submissions order by submission_date desc, id desc limit ${limit}`
  return rows.map((row) => ({ ...row, submissionDate: row.submissionDate.toISOString() }))
})

export const sendImportantPages = on(
  'integrations:sendImportantPages',
  importantPagesChosen,
  ({ jobId }, { read, write, isLastTry }) =>
    runJob(write, { jobId, isLast: isLastTry }, async (progress) => {
      const urls = await importantUrls(read)
      await progress.total(urls.length)
      for (let sent = 0; sent < urls.length; sent += batchSize) {
        if (!(await progress.goesOn())) return null
        const batch = urls.slice(sent, sent + batchSize)
        const { statusCode } = await submit(read, write, batch, 'manual')
        await progress.log(`Inviati ${batch.length} indirizzi: risposta ${statusCode}`, sent + batch.length)
      }
      return { urlCount: urls.length }
    }),
)

/** Home, the lists and the main routes: what a visitor may land on. */
async function importantUrls(read: Sql | Tx): Promise<string[]> {
  const origin = siteOrigin()
  const pages = ['/', '/tratte/', '/prezzi/', '/aziende/', '/contatti/', '/blog/'].map(
    (path) => origin + path,
  )
  return [...new Set([...pages, ...(await mainRouteUrls(read))])]
}

/**
 * One POST of the protocol, at most 10,000 addresses of this host; a row of history per address. 429 and 5xx throw,
 * so that the job is tried again later; any other refusal is Refused with what staff can do about it.
 */
async function submit(
  read: Sql,
  write: Sql,
  urlList: string[],
  submissionType: 'manual' | 'auto_blog' | 'auto_route',
): Promise<{ statusCode: number }> {
  const key = await findApiKey(read, 'indexnow')
  if (!key) throw new Refused(409, 'Manca la API Key di IndexNow.')
  const origin = siteOrigin()
  const body = { host: new URL(origin).host, key, keyLocation: `${origin}/${key}.txt`, urlList }
  let statusCode: number | null = null
  let errorMessage: string | null = null
  try {
    const reply = await fetch(providerUrl('indexNow'), {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    statusCode = reply.status
    // A success has no body worth reading, and a refusal's is for machines.
    await reply.body?.cancel()
    errorMessage = reply.ok ? null : (refusals[statusCode] ?? `IndexNow ha risposto ${statusCode}`)
  } catch {
    errorMessage = 'IndexNow non è raggiungibile'
  }
  const status = errorMessage === null ? 'success' : 'error'
  await write`
    insert into indexnow_submissions (url, status, status_code, error_message, submission_type)
    select url, ${status}, ${statusCode}, ${errorMessage}, ${submissionType}
    from unnest(${urlList}::text[]) as url`
  if (errorMessage === null) return { statusCode: statusCode ?? 200 }
  if (statusCode === null || statusCode === 429 || statusCode >= 500) throw new Error(errorMessage)
  throw new Refused(502, errorMessage)
}

const refusals: Record<number, string> = {
  400: 'IndexNow non ha accettato il formato dell’invio',
  403: 'IndexNow non ha ancora verificato la chiave: riprova tra qualche minuto',
  422: 'Gli indirizzi non appartengono al sito, oppure la chiave non corrisponde',
  429: 'Troppi invii: IndexNow chiede di aspettare',
}
