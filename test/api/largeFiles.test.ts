import { createHash } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type App, eventually, startApp } from '../app.ts'
import { newAddress } from '../newAddress.ts'

// A sitemap is stored compressed, and a client without `Accept-Encoding` gets up to 50 MB from it.

const megabyte = 2 ** 20
const clients = 20

interface Packed {
  size: number
  brotli: Buffer
  gzip: Buffer
}

/** Stores the bytes as the only file of the sitemap. */
async function store({ sql, config }: App, { size, brotli, gzip }: Packed) {
  await sql`
    insert into sitemap_state (version, origin, day, tables, urls, files, seconds, added, removed, changed)
    values (1, ${config.siteUrl}, '2026-11-30', '{}', 1, 1, 1, 1, 0, 0)`
  await sql`
    insert into sitemap_files (number, tag, urls, size, brotli, gzip)
    values (0, 'made-for-this-test', 1, ${size}, ${brotli}, ${gzip})`
}

const opened = ({ origin }: App, headers: Record<string, string> = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const options = { agent: false, headers: { 'x-forwarded-for': newAddress(), ...headers } }
    get(`${origin}/sitemap.xml`, options, resolve).on('error', reject)
  })

test('clients that read a large file slowly without compression take little memory, and get every byte', async () => {
  await using app = await startApp()
  const text = Buffer.alloc(24 * megabyte, '<url><loc>https://www.salento.example/tratte/</loc></url>\n')
  await store(app, {
    size: text.length,
    brotli: brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
    gzip: gzipSync(text),
  })
  const memory = () => process.memoryUsage().arrayBuffers / megabyte
  const before = memory()
  const responses = await Promise.all(Array.from({ length: clients }, () => opened(app)))
  expect(responses.map(({ headers }) => headers['content-length'])).toEqual(
    responses.map(() => String(text.length)),
  )
  const taken = memory() - before
  const sums = await Promise.all(
    responses.map(async (response) => {
      const sum = createHash('sha1')
      for await (const bytes of response) sum.update(bytes)
      return sum.digest('hex')
    }),
  )
  // 20 bodies in memory are 480 MB. The sockets of the system take a few megabytes each before a sender has to wait.
  expect(taken).toBeLessThan(100)
  expect(new Set(sums)).toEqual(new Set([createHash('sha1').update(text).digest('hex')]))
  const etag = responses[0]?.headers.etag ?? ''
  expect((await opened(app, { 'if-none-match': etag })).statusCode).toBe(304)
})

test('a damaged file ends its response and nothing else, and the reason is in the log', async () => {
  await using app = await startApp()
  const damaged = Buffer.from('no compressed bytes')
  await store(app, { size: megabyte, brotli: damaged, gzip: damaged })
  await expect(app.get('/sitemap.xml')).rejects.toThrow()
  await eventually(() => expect(app.lines.join('')).toContain('failed to send a large response'))
  expect((await app.get('/robots.txt')).status).toBe(200)
})
