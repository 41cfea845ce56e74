import autocannon from 'autocannon'
import { addressOf } from './traffic.ts'

// A separate process, so that the flood does not slow down the measured visitor.

/** Each HTTP request replaces `*` in `address` with a new text. */
export interface Order {
  origin: string
  address: string
  /** IP address that every HTTP request states; null if each one states another. */
  from: string | null
  connections: number
  seconds: number
}

process.once('message', async ({ origin, address, from, connections, seconds }: Order) => {
  let count = 0
  const headersOf = (index: number) => ({
    'x-forwarded-for': from ?? addressOf(index),
    'accept-encoding': 'br',
  })
  const { statusCodeStats } = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: [
      {
        setupRequest(request) {
          count += 1
          return { ...request, path: address.replaceAll('*', `v${count}`), headers: headersOf(count) }
        },
      },
    ],
  })
  const statuses = Object.entries(statusCodeStats ?? {}).map(([status, { count = 0 }]) => [status, count])
  process.send?.(Object.fromEntries(statuses))
  process.disconnect()
})
