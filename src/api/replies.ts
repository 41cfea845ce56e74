import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

/** A finished answer: its bytes, ready in each encoding a client may ask for, under one strong ETag each. */
export interface Kept {
  status: number
  /** False for what is compressed by nature (fonts, pictures). */
  isText: boolean
  headers: Record<string, string>
  body: Buffer
  tag: string
  gzip?: Buffer
  brotli?: Buffer
  /** What has to happen at each answer, kept or fresh. */
  each?: () => void
}

/** Below this many bytes compression costs more than it saves. */
const compressFrom = 860

export function finished(status: number, headers: Record<string, string>, text: string | Buffer): Kept {
  const body = typeof text === 'string' ? Buffer.from(text) : text
  const tag = createHash('sha1').update(body).digest('base64url').slice(0, 20)
  const isText = /text|json|xml|javascript|svg/.test(headers['content-type'] ?? '')
  return { status, isText, headers: { ...headers, vary: 'accept-encoding' }, body, tag }
}

/** Sends a finished answer: 304 when the client has it, else the smallest encoding it takes. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, kept: Kept) {
  kept.each?.()
  const accepted = request.headers['accept-encoding'] ?? ''
  const isWorthIt = kept.isText && kept.body.length >= compressFrom
  const encoding = !isWorthIt ? '' : accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : ''
  reply.headers(kept.headers).header('etag', `"${kept.tag}${encoding && `-${encoding}`}"`)
  const known = request.headers['if-none-match']
  // Any encoding of the same bytes will do (RFC 9110 section 13.1.2 compares by list membership).
  if (known && kept.status === 200 && (known === '*' || known.includes(kept.tag)))
    return reply.code(304).removeHeader('content-type').send()
  reply.code(kept.status)
  if (encoding === 'br') {
    kept.brotli ??= brotliCompressSync(kept.body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: kept.body.length },
    })
    return reply.header('content-encoding', 'br').send(kept.brotli)
  }
  if (encoding === 'gzip') {
    kept.gzip ??= gzipSync(kept.body, { level: 6 })
    return reply.header('content-encoding', 'gzip').send(kept.gzip)
  }
  return reply.send(kept.body)
}

/** Finished answers by address. All are dropped together when a read model is renewed. */
export class Replies {
  #version = 0
  #kept = new LRUCache<string, Kept>({
    max: 20_000,
    maxSize: 128 * 1024 * 1024,
    sizeCalculation: ({ body }) => body.length * 2 + 500,
  })

  /** The kept answer for `address`, or a fresh one; a fresh one is kept unless the data moved meanwhile. */
  async answer(address: string, make: () => Promise<Kept>): Promise<Kept> {
    const kept = this.#kept.get(address)
    if (kept) return kept
    const version = this.#version
    const fresh = await make()
    if (fresh.status === 200 && version === this.#version) this.#kept.set(address, fresh)
    return fresh
  }

  find(address: string): Kept | undefined {
    return this.#kept.get(address)
  }

  clear(): void {
    this.#version += 1
    this.#kept.clear()
  }
}

/** By which Excel knows UTF-8. Hosts put it on a sheet, because answers of calls are trimmed. */
export const byteOrderMark = '\ufeff'
