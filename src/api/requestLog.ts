import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import { Histogram } from 'prom-client'

const slowMs = 500
/** Between two lines about refusals for too many requests: a flood of them must not become a flood of lines. */
const tooManyMs = 1_000

/**
 * What Fastify tells of each answer: counted for /metrics, and written to the log where somebody may have to look at it.
 * Not in hooks, which hot calls would pay for: Fastify tells its log controller anyway.
 */
export class RequestLog extends LogController {
  /** Counted here and handed over when somebody asks: a labelled counter costs more than the answer it counts. */
  readonly answered = new Map<string, Map<number, number>>()
  readonly seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer',
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 3],
    registers: [],
    collect: () => this.#observe(),
  })
  #unobserved: number[] = []
  #saidTooMany = Number.NEGATIVE_INFINITY

  constructor() {
    // Nothing of Fastify's own lines.
    super({ disableRequestLogging: true })
  }

  override requestCompleted(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { method } = request
    const { statusCode, elapsedTime } = reply
    const byStatus = this.answered.get(method) ?? new Map<number, number>()
    this.answered.set(method, byStatus.set(statusCode, (byStatus.get(statusCode) ?? 0) + 1))
    if (this.#unobserved.push(elapsedTime / 1000) === 1_000) this.#observe()
    // Of reads that went well only the slow ones: the rest is in the counts.
    if ((method === 'GET' || method === 'HEAD') && statusCode < 400 && elapsedTime < slowMs) return
    if (statusCode === 429) {
      const now = performance.now()
      if (now - this.#saidTooMany < tooManyMs) return
      this.#saidTooMany = now
    }
    const level = statusCode >= 500 ? 'error' : statusCode >= 400 && statusCode !== 404 ? 'warn' : 'info'
    request.log[level](
      {
        reqId: request.id,
        method,
        route: request.routeOptions.url ?? 'unknown',
        status: statusCode,
        ms: Math.round(elapsedTime),
      },
      'answered a request',
    )
  }

  #observe(): void {
    for (const seconds of this.#unobserved) this.seconds.observe(seconds)
    this.#unobserved = []
  }
}

/** One log for all requests: a child for each would cost a twentieth of a hot call. Lines name the request themselves. */
export function withoutChildren(log: Logger): FastifyBaseLogger {
  const one: FastifyBaseLogger = Object.create(log, { child: { value: () => one } })
  return one
}
