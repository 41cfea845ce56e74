import { once } from 'node:events'
import net from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { romanDay } from '../../src/kernel/romanDay.ts'
import { handlers } from '../../src/modules/index.ts'
import { type App, eventually, openApp, startApp } from '../app.ts'
import { given } from '../given.ts'

/** The app of tests that neither close it nor read what a stream begins with. */
const app = await openApp()

/** Opens the event stream. `text` contains everything received until now. */
async function openStream({ origin }: App, headers: Record<string, string>) {
  const stop = new AbortController()
  const reply = await fetch(`${origin}/api/admin/events`, {
    headers: { ...headers, 'sec-fetch-site': 'same-origin' },
    signal: stop.signal,
  })
  const stream = { status: reply.status, headers: reply.headers, text: '', isEnded: false, stop }
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of reply.body ?? []) stream.text += decoder.decode(chunk as Uint8Array)
    stream.isEnded = true
  }
  read().catch(() => {
    stream.isEnded = true
  })
  return stream
}

/** Waits without a pause, because a panel reacts within a millisecond. */
async function heard(stream: { text: string }, text: string): Promise<void> {
  const until = Date.now() + 10_000
  while (!stream.text.includes(text)) {
    if (Date.now() > until) throw new Error(`the stream does not say ${text}`)
    await setImmediate()
  }
}

const contact = given.contact()

test('a new lead reaches every open panel, by table and id and without the person', async () => {
  const headers = await app.logIn({ isSuperAdmin: false })
  const streams = [await openStream(app, headers), await openStream(app, headers)]
  for (const { status, headers: sent } of streams) {
    expect(status).toBe(200)
    expect(sent.get('content-type')).toContain('text/event-stream')
    expect(sent.get('cache-control')).toBe('no-store')
    expect(sent.get('x-content-type-options')).toBe('nosniff')
  }
  const { id } = await given.lead(app, 'contact')
  for (const stream of streams) {
    await eventually(() => expect(stream.text).toContain(`{"table":"leads","ids":[${id}]}`))
    expect(stream.text).toContain('event: change\ndata: ')
    expect(stream.text).not.toContain('Ugo')
    stream.stop.abort()
  }
})

test('the tables that queries declare are those that announce their changes', async () => {
  const rows = await app.sql`
    select distinct event_object_table as name from information_schema.triggers where trigger_name = 'announce_update'`
  const declared = handlers.flatMap(({ message }) => (message.kind === 'query' ? (message.tables ?? []) : []))
  // No list of the panel shows this table, which contains the routes of the previous site.
  const shownByPagesAlone = ['routes']
  expect([...new Set(declared), ...shownByPagesAlone].sort()).toEqual(rows.map(({ name }) => name).sort())
})

test('a panel that reads again as soon as it hears of a change receives the data after the change', async () => {
  const headers = await app.logIn()
  const stream = await openStream(app, headers)
  const today = romanDay(new Date())
  const list = { name: 'Feste', startsOn: today, endsOn: today, fields: ['price1to3Pax'], percent: '10' }
  async function listsAfter<T>(change: () => Promise<T>) {
    stream.text = ''
    const [reply] = await Promise.all([change(), heard(stream, '"table":"price_lists"')])
    const { body } = await app.get('/api/bulk-pricing/routes?limit=1', headers)
    return { reply, lists: body.listsToday }
  }
  // Several rounds, because the list and the data in memory that contain it change at nearly the same time.
  for (let round = 0; round < 5; round++) {
    const planned = await listsAfter(() => app.post('/api/admin/price-lists', list, headers))
    expect(planned.reply.status).toBe(201)
    expect(planned.lists).toEqual(['Feste'])
    const { id } = planned.reply.body
    const cancelled = await listsAfter(() => app.post(`/api/admin/price-lists/${id}/cancel`, {}, headers))
    expect(cancelled.reply.status).toBe(200)
    expect(cancelled.lists).toEqual([])
  }
  stream.stop.abort()
})

test('one process listens once, whatever the number of panels', async () => {
  const headers = await app.logIn()
  const streams = await Promise.all(Array.from({ length: 5 }, () => openStream(app, headers)))
  const [row] = await app.sql`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and query ilike 'listen%changes%'`
  expect(row?.n).toBe(1)
  for (const { stop } of streams) stop.abort()
})

test('a stream begins with the tables of the last minute, which its panel may have read before they changed', async () => {
  await using app = await startApp()
  const headers = await app.logIn()
  const earlier = await openStream(app, headers)
  await app.post('/api/contacts', contact)
  await eventually(() => expect(earlier.text).toContain('{"table":"leads","ids":[1]}'))
  const later = await openStream(app, headers)
  await eventually(() => expect(later.text).toContain('data: {"table":"leads","ids":[]}'))
  for (const { stop } of [earlier, later]) stop.abort()
})

test('a session has at most ten streams: the oldest is ended and reconnects late, and no other session loses a stream', async () => {
  await using app = await startApp()
  const [mine, other] = [await app.logIn(), await app.logIn()]
  const others = await openStream(app, other)
  const streams: Awaited<ReturnType<typeof openStream>>[] = []
  for (let n = 0; n < 12; n++) streams.push(await openStream(app, mine))
  await eventually(() =>
    expect(streams.map(({ isEnded }) => isEnded)).toEqual([true, true, ...Array(10).fill(false)]),
  )
  // If the ended stream reconnected at once, the server would end another stream.
  expect(streams[0]?.text).toContain('retry: 300000\n')
  await app.post('/api/contacts', contact)
  for (const stream of [others, ...streams.slice(2)])
    await eventually(() => expect(stream.text).toContain('{"table":"leads","ids":[1]}'))
  expect(streams[0]?.text).not.toContain('leads')
  for (const { stop } of [others, ...streams]) stop.abort()
})

test('without a session there is no stream, and closing the process ends every stream immediately', async () => {
  const app = await startApp()
  expect((await openStream(app, {})).status).toBe(401)
  const stream = await openStream(app, await app.logIn())
  await eventually(() => expect(stream.text).toContain('retry'))
  await app[Symbol.asyncDispose]()
  await eventually(() => expect(stream.isEnded).toBe(true))
})

test('requests in progress do not delay the closing of the process, neither a stream nor a plain one', async () => {
  const app = await startApp()
  const headers = await app.logIn()
  // Both requests read a table that is locked until the server begins to close.
  const lock = { isHeld: Promise.withResolvers<void>(), isEnough: Promise.withResolvers<void>() }
  const locked = app.sql.begin(async (tx) => {
    await tx`lock table admin_sessions in access exclusive mode`
    lock.isHeld.resolve()
    await lock.isEnough.promise
  })
  await lock.isHeld.promise
  const asked = Promise.all([openStream(app, headers), app.get('/api/admin/session', headers)])
  await eventually(async () => {
    const waiting = await app.sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    expect(waiting).toHaveLength(2)
  })
  const closed = app[Symbol.asyncDispose]()
  await expect
    .poll(() =>
      fetch(`${app.origin}/healthz`).then(
        () => false,
        () => true,
      ),
    )
    .toBe(true)
  lock.isEnough.resolve()
  await Promise.all([closed, locked])
  const [stream, reply] = await asked
  expect(reply.status).toBe(200)
  await eventually(() => expect(stream.isEnded).toBe(true))
})

test('a connection that a browser opened and never used does not delay the closing of the process', async () => {
  const app = await startApp()
  // Without the idle limit, only the end of the process can close this connection.
  app.api.server.setTimeout(0)
  const { hostname, port } = new URL(app.origin)
  const socket = net.connect(Number(port), hostname)
  const ended = once(socket, 'close')
  await expect
    .poll(() => new Promise((resolve) => app.api.server.getConnections((_, count) => resolve(count))))
    .toBe(1)
  await app[Symbol.asyncDispose]()
  socket.resume()
  await ended
})

test('an open stream sends a heartbeat every 15 s, and ends at the first one after its session ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    await using app = await startApp()
    const [here, out] = [await app.logIn(), await app.logIn()]
    const [staying, leaving] = await Promise.all([openStream(app, here), openStream(app, out)])
    await eventually(() => {
      expect(staying.text).toContain('retry: 2000\n\n')
      expect(leaving.text).toContain('retry: 2000\n\n')
    })
    expect((await app.post('/api/admin/logout', {}, out)).status).toBe(204)
    vi.advanceTimersByTime(15_000)
    await eventually(() => {
      expect(staying.text).toContain('\n\n: \n\n')
      expect(leaving.isEnded).toBe(true)
    })
    expect(staying.isEnded).toBe(false)
    staying.stop.abort()
  } finally {
    vi.useRealTimers()
  }
})
