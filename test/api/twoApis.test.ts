import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openApi } from '../../src/api/server.ts'
import { createContext } from '../../src/modules/index.ts'
import { openDatabase } from '../../src/platform/db.ts'
import { type App, startApp } from '../app.ts'
import { long } from '../length.ts'
import { patience } from '../testEnv.ts'

/** Opens another API process on the same database, with separate pools and memory. */
async function openSecond({ config, databaseUrl }: App) {
  const db = openDatabase(databaseUrl, { name: 'second', connections: 2, patience })
  const api = await openApi(config, { db, context: createContext(config) }, pino({ level: 'silent' }))
  await api.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(api.server.address() as AddressInfo).port}`
  return {
    async ask(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
      const reply = await fetch(origin + path, {
        method,
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return { status: reply.status, text: await reply.text() }
    },
    async [Symbol.asyncDispose]() {
      await api.close()
      await db.close()
    },
  }
}

test('two API processes share sessions, limits and data', async () => {
  await using app = await startApp({ data: 'demo' })
  await app.inOneWindow()
  await using second = await openSecond(app)

  const staff = await app.logIn()
  expect((await second.ask('GET', '/api/admin/session', undefined, staff)).status).toBe(200)

  const visitor = { 'x-forwarded-for': '203.0.113.5' }
  const contact = (name: string) => ({ name, phone: '0832 123456', email: 'ugo@example.com' })
  const statuses: number[] = []
  for (let index = 0; index < 6; index++) {
    const { status } = await (index % 2
      ? second.ask('POST', '/api/contacts', contact(`Ugo ${index}`), visitor)
      : app.post('/api/contacts', contact(`Ugo ${index}`), visitor))
    statuses.push(status)
  }
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])

  const search = '/api/locations/search?q=otranto'
  expect((await second.ask('GET', search)).text).toContain('"Otranto"')
  await app.sql`update locations set name = 'Otranto Nuova' where name = 'Otranto'`
  await expect.poll(async () => (await second.ask('GET', search)).text).toContain('"Otranto Nuova"')

  expect((await second.ask('POST', '/api/admin/logout', {}, staff)).status).toBe(204)
  expect((await app.get('/api/admin/session', staff)).status).toBe(401)
})

test(
  'reads are limited across two processes, and by each process alone while it cannot reach the other',
  long,
  async () => {
    // Stops the clock, because the limits must count all requests in the same minute.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    await using app = await startApp({ data: 'demo' })
    await using second = await openSecond(app)
    const path = '/api/locations/search?q=otranto'
    const askBoth = (from: string) => {
      const headers = { 'x-forwarded-for': from }
      return Promise.all([app.get(path, headers), second.ask('GET', path, undefined, headers)])
    }
    const both = async (from: string) => (await askBoth(from)).map(({ status }) => status)
    await app.sql`alter table rate_limits rename to rate_limits_away`
    for (let index = 0; index < 80; index++) expect(await both('203.0.113.6')).toEqual([200, 200])
    await app.sql`alter table rate_limits_away rename to rate_limits`
    // Polls for at most thirty rounds, so that neither process reaches its limit alone.
    await expect.poll(() => both('203.0.113.6'), { interval: 1_000, timeout: 30_000 }).toEqual([429, 429])
    expect(await both('203.0.113.7')).toEqual([200, 200])
  },
)
