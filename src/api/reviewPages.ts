import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../kernel/httpError.ts'
import { run } from '../kernel/run.ts'
import { localPath } from '../languages/paths.ts'
import type { Translate } from '../languages/translate.ts'
import { postReview, readReviewLink } from '../modules/trips/module.ts'
import { formErrors, ifUnknown, type OwnPageParts, setVersions, tokenHeaders } from './ownPage.ts'
import { visitor } from './sessions.ts'

interface Asking {
  Params: { token: string }
}
type Asked = FastifyRequest<Asking>
type Values = Record<string, string>

/** Serves the form for a review. Sends 404 if the link's token has no finished ride. */
export function mountReviewPages(
  forms: FastifyInstance,
  { runtime, sendOwnPage }: OwnPageParts,
  t: Translate,
): void {
  const formPath = localPath(t, '/recensione/')

  const sendUnknown = (request: FastifyRequest, reply: FastifyReply) =>
    sendOwnPage(request, reply, `${formPath}-/`, { headers: tokenHeaders })

  async function sendForm(request: Asked, reply: FastifyReply, more: object = {}, status?: number) {
    const { token } = request.params
    const { name, ...known } = await run(runtime, readReviewLink, { token }, visitor(request))
    return sendOwnPage(request, reply, formPath, {
      ...(status && { status }),
      headers: tokenHeaders,
      fill(page) {
        Object.assign(page.view, { ...known, values: { name } }, more)
        setVersions(page, `/recensione/${token}/`)
      },
    })
  }

  // Without a token there is no ride to review.
  forms.get(formPath, sendUnknown)

  forms.get<Asking>(`${formPath}:token/`, (request, reply) =>
    sendForm(request, reply).catch(ifUnknown(() => sendUnknown(request, reply))),
  )

  // Redirects with 303, so that a reload does not send the form again.
  async function post(request: FastifyRequest<Asking & { Body: Values }>, reply: FastifyReply) {
    const { token } = request.params
    const { rating = '', text = '', name = '' } = request.body
    try {
      const review = { token, rating: Number(rating), text, name, language: t.language }
      await run(runtime, postReview, review, visitor(request))
    } catch (error) {
      // Without this message, a customer who sends other words would believe that they are published.
      if (error instanceof HttpError && error.status === 409)
        return sendForm(request, reply, { errors: formErrors(error, t) }, 409)
      if (!(error instanceof HttpError) || error.status === 404) throw error
      const more = { values: { rating, text, name }, errors: formErrors(error, t) }
      return sendForm(request, reply, more, error.status)
    }
    return reply.redirect(`${formPath}${token}/`, 303)
  }

  forms.post<Asking & { Body: Values }>(`${formPath}:token/`, (request, reply) =>
    post(request, reply).catch(ifUnknown(() => sendUnknown(request, reply))),
  )
}
