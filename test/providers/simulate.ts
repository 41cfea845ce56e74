import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Asked {
  method: string
  path: string
  headers: Record<string, string | string[] | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: the assertions of a test state the type of a request
  body: any
}

export interface Said {
  status?: number
  headers?: Record<string, string>
  /** An object is sent as JSON, text unchanged, an async generator in pieces. */
  body?: unknown
  afterMs?: number
  isCut?: boolean
}

/** Simulates an outside service for the real clients. Responds with `answer` and records the HTTP requests. */
export async function simulate(answer: (asked: Asked, count: number) => Said | Promise<Said>, port = 0) {
  const asked: Asked[] = []
  const server = createServer((request, reply) => {
    const serve = async () => {
      const raw = await text(request)
      const one: Asked = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: jsonOr(raw),
      }
      asked.push(one)
      const { status = 200, headers = {}, body = '', afterMs = 0, isCut } = await answer(one, asked.length)
      if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs))
      if (isCut) {
        request.socket.destroy()
        return
      }
      if (isPieces(body)) {
        reply.writeHead(status, { 'content-type': 'text/event-stream', ...headers })
        for await (const piece of body) reply.write(piece)
        reply.end()
        return
      }
      const isText = typeof body === 'string'
      reply.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers })
      reply.end(isText ? body : JSON.stringify(body))
    }
    // If `answer` or its generator throws, the connection breaks, as with a provider that fails midway.
    serve().catch(() => reply.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function isPieces(body: unknown): body is AsyncIterable<string> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}

function jsonOr(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return raw
  }
}
