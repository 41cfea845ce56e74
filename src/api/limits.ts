import rateLimit, { type CreateRateLimitOptions, type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '../kernel/httpError.ts'
import type { Limit } from '../kernel/message.ts'
import type { Runtime } from '../kernel/run.ts'
import { reasonOf } from '../platform/log.ts'
import { countedAs } from './countedAs.ts'
import { ReadCounts } from './readCounts.ts'
import { shared } from './shared.ts'
import { writeCountsOf } from './writeCounts.ts'

declare module 'fastify' {
  interface FastifyInstance {
    limits: Limits
  }
}

/** Limit on pages and public reads for one network (`countedAs`). */
const reads: Limit = { bucket: 'reads', max: 600, seconds: 60 }
/** Limit for one network on reads whose response is not cached, so that the API must make it. */
const madeReads: Limit = { bucket: 'made reads', max: 60, seconds: 60 }

/** Milliseconds between two exchanges of counts with the other processes. */
const sharedMs = 1_000

/** Counts an HTTP request and returns the count. Throws HttpError 429 above the limit. */
export type Count = (request: FastifyRequest) => Promise<number>

/**
 * Makes a response that is not cached: counts it, and runs `work` when its turn at the gate has come. Pages that all visitors
 * share are `known`. Throws HttpError 429 above the limit, and 503 while too many other responses are being made.
 */
export type MakeResponse = <T>(
  request: FastifyRequest,
  rank: 'known' | 'other',
  work: () => Promise<T>,
) => Promise<T>

export interface Limits {
  countRead: Count
  makeResponse: MakeResponse
  /** Counts against `limit` and the limit on reads, in memory, because a row would cost more than a cached response. */
  readCounterOf(limit: Limit): Count
  /** Counts a write in PostgreSQL. Throws HttpError 429 above the limit. */
  countWrite(request: FastifyRequest, limit: Limit): Promise<void>
  /** Counts in memory and returns whether the limit allows the HTTP request. */
  isWithin(limit: Limit): (request: FastifyRequest) => Promise<boolean>
}

/** The plugin creates one store and calls `child` for each limiter. `child` returns the limiter's `counts`. */
class StoreOfLimit implements FastifyRateLimitStore {
  incr(_address: string, callback: (error: Error) => void): void {
    callback(new Error('this limit has no store'))
  }

  /** The plugin passes the limiter's options, although its types declare the options of a route. */
  child(options: unknown): FastifyRateLimitStore {
    return (options as { counts: FastifyRateLimitStore }).counts
  }
}

/**
 * Limits each network with @fastify/rate-limit, which this code calls directly. A hook would count refused
 * input and repeated commands, and count against one limit instead of up to three. Staff are looked up only
 * after the count exceeds the limit, so that all parallel requests of staff pass.
 */
export const limits = shared(
  async (app, { runtime }: { runtime: Runtime }) => {
    const { sessions } = app
    const readCounts = new ReadCounts()
    await app.register(rateLimit, {
      global: false,
      keyGenerator: ({ ip }) => countedAs(ip),
      store: StoreOfLimit,
    })

    // Limits on reads never refuse staff, so that other users of the same IP address cannot lock them out. Several limits
    // share one limiter, because each limiter adds 1 µs to a frequent call.
    const readCounterOf = (limit: Limit, ...more: Limit[]) =>
      counterOf(app, limit, readCounts.storeOf([limit, ...more]), sessions.staff)

    const writeCounters = new Map<Limit, Count>()
    const { made } = runtime.context.gates
    const countMade = readCounterOf(madeReads)
    shareCounts(app, readCounts, runtime)

    app.decorate('limits', {
      countRead: readCounterOf(reads),
      async makeResponse(request, rank, work) {
        const earlier = await countMade(request)
        const isOfStaff = made.isBusy && (await sessions.staff(request)) !== null
        const turn = { earlier, connection: request.raw.socket }
        return made.run({ rank: isOfStaff ? 'session' : rank, ...turn }, work)
      },
      readCounterOf: (limit) => readCounterOf(limit, reads),
      async countWrite(request, limit) {
        const count = writeCounters.get(limit) ?? counterOf(app, limit, writeCountsOf(limit.bucket, runtime))
        writeCounters.set(limit, count)
        await count(request)
      },
      isWithin(limit) {
        const ask = limiterOf(app, limit, readCounts.storeOf([limit]))
        return async (request) => {
          const counted = await ask(request)
          return counted.isAllowed || !counted.isExceeded
        }
      },
    })
  },
  { name: 'limits', dependencies: ['sessions'] },
)

function limiterOf(app: FastifyInstance, { max, seconds }: Limit, counts: FastifyRateLimitStore) {
  const options: CreateRateLimitOptions & { counts: FastifyRateLimitStore } = {
    max,
    timeWindow: seconds * 1000,
    counts,
  }
  return app.createRateLimit(options)
}

function counterOf(
  app: FastifyInstance,
  limit: Limit,
  counts: FastifyRateLimitStore,
  isExempt = async (_request: FastifyRequest): Promise<unknown> => null,
): Count {
  const ask = limiterOf(app, limit, counts)
  return async (request) => {
    const counted = await ask(request)
    if (counted.isAllowed) return 0
    if (counted.isExceeded && !(await isExempt(request))) throw tooMany(limit, counted.ttlInSeconds)
    return counted.max - counted.remaining
  }
}

/** Exchanges the counts with the other processes. Without the database, each process uses only its own counts. */
function shareCounts(app: FastifyInstance, readCounts: ReadCounts, runtime: Runtime): void {
  const share = () =>
    readCounts
      .exchange(runtime)
      .catch((error) => app.log.warn({ reason: reasonOf(error) }, 'failed to share the limits'))
  const sharing = setInterval(() => void share(), sharedMs)
  app.addHook('onClose', async () => clearInterval(sharing))
}

function tooMany({ seconds }: Limit, secondsLeft: number): HttpError {
  return new HttpError(429, (t) => t(seconds <= 60 ? 'api.tooManyNow' : 'api.tooMany'), {
    retryAfterSeconds: Math.max(1, secondsLeft),
  })
}
