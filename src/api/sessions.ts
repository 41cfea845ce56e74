import cookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../kernel/httpError.ts'
import type { Caller } from '../kernel/message.ts'
import {
  type Access,
  isAtLeast,
  leastRoles,
  mayCall,
  officeRoles,
  type Role,
  roleNames,
  roles,
  seenAsHeader,
  seenAsParameter,
} from '../kernel/role.ts'
import { type Runtime, run } from '../kernel/run.ts'
import { findSession, touchSession } from '../modules/settings/module.ts'
import type { Config } from '../platform/config.ts'
import { countedAs } from './countedAs.ts'
import { languageOf } from './requestLanguage.ts'
import { shared } from './shared.ts'
import { openTokens } from './tokens.ts'

// Each request checks the row of `admin_sessions`, so that log-out and deactivation work at once.

declare module 'fastify' {
  interface FastifyInstance {
    sessions: Sessions
  }
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

export interface Sessions {
  /**
   * Throws HttpError 401 without a required session, and 403 for a write from another site without
   * `Authorization` or while the panel is seen as another role. Unless `access` is `account`, throws 403 for a role
   * without access, and for an account with a duty: to set up a second factor or to choose its own password.
   */
  caller(access: Access, request: FastifyRequest): Promise<Caller>
  /** Returns null for visitors, drivers, and accounts that must first set up a second factor or choose a password. */
  staff(request: FastifyRequest): Promise<Caller | null>
  /** Returns the id in the cookie, also of a session that was ended; null without a valid cookie. */
  idIn(request: FastifyRequest): string | null
  /** Sets the cookie. */
  begin(reply: FastifyReply, sessionId: string): void
  /** Removes the cookie. */
  end(reply: FastifyReply): void
}

/** Decorates the instance with `sessions`, from which every route learns who the caller is. */
export const sessions = shared(
  async (app, { config, runtime }: { config: Config; runtime: Runtime }) => {
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

    async function staffWith(token: string | undefined, request: FastifyRequest): Promise<Staff | null> {
      const sessionId = token && sessionIdIn(token)
      return sessionId ? staffOf(runtime, sessionId, visitor(request)) : null
    }

    app.decorate('sessions', {
      async caller(access, request) {
        if (access === 'public') return visitor(request)
        const { authorization } = request.headers
        // Browsers never send this header on their own, so the origin needs no check.
        const bearer = authorization?.match(/^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/)?.[1]
        if (authorization === undefined) refuseOtherOrigins(request, config.siteUrl)
        const staff = await staffWith(authorization === undefined ? tokenIn(request) : bearer, request)
        if (!staff) throw new HttpError(401, 'Accesso richiesto.')
        const { role, duty } = staff
        const seenAs = seenRole(request, role)
        if (seenAs !== null && !isQuery(request)) throw new HttpError(403, refusalToChange(seenAs))
        const caller = seenAs === null ? staff.caller : as(seenAs, staff.caller)
        if (access === 'account') return caller
        if (duty !== null) throw new HttpError(403, duty)
        const shown = seenAs ?? role
        if (!mayCall(shown, { access })) throw new HttpError(403, refusalOf(shown, access))
        return caller
      },
      async staff(request) {
        const staff = await staffWith(tokenIn(request), request)
        return staff && staff.duty === null && mayCall(staff.role, { access: officeRoles })
          ? staff.caller
          : null
      },
      idIn: (request) => sessionIdIn(tokenIn(request) ?? ''),
      begin: (reply, sessionId) =>
        void reply.setCookie(cookieName, tokens.sign({ sid: sessionId }), {
          ...cookieOptions,
          maxAge: lifeSeconds,
        }),
      end: (reply) => void reply.clearCookie(cookieName, cookieOptions),
    })
  },
  { name: 'sessions' },
)

interface Staff {
  caller: Caller
  role: Role
  duty: string | null
}

/** Returns null if the session has ended. */
async function staffOf(runtime: Runtime, sessionId: string, sender: Caller): Promise<Staff | null> {
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

/**
 * Returns the role as which the caller wants to see the panel; null without one. Ignores a role that the caller's own does
 * not include, so the choice never adds a right.
 */
function seenRole({ headers, query }: FastifyRequest, own: Role): Role | null {
  const asked = headers[seenAsHeader] ?? (query as Record<string, unknown>)[seenAsParameter]
  const role = roles.find((one) => one === asked)
  return role !== undefined && role !== own && isAtLeast(own, role) ? role : null
}

/** The caller keeps the own name, so nothing is ever recorded as another person. */
const as = (role: Role, { admin, ...caller }: Caller): Caller => ({
  ...caller,
  admin: admin && { ...admin, role },
})

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** Some queries are sent by POST, because their input is long. */
const isQuery = (request: FastifyRequest) =>
  isRead(request) || request.routeOptions.config.message?.kind === 'query'

const refusalToChange = (role: Role) =>
  `Stai vedendo il pannello come ${roleNames[role]}: puoi solo guardare. Torna al tuo ruolo per cambiare qualcosa.`

function refusalOf(role: Role, access: Role | readonly Role[]): string {
  const least = leastRoles(access)
  const names = least.map((one) => roleNames[one]).join(' o ')
  const needed = least.includes('superAdmin') ? 'serve' : 'serve almeno'
  return `Il ruolo ${roleNames[role]} non permette questa operazione: ${needed} ${names}.`
}

/** Throws HttpError 403 for a write unless `Sec-Fetch-Site` or `Origin` shows that a page of this site sent it. */
function refuseOtherOrigins(request: FastifyRequest, siteUrl: string): void {
  if (isRead(request)) return
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
    count: (limit) => server.limits.countWrite(request, limit),
  }
}
