import rateLimit, { type CreateRateLimitOptions, type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '../kernel/httpError.ts'
import type { Limit } from '../kernel/message.ts'
import type { Runtime } from '../kernel/run.ts'
import { reasonOf } from '../platform/log.ts'
import { countedAs } from './countedAs.ts'
import { ReadCounts } from './readCounts.ts'
import type { Sessions } from './sessions.ts'
import { writeCountsOf } from './writeCounts.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts an HTTP request against a limit in PostgreSQL. Throws HttpError 429 above the limit. */
    countWrite(request: FastifyRequest, limit: Limit): Promise<void>
  }
}

/** Limit of one IP address for pages and public reads of the API together. */
const reads: Limit = { bucket: 'reads', max: 600, seconds: 60 }
/** Limit of one IP address for reads that were not cached. */
const madeReads: Limit = { bucket: 'made reads', max: 60, seconds: 60 }

/** Milliseconds for which a new count may be unknown to the other processes. */
const sharedMs = 1_000

/** Counts an HTTP request. Throws HttpError 429 above the limit. */
export type Count = (request: FastifyRequest) => Promise<void>

export interface Limits {
  /** Counts a page or public call that is requested. */
  countRead: Count
  /** Counts a reply that was not cached. */
  countMade: Count
  /**
   * Counts a cached call as a read and against its own limit. Counts in memory, because a row would cost more than the
   * reply.
   */
  readCounterOf(limit: Limit): Count
  /** Counts an HTTP request in memory and returns whether the limit allows it. */
  isWithin(limit: Limit): (request: FastifyRequest) => Promise<boolean>
}

/** The plugin asks its single store for the store of each limiter, but here each limiter has its own store. */
class StoreOfLimit implements FastifyRateLimitStore {
  incr(_address: string, callback: (error: Error) => void): void {
    callback(new Error('this limit has no store'))
  }

  /** Receives the options of the limiter, although the plugin's types declare those of a route. */
  child(options: unknown): FastifyRateLimitStore {
    return (options as { counts: FastifyRateLimitStore }).counts
  }
}

/**
 * Opens the limits for each IP address with @fastify/rate-limit. The limiters are called by hand for three reasons: a
 * hook counts one limit, but a request may count against three; refused input and repeated commands must not count; a
 * session exempts only after the count, so that parallel requests of staff all pass.
 */
export async function openLimits(
  app: FastifyInstance,
  { runtime, sessions }: { runtime: Runtime; sessions: Sessions },
): Promise<Limits> {
  const readCounts = new ReadCounts()
  await app.register(rateLimit, {
    global: false,
    keyGenerator: ({ ip }) => countedAs(ip),
    store: StoreOfLimit,
  })

  function limiterOf({ max, seconds }: Limit, counts: FastifyRateLimitStore) {
    const options: CreateRateLimitOptions & { counts: FastifyRateLimitStore } = {
      max,
      timeWindow: seconds * 1000,
      counts,
    }
    return app.createRateLimit(options)
  }

  function counterOf(
    limit: Limit,
    counts: FastifyRateLimitStore,
    isExempt = async (_request: FastifyRequest): Promise<unknown> => null,
  ): Count {
    const ask = limiterOf(limit, counts)
    return async (request) => {
      const counted = await ask(request)
      if (counted.isAllowed || !counted.isExceeded || (await isExempt(request))) return
      throw tooMany(limit, counted.ttlInSeconds)
    }
  }

  // A valid session is not refused, so that other users of the same IP address cannot lock staff out. Several limits
  // share one limiter, because each limiter costs a frequent call 1 µs.
  const readCounterOf = (limit: Limit, ...more: Limit[]) =>
    counterOf(limit, readCounts.storeOf([limit, ...more]), sessions.staff)

  const writeCounters = new Map<Limit, Count>()
  app.decorate('countWrite', (request: FastifyRequest, limit: Limit) => {
    const count = writeCounters.get(limit) ?? counterOf(limit, writeCountsOf(limit.bucket, runtime))
    writeCounters.set(limit, count)
    return count(request)
  })

  // While the database is unavailable, each process uses its own counts and shares them later.
  const share = () =>
    readCounts
      .exchange(runtime)
      .catch((error) => app.log.warn({ reason: reasonOf(error) }, 'failed to share the limits'))
  const sharing = setInterval(() => void share(), sharedMs)
  app.addHook('onClose', async () => clearInterval(sharing))

  return {
    countRead: readCounterOf(reads),
    countMade: readCounterOf(madeReads),
    readCounterOf: (limit) => readCounterOf(limit, reads),
    isWithin(limit) {
      const ask = limiterOf(limit, readCounts.storeOf([limit]))
      return async (request) => {
        const counted = await ask(request)
        return counted.isAllowed || !counted.isExceeded
      }
    },
  }
}

function tooMany({ seconds }: Limit, secondsLeft: number): HttpError {
  const wait = seconds <= 60 ? 'un momento' : 'qualche minuto'
  return new HttpError(429, `Troppe richieste in poco tempo. Attendi ${wait} oppure chiamaci.`, {
    retryAfterSeconds: Math.max(1, secondsLeft),
  })
}
