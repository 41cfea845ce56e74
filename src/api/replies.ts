import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Encoding, encodingFor } from './encoding.ts'

/** A finished answer: its bytes, ready in each encoding a client may ask for, under one strong ETag each. */
export interface Kept {
  status: number
  /** False for what is compressed by nature (fonts, pictures). */
  isText: boolean
  headers: Record<string, string>
  body: Buffer
  tag: string
  gzip?: Buffer
  br?: Buffer
  /** Compressions that another thread is busy with. */
  packing?: Partial<Record<Encoding, Promise<void>>>
  /** What has to happen at each answer, kept or fresh. */
  each?: () => void
  /** As Node sends it fastest, by encoding; made for these common headers. */
  ready?: { common: object; byEncoding: Partial<Record<Encoding, Ready>> }
}

interface Ready {
  /** Names and values in turn. */
  headers: string[]
  /** The same for who has the answer: what only describes a body is left out (RFC 9110 section 15.4.5). */
  headersOfKnown: string[]
  /** A short one as a string of bytes, which leaves in one write with the headers. */
  body: string | Buffer
}

/** Beyond it a string is copied three times on its way, 15 µs for a page; below, one write costs less than two parts of one. */
const oneWriteMax = 8 * 1024

declare module 'fastify' {
  interface FastifyInstance {
    /** Headers of every answer at this moment. */
    commonHeaders(): Record<string, string>
  }
}

/** Below this many bytes compression costs more than it saves. */
const compressFrom = 860

export function finished(status: number, headers: Record<string, string>, text: string | Buffer): Kept {
  const body = typeof text === 'string' ? Buffer.from(text) : text
  const tag = createHash('sha1').update(body).digest('base64url').slice(0, 20)
  const isText = /text|json|xml|javascript|svg/.test(headers['content-type'] ?? '')
  return { status, isText, headers: { ...headers, vary: 'accept-encoding' }, body, tag }
}

/**
 * Sends a finished answer: 304 when the client has it, else the smallest encoding it takes. Fastify's own `send` would
 * cost a fifth more processor time per request, below the goal of 0.75 of a bare route.
 */
export function sendKept(request: FastifyRequest, reply: FastifyReply, kept: Kept): FastifyReply {
  kept.each?.()
  const isWorthIt = kept.isText && kept.body.length >= compressFrom
  const encoding = encodingFor(request.headers['accept-encoding'], isWorthIt)
  const known = request.headers['if-none-match']
  const isKnown = known !== undefined && kept.status === 200 && isIn(known, kept.tag)
  reply.hijack()
  if (encoding && !kept[encoding] && kept.body.length > packHereMax)
    void packApart(kept, encoding).then(() => write(request, reply, kept, encoding, isKnown))
  else write(request, reply, kept, encoding, isKnown)
  return reply
}

/** Is a tag in an `If-None-Match` (RFC 9110 section 13.1.2), weak or strong? Any encoding of the same bytes counts. */
function isIn(list: string, tag: string): boolean {
  if (!list.includes(tag)) return list.trim() === '*'
  return [...list.matchAll(/"([^"]*)"/g)].some(([, one]) => tagsOf(tag).includes(one ?? ''))
}

const tagsOf = (tag: string) => [tag, `${tag}-br`, `${tag}-gzip`]

function write(
  { id }: FastifyRequest,
  { raw, server }: FastifyReply,
  kept: Kept,
  encoding: Encoding,
  isKnown: boolean,
): void {
  const { headers, headersOfKnown, body } = readyIn(kept, encoding, server.commonHeaders())
  if (isKnown) raw.writeHead(304, [...headersOfKnown, 'x-request-id', id]).end()
  else raw.writeHead(kept.status, [...headers, 'x-request-id', id]).end(body, 'latin1')
}

const ofBody = new Set(['content-type', 'content-encoding'])

/** Its own headers win over the common ones. */
function readyIn(kept: Kept, encoding: Encoding, common: Record<string, string>): Ready {
  if (kept.ready?.common !== common) kept.ready = { common, byEncoding: {} }
  const known = kept.ready.byEncoding[encoding]
  if (known) return known
  const bytes = bytesIn(kept, encoding)
  const headers = Object.entries({
    ...common,
    ...kept.headers,
    etag: `"${kept.tag}${encoding && `-${encoding}`}"`,
    ...(encoding ? { 'content-encoding': encoding } : {}),
  })
  const body = bytes.length > oneWriteMax ? bytes : bytes.toString('latin1')
  const ready = {
    headers: [...headers.flat(), 'content-length', String(bytes.length)],
    headersOfKnown: [...headers.filter(([name]) => !ofBody.has(name)).flat()],
    body,
  }
  kept.ready.byEncoding[encoding] = ready
  return ready
}

function bytesIn(kept: Kept, encoding: Encoding): Buffer {
  if (encoding === 'br') kept.br ??= brotliCompressSync(kept.body, brotliOptions(kept))
  if (encoding === 'gzip') kept.gzip ??= gzipSync(kept.body, gzipOptions)
  return (encoding ? kept[encoding] : kept.body) ?? kept.body
}

/** From this size on another thread compresses: nobody else's answer waits for it, and all who ask meanwhile share it. */
const packHereMax = 128 * 1024

function packApart(kept: Kept, encoding: 'gzip' | 'br'): Promise<void> {
  kept.packing ??= {}
  kept.packing[encoding] ??= (async () => {
    kept[encoding] =
      encoding === 'br'
        ? await brotliApart(kept.body, brotliOptions(kept))
        : await gzipApart(kept.body, gzipOptions)
  })()
  return kept.packing[encoding]
}

const brotliApart = promisify(brotliCompress)
const gzipApart = promisify<Buffer, typeof gzipOptions, Buffer>(gzip)
const gzipOptions = { level: 6 }

const brotliOptions = ({ body }: Kept) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
})

/** Counts an answer that has to be made for a request; throws or rejects when its address has had too many. */
type CountMade = (request: FastifyRequest) => void | Promise<void>

/** Cached answers by key. All are dropped together when a read model is renewed. */
export class Replies {
  #version = 0
  #kept = new LRUCache<string, Kept>({
    max: 20_000,
    maxSize: 128 * 1024 * 1024,
    sizeCalculation: ({ body }) => body.length * 2 + 500,
  })
  /** Answers that are being made of the present data. */
  #making = new Map<string, Promise<Kept>>()
  #countMade: CountMade

  constructor(countMade: CountMade) {
    this.#countMade = countMade
  }

  /** Changes when the data do. */
  get version(): number {
    return this.#version
  }

  find(key: string): Kept | undefined {
    return this.#kept.get(key)
  }

  /**
   * The cached answer for `key`, or a new one, which is counted against `asker` and made once for all who ask
   * meanwhile: `make` must not depend on who asks. A new answer is cached unless the data have changed since `version`.
   */
  async answer(
    asker: FastifyRequest | null,
    key: string,
    make: () => Promise<Kept>,
    version = this.#version,
  ): Promise<Kept> {
    const kept = this.#kept.get(key)
    if (kept) return kept
    if (asker) await this.#countMade(asker)
    if (version !== this.#version) return make()
    const making = this.#making
    const made = making.get(key) ?? this.#make(key, make).finally(() => making.delete(key))
    making.set(key, made)
    return made
  }

  async #make(key: string, make: () => Promise<Kept>): Promise<Kept> {
    const version = this.#version
    const fresh = await make()
    if (version === this.#version) this.#kept.set(key, fresh)
    return fresh
  }

  clear(): void {
    this.#version += 1
    this.#kept.clear()
    // Who asks from now on must not get what is made of the data before.
    this.#making = new Map()
  }
}
