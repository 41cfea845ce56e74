import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  gzip,
  gzipSync,
} from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { reasonOf } from '../platform/log.ts'
import { type Encoding, encodingFor } from './encoding.ts'
import type { MakeResponse } from './limits.ts'

/** A complete response in several encodings, each with a strong ETag. */
export interface CachedResponse {
  status: number
  /** False for compressed types (fonts, pictures). */
  isText: boolean
  headers: Record<string, string>
  /** Bytes of the uncompressed body. */
  size: number
  /** The uncompressed body; null for a cached page with status 200, whose `br` takes a fifth of the memory. */
  body: Buffer | null
  tag: string
  gzip?: Buffer
  br?: Buffer
  /** Only pages: `br` is the fast compression or, later, the smaller one. */
  brotli?: 'fast' | 'small'
  /** Compressions in progress on another thread. */
  packing?: Partial<Record<Encoding, Promise<void>>>
  /** Runs each time the response is sent. */
  each?: () => void
  /** Returns the response's own security policy, made from the common one. */
  policyOf?: (common: string) => string
  /** The response in the form that Node sends fastest. Rebuilt when the `common` headers change. */
  ready?: { common: object; byEncoding: Partial<Record<Encoding, Ready>> }
}

interface Ready {
  /** Names and values, alternating. */
  headers: string[]
  /** Headers of a 304, without the headers about the body (RFC 9110 section 15.4.5). */
  headersOfKnown: string[]
  /**
   * A short body is a binary string, because Node sends such a string together with the headers. Null for a large body
   * that is unpacked while it is sent.
   */
  body: string | Buffer | null
}

/** Maximum bytes of a body kept as a string. A longer string costs more than a separate write to the socket. */
const oneWriteMax = 8 * 1024

/** Minimum bytes of a body that is worth compressing. */
const compressFrom = 860

export function finished(
  status: number,
  headers: Record<string, string>,
  text: string | Buffer,
  policyOf?: (common: string) => string,
): CachedResponse {
  const body = typeof text === 'string' ? Buffer.from(text) : text
  const tag = createHash('sha1').update(body).digest('base64url').slice(0, 20)
  const isText = /text|json|xml|javascript|svg/.test(headers['content-type'] ?? '')
  const own = policyOf ? { policyOf } : {}
  const page = headers['content-type']?.startsWith('text/html') ? { brotli: 'fast' as const } : {}
  const shown = { ...headers, vary: 'accept-encoding' }
  return { status, isText, headers: shown, size: body.length, body, tag, ...own, ...page }
}

/** Returns a response of which only the compressed forms are in memory. `size` is that of the uncompressed body. */
export function finishedInBoth(
  headers: Record<string, string>,
  packed: { tag: string; size: number; br: Buffer; gzip: Buffer },
): CachedResponse {
  return {
    status: 200,
    isText: true,
    headers: { ...headers, vary: 'accept-encoding' },
    body: null,
    ...packed,
  }
}

/** Sends 304 if the client has the response. Writes directly: Fastify's `send` costs a fifth more processor time. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, kept: CachedResponse): FastifyReply {
  kept.each?.()
  const isWorthIt = kept.isText && kept.size >= compressFrom
  const encoding = encodingFor(request.headers['accept-encoding'], isWorthIt)
  if (encoding === 'br' && kept.br && kept.brotli === 'fast') void shrink(kept)
  const known = request.headers['if-none-match']
  const isKnown =
    known !== undefined && kept.status === 200 && isIn(known, kept, reply.server.commonHeaders())
  reply.hijack()
  if (encoding && !kept[encoding] && kept.size > packHereMax)
    packApart(kept, encoding)
      .then(() => write(request, reply, kept, encoding, isKnown))
      .catch((error: unknown) => {
        logFailure(request, error)
        reply.raw.destroy()
      })
  else write(request, reply, kept, encoding, isKnown)
  return reply
}

/** After the hijack Fastify handles no error of the response. */
function logFailure({ log, id }: FastifyRequest, error: unknown): void {
  log.error({ reqId: id, reason: reasonOf(error) }, 'failed to send a large response')
}

/**
 * Accepts `*`, and the tag of any encoding, weak or strong (`If-None-Match`, RFC 9110 section 13.1.2). Once a page has a
 * smaller body, the tag of the larger one is refused, because proxies revalidate and would keep the larger body.
 */
function isIn(list: string, kept: CachedResponse, common: Record<string, string>): boolean {
  const tag = tagOf(kept, common)
  if (!list.includes(tag)) return list.trim() === '*'
  const known = ['', '-gzip', '-br2', ...(kept.brotli === 'small' ? [] : ['-br'])].map((end) => tag + end)
  return [...list.matchAll(/"([^"]*)"/g)].some(([, one]) => known.includes(one ?? ''))
}

const tagsOfHeaders = new WeakMap<object, string>()

/** The tag changes with the common headers too: otherwise nginx would get 304 and keep a page's old headers. */
function tagOf({ tag }: CachedResponse, common: Record<string, string>): string {
  let ofHeaders = tagsOfHeaders.get(common)
  if (ofHeaders === undefined) {
    const { connection: _, ...lasting } = common
    ofHeaders = createHash('sha1').update(JSON.stringify(lasting)).digest('base64url').slice(0, 4)
    tagsOfHeaders.set(common, ofHeaders)
  }
  return tag + ofHeaders
}

const endOf = ({ brotli }: CachedResponse, encoding: Encoding) =>
  encoding === 'br' && brotli === 'small' ? '-br2' : encoding && `-${encoding}`

function write(
  request: FastifyRequest,
  { raw, server }: FastifyReply,
  kept: CachedResponse,
  encoding: Encoding,
  isKnown: boolean,
): void {
  const { headers, headersOfKnown, body } = readyIn(kept, encoding, server.commonHeaders())
  if (isKnown) raw.writeHead(304, [...headersOfKnown, 'x-request-id', request.id]).end()
  else {
    raw.writeHead(kept.status, [...headers, 'x-request-id', request.id])
    if (body !== null) raw.end(body, 'latin1')
    else if (request.method === 'HEAD') raw.end()
    else sendUnpacked(request, raw, kept)
  }
}

/** A client that reads slowly takes some 100 KB of memory this way, and a file of the sitemap has up to 50 MB. */
function sendUnpacked(
  request: FastifyRequest,
  raw: FastifyReply['raw'],
  { gzip, br }: Pick<CachedResponse, 'gzip' | 'br'>,
): void {
  const unpacked = gzip ? createGunzip() : createBrotliDecompress()
  unpacked.end(gzip ?? br)
  pipeline(unpacked, raw, (error) => {
    if (error && error.code !== clientLeft) logFailure(request, error)
  })
}

const clientLeft = 'ERR_STREAM_PREMATURE_CLOSE'

const policyName = 'content-security-policy'
const ofBody = new Set(['content-type', 'content-encoding'])

/** Returns the response with common and own headers. An own header replaces a common header of the same name. */
function readyIn(kept: CachedResponse, encoding: Encoding, common: Record<string, string>): Ready {
  if (kept.ready?.common !== common) kept.ready = { common, byEncoding: {} }
  const known = kept.ready.byEncoding[encoding]
  if (known) return known
  const bytes = isUnpackedLater(kept, encoding) ? null : bytesIn(kept, encoding)
  const policy = common[policyName] ?? ''
  const headers = Object.entries({
    ...common,
    [policyName]: kept.policyOf?.(policy) ?? policy,
    ...kept.headers,
    etag: `"${tagOf(kept, common)}${endOf(kept, encoding)}"`,
    ...(encoding ? { 'content-encoding': encoding } : {}),
  })
  const body = bytes && bytes.length <= oneWriteMax ? bytes.toString('latin1') : bytes
  const ready = {
    headers: [...headers.flat(), 'content-length', String(bytes?.length ?? kept.size)],
    headersOfKnown: [...headers.filter(([name]) => !ofBody.has(name)).flat()],
    body,
  }
  if (encoding || kept.body || !bytes) kept.ready.byEncoding[encoding] = ready
  return ready
}

const isUnpackedLater = ({ body, size }: CachedResponse, encoding: Encoding) =>
  !encoding && !body && size > packHereMax

function bytesIn(kept: CachedResponse, encoding: Encoding): Buffer {
  if (!encoding) return bodyOf(kept)
  const bytes =
    kept[encoding] ??
    (encoding === 'br'
      ? brotliCompressSync(bodyOf(kept), brotliOptions(kept))
      : gzipSync(bodyOf(kept), gzipOptions))
  kept[encoding] = bytes
  return bytes
}

const bodyOf = ({ body, br }: CachedResponse) => body ?? brotliDecompressSync(br ?? '')

/** Bytes above which another thread compresses a body, so that other responses do not wait. */
const packHereMax = 128 * 1024

function packApart(kept: CachedResponse, encoding: 'gzip' | 'br'): Promise<void> {
  kept.packing ??= {}
  kept.packing[encoding] ??= (async () => {
    kept[encoding] =
      encoding === 'br'
        ? await brotliApart(bodyOf(kept), brotliOptions(kept))
        : await gzipApart(bodyOf(kept), gzipOptions)
  })().finally(() => delete kept.packing?.[encoding])
  return kept.packing[encoding]
}

async function keepCompressed(page: CachedResponse): Promise<void> {
  if (page.size > packHereMax) await packApart(page, 'br')
  else bytesIn(page, 'br')
  page.body = null
}

let isShrinking = false

/**
 * Compresses a page that visitors ask for again at quality 10 on another thread: 8 % smaller than at quality 6, for 30 ms
 * of processor time instead of 4. Shrinks one page at a time, so that visitors of other pages have the processor.
 */
async function shrink(kept: CachedResponse): Promise<void> {
  if (isShrinking) return
  isShrinking = true
  try {
    kept.br = await brotliApart(bodyOf(kept), brotliOptions(kept, 10))
    kept.brotli = 'small'
    delete kept.ready?.byEncoding.br
  } finally {
    isShrinking = false
  }
}

const brotliApart = promisify(brotliCompress)
const gzipApart = promisify<Buffer, typeof gzipOptions, Buffer>(gzip)
const gzipOptions = { level: 6 }

const brotliOptions = ({ size }: CachedResponse, quality = 6) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: size },
})

const maxKept = { pages: 96 * 1024 * 1024, others: 24 * 1024 * 1024 }

/** Returns a cache of responses with at most `bytes` in memory. */
function cacheOf(bytes: number): LRUCache<string, CachedResponse> {
  return new LRUCache<string, CachedResponse>({
    max: 20_000,
    maxSize: bytes,
    // Clients without brotli add the body in gzip, which is a little larger. Headers and key take about 3 KB.
    sizeCalculation: ({ body, br, size }) => Math.ceil(3_000 + (body || !br ? size * 2 : br.length * 2.5)),
  })
}

/** The HTTP request for which a response is made. Responses of the rank `known` have a cache of their own. */
interface Asker {
  request: FastifyRequest
  rank: 'known' | 'other'
}

/**
 * Cache of responses. The API calls `clear`, which drops all of them, after a read model changed and at midnight. Visitors
 * can ask for any number of searches and fares, so these have a cache of their own and never displace a page.
 */
export class Replies {
  #version = 0
  #pages = cacheOf(maxKept.pages)
  #others = cacheOf(maxKept.others)
  /** Responses being made from the current data. */
  #making = new Map<string, Promise<CachedResponse>>()
  #makeResponse: MakeResponse

  constructor(makeResponse: MakeResponse) {
    this.#makeResponse = makeResponse
  }

  get version(): number {
    return this.#version
  }

  find(key: string): CachedResponse | undefined {
    return this.#pages.get(key) ?? this.#others.get(key)
  }

  /**
   * Returns the cached response, or makes one at the asker's turn; without an asker at once. Concurrent callers share a
   * response, so `make` must not depend on the caller. Caches the response unless the data changed after `version`.
   */
  async answer(
    asker: Asker | null,
    key: string,
    make: () => Promise<CachedResponse>,
    version?: number,
  ): Promise<CachedResponse> {
    const kept = this.find(key)
    if (kept) return kept
    const cache = asker?.rank === 'other' ? this.#others : this.#pages
    const shared = () => this.#shared(cache, key, make, version)
    return asker ? this.#makeResponse(asker.request, asker.rank, shared) : shared()
  }

  async #shared(
    cache: LRUCache<string, CachedResponse>,
    key: string,
    make: () => Promise<CachedResponse>,
    version = this.#version,
  ): Promise<CachedResponse> {
    if (version !== this.#version) return make()
    // Another caller may have made the response while this one waited.
    const kept = cache.get(key)
    if (kept) return kept
    const making = this.#making
    const made = making.get(key) ?? this.#make(cache, key, make).finally(() => making.delete(key))
    making.set(key, made)
    return made
  }

  async #make(
    cache: LRUCache<string, CachedResponse>,
    key: string,
    make: () => Promise<CachedResponse>,
  ): Promise<CachedResponse> {
    const version = this.#version
    const fresh = await make()
    // A page that refuses (429) is kept in both forms, because many refusals must cost little.
    if (fresh.brotli && fresh.status === 200) await keepCompressed(fresh)
    if (version === this.#version) cache.set(key, fresh)
    return fresh
  }

  clear(): void {
    this.#version += 1
    this.#pages.clear()
    this.#others.clear()
    // Later callers must not share a response made from old data.
    this.#making = new Map()
  }
}
