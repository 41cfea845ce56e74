import { check, sleep } from 'k6'
import http from 'k6/http'
import { summaryTrendStats, within } from './summary.ts'
import { morning, popular, site, visitor } from './visitors.ts'

// Visitors who read one to five pages. When a visitor opens a page again, the request has the page's ETag, as in
// browsers, and the site must respond with 304, or with 200 and another ETag once it has compressed the page smaller.

export { handleSummary } from './summary.ts'

export const options = {
  scenarios: { pages: morning() },
  thresholds: within({ page: 100, again: 50 }),
  summaryTrendStats,
}

/** Returns the paths of the sitemap, the home page first. */
export function setup(): string[] {
  const sitemap = String(http.get(`${site}/sitemap.xml`).body)
  return [...sitemap.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path = '/']) => path)
}

export default function read(paths: string[]): void {
  const headers = { ...visitor(), 'accept-encoding': 'br, gzip' }
  const seen = new Map<string, string>()
  const wanted = 1 + Math.floor(Math.random() * 5)
  for (let page = 0; page < wanted; page++) {
    const path = popular(paths)
    const etag = seen.get(path)
    const reply = http.get(`${site}${path}`, {
      headers: etag ? { ...headers, 'if-none-match': etag } : headers,
      tags: { name: etag ? 'again' : 'page' },
      responseType: 'text',
    })
    check(reply, {
      'a page is there, or has not changed': ({ status, headers: { Etag: tag } }) =>
        status === 304 ? etag !== undefined : status === 200 && tag !== etag,
    })
    if (reply.headers.Etag) seen.set(path, reply.headers.Etag)
    sleep(0.3 + Math.random() * 2)
  }
}
