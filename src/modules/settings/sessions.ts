import { audit } from '../../audit.ts'
import { isUuid } from '../../check.ts'
import type { Sql, Tx } from '../../db.ts'
import { answer, handle } from '../../message.ts'
import { Refused } from '../../refused.ts'
import { countedAs } from '../../run.ts'
import { signatureOf } from '../../secret.ts'
import {
  CheckPassword,
  CountLogin,
  EndSession,
  FindSession,
  ListSessions,
  LogIn,
  LogOut,
  ReadSession,
  type Session,
  type SignedIn,
  TouchSession,
} from './contract.staff.ts'
import { fitsPassword } from './password.ts'
import { takeCode } from './totp.ts'

// Contract section 2: 12 hours from the last use, 7 days at most.
const idleHours = 12
const lifeDays = 7
const touchMinutes = 1

const windowMinutes = 15
const triesPerUsername = 5
const triesPerAddress = 20

/** Judged for names that nobody has, so that both answers take the same time: no password fits it. */
const nobodysPassword = `$argon2id$v=19$m=65536,t=3,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

export const countLogin = handle(CountLogin, async (tx, { username }, caller) => {
  const { usernameHash, addressHash } = whoTries(username, caller.address)
  // Tries at the same moment are counted one after the other.
  await tx`select pg_advisory_xact_lock(hashtextextended(${usernameHash}, 0))`
  const [{ byName, byAddress, secondsLeft }] = await tx<
    [{ byName: number; byAddress: number; secondsLeft: number | null }]
  >`
    select count(*) filter (where username_hash = ${usernameHash}) as by_name,
      count(*) filter (where address_hash = ${addressHash}) as by_address,
      ceil(extract(epoch from min(failed_at) + make_interval(mins => ${windowMinutes}) - now()))::int as seconds_left
    from login_failures
    where (username_hash = ${usernameHash} or address_hash = ${addressHash})
      and failed_at > now() - make_interval(mins => ${windowMinutes})`
  if (byName >= triesPerUsername || byAddress >= triesPerAddress)
    throw new Refused(429, 'Troppi tentativi di accesso. Riprova tra qualche minuto.', {
      retryAfterSeconds: Math.max(1, secondsLeft ?? windowMinutes * 60),
    })
  await tx`insert into login_failures (username_hash, address_hash) values (${usernameHash}, ${addressHash})`
  return {}
})

interface Account {
  id: number
  username: string
  isSuperAdmin: boolean
  isActive: boolean
  hasTotp: boolean
}

/** Outside the transaction of the log-in: a hash takes a tenth of a second, and would hold a connection as long. */
export const checkPassword = answer(CheckPassword, async (read, { username, password }) => {
  const [account] = await read<[{ password: string }?]>`
    select password from admin_users where lower(username) = lower(${username})`
  const fits = await fitsPassword(password, account?.password ?? nobodysPassword)
  return { fitting: account && fits ? account.password : null }
})

export const logIn = handle(LogIn, async (tx, input, caller) => {
  const { username, fitting, code, userAgent, earlierSessionId } = input
  const [account] = await tx<[Account?]>`
    select id, username, is_super_admin, is_active, totp_confirmed_at is not null as has_totp
    from admin_users where lower(username) = lower(${username}) and password = ${fitting}`
  if (!account?.isActive) throw new Refused(401, 'Credenziali non valide')
  const secondFactor = account.hasTotp ? await takeCode(tx, account.id, code ?? '') : 'none'
  if (!secondFactor)
    throw new Refused(401, code ? 'Codice non valido' : 'Inserisci il codice di verifica', {
      errors: [{ path: 'code', message: 'Inserisci il codice di verifica' }],
    })
  const { usernameHash, addressHash } = whoTries(username, caller.address)
  await tx`
    delete from login_failures where username_hash = ${usernameHash}
      or id = (select max(id) from login_failures where address_hash = ${addressHash})`
  if (earlierSessionId && isUuid(earlierSessionId)) await endSessionWith(tx, earlierSessionId)
  const [session] = await tx<[{ id: string }]>`
    insert into admin_sessions (admin_user_id, user_agent) values (${account.id}, ${userAgent ?? null})
    returning id`
  const { id, isSuperAdmin, hasTotp } = account
  const who = { ...caller, name: account.username }
  await audit(tx, who, 'settings:loggedIn', `admin_users/${id}`, null, { secondFactor })
  return { sessionId: session.id, adminUser: { id, username: account.username, isSuperAdmin, hasTotp } }
})

export const readSession = answer(ReadSession, async (read, _input, caller) => {
  const [row] = await read<[(SignedIn & { mustSetUpTotp: boolean })?]>`
    select id, username, is_super_admin, totp_confirmed_at is not null as has_totp,
      ${mustSetUpTotp(read)} as must_set_up_totp
    from admin_users where id = ${caller.admin?.id ?? 0}`
  if (!row) throw new Refused(401, 'Accesso richiesto.')
  const { mustSetUpTotp: must, ...adminUser } = row
  return { adminUser, mustSetUpTotp: must }
})

export const findSession = answer(FindSession, async (read, { sessionId }) => {
  // A token of ours names nothing else; whoever holds the key may still write what he likes.
  if (!isUuid(sessionId)) return { found: null, isDue: false }
  const [row] = await read<
    [{ id: number; username: string; isSuperAdmin: boolean; mustSetUpTotp: boolean; isDue: boolean }?]
  >`
    select admin_users.id, username, is_super_admin, ${mustSetUpTotp(read)} as must_set_up_totp,
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

async function endSessionWith(tx: Tx, sessionId: string): Promise<void> {
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
    where ${isOpen(read)} and (${admin?.isSuperAdmin ?? false} or admin_user_id = ${admin?.id ?? 0})
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
      and (${admin?.isSuperAdmin ?? false} or admin_user_id = ${admin?.id ?? 0})
    returning admin_user_id`
  if (!ended) throw new Refused(404, 'Sessione non trovata.')
  await audit(tx, caller, 'settings:sessionEnded', `admin_users/${ended.adminUserId}`, null, null)
  return {}
})

/** All of an account, or all but the one that asks for it. */
export async function endSessionsOf(tx: Tx, adminUserId: number, butId: string | null = null): Promise<void> {
  await tx`
    update admin_sessions set ended_at = now()
    where admin_user_id = ${adminUserId} and ended_at is null and id is distinct from ${butId}::uuid`
}

/** Old tries and sessions serve nobody. */
export async function purgeSessions(write: Sql): Promise<number> {
  await write`delete from login_failures where failed_at < now() - make_interval(mins => ${windowMinutes})`
  const { count } = await write`
    delete from admin_sessions where created_at < now() - make_interval(days => ${lifeDays})`
  return count
}

/** Of a row of `admin_users`. */
function mustSetUpTotp(sql: Sql | Tx) {
  return sql`(totp_confirmed_at is null and exists (select from sign_in_rules where is_second_factor_required))`
}

function isOpen(sql: Sql | Tx) {
  return sql`
    ended_at is null and used_at > now() - make_interval(hours => ${idleHours})
    and admin_sessions.created_at > now() - make_interval(days => ${lifeDays})`
}

/** Keyed hashes: the table tells nobody which names or addresses were tried. */
function whoTries(username: string, address: string | null) {
  return {
    usernameHash: signatureOf(`login username ${username.toLowerCase()}`),
    addressHash: address === null ? null : signatureOf(`login address ${countedAs(address)}`),
  }
}
