import autocannon from 'autocannon'

// The flood, in a process of its own: what it costs must not slow down the visitor who is measured.

/** `*` in the address is different in each request. */
export interface Order {
  origin: string
  address: string
  /** The flooder's own network address. */
  from: string
  connections: number
  seconds: number
}

process.once('message', async ({ origin, address, from, connections, seconds }: Order) => {
  let count = 0
  const { statusCodeStats } = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    headers: { 'x-forwarded-for': from, 'accept-encoding': 'br' },
    requests: [
      {
        setupRequest: (request) => ({ ...request, path: address.replaceAll('*', () => `v${count++}`) }),
      },
    ],
  })
  const statuses = Object.entries(statusCodeStats ?? {}).map(([status, { count = 0 }]) => [status, count])
  process.send?.(Object.fromEntries(statuses))
  process.disconnect()
})
