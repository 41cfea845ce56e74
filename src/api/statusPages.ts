import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../kernel/httpError.ts'
import { type Runtime, run } from '../kernel/run.ts'
import { languageWith } from '../languages/catalogs.ts'
import { languages } from '../languages/messages.ts'
import { localPath } from '../languages/paths.ts'
import type { Translate } from '../languages/translate.ts'
import { askForChange, cancelRequest, readRequestCalendar } from '../modules/leads/module.ts'
import { promiseAt } from '../modules/settings/module.ts'
import { acceptOffer, readRequestStatus } from '../modules/trips/module.ts'
import { type SendOwnPage, setVersions, tokenHeaders } from './ownPage.ts'
import { finished, sendKept } from './replies.ts'
import { visitor } from './sessions.ts'

interface Parts {
  runtime: Runtime
  sendOwnPage: SendOwnPage
}

interface Asking {
  Params: { token: string }
  Querystring: { inviata?: unknown }
}
type Asked = FastifyRequest<Asking>

/** The pattern matches a lead's token, but no other path that starts with the path of the request form. */
const token = ':token([2-9A-Z]{6}-[A-Za-z0-9_-]{22})'

/** Serves the status page of a lead in each language. The receipt links to it. An invalid token gets 404. */
export function mountStatusPages(forms: FastifyInstance, parts: Parts): void {
  for (const language of languages) mountStatusPage(forms, parts, languageWith(language).t)
}

function mountStatusPage(forms: FastifyInstance, { runtime, sendOwnPage }: Parts, t: Translate): void {
  const requestPath = localPath(t, '/richiesta/')
  const statusPath = localPath(t, '/richiesta/stato/')
  const unknownPath = `${requestPath}-/`
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    more: object = {},
    status?: number,
  ) =>
    sendOwnPage(request, reply, path, {
      ...(status && { status }),
      headers: tokenHeaders,
      fill(page) {
        const { head, view } = page
        if (view.kind !== 'status') return
        Object.assign(view, more)
        // A form sent without JavaScript redirects to this page with `inviata`.
        const { inviata } = request.query as Asking['Querystring']
        if (inviata === '1') view.promise = promiseAt(t, runtime.context.clock.now(), page.company)
        const { token } = request.params as { token: string }
        setVersions(page, `/richiesta/${token}/`)
        head.title = t('status.request', { code: view.code })
        const [path = ''] = request.url.split('?')
        head.canonical = new URL(path, head.canonical).href
      },
    })

  async function sendStatus(request: Asked, reply: FastifyReply, more: object = {}, status?: number) {
    const { token } = request.params
    const known = await run(runtime, readRequestStatus, { token }, visitor(request))
    return send(request, reply, statusPath, { ...known, ...more }, status)
  }

  forms.get(`${requestPath}${token}/`, (request: Asked, reply) =>
    orUnknown(request, reply, () => sendStatus(request, reply)),
  )

  forms.get(`${requestPath}${token}`, async (request: Asked, reply) =>
    reply.redirect(`${requestPath}${request.params.token}/`, 301),
  )

  // Without a token there is no lead to show, so this sends the page for an invalid token.
  forms.get(statusPath, (request, reply) => send(request, reply, unknownPath))

  forms.get(`${requestPath}${token}/transfer.ics`, (request: Asked, reply) =>
    orUnknown(request, reply, async () => {
      const { token } = request.params
      const calendar = await run(runtime, readRequestCalendar, { token }, visitor(request))
      const type = {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'attachment; filename="transfer.ics"',
      }
      return sendKept(request, reply, finished(200, { ...tokenHeaders, ...type }, calendar))
    }),
  )

  // Redirects with 303, so that a reload does not send a form again.
  forms.post<Asking & { Body: Record<string, string> }>(`${requestPath}${token}/`, (request, reply) =>
    orUnknown(request, reply, async () => {
      const { token } = request.params
      const { azione, text = '', offerta } = request.body
      const caller = visitor(request)
      try {
        if (azione === 'accetta') await run(runtime, acceptOffer, { token, offerId: Number(offerta) }, caller)
        else await run(runtime, azione === 'annulla' ? cancelRequest : askForChange, { token, text }, caller)
      } catch (error) {
        if (!(error instanceof HttpError) || error.status === 404) throw error
        const { detail } = error.in(t)
        const more = azione === 'accetta' ? { offerError: detail } : { text, error: detail }
        return sendStatus(request, reply, more, error.status)
      }
      return reply.redirect(`${requestPath}${token}/`, 303)
    }),
  )

  async function orUnknown(request: Asked, reply: FastifyReply, answer: () => Promise<FastifyReply>) {
    try {
      return await answer()
    } catch (error) {
      return error instanceof HttpError && error.status === 404
        ? send(request, reply, unknownPath)
        : Promise.reject(error)
    }
  }
}
