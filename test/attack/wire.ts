import http from 'node:http'

/** An HTTP request, which is sent without `fetch`, because `fetch` would normalise the URL. */
export interface Sent {
  method: string
  url: string
  headers?: Record<string, string>
  payload?: string | Buffer
}

export interface Got {
  status: number
  headers: http.IncomingHttpHeaders
  body: string
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 16 })

/** Sends a request. Returns null if the connection ends without a response or none arrives within `hangMs`. */
export function overTheWire(
  origin: string,
  { method, url, headers = {}, payload }: Sent,
  hangMs = 15_000,
): Promise<Got | null> {
  const { hostname, port } = new URL(origin)
  const length = payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) }
  return new Promise((resolve, reject) => {
    const request = http.request(
      { agent, hostname, port, method, path: url, headers: { ...headers, ...length }, timeout: hangMs },
      (reply) => {
        let body = ''
        reply.setEncoding('utf8')
        reply.on('data', (part: string) => {
          body += part
        })
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body }))
        reply.on('error', reject)
      },
    )
    request.on('timeout', () => {
      resolve(null)
      request.destroy()
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      // Retries, because the server may close an idle connection at the moment when the client reuses it.
      if (request.reusedSocket && error.code === 'ECONNRESET')
        overTheWire(
          origin,
          { method, url, headers, ...(payload === undefined ? {} : { payload }) },
          hangMs,
        ).then(resolve, reject)
      else resolve(null)
    })
    request.end(payload)
  })
}
