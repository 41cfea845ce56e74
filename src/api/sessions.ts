import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Turn } from '../kernel/gate.ts'
import { HttpError } from '../kernel/httpError.ts'
import type { Caller, ReplyOf } from '../kernel/message.ts'
import { type Access, isAtLeast, type Role, roleNames } from '../kernel/role.ts'
import { type Runtime, run } from '../kernel/run.ts'
import {
  checkPassword,
  countLogin,
  findSession,
  forgetLoginTry,
  LogInByLinkCall,
  LogInCall,
  logIn,
  logInByLink,
  logOut,
  touchSession,
} from '../modules/settings/module.ts'
import type { Config } from '../platform/config.ts'
import { countedAs } from './countedAs.ts'
import { openDevices } from './devices.ts'
import { languageOf } from './requestLanguage.ts'
import { openTokens } from './tokens.ts'

// Each request checks the row of `admin_sessions`, so that log-out and deactivation work at once.

declare module 'fastify' {
  interface FastifyRequest {
    /** Start of the deadline (`performance.now()`), set when a call's body has arrived, or by `visitor`; 0 before. */
    askedAt: number
  }
}

const lifeSeconds = 7 * 24 * 3600

/** `__Host-` keeps subdomains from setting the cookie; browsers accept such a name only over TLS. */
export function sessionCookie({ isDevelopment, siteUrl }: Pick<Config, 'isDevelopment' | 'siteUrl'>) {
  const secure = !isDevelopment || siteUrl.startsWith('https:')
  return {
    name: secure ? '__Host-salento_session' : 'salento_session',
    options: { path: '/', httpOnly: true, sameSite: 'strict', secure },
  } as const
}

type Session = ReplyOf<typeof logInByLink>

export interface Sessions {
  /**
   * Throws HttpError 401 without a required session, and 403 for a write from another site without
   * `Authorization`. Unless `access` is `account`, throws 403 for a role without access, and for an account
   * with a duty: to set up a second factor or to choose its own password.
   */
  caller(access: Access, request: FastifyRequest): Promise<Caller>
  /** Returns null for visitors, drivers, and accounts that must first set up a second factor or choose a password. */
  staff(request: FastifyRequest): Promise<Caller | null>
}

export async function openSessions(
  app: FastifyInstance,
  config: Config,
  runtime: Runtime,
): Promise<Sessions> {
  const tokens = await openTokens(app, config, {
    namespace: 'session',
    purpose: 'session tokens',
    lifeSeconds,
  })
  const { name: cookieName, options: cookieOptions } = sessionCookie(config)
  // Without the plugin's hook, only code that needs a session parses cookies.
  await app.register(cookie, { hook: false })
  const tokenIn = ({ headers }: FastifyRequest) => app.parseCookie(headers.cookie ?? '')[cookieName]
  app.decorateRequest('askedAt', 0)

  /** Returns null for an expired token, or for a token that this server did not sign. */
  function sessionIdIn(token: string): string | null {
    const { sid } = tokens.verify(token) ?? {}
    return typeof sid === 'string' ? sid : null
  }

  async function staffWith(
    token: string | undefined,
    request: FastifyRequest,
  ): Promise<{ caller: Caller; role: Role; duty: string | null } | null> {
    const sessionId = token && sessionIdIn(token)
    if (!sessionId) return null
    const sender = visitor(request)
    const { found, isDue } = await run(runtime, findSession, { sessionId }, sender)
    if (!found) return null
    // `touchSession` must not use up the caller's idempotency key.
    if (isDue) await run(runtime, touchSession, { sessionId }, { ...sender, idempotencyKey: null })
    const { id, username, role, mustSetUpTotp, mustChoosePassword } = found
    const duty = mustChoosePassword
      ? 'Prima scegli una password tua.'
      : mustSetUpTotp
        ? 'Prima attiva la verifica in due passaggi.'
        : null
    return { caller: { ...sender, name: username, admin: { id, role, sessionId } }, role, duty }
  }

  const sessions: Sessions = {
    async caller(access, request) {
      if (access === 'public') return visitor(request)
      const { authorization } = request.headers
      // Browsers never send this header on their own, so the origin needs no check.
      const bearer = authorization?.match(/^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/)?.[1]
      if (authorization === undefined) refuseOtherOrigins(request, config.siteUrl)
      const staff = await staffWith(authorization === undefined ? tokenIn(request) : bearer, request)
      if (!staff) throw new HttpError(401, 'Accesso richiesto.')
      const { caller, role, duty } = staff
      if (access === 'account') return caller
      if (duty !== null) throw new HttpError(403, duty)
      if (!isAtLeast(role, access)) throw new HttpError(403, refusalOf(role, access))
      return caller
    },
    async staff(request) {
      const staff = await staffWith(tokenIn(request), request)
      return staff && staff.duty === null && isAtLeast(staff.role, 'operatore') ? staff.caller : null
    },
  }

  const devices = await openDevices(app, config, {
    prefix: cookieName.replace('session', 'device_'),
    options: cookieOptions,
  })

  /** Returns what a new session stores about its browser, and the id of the session that it replaces. */
  const browserOf = (request: FastifyRequest) => ({
    userAgent: request.headers['user-agent']?.slice(0, 400) ?? null,
    earlierSessionId: sessionIdIn(tokenIn(request) ?? ''),
  })

  function setCookies(reply: FastifyReply, { id, adminUser, stamp }: Session, deviceId: string | null): void {
    reply.setCookie(cookieName, tokens.sign({ sid: id }), { ...cookieOptions, maxAge: lifeSeconds })
    devices.remember(reply, { id: adminUser.id, stamp }, deviceId)
  }

  /** Returns no session if only the code is missing, wrong or too early. Throws other refusals. */
  async function judged(
    request: FastifyRequest,
  ): Promise<ReplyOf<typeof logIn> & { deviceId: string | null }> {
    const caller = visitor(request)
    const body = request.body as object
    const counted = await run(runtime, countLogin, { ...body, devices: devices.of(request) }, caller)
    const { tryId, adminUserId, deviceId, failures } = counted
    if (tryId === null) throw tooMany(counted.retryAfterSeconds)
    try {
      const rank = deviceId ? 'known' : 'other'
      const turn: Turn = { rank, earlier: failures, connection: request.raw.socket }
      // The wait for other log-ins does not count against the deadlines.
      const waited = { ...caller, turn, askedAt: performance.now() + runtime.context.gates.password.waitMs }
      const { fitting } = await run(runtime, checkPassword, { ...body, adminUserId }, waited)
      const input = { ...body, ...browserOf(request), tryId, adminUserId, fitting, deviceId }
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

  app.post<{ Body: { code?: string } }>(
    '/api/admin/login',
    { config: { message: LogInCall } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      try {
        refuseForeign(request, config.siteUrl)
        const { session, retryAfterSeconds, deviceId } = await judged(request)
        if (retryAfterSeconds > 0) return refusedLogin(reply, tooMany(retryAfterSeconds), true)
        if (!session) {
          const { code } = request.body
          return refusedLogin(
            reply,
            new HttpError(401, code?.trim() ? 'Codice non valido' : 'Inserisci il codice di verifica'),
            true,
          )
        }
        setCookies(reply, session, deviceId)
        return { success: true, adminUser: session.adminUser }
      } catch (error) {
        return refusedLogin(reply, error, false)
      }
    },
  )

  const { limit } = LogInByLinkCall
  app.post('/api/admin/login-links/use', { config: { message: LogInByLinkCall } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    refuseForeign(request, config.siteUrl)
    const caller = visitor(request)
    if (limit) await caller.count?.(limit)
    const input = { ...(request.body as object), ...browserOf(request) }
    const session = await run(runtime, logInByLink, input, caller)
    setCookies(reply, session, null)
    return { adminUser: session.adminUser }
  })

  app.post('/api/admin/logout', { config: { message: logOut.message } }, async (request, reply) => {
    await run(runtime, logOut, {}, await sessions.caller('account', request))
    return reply.clearCookie(cookieName, cookieOptions).header('cache-control', 'no-store').code(204).send()
  })
  return sessions
}

function refusalOf(role: Role, least: Role): string {
  const needed = least === 'superAdmin' ? 'serve' : 'serve almeno'
  return `Il ruolo ${roleNames[role]} non permette questa operazione: ${needed} ${roleNames[least]}.`
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

/** Throws HttpError 403 for a write unless `Sec-Fetch-Site` or `Origin` shows that a page of this site sent it. */
function refuseOtherOrigins(request: FastifyRequest, siteUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin === undefined && site === undefined) throw foreign()
  refuseForeign(request, siteUrl)
}

/** Throws HttpError 403 if the headers show that another site's page sent the HTTP request. */
export function refuseForeign({ headers, host, protocol }: FastifyRequest, siteUrl: string): void {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin') throw foreign()
  if (site === undefined && origin !== undefined && origin !== siteUrl && origin !== `${protocol}://${host}`)
    throw foreign()
}

function foreign(): HttpError {
  return new HttpError(403, 'La richiesta non proviene da questo sito.')
}

/** Returns a caller without session. Throws HttpError 422 for an invalid Idempotency-Key. */
export function visitor(request: FastifyRequest): Caller {
  const key = request.headers['idempotency-key']
  if (key !== undefined && (typeof key !== 'string' || key.length < 1 || key.length > 200))
    throw new HttpError(422, (t) => t('api.key'))
  request.askedAt ||= performance.now()
  const { ip, askedAt, server } = request
  return {
    name: 'visitatore',
    address: countedAs(ip),
    admin: null,
    idempotencyKey: key ?? null,
    askedAt,
    language: languageOf(request),
    count: (limit) => server.countWrite(request, limit),
  }
}
