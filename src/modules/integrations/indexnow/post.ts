import { isIP } from 'node:net'
import type { Context } from '../../../kernel/context.ts'
import type { Tools } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { isPrivateAddress } from '../../../platform/privateAddress.ts'
import { siteMode } from '../../settings/site/site.queries.ts'
import { findApiKey } from '../keys/apiKeys.queries.ts'

/** Maximum number of URLs per call (indexnow.org/documentation). */
export const batchSize = 10_000
const timeoutMs = 10_000
const keyFileTimeoutMs = 3_000

/** Seconds to wait after each temporary failure, unless the engine asks for a different wait. */
const retrySeconds = [5, 30, 120, 600, 3_600, 14_400, 43_200]
/** Seconds between attempts while the engine verifies the key file, which takes minutes. */
const verificationSeconds = [120, 300, 900, 3_600]
const busySeconds = 3_600

export type SubmissionType = 'manual' | 'auto_blog' | 'auto_route'

interface Told {
  statusCode: number | null
  /** Reason in Italian, shown to staff; null if the engine accepted the URLs. */
  reason: string | null
  /** Seconds until the retry; null after a success, or if a retry is useless. */
  waitSeconds: number | null
}

/** Returns the reason, for staff, why nothing can be submitted now; null if submissions are possible. */
export async function whyNotSubmitted(sql: Sql | Tx, context: Context): Promise<string | null> {
  const { origin } = context.site
  if (!(await siteMode(sql)).isLive)
    return 'Il sito è in manutenzione: le pagine si inviano quando torna online.'
  if (!(await findApiKey(sql, 'indexnow', context))) return 'Prima genera o salva una API Key per IndexNow.'
  if (!isSimulated(context) && !isPublicOrigin(origin))
    return `L’indirizzo del sito (${origin}) non è pubblico: imposta SITE_URL su quello vero, con https.`
  return null
}

/** Submits up to 10,000 URLs in one POST and records each URL. `tries` counts the earlier failures of these URLs. */
export async function submit(
  { read, write, context }: Tools,
  urlList: string[],
  { tries, typeOf }: { tries: number; typeOf: (url: string) => SubmissionType },
): Promise<Told> {
  const key = await findApiKey(read, 'indexnow', context)
  const outcome = key
    ? await post(key, urlList, tries, context)
    : refused(null, 'Manca la API Key di IndexNow.', null)
  const rows = urlList.map((url) => ({ url, type: typeOf(url) }))
  await write`
    insert into indexnow_submissions (url, status, status_code, error_message, submission_type)
    select url, ${outcome.reason === null ? 'success' : 'error'}, ${outcome.statusCode}, ${outcome.reason}, type
    from jsonb_to_recordset(${write.json(rows)}) as submitted (url text, type text)`
  return outcome
}

async function post(key: string, urlList: string[], tries: number, context: Context): Promise<Told> {
  const { origin } = context.site
  const keyLocation = `${origin}/${key}.txt`
  const problem = await keyFileProblem(keyLocation, key, context)
  if (problem) return refused(null, problem, retrySeconds[tries] ?? null)
  let reply: Response
  let said: string
  try {
    reply = await fetch(context.providers.urls.indexNow, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ host: new URL(origin).host, key, keyLocation, urlList }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    said = reply.ok ? '' : (await reply.text()).slice(0, 2_000)
    if (reply.ok) await reply.body?.cancel()
  } catch {
    return refused(null, 'IndexNow non è raggiungibile: si riprova da soli.', retrySeconds[tries] ?? null)
  }
  const { status } = reply
  if (reply.ok) return { statusCode: status, reason: null, waitSeconds: null }
  if (status === 429)
    return refused(
      status,
      'Troppi invii: IndexNow chiede di aspettare.',
      tries < retrySeconds.length ? (secondsOf(reply.headers.get('retry-after')) ?? busySeconds) : null,
    )
  if (status === 403 && said.includes('SiteVerificationNotCompleted'))
    return refused(
      status,
      'IndexNow non ha ancora verificato la chiave: si riprova tra qualche minuto.',
      verificationSeconds[tries] ?? null,
    )
  if (status >= 500)
    return refused(
      status,
      `IndexNow ha un problema temporaneo (${status}): si riprova da soli.`,
      retrySeconds[tries] ?? null,
    )
  return refused(status, refusals[status] ?? `IndexNow ha risposto ${status}.`, null)
}

const refused = (statusCode: number | null, reason: string, waitSeconds: number | null): Told => ({
  statusCode,
  reason,
  waitSeconds,
})

const refusals: Record<number, string> = {
  400: 'IndexNow non ha accettato il formato dell’invio.',
  403: 'IndexNow non accetta la chiave: generane una nuova e riprova.',
  422: 'Gli indirizzi non appartengono al sito, oppure la chiave non corrisponde.',
}

/** Returns what is wrong with the key file, which engines read; null if the file is right or cannot be checked. */
async function keyFileProblem(keyLocation: string, key: string, context: Context): Promise<string | null> {
  // In simulations the domain may not exist.
  if (isSimulated(context) && !isLocal(new URL(keyLocation).hostname)) return null
  try {
    const reply = await fetch(keyLocation, {
      signal: AbortSignal.timeout(keyFileTimeoutMs),
      redirect: 'manual',
    })
    const text = (await reply.text()).slice(0, 200)
    return reply.status === 200 && text === key
      ? null
      : `Il file della chiave non si legge al suo indirizzo (risposta ${reply.status}): controlla dominio e SITE_URL.`
  } catch {
    // This server may be unable to reach its own public URL. The engine then decides whether the file is right.
    return null
  }
}

function isSimulated({ providers }: Context): boolean {
  return isLocal(new URL(providers.urls.indexNow).hostname)
}

function isLocal(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  return address === 'localhost' || (isIP(address) > 0 && isPrivateAddress(address)) || address === '::1'
}

function isPublicOrigin(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' && hostname.includes('.') && !isLocal(hostname)
}

/** Reads `Retry-After`, in seconds or as a date (RFC 9110 section 10.2.3), as 1 to 86,400 seconds. */
function secondsOf(text: string | null): number | null {
  if (!text) return null
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), 86_400) : null
}
