import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '../kernel/httpError.ts'
import { command } from '../kernel/message.ts'
import { type Runtime, run } from '../kernel/run.ts'
import {
  inboundMailsOf,
  isInboundToken,
  isWebhookToken,
  receiveMails,
  recordMailEvents,
} from '../modules/integrations/module.ts'
import { visitor } from './sessions.ts'

/** Maximum bytes of a list of reports or mails, which is longer than a visitor's input. */
const maxBytes = 2 * 1024 * 1024
const busySeconds = 60
/** Number of reports per transaction. */
const batch = 100

/** Declares no fields of a report, because Brevo defines them and `eventOf` reads them. */
const report = command(
  'POST /api/webhooks/brevo/:token',
  'public',
  Type.Object({ token: Type.String() }),
  Type.Object({}),
  { summary: 'Reports about mails in Brevo’s JSON, one or a list' },
)

/** Declares no fields of a mail, because Brevo defines them and `inboundMailsOf` reads them. */
const inbound = command(
  'POST /api/webhooks/brevo-inbound/:token',
  'public',
  Type.Object({ token: Type.String() }),
  Type.Object({}),
  { summary: 'Mails from customers, in Brevo’s own JSON' },
)

/** Brevo drops a report after any 4xx or 5xx except 429, so the response is 429 if the database cannot store it. */
export function mountWebhooks(api: FastifyInstance, runtime: Runtime): void {
  type Asked = FastifyRequest<{ Params: { token: string } }>
  // Checks the token before a large body is read.
  const refuseStrangers =
    (isToken: typeof isWebhookToken) =>
    async ({ params: { token }, headers: { authorization } }: Asked) => {
      const isRight = authorization === undefined || authorization === `Bearer ${token}`
      if (!isRight || !isToken(token, runtime.context.secrets)) throw new HttpError(401, 'Token non valido.')
    }
  const options = {
    bodyLimit: maxBytes,
    onRequest: refuseStrangers(isWebhookToken),
    config: { message: report },
  }
  api.post('/api/webhooks/brevo/:token', options, async (request: Asked, reply) => {
    const { token } = request.params
    const reports: unknown[] = Array.isArray(request.body) ? request.body : [request.body]
    // Sorts the reports by mail, so that concurrent calls lock the rows of mails in the same order.
    const events = reports.flatMap(eventOf).sort((one, other) => compare(one.ids, other.ids))
    try {
      // If a batch fails, Brevo sends the whole list again; reports that are already stored change nothing.
      for (let first = 0; first === 0 || first < events.length; first += batch)
        await run(
          runtime,
          recordMailEvents,
          { token, events: events.slice(first, first + batch) },
          // Each batch has a separate deadline.
          { ...visitor(request), askedAt: performance.now() },
        )
    } catch (error) {
      if (error instanceof HttpError && error.status < 500) throw error
      throw new HttpError(429, 'Riprova tra poco.', { retryAfterSeconds: busySeconds })
    }
    return reply.header('cache-control', 'no-store').send({})
  })
  const forMails = {
    bodyLimit: maxBytes,
    onRequest: refuseStrangers(isInboundToken),
    config: { message: inbound },
  }
  api.post('/api/webhooks/brevo-inbound/:token', forMails, async (request: Asked, reply) => {
    const { token } = request.params
    try {
      const mails = await inboundMailsOf(request.body)
      // Reading the mails may have taken longer than the deadline of a call.
      await run(runtime, receiveMails, { token, mails }, { ...visitor(request), askedAt: performance.now() })
    } catch (error) {
      if (error instanceof HttpError && error.status < 500) throw error
      throw new HttpError(429, 'Riprova tra poco.', { retryAfterSeconds: busySeconds })
    }
    return reply.header('cache-control', 'no-store').send({})
  })
}

const compare = ([one = '']: string[], [other = '']: string[]) => (one < other ? -1 : one > other ? 1 : 0)

/** Returns an empty list if the value is no report, or if the report has no event or no usable id. */
function eventOf(report: unknown) {
  if (typeof report !== 'object' || report === null) return []
  const said: Record<string, unknown> = { ...report }
  const text = (name: string) => (typeof said[name] === 'string' ? said[name] : '')
  const ids = [text('message-id') || text('messageId'), text('X-Mailin-custom')].filter(
    (id) => id !== '' && id.length <= 290,
  )
  if (text('event') === '' || ids.length === 0) return []
  return [
    { event: text('event').slice(0, 60), ids, at: momentOf(said), reason: text('reason').slice(0, 1_000) },
  ]
}

/** Prefers `ts_epoch` (ms), because no other field is certainly UTC. Returns the current time if no field is set. */
function momentOf(said: Record<string, unknown>): string {
  const ms = Number(said.ts_epoch) || Number(said.ts_event) * 1000 || Number(said.ts) * 1000
  // A report from the future would override all later reports.
  return new Date(ms > 0 ? Math.min(ms, Date.now()) : Date.now()).toISOString()
}
