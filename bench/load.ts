import autocannon from 'autocannon'

// The load generator: a separate process, on a separate core if possible, so that it does not slow down the server.

export interface Order {
  url: string
  headers: Record<string, string>
  /** Any other status is an error, because a refusal would be faster than the measured work. */
  status: number
  /** A number of requests as fast as possible, or a rate per second for some seconds. */
  load: { amount: number } | { duration: number; overallRate: number }
}

export interface Result {
  requests: number
  /** Milliseconds. */
  p99: number
}

const connections = 10

// Many IP addresses, because the rate limits would refuse so many requests from one.
const visitors = Array.from({ length: 40_000 }, (_, n) => `198.51.${Math.floor(n / 250)}.${n % 250}`)
let visitor = 0

process.on('message', async ({ url, headers, status, load }: Order) => {
  const result = await autocannon({
    url,
    connections,
    // Milliseconds; 1,000 by default. A run lasts a multiple of this interval.
    sampleInt: 50,
    ...load,
    setupClient(client) {
      const next = () => {
        visitor = (visitor + 1) % visitors.length
        client.setHeaders({ ...headers, 'x-forwarded-for': visitors[visitor] })
      }
      next()
      client.on('response', next)
    },
  })
  const wrong = Object.keys(result.statusCodeStats ?? {}).filter((code) => Number(code) !== status)
  process.send?.(
    wrong.length > 0 || result.errors > 0
      ? { error: `${url}: ${result.errors} errors, also answered ${wrong.join(', ') || 'nothing else'}` }
      : { requests: result.requests.total, p99: result.latency.p99 },
  )
})
process.on('disconnect', () => process.exit())
