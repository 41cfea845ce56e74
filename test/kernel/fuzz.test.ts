import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type App, eventually, startApp } from '../app.ts'
import { type Shot, shots, show } from '../attack/shots.ts'
import { overTheWire, type Sent } from '../attack/wire.ts'
import { inFull } from '../length.ts'

// A call may refuse the input, but must not fail, hang or reveal internals. `FUZZ_CALLS=200000` is the long run.

const calls = Number(process.env.FUZZ_CALLS || inFull(1_000, 2_000))
const seed = Number(process.env.FAST_CHECK_SEED)
const atOnce = 8
const batch = 1_000

/** The providers of these calls do not exist in this test, so a 502 is right. */
const saysProvider = /\/(sync|calculate-route-details|places\/.*|distance-matrix)$/

/** Internals that no response may contain. */
const inside =
  /node_modules|\.[tj]sx?:\d|\n\s+at |\b(Type|Range|Reference|Syntax|Postgres)Error\b|Cannot (read|convert|destructure)|undefined \(reading|is not (a function|iterable)|syntax error at|violates|SQLSTATE|relation "|column "|invalid (input|byte)|ECONN|ENOENT|\/home\/|\/tmp\//

test('no call fails, hangs or reveals internals, whatever is sent', async () => {
  // A closed port for all providers: a generated call may store a provider's key, and nothing may leave this machine.
  const nowhere = 'http://127.0.0.1:9'
  await using app = await startApp({
    env: {
      NODE_ENV: 'production',
      GOOGLE_PLACES_BASE_URL: nowhere,
      GOOGLE_ROUTES_BASE_URL: nowhere,
      BREVO_BASE_URL: nowhere,
    },
  })
  let staff = await app.logIn()
  const found = new Map<string, string>()
  const byStatus = new Map<number, number>()
  let renewing: Promise<void> | null = null

  /** Logs in again and switches the site on, because a call may have ended the session or switched the site off. */
  function renew(): Promise<void> {
    renewing ??= (async () => {
      // A call of another worker may close the new account before it logs in.
      staff = await eventually(() => app.logIn())
      await app.sql`update site_settings set is_live = true`
    })().finally(() => {
      renewing = null
    })
    return renewing
  }

  async function work(waiting: Shot[], first: number): Promise<void> {
    for (let shot = waiting.pop(); shot; shot = waiting.pop()) {
      const { status, problem } = await fire(app, shot, staff, first + waiting.length)
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
      if (problem && !found.has(shot.http)) found.set(shot.http, `${problem}\n${show(shot)}`)
      if (status === 401 && !shot.http.includes('webhooks')) await renew()
    }
  }

  for (let first = 0; first < calls; first += batch) {
    const waiting = fc.sample(shots, { numRuns: Math.min(batch, calls - first), seed: seed + first })
    await renew()
    await Promise.all(Array.from({ length: atOnce }, () => work(waiting, first)))
    if (process.env.FUZZ_CALLS)
      console.info({ seed, done: first, ...Object.fromEntries([...byStatus].sort()) })
  }
  expect([...found.values()], `seed ${seed}`).toEqual([])
  // A busy machine may respond 503, but only rarely.
  expect(byStatus.get(503) ?? 0).toBeLessThan(Math.max(10, calls / 100))
  // Enough calls must succeed. Refused calls do not reach the code behind the contracts.
  expect(byStatus.get(200) ?? 0).toBeGreaterThan(calls / 10)
  expect((await app.get('/readyz')).status).toBe(200)
}, 7_200_000)

async function fire(app: App, { http, asked }: Shot, staff: Record<string, string>, index: number) {
  const sent: Sent = {
    ...asked,
    headers: {
      'sec-fetch-site': 'same-origin',
      // Each call has its own IP address, so that no rate limit responds in place of the code under test.
      'x-forwarded-for': `2001:db8:${(index % 65_536).toString(16)}:${(index >> 16).toString(16)}::1`,
      ...staff,
      ...asked.headers,
    },
  }
  const reply = await overTheWire(app.origin, sent)
  if (reply === null) return { status: 0, problem: `${http} hangs` }
  const { status, body, headers } = reply
  const type = String(headers['content-type'] ?? '')
  const problem =
    status >= 500 && headers['retry-after'] === undefined && !(status === 502 && saysProvider.test(http))
      ? `${http} answered ${status}: ${app.lines.findLast((line) => line.includes('"failed"'))?.slice(0, 600)}`
      : inside.test(body) && status !== 200
        ? `${http} tells: ${body.slice(0, 400)}`
        : status >= 400 &&
            http.includes('/api/') &&
            !/login|rich-snippets/.test(http) &&
            !type.startsWith('application/problem+json')
          ? `${http} answered ${status} as ${type}: ${body.slice(0, 200)}`
          : ''
  return { status, problem }
}
