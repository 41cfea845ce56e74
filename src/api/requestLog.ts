import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import { Counter, Histogram } from 'prom-client'

const slowMs = 500
/** Minimum milliseconds between two log lines about 429, however many requests arrive. */
const tooManyMs = 1_000

/**
 * Counts responses for /metrics. Logs all responses except successful, fast reads, but only one response with
 * 429 per `tooManyMs`. Extends the log controller, which Fastify calls anyway, because hooks would slow down
 * every call.
 */
export class RequestLog extends LogController {
  readonly requests = new Counter({
    name: 'http_requests_total',
    help: 'HTTP requests with a response, by method and status',
    labelNames: ['method', 'status'],
    registers: [],
  })
  readonly seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Seconds until the response was sent',
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 3],
    registers: [],
  })
  #saidTooMany = Number.NEGATIVE_INFINITY

  constructor() {
    super({ disableRequestLogging: true })
  }

  override requestCompleted(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { method } = request
    const { statusCode, elapsedTime } = reply
    this.requests.inc({ method, status: statusCode })
    this.seconds.observe(elapsedTime / 1000)
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
}

/** One log for all requests, because a child logger takes up to a twentieth of the time of a frequent call. */
export function withoutChildren(log: Logger): FastifyBaseLogger {
  const one: FastifyBaseLogger = Object.create(log, { child: { value: () => one } })
  return one
}
