import { check, sleep } from 'k6'
import exec from 'k6/execution'
import http from 'k6/http'
import { summaryTrendStats, within } from './summary.ts'
import { daysFromNow, morning, popular, type Ride, ridesOnSale, site, visitor } from './visitors.ts'

// Visitors who send requests. For each lead the site sends at least two mails, so it must use a simulated mail server.
// Set `LEADS=yes` to confirm this.

export { handleSummary } from './summary.ts'

export const options = {
  scenarios: { leads: morning(0.5) },
  thresholds: within({ request: 250, contact: 250, repeated: 250 }),
  summaryTrendStats,
}

const day = daysFromNow(30)

export function setup(): Ride[] {
  if (__ENV.LEADS !== 'yes')
    exec.test.abort('this writes leads and sends mails: set LEADS=yes on a test site')
  return ridesOnSale()
}

export default function write(rides: Ride[]): void {
  const visit = exec.scenario.iterationInTest
  // Leads with one phone number belong to one customer, and would wait for each other.
  const phone = `+39 347 ${String(1_000_000 + visit)}`
  const person = { name: `Prova ${visit}`, phone, email: `prova-${visit}@example.com` }
  const isContact = Math.random() < 0.3
  sleep(Math.random())
  const headers = {
    ...visitor(),
    'content-type': 'application/json',
    'idempotency-key': `load-${exec.scenario.startTime}-${visit}`,
  }
  const ride = { ...popular(rides), passengers: '2', date: day, time: '10:00', formSource: 'prova' }
  const lead = isContact ? { ...person, message: 'Una prova di carico.' } : { ...person, ...ride }
  const url = `${site}/api/${isContact ? 'contacts' : 'availability-requests'}`
  const send = (name: string) => http.post(url, JSON.stringify(lead), { headers, tags: { name } })
  const first = send(isContact ? 'contact' : 'request')
  check(first, { 'a lead is stored': ({ status }) => status === 201 })
  if (Math.random() > 0.1) return
  // Browsers repeat a request after a bad connection.
  check(send('repeated'), { 'and only once': ({ body: again }) => again === first.body })
}
