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
    /** Counts a request against a limit in PostgreSQL; rejects with HttpError 429 above it. */
    countWrite(request: FastifyRequest, limit: Limit): Promise<void>
  }
}

/** For pages and public reads of the API together, per address. */
const reads: Limit = { bucket: 'reads', max: 600, seconds: 60 }
/** For reads that were not cached. */
const madeReads: Limit = { bucket: 'made reads', max: 60, seconds: 60 }

/** How long a new count may be unknown to the other processes. */
const sharedMs = 1_000

/** Counts a request; rejects with HttpError 429 above the limit. */
export type Count = (request: FastifyRequest) => Promise<void>

export interface Limits {
  /** Counts a page or public call that is requested. */
  countRead: Count
  /** Counts a reply that was not cached. */
  countMade: Count
  /** Counts a cached call as a read and against its own limit, in memory: a row would cost more than the answer. */
  readCounterOf(limit: Limit): Count
  /** Counts a request in memory and returns whether the limit allows it. */
  isWithin(limit: Limit): (request: FastifyRequest) => Promise<boolean>
}

/** The plugin asks its single store for the store of each limiter; here each limiter brings its own. */
class StoreOfLimit implements FastifyRateLimitStore {
  incr(_address: string, callback: (error: Error) => void): void {
    callback(new Error('this limit has no store'))
  }

  /** Receives the options of the limiter, although the plugin's types say those of a route. */
  child(options: unknown): FastifyRateLimitStore {
    return (options as { counts: FastifyRateLimitStore }).counts
  }
}

/**
 * Opens the limits per address of @fastify/rate-limit. Its limiters are called by hand: a hook
 * counts one limit, but a request may count against three; refused input and repeated commands must not count; and a
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

  // A valid session is not refused: others at the office's address must not lock staff out. Several limits share a
  // limiter, because each limiter costs a hot call 1 µs.
  const readCounterOf = (limit: Limit, ...more: Limit[]) =>
    counterOf(limit, readCounts.storeOf([limit, ...more]), sessions.staff)

  const writeCounters = new Map<Limit, Count>()
  app.decorate('countWrite', (request: FastifyRequest, limit: Limit) => {
    const count = writeCounters.get(limit) ?? counterOf(limit, writeCountsOf(limit.bucket, runtime))
    writeCounters.set(limit, count)
    return count(request)
  })

  // While the database is down, each process relies on its own counts and shares them later.
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
