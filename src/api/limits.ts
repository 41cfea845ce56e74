import { LRUCache } from 'lru-cache'
import type { Limit } from '../message.ts'
import { Refused } from '../refused.ts'

/**
 * Counts reads per address in this process's memory: a counter is all that a hot call may cost. What writes is
 * counted in PostgreSQL instead, in `run`.
 */
export class ReadLimits {
  #counts = new LRUCache<string, { until: number; count: number }>({ max: 50_000 })

  /** Throws Refused 429 above the limit. */
  count({ bucket, max, seconds }: Limit, address: string): void {
    const key = `${bucket} ${address}`
    const now = Date.now()
    let window = this.#counts.get(key)
    if (!window || window.until <= now) {
      window = { until: now + seconds * 1000, count: 0 }
      this.#counts.set(key, window)
    }
    window.count += 1
    if (window.count > max)
      throw new Refused(429, 'Troppe richieste in poco tempo. Attendi un momento oppure chiamaci.', {
        retryAfterSeconds: Math.max(1, Math.ceil((window.until - now) / 1000)),
      })
  }
}
