import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../kernel/httpError.ts'
import { run } from '../kernel/run.ts'
import { localPath } from '../languages/paths.ts'
import type { Translate } from '../languages/translate.ts'
import { askForChange, cancelRequest, readRequestCalendar } from '../modules/leads/module.ts'
import { promiseAt } from '../modules/settings/module.ts'
import { acceptOffer, readRequestStatus } from '../modules/trips/module.ts'
import { ifUnknown, type OwnPageParts, setVersions, tokenHeaders } from './ownPage.ts'
import { finished, sendKept } from './replies.ts'
import { visitor } from './sessions.ts'

interface Asking {
  Params: { token: string }
  Querystring: { inviata?: unknown }
}
type Asked = FastifyRequest<Asking>
type Sending = Asking & { Body: Record<string, string> }

/** The pattern matches a lead's token, but no other path that starts with the path of the request form. */
const token = ':token([2-9A-Z]{6}-[A-Za-z0-9_-]{22})'

/** Serves the status page of a lead. The receipt links to it. An invalid token gets 404. */
export function mountStatusPages(
  forms: FastifyInstance,
  { runtime, sendOwnPage }: OwnPageParts,
  t: Translate,
): void {
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
        if (inviata === '1' && view.isJustSent)
          view.promise = promiseAt(t, runtime.context.clock.now(), page.company)
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

  // Without a token there is no lead to show, so this sends the page for an invalid token.
  const sendUnknown = (request: FastifyRequest, reply: FastifyReply) => send(request, reply, unknownPath)
  forms.get(statusPath, sendUnknown)

  forms.get(`${requestPath}${token}/`, (request: Asked, reply) =>
    sendStatus(request, reply).catch(ifUnknown(() => sendUnknown(request, reply))),
  )

  forms.get(`${requestPath}${token}`, async (request: Asked, reply) =>
    reply.redirect(`${requestPath}${request.params.token}/`, 301),
  )

  async function sendCalendar(request: Asked, reply: FastifyReply) {
    const { token } = request.params
    const calendar = await run(runtime, readRequestCalendar, { token }, visitor(request))
    const type = {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="transfer.ics"',
    }
    return sendKept(request, reply, finished(200, { ...tokenHeaders, ...type }, calendar))
  }

  forms.get(`${requestPath}${token}/transfer.ics`, (request: Asked, reply) =>
    sendCalendar(request, reply).catch(ifUnknown(() => sendUnknown(request, reply))),
  )

  // Redirects with 303, so that a reload does not send a form again.
  async function post(request: FastifyRequest<Sending>, reply: FastifyReply) {
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
  }

  forms.post<Sending>(`${requestPath}${token}/`, (request, reply) =>
    post(request, reply).catch(ifUnknown(() => sendUnknown(request, reply))),
  )
}
