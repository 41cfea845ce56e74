import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../kernel/httpError.ts'
import { run } from '../kernel/run.ts'
import { localPath } from '../languages/paths.ts'
import type { Translate } from '../languages/translate.ts'
import { askForNewsletter, confirmNewsletter, endNewsletter, type Page } from '../modules/content/module.ts'
import { formErrors, type OwnPageParts } from './ownPage.ts'
import { visitor } from './sessions.ts'

type NewsletterView = Extract<Page['view'], { kind: 'newsletter' }>

const links = {
  '/newsletter/conferma/': { command: confirmNewsletter, done: 'confirmed' },
  '/newsletter/disiscrizione/': { command: endNewsletter, done: 'ended' },
} as const

/** Mail programs open links automatically, so a linked page changes nothing until the reader presses its button. */
export function mountNewsletterPages(
  forms: FastifyInstance,
  { runtime, sendOwnPage }: OwnPageParts,
  t: Translate,
): void {
  const ownPath = localPath(t, '/newsletter/')
  const show = (
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    status: number,
    more: Partial<NewsletterView>,
  ) =>
    sendOwnPage(request, reply, path, {
      status,
      // The URL may contain a token, so other sites must not receive the URL as a referrer.
      headers: { 'referrer-policy': 'no-referrer' },
      fill: ({ view }) => void Object.assign(view, more),
    })

  forms.post<{ Body: Record<string, string> }>(ownPath, async (request, reply) => {
    const values = request.body
    try {
      // Browsers omit an unticked box. The contract refuses `false` with a message.
      const input = { ...values, privacyAccepted: Boolean(values.privacyAccepted) }
      await run(runtime, askForNewsletter, input, visitor(request))
      return reply.redirect(`${ownPath}?inviata=1`, 303)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      const email = values.email ?? ''
      return show(request, reply, ownPath, error.status, { email, errors: formErrors(error, t) })
    }
  })

  for (const [italianPath, { command, done }] of Object.entries(links)) {
    const path = localPath(t, italianPath)
    forms.get<{ Querystring: { t?: string; fatto?: string } }>(path, async (request, reply) => {
      const { t, fatto } = request.query
      if (fatto === '1') return show(request, reply, path, 200, { step: done })
      return typeof t === 'string' && t
        ? show(request, reply, path, 200, { token: t })
        : show(request, reply, path, 404, { step: 'unknown' })
    })
    forms.post<{ Body: Record<string, string> }>(path, async (request, reply) => {
      const { t: token } = request.body
      try {
        await run(runtime, command, { token }, visitor(request))
        return reply.redirect(`${path}?fatto=1`, 303)
      } catch (error) {
        if (!(error instanceof HttpError) || ![404, 422].includes(error.status)) throw error
        return show(request, reply, path, 404, { step: 'unknown' })
      }
    })
  }
}
