import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type App, startApp } from '../app.ts'
import { long } from '../length.ts'

let ended = 0

/** Sends the parts, with a pause after each. `place` is this connection's place in the order of endings. */
async function drip({ origin }: App, parts: Iterable<string | Buffer>, pauseMs: number) {
  const { hostname, port } = new URL(origin)
  const socket = net.connect(Number(port), hostname)
  socket.on('error', () => {})
  let text = ''
  socket.on('data', (data) => {
    text += data.toString('latin1')
    if (text.includes('\r\n\r\n')) socket.destroy()
  })
  const closed = once(socket, 'close')
  for (const part of parts) {
    if (socket.destroyed) break
    socket.write(part)
    await sleep(pauseMs)
  }
  await closed
  ended += 1
  return { status: Number(text.split(' ')[1] ?? 0), place: ended }
}

function* forEver(first: string, more: string): Generator<string> {
  yield first
  for (;;) yield more
}

function head(address: string, length: number, headers: Record<string, string>): string {
  const lines = { host: 'x', 'sec-fetch-site': 'same-origin', 'content-length': String(length), ...headers }
  return `POST ${address} HTTP/1.1\r\n${Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
}

test(
  'a slow sender is disconnected, while a picture from a slow phone, which takes longer, arrives',
  long,
  async () => {
    await using app = await startApp()
    const staff = await app.logIn()
    const json = { 'content-type': 'application/json' }
    const png = { 'content-type': 'image/png' }
    const side = 400
    const picture = await sharp(randomBytes(side * side * 3), {
      raw: { width: side, height: side, channels: 3 },
    })
      .png()
      .toBuffer()
    // The upload takes about 9 s at 50 KB/s.
    const piece = Math.ceil(picture.length / 18)
    const pieces = Array.from({ length: 18 }, (_, index) =>
      picture.subarray(index * piece, (index + 1) * piece),
    )
    const uploads = '/api/admin/uploads'

    const [slowHead, slowBody, slowNowhere, stranger, stopped, phone, meanwhile] = await Promise.all([
      drip(app, forEver('GET / HTTP/1.1\r\nhost: x\r\n', 'x-a: b\r\n'), 400),
      drip(app, forEver(head('/api/contacts', 5_000, json), ' '), 400),
      drip(app, forEver(head('/nowhere/', 5_000, json), ' '), 400),
      drip(app, forEver(head(uploads, 500_000, png), 'x'), 400),
      drip(app, forEver(head(uploads, 500_000, { ...png, ...staff }), 'x'), 400),
      drip(app, [head(uploads, picture.length, { ...png, ...staff }), ...pieces], 500),
      sleep(3_000).then(() => app.get('/healthz')),
    ])
    for (const cut of [slowHead, slowBody, stopped]) {
      expect(cut.status).toBe(408)
      expect(cut.place).toBeLessThan(phone.place)
    }
    // `slowNowhere` and `stranger` are refused before their body has arrived.
    expect(slowNowhere.place).toBeLessThan(phone.place)
    expect(stranger).toMatchObject({ status: 401 })
    expect(phone.status).toBe(201)
    expect(meanwhile.status).toBe(200)
  },
)

test('a client that reads nothing of its response is disconnected', long, async () => {
  await using app = await startApp({ data: 'demo' })
  // Shortens the limit, which is one minute in production.
  app.api.server.setTimeout(1_000)
  const { hostname, port } = new URL(app.origin)
  const socket = net.connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.pause()
  const ask = 'GET /api/routes/pricing-table HTTP/1.1\r\nhost: x\r\naccept-encoding: identity\r\n\r\n'
  for (let count = 0; count < 400; count++) socket.write(ask)
  const connections = () =>
    new Promise<number>((resolve) => app.api.server.getConnections((_, count) => resolve(count)))
  await expect.poll(connections).toBeGreaterThan(0)
  await expect.poll(connections).toBe(0)
  socket.destroy()
})
