import { setTimeout as sleep } from 'node:timers/promises'
import { type System, staff } from './system.ts'
import { addressOf, call, counts, percentile } from './traffic.ts'

const path = '/api/admin/login'

/** First index of the guessers' IP addresses; the owner's addresses follow. */
const guessers = 0x400_0000
const owners = 0x500_0000

/** Guesses passwords from many IP addresses at once, while the owner logs in from a known browser and from new ones. */
export async function guesses(
  { origins }: System,
  { addresses, seconds, name }: { addresses: number; seconds: number; name: (guess: number) => string },
) {
  const [origin = ''] = origins
  const { cookie, device } = await firstLogIn(origin)
  const end = performance.now() + seconds * 1_000
  const statuses: number[] = []
  const guessing = Array.from({ length: addresses }, async (_, index) => {
    const headers = { 'x-forwarded-for': addressOf(guessers + index) }
    while (performance.now() < end) {
      const guess = { username: name(statuses.length), password: 'sbagliata' }
      statuses.push((await call(origin, 'POST', path, guess, headers)).status)
    }
  })
  const logIns = async (headers: (index: number) => Record<string, string>) => {
    const took: number[] = []
    while (performance.now() < end) {
      took.push(await logInMs(origin, headers(took.length)))
      await sleep(500)
    }
    return { times: took.length, medianMs: percentile(took, 0.5), slowestMs: Math.max(...took) }
  }
  const [known, fresh, session] = await Promise.all([
    logIns((index) => ({ cookie: device, 'x-forwarded-for': addressOf(owners + index) })),
    logIns((index) => ({ 'x-forwarded-for': addressOf(owners + 0x1_0000 + index) })),
    sessionCalls(origin, cookie, end),
  ])
  await Promise.all(guessing)
  return { known, new: fresh, session, guesses: counts(statuses) }
}

/** Logs in, repeating after each refusal as its Retry-After says. Returns the milliseconds until the session is open. */
async function logInMs(origin: string, headers: Record<string, string>): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const { status, retryAfter } = await call(origin, 'POST', path, staff, headers)
    if (status === 200) return Math.round(performance.now() - startedAt)
    if (status !== 503 && status !== 429) throw new Error(`log in: ${status}`)
    await sleep(Number(retryAfter ?? 1) * 1_000)
  }
}

async function sessionCalls(origin: string, cookie: string, end: number): Promise<Record<string, number>> {
  const statuses: number[] = []
  while (performance.now() < end) {
    statuses.push((await call(origin, 'GET', '/api/admin/today', undefined, { cookie })).status)
    await sleep(200)
  }
  return counts(statuses)
}

/** Returns the cookie of a session, and the one by which the product knows the browser. */
async function firstLogIn(origin: string) {
  const reply = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(staff),
  })
  const [cookie, device] = reply.headers.getSetCookie().map((one) => one.slice(0, one.indexOf(';')))
  if (!cookie || !device) throw new Error(`log in: ${reply.status}`)
  return { cookie, device }
}
