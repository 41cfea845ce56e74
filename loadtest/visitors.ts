import exec from 'k6/execution'
import http from 'k6/http'

// What all load tests share: where the site is, who its visitors are, and which rides they look for.

/** The site under test. */
export const site = (__ENV.BASE_URL || 'http://localhost:3000').replace(/\/+$/, '')

/** New visitors a second at the steady pace. */
const rate = Number(__ENV.RATE || 10)

/** A morning: visitors come, come steadily, come five at once for a moment, and go. `RATE` and `SECONDS` set it. */
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
 * Each visit from an address of its own, as in life: the site limits what one address may ask. From 198.18.0.0/15,
 * which is set apart for load tests (RFC 2544); the site must be told to believe it (README).
 */
export function visitor(): Record<string, string> {
  const number = exec.scenario.iterationInTest % 131_072
  const start = Math.floor(number / 65_536)
  return { 'x-forwarded-for': `198.${18 + start}.${Math.floor(number / 256) % 256}.${number % 256}` }
}

export interface Ride {
  departure: string
  destination: string
}

/** The rides on the price table, asked for once before the test. */
export function ridesOnSale(): Ride[] {
  const rides = http.get(`${site}/api/routes/pricing-table`).json() as unknown as Ride[]
  return rides.map(({ departure, destination }) => ({ departure, destination }))
}

/**
 * One of them as visitors choose: the first far more often than the last (Zipf, exponent 1), which is what caches live
 * on and what an even choice would hide.
 */
export function popular<T>(items: T[]): T {
  const place = Math.floor(items.length ** Math.random()) - 1
  const item = items[Math.min(place, items.length - 1)]
  if (item === undefined) throw new Error(`${site} has nothing to choose from`)
  return item
}
