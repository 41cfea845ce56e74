import type { FastifyInstance } from 'fastify'
import { HttpError } from '../kernel/httpError.ts'
import { type Runtime, run } from '../kernel/run.ts'
import { requestAvailability, requestBooking, sendContact } from '../modules/leads/module.ts'
import type { SendOwnPage } from './ownPage.ts'
import { visitor } from './sessions.ts'

interface Parts {
  runtime: Runtime
  sendOwnPage: SendOwnPage
}

/** The path of each plain form, its command, and the page that shows the outcome. */
const forms = [
  { path: '/richiesta/', page: '/richiesta/', command: requestAvailability, more: { formSource: 'pagina' } },
  { path: '/contatti/', page: '/contatti/', command: sendContact, more: {} },
  { path: '/prenotazione/', page: '/richiesta/', command: requestBooking, more: {} },
]

/**
 * Handles forms sent without JavaScript. Redirects with 303, so that a reload sends nothing twice. A refused form is
 * shown again with its values.
 */
export function mountFormPages(app: FastifyInstance, { runtime, sendOwnPage }: Parts): void {
  for (const { path, page, command, more } of forms)
    app.post<{ Body: Record<string, string> }>(path, async (request, reply) => {
      const values = request.body
      try {
        // Browsers do not send an unticked box, so its value becomes `false`, which is refused with the contract's
        // message.
        const input = { ...values, ...more, privacyAccepted: Boolean(values.privacyAccepted) }
        const { code } = await run(runtime, command, input, visitor(request))
        return reply.redirect(`${page}?inviata=1&codice=${code}`, 303)
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        const errors = error.errors.length > 0 ? error.errors : [{ path: '', message: error.message }]
        return sendOwnPage(request, reply, page, {
          status: error.status,
          fill({ view }) {
            if ('isSent' in view) Object.assign(view, { values, errors })
          },
        })
      }
    })
}
