import { expect, test, vi } from 'vitest'
import type { Tx } from '../../src/platform/db.ts'
import { type App, eventually, openApp, startApp } from '../app.ts'
import { given } from '../given.ts'

// No read may reach its deadline while the test prepares the next one, also on a busy machine.
const app = await openApp({ env: { ANSWER_MS: '60000' } })

/** Lets all reads of leads wait until `release`, which runs `last` first. */
async function lockedContacts({ sql }: App, last: (tx: Tx) => Promise<unknown> = async () => {}) {
  const isHeld = Promise.withResolvers<void>()
  const isEnough = Promise.withResolvers<void>()
  const locked = sql.begin(async (tx) => {
    await tx`lock table leads in access exclusive mode`
    isHeld.resolve()
    await isEnough.promise
    await last(tx)
  })
  await isHeld.promise
  return {
    async release() {
      isEnough.resolve()
      await locked
    },
  }
}

/** Returns the number of statements that wait for a lock. */
const waiting = async ({ sql }: App) =>
  (
    await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  ).length

const clock = async ({ sql }: App) => (await sql<[{ now: Date }]>`select clock_timestamp() as now`)[0].now

/** Waits until the server knows the sender of a call that it received after `since`. The call then waits for its read. */
async function knowsSender({ sql }: App, since: Date) {
  await eventually(async () => {
    const known = await sql`
      select from pg_stat_activity where datname = current_database() and state = 'idle'
        and query like '%from grants join admin_users%' and query_start > ${since} and pid <> pg_backend_pid()`
    expect(known.length).toBeGreaterThan(0)
  })
}

test('tabs of one session that ask the same at one time share a read, which sees what was stored before they asked', async () => {
  const [mine, other] = [await app.logIn(), await app.logIn()]
  await given.lead(app, 'contact', { name: 'Anna' })
  const ask = (headers: Record<string, string>) => app.get('/api/admin/leads?limit=25', headers)
  const lock = await lockedContacts(
    app,
    (tx) =>
      tx`insert into leads (kind, name, phone, message) values ('contact', 'Bea', '347 7654321', 'Orari?')`,
  )
  const asked = [ask(mine)]
  try {
    await eventually(async () => expect(await waiting(app)).toBe(1))
    // Another session has its own read.
    asked.push(ask(other))
    await eventually(async () => expect(await waiting(app)).toBe(2))
    // One after the other, because a statement that finds every connection busy waits behind one of the locked reads.
    for (let tab = 0; tab < 12; tab++) {
      const since = await clock(app)
      asked.push(ask(mine))
      await knowsSender(app, since)
    }
    // Its reply shows that the server has received the requests before it, and that not all connections wait.
    expect((await app.get('/api/admin/session', mine)).status).toBe(200)
    expect(await waiting(app)).toBe(2)
  } finally {
    await lock.release()
  }
  const replies = await Promise.all(asked)
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  for (const { body } of replies.slice(1))
    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['Bea', 'Anna'])
})

test('a change between two questions is in the second reply, also while the first one is being read', async () => {
  const headers = await app.logIn()
  const { id } = await given.lead(app, 'request', { name: 'Carla' })
  const path = `/api/admin/leads/availability_request/${id}`
  for (let round = 0; round < 20; round++) {
    const before = app.get(path, headers)
    await app.sql`update leads set notes = ${`Nota ${round}`} where kind = 'availability_request' and id = ${id}`
    const after = await app.get(path, headers)
    expect(after.body.notes).toBe(`Nota ${round}`)
    expect((await before).status).toBe(200)
  }
})

test('the wait for the read of another tab does not count against the deadline', async () => {
  const headers = await app.logIn()
  const ask = () => app.get('/api/admin/leads?limit=26', headers)
  const lock = await lockedContacts(app)
  const asked: ReturnType<typeof ask>[] = []
  try {
    vi.useFakeTimers({ toFake: ['performance'] })
    asked.push(ask())
    await eventually(async () => expect(await waiting(app)).toBe(1))
    const since = await clock(app)
    asked.push(ask())
    await knowsSender(app, since)
    // Its reply shows that the process has read the answer of the database.
    expect((await app.get('/api/admin/session', headers)).status).toBe(200)
    vi.advanceTimersByTime(app.config.answerMs + 1)
    await lock.release()
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200])
  } finally {
    vi.useRealTimers()
    await lock.release()
  }
})

test('a read that the database does not answer in time is not repeated for the tabs that wait for it', async () => {
  await using slow = await startApp({ env: { ANSWER_MS: '1500' } })
  const headers = await slow.logIn()
  const lock = await lockedContacts(slow)
  try {
    const asked = Array.from({ length: 5 }, () => slow.get('/api/admin/leads?limit=25', headers))
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
    expect(await waiting(slow)).toBe(1)
  } finally {
    await lock.release()
  }
})
