import type { Limit } from '../kernel/message.ts'
import { Refused } from '../kernel/refused.ts'
import type { Power } from '../kernel/run.ts'

/** One address in one span of time. */
interface Count {
  bucket: string
  address: string
  startsAt: number
  endsAt: number
  /** What this process has counted, and how much of it the others were told. */
  own: number
  told: number
  /** What the others had counted when they were last asked. */
  others: number
  /** From here on the others are told: a tenth of the limit. */
  toldFrom: number
  isWaiting: boolean
}

/**
 * A map that holds the last 50,000 keys asked for, at least. Of its two generations the earlier is forgotten when the
 * recent one is full, and a key that is asked for again moves to the recent one: a flood of others makes no busy address
 * forgotten, and a count costs one look, less than a list in order of use.
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
    if (this.#recent.size >= 50_000) {
      this.#earlier = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(key, value)
  }
}

/** So many addresses are told at once; the rest a second later. */
const toldMax = 1_000

/**
 * Counts reads per address in memory: a counter is all that a hot call may cost. Whoever comes beyond a tenth of a limit
 * is told to the other processes by `share`, and theirs is heard. So an address that asks all of `n` processes gets at
 * most its limit, a tenth of it from each process that has not heard of it, and what it asks within two seconds; while
 * the database is away, its limit from each. What writes is counted in PostgreSQL at once, in `run`.
 */
export class ReadLimits {
  #counts = new Map<string, Recent<Count>>()
  #waiting = new Set<Count>()
  #sharing: Promise<void> | null = null

  /** Counts one; throws Refused 429 above the limit. */
  count(limit: Limit, address: string): void {
    if (this.isWithin(limit, address)) return
    const ms = limit.seconds * 1000
    throw new Refused(429, 'Troppe richieste in poco tempo. Attendi un momento oppure chiamaci.', {
      retryAfterSeconds: Math.max(1, Math.ceil((ms - (Date.now() % ms)) / 1000)),
    })
  }

  /** Counts one, and says whether the limit allows it. */
  isWithin({ bucket, max, seconds }: Limit, address: string): boolean {
    const now = Date.now()
    let counts = this.#counts.get(bucket)
    if (!counts) {
      counts = new Recent()
      this.#counts.set(bucket, counts)
    }
    let found = counts.get(address)
    if (!found || found.endsAt <= now) {
      // The spans that `run` counts in: all processes mean the same.
      const startsAt = Math.floor(now / (seconds * 1000)) * seconds * 1000
      const span = { bucket, address, startsAt, endsAt: startsAt + seconds * 1000, toldFrom: max / 10 }
      found = { ...span, own: 0, told: 0, others: 0, isWaiting: false }
      counts.set(address, found)
    }
    found.own += 1
    if (found.own >= found.toldFrom && !found.isWaiting) {
      found.isWaiting = true
      this.#waiting.add(found)
    }
    return found.own + found.others <= max
  }

  /** Tells the other processes what was counted since the last time, and hears of theirs: one statement for all. */
  share(power: Power): Promise<void> {
    this.#sharing ??= this.#exchange(power).finally(() => {
      this.#sharing = null
    })
    return this.#sharing
  }

  async #exchange({ db, context }: Power): Promise<void> {
    const now = Date.now()
    const told: (Count & { hash: string; upTo: number; count: Count })[] = []
    for (const count of this.#waiting) {
      if (told.length === toldMax) break
      if (count.endsAt <= now) this.#waiting.delete(count)
      else told.push({ ...count, hash: context.secrets.fingerprint(count.address), upTo: count.own, count })
    }
    if (told.length === 0) return
    // In one order, so that two processes never wait for each other.
    told.sort((one, other) => (one.hash + one.bucket < other.hash + other.bucket ? -1 : 1))
    const rows = await db.write<{ place: number; count: number }[]>`
      with told as (
        select * from unnest(${told.map(({ bucket }) => bucket)}::text[], ${told.map(({ hash }) => hash)}::text[],
          ${told.map(({ startsAt }) => new Date(startsAt).toISOString())}::text[]::timestamptz[],
          ${told.map(({ upTo, told: before }) => upTo - before)}::integer[])
          with ordinality as told (bucket, address_hash, window_start, count, place)
      ), counted as (
        insert into rate_limits as r (bucket, address_hash, window_start, count)
        select bucket, address_hash, window_start, count from told order by place
        on conflict (bucket, address_hash, window_start) do update set count = r.count + excluded.count
        returning r.bucket, r.address_hash, r.window_start, r.count
      )
      select place, counted.count from counted join told using (bucket, address_hash, window_start)`
    for (const { place, count: total } of rows) {
      const one = told[place - 1]
      if (!one) continue
      const { count, upTo } = one
      count.told = upTo
      count.others = total - upTo
      if (count.own > upTo) continue
      count.isWaiting = false
      this.#waiting.delete(count)
    }
  }
}
