import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '../kernel/httpError.ts'
import { type Runtime, run } from '../kernel/run.ts'
import { italian, languageWith } from '../languages/catalogs.ts'
import { languages } from '../languages/messages.ts'
import { localPath } from '../languages/paths.ts'
import {
  asMessage,
  messageAct,
  readRequestForm,
  requestAvailability,
  requestBooking,
  sendChange,
  sendContact,
} from '../modules/leads/module.ts'
import { formErrors, type OwnPageParts } from './ownPage.ts'
import { visitor } from './sessions.ts'

type Values = Record<string, string>

const commands = { booking: requestBooking, availability: requestAvailability, contact: sendContact }

/** Returns the command that stores the form of `/richiesta/`. Throws HttpError 422 for an invalid form. */
async function commandOf(runtime: Runtime, input: object, request: FastifyRequest<{ Body: Values }>) {
  const { kind } = await run(runtime, readRequestForm, input, visitor(request))
  return commands[kind]
}

/** `path` receives the form; `page` shows a refused form again. */
const forms = [
  ...languages.map(languageWith).flatMap(({ t }) => [
    {
      t,
      path: localPath(t, '/richiesta/'),
      page: localPath(t, '/richiesta/'),
      source: 'pagina' as const,
      command: commandOf,
    },
    {
      t,
      path: localPath(t, '/contatti/'),
      page: localPath(t, '/contatti/'),
      source: 'contatti' as const,
      command: () => sendContact,
    },
  ]),
  {
    t: italian,
    path: '/prenotazione/',
    page: '/richiesta/',
    source: 'pagina' as const,
    command: () => requestBooking,
  },
]

type Form = (typeof forms)[number]

/** Stores the form and returns the path of the page that confirms it. */
async function store(
  runtime: Runtime,
  { command, source, t }: Form,
  request: FastifyRequest<{ Body: Values }>,
) {
  const values = request.body
  const { key = '', azione } = values
  // Browsers omit an unticked box. The contract refuses `false` with a message.
  const input = { ...values, formSource: source, privacyAccepted: Boolean(values.privacyAccepted) }
  // The command for a booking gets the form's field `message` as `notes`.
  const named = { notes: values.message, ...input }
  const caller = visitor(request)
  if (azione === 'modifica') return (await run(runtime, sendChange, named, caller)).statusPath
  if (azione === 'nuova') caller.idempotencyKey = null
  else if (key.length > 0 && key.length <= 200) caller.idempotencyKey = key
  const isMessage = azione === messageAct
  const chosen = isMessage ? sendContact : await command(runtime, input, request)
  const { statusPath } = await run(runtime, chosen, isMessage ? asMessage(t, named) : named, caller)
  return `${statusPath}?inviata=1`
}

/** Handles forms sent without JavaScript. Redirects with 303, so that a reload does not send the form again. */
export function mountFormPages(app: FastifyInstance, { runtime, sendOwnPage }: OwnPageParts): void {
  for (const form of forms)
    app.post<{ Body: Values }>(form.path, async (request, reply) => {
      try {
        return reply.redirect(await store(runtime, form, request), 303)
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        const errors = formErrors(error, form.t)
        const isWrong = (name: string) => errors.some((one) => one.path === name)
        // The page of a refused form belongs to one visitor, so it can contain a key. Cached pages contain none.
        const values = { ...request.body, key: request.body.key || randomUUID() }
        return sendOwnPage(request, reply, form.page, {
          status: error.status,
          query: queryOf(values, isWrong),
          fill({ view }) {
            if ('isSent' in view && 'values' in view) Object.assign(view, { values, errors })
          },
        })
      }
    })
}

/** Returns the trip as query parameters, from which the page computes the price beside the form. */
function queryOf(values: Values, isWrong: (name: string) => boolean): Values {
  const { departure = '', destination = '', passengers = '', luggage = '', returnTrip } = values
  const day = (name: 'date' | 'returnDate') => (isWrong(name) ? '' : (values[name] ?? ''))
  return {
    departure,
    destination,
    passeggeri: passengers,
    bagagli: luggage,
    giorno: day('date'),
    ritorno: returnTrip ? day('returnDate') : '',
    ar: returnTrip ? '1' : '',
  }
}
