import autocannon from 'autocannon'

// The load, in a process of its own on a core of its own: what it costs is not taken from the server it measures.

/** What to ask for, and for how long. */
export interface Order {
  url: string
  headers: Record<string, string>
  /** What every reply has to be: a refusal is answered faster than the work that is measured. */
  status: number
  /** How many requests, as fast as they are answered; or how many a second for so many seconds. */
  load: { amount: number } | { duration: number; overallRate: number }
}

export interface Result {
  requests: number
  /** ms */
  p99: number
}

const connections = 10

// All load comes from one address, which the limits would turn away: each request says another.
const visitors = Array.from({ length: 40_000 }, (_, n) => `198.51.${Math.floor(n / 250)}.${n % 250}`)
let visitor = 0

process.on('message', async ({ url, headers, status, load }: Order) => {
  const result = await autocannon({
    url,
    connections,
    // It ends at one of these, ms: at its usual second a short run would mostly wait.
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
