import { createServer, connect as dial, type Socket } from 'node:net'
import { setTimeout as timer } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freePort } from '../../scripts/freePort.ts'
import { openDatabase } from '../../src/platform/db.ts'
import { codeOf } from '../../src/platform/log.ts'
import { openApp } from '../app.ts'

// Tests a database URL with several hosts, such as those of a primary and its standby.

/** The app of all tests of this file, which only use its database. */
const app = await openApp()

test('a query whose connection is lost fails, and the next one finds a host', async () => {
  const line = await openLine(app.databaseUrl)
  const dead = await freePort()
  const db = openDatabase(severalHosts(app.databaseUrl, [dead, line.port]), { connections: 1 })
  try {
    // Each time the lost query is the first of its connection.
    for (const table of ['lost_once', 'lost_twice']) {
      const lost = db.write`select pg_sleep(30), ${table}`.execute()
      await expect.poll(line.hasPassed(table)).toBe(true)
      line.cut()
      await expect(lost).rejects.toMatchObject({
        code: expect.stringMatching(/^(CONNECTION_CLOSED|ECONNRESET)$/),
      })
    }
    expect(await db.write`select 1 as one`).toEqual([{ one: 1 }])
  } finally {
    line.close()
    await db.close()
  }
})

test('a query that follows the loss of a connection at once is settled too, and blocks no later query', async () => {
  const line = await openLine(app.databaseUrl)
  const db = openDatabase(app.databaseUrl.replace(/@[^/]+/, `@127.0.0.1:${line.port}`), { connections: 1 })
  try {
    await db.write`select 1`
    const lost = db.write`select pg_sleep(30), 'lost'`.execute()
    await expect.poll(line.hasPassed('lost')).toBe(true)
    // The socket has failed then, but is not closed yet.
    const next = lost.catch(() => db.write`select 2 as two`)
    line.reset()
    const settled = Promise.race([next.then(String, codeOf), timer(10_000, 'still waits', { ref: false })])
    expect(await settled).toMatch(/^(CONNECTION_CLOSED|ECONNRESET)$/)
    expect(await db.write`select 3 as three`).toEqual([{ three: 3 }])
  } finally {
    line.close()
    await db.close()
  }
})

test('without a host of the required role a query fails with the reason, and later finds the host', async () => {
  const late = await freePort()
  const db = openDatabase(severalHosts(app.databaseUrl, [await freePort(), late]), {
    connections: 2,
    patience: 0.1,
  })
  try {
    await expect(db.write`select 1`).rejects.toThrow('none of the hosts has the role')
    const line = await openLine(app.databaseUrl, late)
    try {
      await expect.poll(async () => db.write`select 1 as one`.catch(() => [])).toEqual([{ one: 1 }])
    } finally {
      line.close()
    }
  } finally {
    await db.close()
  }
})

const severalHosts = (url: string, ports: number[]) =>
  `${url.replace(/@[^/]+/, `@${ports.map((port) => `127.0.0.1:${port}`).join(',')}`)}?target_session_attrs=read-write`

/** Opens a port that leads to the database and whose connections can be cut. */
async function openLine(url: string, at = 0) {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  let sent = ''
  const server = createServer((near) => {
    const far = dial(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.on('error', () => {}).on('close', () => to.destroy())
      from.pipe(to)
    }
    near.on('data', (bytes) => {
      sent += bytes.toString('latin1')
    })
  })
  await new Promise<void>((resolve) => void server.listen(at, '127.0.0.1', resolve))
  const address = server.address()
  const cut = () => {
    for (const socket of open) socket.destroy()
    open.clear()
  }
  const reset = () => {
    for (const socket of open) socket.resetAndDestroy()
    open.clear()
  }
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    hasPassed: (text: string) => () => sent.includes(text),
    cut,
    reset,
    close() {
      cut()
      server.close()
    },
  }
}
