import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Turn } from '../kernel/gate.ts'
import { HttpError } from '../kernel/httpError.ts'
import type { ReplyOf } from '../kernel/message.ts'
import { type Runtime, run } from '../kernel/run.ts'
import {
  checkPassword,
  countLogin,
  forgetLoginTry,
  LogInByLinkCall,
  LogInCall,
  logIn,
  logInByLink,
  logOut,
} from '../modules/settings/module.ts'
import type { Config } from '../platform/config.ts'
import { type Device, openDevices } from './devices.ts'
import { refuseForeign, sessionCookie, visitor } from './sessions.ts'

type Session = ReplyOf<typeof logInByLink>

/** Describes the browser of a new session, and the session that it replaces. */
interface Browser {
  userAgent: string | null
  earlierSessionId: string | null
}

/** Mounts log-in and log-out by hand, because they set cookies. */
export async function mountLogIn(
  api: FastifyInstance,
  { config, runtime }: { config: Config; runtime: Runtime },
): Promise<void> {
  const { sessions } = api
  const { name, options } = sessionCookie(config)
  const devices = await openDevices(api, config, { prefix: name.replace('session', 'device_'), options })

  const browserOf = (request: FastifyRequest): Browser => ({
    userAgent: request.headers['user-agent']?.slice(0, 400) ?? null,
    earlierSessionId: sessions.idIn(request),
  })

  function begin(reply: FastifyReply, { id, adminUser, stamp }: Session, deviceId: string | null): void {
    sessions.begin(reply, id)
    devices.remember(reply, { id: adminUser.id, stamp }, deviceId)
  }

  api.post<{ Body: { code?: string } }>(
    '/api/admin/login',
    { config: { message: LogInCall } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      try {
        refuseForeign(request, config.siteUrl)
        const { session, retryAfterSeconds, deviceId } = await judged(runtime, request, {
          browser: browserOf(request),
          devices: devices.of(request),
        })
        if (retryAfterSeconds > 0) return refusedLogin(reply, tooMany(retryAfterSeconds), true)
        if (!session) {
          const { code } = request.body
          return refusedLogin(
            reply,
            new HttpError(401, code?.trim() ? 'Codice non valido' : 'Inserisci il codice di verifica'),
            true,
          )
        }
        begin(reply, session, deviceId)
        return { success: true, adminUser: session.adminUser }
      } catch (error) {
        return refusedLogin(reply, error, false)
      }
    },
  )

  const { limit } = LogInByLinkCall
  api.post('/api/admin/login-links/use', { config: { message: LogInByLinkCall } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    refuseForeign(request, config.siteUrl)
    const caller = visitor(request)
    if (limit) await caller.count?.(limit)
    const input = { ...(request.body as object), ...browserOf(request) }
    const session = await run(runtime, logInByLink, input, caller)
    begin(reply, session, null)
    return { adminUser: session.adminUser }
  })

  api.post('/api/admin/logout', { config: { message: logOut.message } }, async (request, reply) => {
    await run(runtime, logOut, {}, await sessions.caller('account', request))
    sessions.end(reply)
    return reply.header('cache-control', 'no-store').code(204).send()
  })
}

/** Returns no session if only the code is missing, wrong or too early. Throws other refusals. */
async function judged(
  runtime: Runtime,
  request: FastifyRequest,
  { browser, devices }: { browser: Browser; devices: Device[] },
): Promise<ReplyOf<typeof logIn> & { deviceId: string | null }> {
  const caller = visitor(request)
  const body = request.body as object
  const counted = await run(runtime, countLogin, { ...body, devices }, caller)
  const { tryId, adminUserId, deviceId, failures } = counted
  if (tryId === null) throw tooMany(counted.retryAfterSeconds)
  try {
    const rank = deviceId ? 'known' : 'other'
    const turn: Turn = { rank, earlier: failures, connection: request.raw.socket }
    // The wait for other log-ins does not count against the deadlines.
    const waited = { ...caller, turn, askedAt: performance.now() + runtime.context.gates.password.waitMs }
    const { fitting } = await run(runtime, checkPassword, { ...body, adminUserId }, waited)
    const input = { ...body, ...browser, tryId, adminUserId, fitting, deviceId }
    const inTime = { ...caller, askedAt: performance.now() }
    return { ...(await run(runtime, logIn, input, inTime)), deviceId }
  } catch (error) {
    // Only 401 counts as a failed attempt. If `forgetLoginTry` fails too, the attempt counts for 15 minutes.
    if (!(error instanceof HttpError && error.status === 401))
      await run(
        runtime,
        forgetLoginTry,
        { tryId },
        { ...caller, askedAt: performance.now(), idempotencyKey: null },
      ).catch(() => {})
    throw error
  }
}

/** Sends the refusal of a log-in, which is the only refusal that is not an RFC 9457 problem. */
function refusedLogin(reply: FastifyReply, error: unknown, needsCode: boolean) {
  if (!(error instanceof HttpError)) throw error
  if (error.retryAfterSeconds !== null) reply.header('retry-after', error.retryAfterSeconds)
  return reply.code(error.status).send({ success: false, error: error.message, needsCode })
}

function tooMany(retryAfterSeconds: number): HttpError {
  const seconds = retryAfterSeconds === 1 ? 'un secondo' : `${retryAfterSeconds} secondi`
  const wait = retryAfterSeconds <= 60 ? seconds : 'qualche minuto'
  return new HttpError(429, `Troppi tentativi di accesso. Riprova tra ${wait}.`, { retryAfterSeconds })
}
