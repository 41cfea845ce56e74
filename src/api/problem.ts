import { STATUS_CODES } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../kernel/httpError.ts'
import { reasonOf } from '../platform/log.ts'

const sentences: Record<number, string> = {
  400: 'La richiesta non è leggibile.',
  404: 'La risorsa richiesta non esiste.',
  405: 'Operazione non ammessa.',
  408: 'La richiesta è arrivata troppo lentamente. Riprova.',
  413: 'I dati inviati sono troppo grandi.',
  414: "L'indirizzo è troppo lungo.",
  415: 'Il formato dei dati inviati non è ammesso: serve JSON.',
  431: 'Le intestazioni della richiesta sono troppo grandi.',
}

/** Sends a failure as RFC 9457 `application/problem+json`, with an Italian message short enough for a toast. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = error instanceof HttpError ? error : fromFastify(error)
  if (refused.status >= 500 && !(error instanceof HttpError))
    request.log.error(
      { reqId: request.id, reason: reasonOf(error), stack: error instanceof Error ? error.stack : '' },
      'failed to answer a request',
    )
  if (refused.retryAfterSeconds !== null) reply.header('retry-after', String(refused.retryAfterSeconds))
  return reply
    .code(refused.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(
      JSON.stringify({
        ...refused.instead,
        type: 'about:blank',
        title: STATUS_CODES[refused.status] ?? 'Error',
        status: refused.status,
        detail: refused.message,
        ...(refused.errors.length > 0 ? { errors: refused.errors } : {}),
      }),
    )
}

/** Converts another error. Fastify's own 4xx errors keep their status; all others become 500. */
function fromFastify(error: unknown): HttpError {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500)
    return new HttpError(status, sentences[status] ?? 'Richiesta non valida.')
  return new HttpError(500, 'Si è verificato un errore imprevisto. Riprova o chiamaci.')
}
