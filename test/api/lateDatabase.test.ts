import { spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { freePort } from '../../scripts/freePort.ts'
import { eventually, startApp } from '../app.ts'
import { long } from '../length.ts'
import { testEnv } from '../testEnv.ts'

test('an API process that starts before its database waits for it', long, async () => {
  await using system = await apiBehindProxy()
  await eventually(() => expect(system.log()).toContain('cannot use the database yet'))
  system.open()
  await eventually(system.expectReady)
  expect(system.api.exitCode).toBeNull()
})

test.for(['listen ', 'route_prices'])(
  'an API process that loses its database while it sends "%s" at its start waits for it',
  long,
  async (text) => {
    await using system = await apiBehindProxy({ breakAt: text })
    system.open()
    await eventually(() => expect(system.log()).toContain('cannot use the database yet'))
    await eventually(() => expect(system.isBroken()).toBe(true))
    system.open()
    await eventually(system.expectReady)
    expect(system.api.exitCode).toBeNull()
  },
)

test(
  'an API process that fails because migrations are missing names the command that applies them',
  long,
  async () => {
    await using app = await startApp()
    const [last] = await app.sql`
    delete from schema_migrations where id = (select max(id) from schema_migrations) returning name`
    await app.sql`alter table locations rename to later_places`
    const env = { ...process.env, ...testEnv, DATABASE_URL: app.databaseUrl, PORT: String(await freePort()) }
    const api = spawn(process.execPath, ['src/api/main.ts'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    const [said, [code]] = await Promise.all([text(api.stderr), once(api, 'exit')])
    expect(last).toBeDefined()
    expect([code, said.trim()]).toEqual([1, 'migrations are missing: npm run cli -- migrate'])
  },
)

/** Starts an API whose database is behind a proxy that is closed first and closes once when the API sends `breakAt`. */
async function apiBehindProxy({ breakAt = '' } = {}) {
  const app = await startApp()
  const [port, databasePort] = [await freePort(), await freePort()]
  const url = new URL(app.databaseUrl)
  const real = { host: url.hostname, port: Number(url.port) }
  url.port = String(databasePort)
  const api = spawn(process.execPath, ['src/api/main.ts'], {
    env: { ...process.env, ...testEnv, DATABASE_URL: url.href, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(api, 'exit')
  let log = ''
  api.stdout.on('data', (text) => {
    log += text
  })
  let isBroken = false
  const clients = new Set<net.Socket>()
  const database = net.createServer((client) => {
    const server = net.connect(real)
    clients.add(client)
    client.on('data', (sent) => {
      if (isBroken || breakAt === '' || !sent.toString().includes(breakAt)) return
      isBroken = true
      database.close()
      for (const one of clients) one.destroy()
    })
    client.pipe(server).pipe(client)
    client.on('close', () => server.destroy())
    for (const socket of [client, server]) socket.on('error', () => {})
  })
  return {
    api,
    log: () => log,
    isBroken: () => isBroken,
    open: () => database.listen(databasePort, '127.0.0.1'),
    async expectReady() {
      const reply = await fetch(`http://127.0.0.1:${port}/readyz`)
      expect(reply.status).toBe(200)
    },
    async [Symbol.asyncDispose]() {
      api.kill('SIGKILL')
      await ended
      database.close()
      await app[Symbol.asyncDispose]()
    },
  }
}
