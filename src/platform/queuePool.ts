import { setTimeout as timer } from 'node:timers/promises'
import pg from 'pg'
import { readDatabaseUrl } from './databaseUrl.ts'

/** Milliseconds to wait for one of several hosts before trying the next host. */
const connectMs = 2_000
/** Maximum milliseconds for which a caller waits until a host with the required role answers. */
const primaryMs = 10_000
const againMs = 100

/** pg connects to one host. If that host fails or has the wrong role, the next connection goes to the next host. */
export function openQueuePool(
  url: string,
  config: pg.PoolConfig = {},
  onLost: (error: Error) => void = () => {},
): pg.Pool {
  const { hosts, role, ...access } = readDatabaseUrl(url)
  let turn = 0
  const failed = (at: number) => {
    if (at === turn) turn = (turn + 1) % hosts.length
  }

  class Client extends pg.Client {
    readonly turn = turn

    constructor(options?: pg.ClientConfig) {
      // `access` belongs here: pg-pool makes a password in its options non-enumerable, so `...options` would lose it.
      super({
        ...options,
        ...definedOf(access),
        ...hosts[turn],
        connectionTimeoutMillis: hosts.length === 1 ? primaryMs : connectMs,
      })
    }

    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      if (!callback) return super.connect()
      super.connect((error: Error) => {
        if (error) failed(this.turn)
        callback(error)
      })
    }
  }

  class Pool extends pg.Pool {
    override connect(): Promise<pg.PoolClient>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
      const connected = this.connectToRole()
      if (!callback) return connected
      connected.then(
        (client) => callback(undefined, client, client.release),
        (error) => callback(error, undefined, () => {}),
      )
    }

    private async connectToRole(): Promise<pg.PoolClient> {
      const until = Date.now() + primaryMs
      for (;;)
        try {
          return await super.connect()
        } catch (error) {
          if (hosts.length === 1 || Date.now() > until || this.ending) throw error
          await timer(againMs)
        }
    }
  }

  const pool = new Pool({
    ...config,
    Client,
    verify: (client, done) => {
      if (role === null) return done()
      client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"').then(
        ({ rows: [row] }) => {
          if (row?.isStandby === (role === 'standby')) return done()
          failed((client as unknown as Client).turn)
          done(new Error(`none of the hosts is the ${role}`))
        },
        (error) => done(error),
      )
    },
  })
  // Without a listener, an error of an idle connection would end the process.
  pool.on('error', onLost)
  pool.on('connect', (client) => void client.on('error', onLost))
  return pool
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (error?: Error | boolean) => void,
) => void

/** Drops undefined values, which would replace values of the pool's options. */
function definedOf<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
}
