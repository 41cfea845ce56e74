import { audit } from '../../../kernel/audit.ts'
import { isUuid } from '../../../kernel/check.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { answer, type Caller, handle } from '../../../kernel/message.ts'
import type { Role } from '../../../kernel/role.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import {
  EndSession,
  FindSession,
  ListSessions,
  LogOut,
  ReadSession,
  type Session,
  type SignedIn,
  TouchSession,
} from './contract.ts'
import { purgeLoginTries } from './logInTries.ts'
import { passwordStamp } from './password.ts'

// A session ends `idleHours` after its last use, and `lifeDays` after its start at the latest.
const idleHours = 12
const lifeDays = 7
const touchMinutes = 1

export const readSession = answer(ReadSession, async (read, _input, caller) => {
  const [row] = await read<[(SignedIn & Duties)?]>`
    select id, username, role, is_super_admin, totp_confirmed_at is not null as has_totp, ${duties(read)}
    from admin_users where id = ${caller.admin?.id ?? 0}`
  if (!row) throw new HttpError(401, 'Accesso richiesto.')
  const { mustSetUpTotp, mustChoosePassword, ...adminUser } = row
  return { adminUser, mustSetUpTotp, mustChoosePassword }
})

export const findSession = answer(FindSession, async (read, { sessionId }) => {
  // The signature of the cookie does not prove that `sessionId` is a UUID, and PostgreSQL throws for any other text.
  if (!isUuid(sessionId)) return { found: null, isDue: false }
  const [row] = await read<[({ id: number; username: string; role: Role; isDue: boolean } & Duties)?]>`
    select admin_users.id, username, role, ${duties(read)},
      used_at < now() - make_interval(mins => ${touchMinutes}) as is_due
    from admin_sessions join admin_users on admin_users.id = admin_user_id
    where admin_sessions.id = ${sessionId} and is_active and ${isOpen(read)}`
  if (!row) return { found: null, isDue: false }
  const { isDue, ...found } = row
  return { found, isDue }
})

export const touchSession = handle(TouchSession, async (tx, { sessionId }) => {
  await tx`update admin_sessions set used_at = now() where id = ${sessionId} and ended_at is null`
  return {}
})

export const logOut = handle(LogOut, async (tx, _input, caller) => {
  if (caller.admin?.sessionId) await endSessionWith(tx, caller.admin.sessionId)
  return {}
})

interface Browser {
  userAgent?: string | null
  /** Session that this log-in replaces. */
  earlierSessionId?: string | null
}

/** Opens a session of the account, ends the browser's previous session, and audits the log-in with `details`. */
export async function startSession(
  tx: Tx,
  { id: adminUserId, username, role, isSuperAdmin, hasTotp }: SignedIn,
  { userAgent = null, earlierSessionId }: Browser,
  caller: Caller,
  details: object,
): Promise<{ id: string; adminUser: SignedIn; stamp: string }> {
  if (earlierSessionId && isUuid(earlierSessionId)) await endSessionWith(tx, earlierSessionId)
  const [{ id, password }] = await tx<[{ id: string; password: string }]>`
    insert into admin_sessions (admin_user_id, user_agent) values (${adminUserId}, ${userAgent})
    returning id, (select password from admin_users where id = admin_user_id)`
  const who = { ...caller, name: username }
  await audit(tx, who, 'settings:loggedIn', `admin_users/${adminUserId}`, null, details)
  const adminUser = { id: adminUserId, username, role, isSuperAdmin, hasTotp }
  return { id, adminUser, stamp: passwordStamp(password) }
}

export async function endSessionWith(tx: Tx, sessionId: string): Promise<void> {
  await tx`update admin_sessions set ended_at = now() where id = ${sessionId} and ended_at is null`
}

interface SessionRow extends Omit<Session, 'createdAt' | 'usedAt' | 'isCurrent'> {
  createdAt: Date
  usedAt: Date
}

export const listSessions = answer(ListSessions, async (read, _input, { admin }) => {
  const rows = await read<SessionRow[]>`
    select admin_sessions.id, username, admin_sessions.created_at, used_at, user_agent
    from admin_sessions join admin_users on admin_users.id = admin_user_id
    where ${isOpen(read)} and (${admin?.role === 'superAdmin'} or admin_user_id = ${admin?.id ?? 0})
    order by used_at desc, admin_sessions.id`
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    usedAt: row.usedAt.toISOString(),
    isCurrent: row.id === admin?.sessionId,
  }))
})

export const endSession = handle(EndSession, async (tx, { id }, caller) => {
  const { admin } = caller
  const [ended] = await tx<[{ adminUserId: number }?]>`
    update admin_sessions set ended_at = now()
    where id = ${id} and ended_at is null
      and (${admin?.role === 'superAdmin'} or admin_user_id = ${admin?.id ?? 0})
    returning admin_user_id`
  if (!ended) throw new HttpError(404, 'Sessione non trovata.')
  await audit(tx, caller, 'settings:sessionEnded', `admin_users/${ended.adminUserId}`, null, null)
  return {}
})

/** Ends all sessions of the account except `butId`. */
export async function endSessionsOf(tx: Tx, adminUserId: number, butId: string | null = null): Promise<void> {
  await tx`
    update admin_sessions set ended_at = now()
    where admin_user_id = ${adminUserId} and ended_at is null and id is distinct from ${butId}::uuid`
}

export async function purgeSessions(write: Sql): Promise<number> {
  await purgeLoginTries(write)
  await write`delete from login_links where expires_at < now()`
  const { count } = await write`
    delete from admin_sessions where created_at < now() - make_interval(days => ${lifeDays})`
  return count
}

/** Steps that an account must take before any other call. */
interface Duties {
  mustSetUpTotp: boolean
  mustChoosePassword: boolean
}

/** Returns the SQL of the columns of `Duties`, for queries on `admin_users`. */
function duties(sql: Sql | Tx) {
  return sql`
    totp_confirmed_at is null and exists (select from sign_in_rules where is_second_factor_required)
      as must_set_up_totp,
    first_password_until is not null as must_choose_password`
}

function isOpen(sql: Sql | Tx) {
  return sql`
    ended_at is null and used_at > now() - make_interval(hours => ${idleHours})
    and admin_sessions.created_at > now() - make_interval(days => ${lifeDays})`
}
