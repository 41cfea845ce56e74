import { type Asked, type Said, simulate } from './simulate.ts'

// Simulates IndexNow of a search engine (indexnow.org/documentation). It refuses the first two submissions with a key
// that starts with `pending-`, as an engine does before it has verified the site.

const urlsMax = 10_000

interface Options {
  port?: number
  /** URL at which the site really listens. The engine reads the key file there; without the URL it reads no file. */
  siteAt?: string
}

export async function openIndexNow({ port, siteAt }: Options = {}) {
  const submissions: { key: string; urlList: string[]; at: number }[] = []
  const planned: Said[] = []
  const unverified = new Map<string, number>()

  async function answer(asked: Asked): Promise<Said> {
    const forced = planned.shift()
    if (forced) return forced
    if (asked.path !== '/indexnow') return { status: 404 }
    if (asked.method !== 'POST') return refusal(400, 'InvalidRequestParameters')
    if (!/^application\/json(; ?charset=utf-8)?$/i.test(String(asked.headers['content-type'])))
      return refusal(400, 'InvalidRequestParameters')
    const { host, key, keyLocation, urlList } = Object(asked.body)
    if (typeof host !== 'string' || typeof key !== 'string' || !Array.isArray(urlList))
      return refusal(400, 'InvalidRequestParameters')
    if (urlList.length === 0 || urlList.length > urlsMax) return refusal(400, 'InvalidRequestParameters')
    if (!/^[A-Za-z0-9-]{8,128}$/.test(key)) return refusal(422, 'InvalidKey')
    if (![...urlList, keyLocation].every((url) => isOn(url, host))) return refusal(422, 'InvalidUrl')
    if (new Set(urlList).size < urlList.length) return refusal(422, 'DuplicateUrl')
    if (key.startsWith('pending-')) {
      const times = (unverified.get(key) ?? 0) + 1
      unverified.set(key, times)
      if (times <= 2) return refusal(403, 'SiteVerificationNotCompleted')
    }
    if (siteAt && !(await holdsKey(siteAt + new URL(keyLocation).pathname, key)))
      return refusal(403, 'UserForbiddedToAccessSite')
    submissions.push({ key, urlList, at: Date.now() })
    return { status: submissions.length === 1 ? 202 : 200 }
  }

  const server = await simulate(answer, port)
  return {
    ...server,
    endpoint: `${server.url}/indexnow`,
    submissions,
    /** Returns all accepted URLs, including repeated ones. */
    taken: () => submissions.flatMap(({ urlList }) => urlList),
    /** Queues responses for the next HTTP requests. */
    next(...answers: Said[]): void {
      planned.push(...answers)
    },
  }
}

/** Returns a refusal as engines send it, including their spelling mistakes. */
const refusal = (status: number, errorCode: string): Said => ({
  status,
  body: { errorCode, message: errorCode, details: null },
})

function isOn(url: unknown, host: string): boolean {
  return (
    typeof url === 'string' &&
    URL.canParse(url) &&
    new URL(url).host === host &&
    url === encodeURI(decodeURI(url))
  )
}

async function holdsKey(address: string, key: string): Promise<boolean> {
  const reply = await fetch(address, { redirect: 'manual' })
  return reply.status === 200 && (await reply.text()) === key
}
