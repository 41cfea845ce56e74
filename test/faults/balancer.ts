import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy in front of several processes, as small as it can be: each request goes to the next of them, and to another
 * one only where nobody took the connection.
 */
export async function openBalancer(origins: string[]) {
  let turn = 0
  const server = http.createServer((request, response) => {
    const body: Buffer[] = []
    request.on('data', (part: Buffer) => void body.push(part))
    const first = turn++
    request.on('end', () => forward(0))
    function forward(tries: number): void {
      const origin = origins[(first + tries) % origins.length]
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
        if (error.code === 'ECONNREFUSED' && tries + 1 < origins.length) forward(tries + 1)
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
      server.closeAllConnections()
      server.close()
    },
  }
}
