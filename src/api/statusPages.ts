import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readRequestCalendar, readRequestStatus } from '../modules/index.ts'
import { Refused } from '../refused.ts'
import { type Power, run } from '../run.ts'
import type { SendOwnPage } from './ownPage.ts'
import { finished, sendKept } from './replies.ts'
import { visitor } from './sessions.ts'

interface Parts {
  power: Power
  sendOwnPage: SendOwnPage
}

type Asked = FastifyRequest<{ Params: { token: string } }>

/** What a token looks like: any other word after /richiesta/ is not for this file. */
const token = ':token([2-9A-Z]{6}-[A-Za-z0-9_-]{22})'

const headers = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  // The address holds the token: no other page may learn it.
  'referrer-policy': 'no-referrer',
}

/** The page that a receipt links to, for whoever has the link. Any other token is an unknown page. */
export function mountStatusPages(app: FastifyInstance, { power, sendOwnPage }: Parts): void {
  const send = (request: FastifyRequest, reply: FastifyReply, path: string, more: object = {}) =>
    sendOwnPage(request, reply, path, {
      headers,
      fill({ head, view }) {
        if (view.kind !== 'status') return
        Object.assign(view, more)
        head.title = `Richiesta ${view.code}`
      },
    })

  app.get(`/richiesta/${token}/`, async (request: Asked, reply) => {
    try {
      const { token } = request.params
      const status = (await run(power, readRequestStatus, { token }, visitor(request))) as object
      return await send(request, reply, '/richiesta/stato/', status)
    } catch (error) {
      return isUnknown(error) ? send(request, reply, unknownPath) : Promise.reject(error)
    }
  })

  app.get(`/richiesta/${token}`, async (request: Asked, reply) =>
    reply.redirect(`/richiesta/${request.params.token}/`, 301),
  )

  // Without a request it would be empty.
  app.get('/richiesta/stato/', (request, reply) => send(request, reply, unknownPath))

  app.get(`/richiesta/${token}/transfer.ics`, async (request: Asked, reply) => {
    try {
      const { token } = request.params
      const calendar = (await run(power, readRequestCalendar, { token }, visitor(request))) as string
      const type = {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'attachment; filename="transfer.ics"',
      }
      return await sendKept(request, reply, finished(200, { ...headers, ...type }, calendar))
    } catch (error) {
      return isUnknown(error) ? send(request, reply, unknownPath) : Promise.reject(error)
    }
  })
}

const unknownPath = '/richiesta/non-trovata/'
const isUnknown = (error: unknown) => error instanceof Refused && error.status === 404
