import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../kernel/httpError.ts'
import { type Runtime, run } from '../kernel/run.ts'
import { languageWith } from '../languages/catalogs.ts'
import { languages } from '../languages/messages.ts'
import { localPath } from '../languages/paths.ts'
import type { Translate } from '../languages/translate.ts'
import { postReview, readReviewLink } from '../modules/trips/module.ts'
import { type SendOwnPage, setVersions, tokenHeaders } from './ownPage.ts'
import { visitor } from './sessions.ts'

interface Parts {
  runtime: Runtime
  sendOwnPage: SendOwnPage
}

interface Asking {
  Params: { token: string }
}
type Asked = FastifyRequest<Asking>

/** Serves the form for a review in each language. Sends 404 if the link's token has no finished ride. */
export function mountReviewPages(forms: FastifyInstance, parts: Parts): void {
  for (const language of languages) mountReviewPage(forms, parts, languageWith(language).t)
}

function mountReviewPage(forms: FastifyInstance, { runtime, sendOwnPage }: Parts, t: Translate): void {
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
    orUnknown(request, reply, () => sendForm(request, reply)),
  )

  // Redirects with 303, so that a reload does not send the form again.
  forms.post<Asking & { Body: Record<string, string> }>(`${formPath}:token/`, (request, reply) =>
    orUnknown(request, reply, async () => {
      const { token } = request.params
      const { rating = '', text = '', name = '' } = request.body
      try {
        const review = { token, rating: Number(rating), text, name, language: t.language }
        await run(runtime, postReview, review, visitor(request))
      } catch (error) {
        // The form shows that the ride already has a review.
        if (error instanceof HttpError && error.status === 409) return sendForm(request, reply, {}, 409)
        if (!(error instanceof HttpError) || error.status === 404) throw error
        const { detail, errors: refused } = error.in(t)
        const errors = refused.length > 0 ? refused : [{ path: '', message: detail }]
        return sendForm(request, reply, { values: { rating, text, name }, errors }, error.status)
      }
      return reply.redirect(`${formPath}${token}/`, 303)
    }),
  )

  async function orUnknown(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: () => Promise<FastifyReply>,
  ) {
    try {
      return await answer()
    } catch (error) {
      if (error instanceof HttpError && error.status === 404) return sendUnknown(request, reply)
      throw error
    }
  }
}
