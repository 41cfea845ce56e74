import { connect, Socket } from 'node:net'
import { setTimeout as timer } from 'node:timers/promises'
import { openQueuePool } from './queuePool.ts'

interface Host {
  host: string
  port: number
}

/**
 * Returns a function that opens a socket to the host with the required role, for the option `socket` of postgres.js.
 * With a list of hosts, postgres.js does not report the loss of a connection during its first query, which then never
 * settles or returns no rows (https://github.com/porsager/postgres/issues/1174). The socket fails after `waitSeconds`.
 */
export function socketToRole(url: string, waitSeconds: number): () => Promise<Socket> {
  let host: Promise<Host | null> | null = null
  return async () => {
    host ??= hostOfRole(url)
    const finding = host
    const forget = () => {
      if (host === finding) host = null
    }
    const found = await Promise.race([finding, timer(waitSeconds * 1_000, null, { ref: false })])
    // postgres.js waits forever if this function throws, so a destroyed socket reports the failure.
    const socket = found ? connect(found) : new Socket().destroy(new NoHost())
    // A closed connection may mean that the host has lost its role, so the next connection looks for the host again.
    socket.once('close', forget)
    return Object.assign(socket, found)
  }
}

class NoHost extends Error {
  readonly code = 'CONNECT_TIMEOUT'

  constructor() {
    super('none of the hosts has the role that the database URL requires')
  }
}

/** Returns the first host with the required role, or null if there is none within about 10 s. */
async function hostOfRole(url: string): Promise<Host | null> {
  const pool = openQueuePool(url, { max: 1 })
  try {
    const client = await pool.connect()
    const { host, port } = client
    client.release()
    return { host, port }
  } catch {
    return null
  } finally {
    await pool.end()
  }
}
