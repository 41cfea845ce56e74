import autocannon from 'autocannon'

// Sends the flood from a separate process, so that its cost does not slow down the measured visitor.

/** The flood to send; `*` in `address` becomes different in each HTTP request. */
export interface Order {
  origin: string
  address: string
  /** IP address of the flood. */
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
