import { check, sleep } from 'k6'
import http from 'k6/http'
import { summaryTrendStats, within } from './summary.ts'
import { morning, popular, type Ride, type ridesOnSale, site, visitor } from './visitors.ts'

// Visitors who compare prices. Each loads the popular rides and the whole table, then one to four rides.

export { handleSummary } from './summary.ts'
export { ridesOnSale as setup } from './visitors.ts'

export const options = {
  scenarios: { pricing: morning() },
  thresholds: within({ table: 100, ride: 100, popular: 50 }),
  summaryTrendStats,
}

export default function pricing(rides: ReturnType<typeof ridesOnSale>): void {
  const headers = visitor()
  const get = (name: string, path: string) => http.get(`${site}${path}`, { headers, tags: { name } })
  check(get('popular', '/api/routes/popular'), { 'popular rides are there': ({ status }) => status === 200 })
  const table = get('table', '/api/routes/pricing-table')
  check(table, { 'the table has every ride': (reply) => reply.json('#') === rides.length })
  const looked = 1 + Math.floor(Math.random() * 4)
  for (let look = 0; look < looked; look++) {
    sleep(0.5 + Math.random())
    const { departure, destination } = popular<Ride>(rides)
    const there = `departure=${encodeURIComponent(departure)}&destination=${encodeURIComponent(destination)}`
    check(get('ride', `/api/routes/search?${there}`), { 'a ride is priced': ({ status }) => status === 200 })
  }
}
