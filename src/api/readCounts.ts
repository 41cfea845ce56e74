import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import type { Limit } from '../kernel/message.ts'
import type { Runtime } from '../kernel/run.ts'

interface Count {
  bucket: string
  address: string
  startsAt: number
  endsAt: number
  /** Number of reads that this process has counted (`own`), and how many of them `rate_limits` includes (`shared`). */
  own: number
  shared: number
  /** Number of reads that the other processes had counted at the last exchange. */
  others: number
  isWaiting: boolean
}

/**
 * Keeps at least the 20,000 most recently read keys. Reading a key moves it to the recent generation, which replaces
 * the earlier generation when full. A network that keeps sending requests therefore stays, however many others arrive.
 * Two generations cost less time than a list sorted by use.
 */
class Recent<Value> {
  #recent = new Map<string, Value>()
  #earlier = new Map<string, Value>()

  get(key: string): Value | undefined {
    const found = this.#recent.get(key)
    if (found !== undefined) return found
    const earlier = this.#earlier.get(key)
    if (earlier !== undefined) this.set(key, earlier)
    return earlier
  }

  set(key: string, value: Value): void {
    if (this.#recent.size >= 20_000) {
      this.#earlier = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(key, value)
  }
}

/** Maximum counts per exchange. The remaining counts wait for the next exchange, a second later. */
const exchangedMax = 1_000

/**
 * Counts reads in memory, because a row would cost more than a cached response. A process exchanges a count through
 * `rate_limits` once the count reaches a tenth of the limit, so a network may exceed its limit by a tenth per process.
 * Without the database, each process grants the full limit.
 */
export class ReadCounts {
  /** Counts by network, in the order of `#buckets`, so that one look-up serves all limits of a request. */
  #addresses = new Recent<Count[]>()
  #buckets: string[] = []
  #waiting = new Set<Count>()
  #exchanging: Promise<void> | null = null

  /** A read counts against each limit in order, until one is exceeded. Reports the limit with the fewest reads left. */
  storeOf(limits: Limit[]): FastifyRateLimitStore {
    const placed = limits.map((limit) => ({ ...limit, place: this.#placeOf(limit.bucket) }))
    const store: FastifyRateLimitStore = {
      incr: (address, callback, _ms, max) => {
        const now = Date.now()
        let counts = this.#addresses.get(address)
        if (!counts) {
          counts = []
          this.#addresses.set(address, counts)
        }
        let left = Number.POSITIVE_INFINITY
        let endsAt = now
        for (const limit of placed) {
          const count = this.#add(counts, limit, address, now)
          const leftOfThis = limit.max - count.own - count.others
          if (leftOfThis < left) {
            left = leftOfThis
            endsAt = count.endsAt
          }
          if (left < 0) break
        }
        callback(null, { current: max - left, ttl: endsAt - now })
      },
      child: () => store,
    }
    return store
  }

  #placeOf(bucket: string): number {
    const known = this.#buckets.indexOf(bucket)
    return known < 0 ? this.#buckets.push(bucket) - 1 : known
  }

  #add(counts: Count[], limit: Limit & { place: number }, address: string, now: number): Count {
    const { bucket, max, seconds, place } = limit
    let count = counts[place]
    if (!count || count.endsAt <= now) {
      const ms = seconds * 1000
      // PostgreSQL and all processes use the same windows of time.
      const startsAt = Math.floor(now / ms) * ms
      const span = { bucket, address, startsAt, endsAt: startsAt + ms }
      count = { ...span, own: 0, shared: 0, others: 0, isWaiting: false }
      counts[place] = count
    }
    count.own += 1
    if (count.own >= max / 10 && !count.isWaiting) {
      count.isWaiting = true
      this.#waiting.add(count)
    }
    return count
  }

  /** Adds this process's new counts to `rate_limits` and reads the sums of all processes, in one statement. */
  exchange(runtime: Runtime): Promise<void> {
    this.#exchanging ??= this.#exchangeAll(runtime).finally(() => {
      this.#exchanging = null
    })
    return this.#exchanging
  }

  async #exchangeAll({ db, context }: Runtime): Promise<void> {
    const now = Date.now()
    const due: (Count & { hash: string; upTo: number; count: Count })[] = []
    for (const count of this.#waiting) {
      if (due.length === exchangedMax) break
      if (count.endsAt <= now) this.#waiting.delete(count)
      else due.push({ ...count, hash: context.secrets.fingerprint(count.address), upTo: count.own, count })
    }
    if (due.length === 0) return
    // All processes take the locks in one order, which prevents deadlocks.
    due.sort((one, other) => (one.hash + one.bucket < other.hash + other.bucket ? -1 : 1))
    const rows = await db.write<{ place: number; count: number }[]>`
      with due as (
        select * from unnest(${due.map(({ bucket }) => bucket)}::text[], ${due.map(({ hash }) => hash)}::text[],
          ${due.map(({ startsAt }) => new Date(startsAt).toISOString())}::text[]::timestamptz[],
          ${due.map(({ upTo, shared }) => upTo - shared)}::integer[])
          with ordinality as due (bucket, address_hash, window_start, count, place)
      ), counted as (
        insert into rate_limits as r (bucket, address_hash, window_start, count)
        select bucket, address_hash, window_start, count from due order by place
        on conflict (bucket, address_hash, window_start) do update set count = r.count + excluded.count
        returning r.bucket, r.address_hash, r.window_start, r.count
      )
      select place, counted.count from counted join due using (bucket, address_hash, window_start)`
    for (const { place, count: total } of rows) {
      const one = due[place - 1]
      if (!one) continue
      const { count, upTo } = one
      count.shared = upTo
      count.others = total - upTo
      if (count.own > upTo) continue
      count.isWaiting = false
      this.#waiting.delete(count)
    }
  }
}
