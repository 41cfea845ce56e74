import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Opens a proxy that sends the HTTP requests to the processes in turn. Like nginx, the proxy repeats a refused
 * request at the next process, and repeats a GET request also if it got no response. The proxy skips processes
 * whose `/readyz` fails, except with `isBlind` or if no process is ready.
 */
export async function openBalancer(all: string[], isBlind = false) {
  let turn = 0
  let origins = all
  const look = async () => {
    const areReady = await Promise.all(
      all.map((origin) =>
        fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(900), headers: { connection: 'close' } })
          .then(({ ok }) => ok)
          .catch(() => false),
      ),
    )
    const ready = all.filter((_, index) => areReady[index])
    origins = ready.length > 0 ? ready : all
  }
  const looking = isBlind ? undefined : setInterval(() => void look(), 1_000)
  const server = http.createServer((request, response) => {
    const body: Buffer[] = []
    request.on('data', (part: Buffer) => void body.push(part))
    const first = turn++
    const chosen = origins
    request.on('end', () => forward(0))
    function forward(tries: number): void {
      const origin = chosen[(first + tries) % chosen.length]
      const upstream = http.request(
        `${origin}${request.url}`,
        { method: request.method ?? 'GET', headers: request.headers, agent: false },
        (reply) => {
          const { connection: _, ...headers } = reply.headers
          response.writeHead(reply.statusCode ?? 502, headers)
          reply.pipe(response)
        },
      )
      upstream.on('error', (error: NodeJS.ErrnoException) => {
        const mayRepeat = error.code === 'ECONNREFUSED' || (request.method === 'GET' && !response.headersSent)
        if (mayRepeat && tries + 1 < chosen.length) forward(tries + 1)
        else if (response.headersSent) response.destroy()
        else response.writeHead(502, { 'content-type': 'application/json' }).end(`"${error.code}"`)
      })
      upstream.end(Buffer.concat(body))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      clearInterval(looking)
      server.closeAllConnections()
      server.close()
    },
  }
}
