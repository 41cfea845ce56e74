import exec from 'k6/execution'
import http from 'k6/http'

export const site = (__ENV.BASE_URL || 'http://localhost:3000').replace(/\/+$/, '')

/** New visitors per second at the steady rate. */
const rate = Number(__ENV.RATE || 10)

/**
 * Returns a scenario for k6. The rate of visitors rises, is steady, is five times as high for a fifth of the time, and
 * is steady again. The steady rate is `RATE` times `share`, but at least 1. `SECONDS` sets the duration.
 */
export function morning(share = 1) {
  const steady = Math.max(1, Math.round(rate * share))
  const seconds = Number(__ENV.SECONDS || 60)
  return {
    executor: 'ramping-arrival-rate',
    startRate: 1,
    preAllocatedVUs: steady * 40,
    maxVUs: steady * 100,
    stages: [
      { target: steady, duration: `${Math.ceil(seconds * 0.2)}s` },
      { target: steady, duration: `${Math.ceil(seconds * 0.4)}s` },
      { target: steady * 5, duration: '1s' },
      { target: steady * 5, duration: `${Math.ceil(seconds * 0.2)}s` },
      { target: steady, duration: '1s' },
      { target: steady, duration: `${Math.ceil(seconds * 0.2)}s` },
    ],
  } as const
}

/**
 * Returns headers with a new IP address for each visit, because the site limits the requests of each IP address. The
 * range 198.18.0.0/15 is reserved for benchmarks (RFC 2544). The site must trust the header from this machine (README).
 */
export function visitor(): Record<string, string> {
  // Each run begins elsewhere, because the limit of leads counts ten minutes.
  const first = Math.floor(exec.scenario.startTime / 1000) * 101
  const number = (first + exec.scenario.iterationInTest) % 131_072
  const start = Math.floor(number / 65_536)
  return { 'x-forwarded-for': `198.${18 + start}.${Math.floor(number / 256) % 256}.${number % 256}` }
}

/** Returns the date in this many days (UTC), as `2026-08-15`. */
export function daysFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

export interface Ride {
  departure: string
  destination: string
}

/** Returns the rides of the site's price table. k6 calls this function once, before the test. */
export function ridesOnSale(): Ride[] {
  const rides = http.get(`${site}/api/routes/pricing-table`).json() as unknown as Ride[]
  return rides.map(({ departure, destination }) => ({ departure, destination }))
}

/**
 * Chooses the first item far more often than the last, as visitors do (Zipf, exponent 1). With a uniform choice, caches
 * would help less than in reality. Throws if `items` is empty.
 */
export function popular<T>(items: T[]): T {
  const place = Math.floor(items.length ** Math.random()) - 1
  const item = items[Math.min(place, items.length - 1)]
  if (item === undefined) throw new Error(`${site} has no rides to choose from`)
  return item
}
