import { audit } from '../../../kernel/audit.ts'
import { isUuid } from '../../../kernel/check.ts'
import { adoptPush, endedGrants, endGrants, isOpen, openGrant, touchGrant } from '../../../kernel/grants.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { answer, type Caller, handle } from '../../../kernel/message.ts'
import type { Retention } from '../../../kernel/retention.ts'
import type { Role } from '../../../kernel/role.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { FindSession, LogOut, ReadSession, type SignedIn, TouchSession } from './contract.ts'
import { loggedIn } from './logIn.contract.ts'
import { oldTries } from './logInTries.ts'
import { passwordStamp } from './password.ts'

const touchMinutes = 1

export const readSession = answer(ReadSession, async (read, _input, caller) => {
  const [row] = await read<[(SignedIn & Duties)?]>`
    select id, username, role, is_super_admin, totp_confirmed_at is not null as has_totp, ${duties(read)}
    from admin_users where id = ${caller.admin?.id ?? 0}`
  if (!row) throw new HttpError(401, 'Accesso richiesto.')
  const { mustSetUpTotp, mustChoosePassword, ...adminUser } = row
  return { adminUser, seenAs: caller.admin?.role ?? adminUser.role, mustSetUpTotp, mustChoosePassword }
})

export const findSession = answer(FindSession, async (read, { sessionId }) => {
  // The signature of the cookie does not prove that `sessionId` is a UUID, and PostgreSQL throws for any other text.
  if (!isUuid(sessionId)) return { found: null, isDue: false }
  // isDue is never null: a session that was never used is not open.
  const [row] = await read<[({ id: number; username: string; role: Role; isDue: boolean } & Duties)?]>`
    select admin_users.id, username, role, ${duties(read)},
      used_at < now() - make_interval(mins => ${touchMinutes}) as is_due
    from grants join admin_users on admin_users.id = admin_user_id
    where grants.id = ${sessionId} and kind = 'session' and ${isOpen(read)}`
  if (!row) return { found: null, isDue: false }
  const { isDue, ...found } = row
  return { found, isDue }
})

export const touchSession = handle(TouchSession, async (tx, { sessionId }, { address }) => {
  await touchGrant(tx, sessionId, { address })
  return {}
})

export const logOut = handle(LogOut, async (tx, _input, caller) => {
  if (caller.admin?.sessionId) await endGrants(tx, { id: caller.admin.sessionId }, 'loggedOut')
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
  const id = await openGrant(tx, { kind: 'session', owner: { adminUserId }, userAgent }, caller)
  const earlier = earlierSessionId && isUuid(earlierSessionId) ? earlierSessionId : null
  await adoptPush(tx, adminUserId, { from: earlier, to: id, userAgent })
  if (earlier) await endGrants(tx, { id: earlier }, 'replaced')
  const [{ password }] = await tx<[{ password: string }]>`
    select password from admin_users where id = ${adminUserId}`
  const who = { ...caller, name: username }
  await audit(tx, who, loggedIn, `admin_users/${adminUserId}`, null, details)
  const adminUser = { id: adminUserId, username, role, isSuperAdmin, hasTotp }
  return { id, adminUser, stamp: passwordStamp(password) }
}

export const oldAccess: Retention[] = [...oldTries, ...endedGrants]

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
