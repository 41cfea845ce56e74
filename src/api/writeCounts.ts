import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import type { Runtime } from '../kernel/run.ts'

/** Counts writes for all API processes together. IP addresses are stored only as keyed hashes. */
export function writeCountsOf(bucket: string, { db, context }: Runtime): FastifyRateLimitStore {
  const count = async (address: string, seconds: number) => {
    const [row] = await db.write<[{ current: number; secondsLeft: number }]>`
      insert into rate_limits as r (bucket, address_hash, window_start)
      values (${bucket}, ${context.secrets.fingerprint(address)},
        to_timestamp(floor(extract(epoch from now()) / ${seconds}) * ${seconds}))
      on conflict (bucket, address_hash, window_start) do update set count = r.count + 1
      returning count as current,
        ceil(extract(epoch from r.window_start) + ${seconds} - extract(epoch from now()))::int as seconds_left`
    return { current: row.current, ttl: row.secondsLeft * 1000 }
  }
  const store: FastifyRateLimitStore = {
    incr: (address, callback, ms) =>
      void count(address, ms / 1000).then((counted) => callback(null, counted), callback),
    child: () => store,
  }
  return store
}
