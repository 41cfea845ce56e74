import { check, sleep } from 'k6'
import http from 'k6/http'
import { summaryTrendStats, within } from './summary.ts'
import { morning, popular, type Ride, type ridesOnSale, site, visitor } from './visitors.ts'

// Visitors who type both places letter by letter and then search.

export { handleSummary } from './summary.ts'
export { ridesOnSale as setup } from './visitors.ts'

export const options = {
  scenarios: { search: morning() },
  thresholds: within({ suggestions: 50, search: 100 }),
  summaryTrendStats,
}

export default function search(rides: ReturnType<typeof ridesOnSale>): void {
  const headers = visitor()
  const { departure, destination } = popular<Ride>(rides)
  const from = typed(departure, headers)
  const to = typed(destination, headers)
  const reply = http.get(
    `${site}/api/routes/search?departure=${encodeURIComponent(from)}&destination=${encodeURIComponent(to)}`,
    { headers, tags: { name: 'search' } },
  )
  check(reply, { 'the ride that is on sale is found': ({ body }) => String(body).includes('"slug"') })
}

/**
 * Types the name letter by letter. Stops when the name is the first suggestion, when all letters are typed, or when a
 * request fails. Returns the name.
 */
function typed(name: string, headers: Record<string, string>): string {
  for (let letters = 2; letters <= name.length; letters++) {
    const begun = name.slice(0, letters)
    const reply = http.get(`${site}/api/locations/search?q=${encodeURIComponent(begun)}`, {
      headers,
      tags: { name: 'suggestions' },
    })
    if (reply.status !== 200) return name
    const [first] = reply.json() as unknown as { name: string }[]
    if (first?.name === name) return name
    sleep(0.08 + Math.random() * 0.2)
  }
  return name
}
