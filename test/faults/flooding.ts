import autocannon from 'autocannon'

// A separate process, so that the flood does not slow down the measured visitor.

/** Each HTTP request replaces `*` in `address` with a new text. */
export interface Order {
  origin: string
  address: string
  /** IP address that every HTTP request states. */
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
