import { STATUS_CODES } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../kernel/httpError.ts'
import { languageWith } from '../languages/catalogs.ts'
import type { Sentence } from '../languages/translate.ts'
import { reasonOf } from '../platform/log.ts'
import { languageOf } from './requestLanguage.ts'
import { shared } from './shared.ts'

const sentences: Record<number, Sentence> = {
  400: (t) => t('api.unreadable'),
  404: (t) => t('api.unknown'),
  405: (t) => t('api.method'),
  408: (t) => t('api.slow'),
  413: (t) => t('api.large'),
  414: (t) => t('api.longAddress'),
  415: (t) => t('api.type'),
  431: (t) => t('api.headers'),
}

export const unknown = () => new HttpError(404, (t) => t('api.unknown'))

/** Answers errors and unknown addresses with a problem document, except where a scope has its own error handler. */
export const problems = shared(
  async (app) => {
    app.setErrorHandler(sendProblem)
    app.setNotFoundHandler(async () => {
      throw unknown()
    })
  },
  { name: 'problems' },
)

/** Sends RFC 9457 `application/problem+json`. The message is in the caller's language and short enough for a toast. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = refusalOf(error, request)
  const { t } = languageWith(languageOf(request))
  const { detail, errors } = refused.in(t)
  if (refused.retryAfterSeconds !== null) reply.header('retry-after', String(refused.retryAfterSeconds))
  return reply
    .code(refused.status)
    .header('cache-control', 'no-store')
    .header('content-language', t.language)
    .type('application/problem+json; charset=utf-8')
    .send(
      JSON.stringify({
        ...refused.instead,
        type: 'about:blank',
        title: STATUS_CODES[refused.status] ?? 'Error',
        status: refused.status,
        detail,
        ...(errors.length > 0 ? { errors } : {}),
      }),
    )
}

/** Returns the refusal for the caller. Logs an unexpected error, whose details the caller must not see. */
export function refusalOf(error: unknown, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error
  const refused = fromFastify(error)
  if (refused.status >= 500)
    request.log.error(
      { reqId: request.id, reason: reasonOf(error), stack: error instanceof Error ? error.stack : '' },
      'failed to answer a request',
    )
  return refused
}

/** Converts an error that is no HttpError. Fastify's own 4xx errors keep their status; all others become 500. */
function fromFastify(error: unknown): HttpError {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500)
    return new HttpError(status, sentences[status] ?? ((t) => t('api.invalid')))
  return new HttpError(500, (t) => t('api.failed'))
}
