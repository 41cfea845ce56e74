import type { Sql, Tx } from '../platform/db.ts'
import { HttpError } from './httpError.ts'
import type { Caller } from './message.ts'
import type { Retention } from './retention.ts'

// The register of everything that lets a person or a program in without a password. Only this file writes its table
// `grants`. The modules decide who may open and end which grant.

export type GrantKind = 'session' | 'push' | 'calendar' | 'loginLink'

/** A driver owns the calendar with the own trips, with or without an account. */
type Owner = { adminUserId: number } | { driverId: number }

/** Why a grant ended, as stored. */
type EndReason =
  /** By its owner; `revoked`: by a super admin, whose decision the owner cannot take back. */
  | 'closed'
  | 'revoked'
  | 'everywhere'
  | 'loggedOut'
  | 'replaced'
  | 'used'
  | 'password'
  | 'factor'
  | 'role'
  | 'accountClosed'
  | 'driverClosed'
  | 'accountChanged'
  | 'gone'

/** A session ends this many hours after its last use, and `sessionDays` after its start at the latest. */
const idleHours = 12
const sessionDays = 7
/** Notifications end if nobody has used the panel in their browser for this long. */
const pushDays = 30
/** Days for which ended grants are stored. */
const endedDays = 7

interface NewGrant {
  kind: GrantKind
  owner: Owner
  tokenHash?: string
  userAgent?: string | null
  expiresAt?: Date
}

/**
 * Opens a grant and returns its id. An owner has one open calendar and one open link, so the previous one ends.
 * Notifications belong to the caller's session. Throws HttpError 401 if this session has ended since the call began, 404 for
 * an unknown owner.
 */
export async function openGrant(
  tx: Tx,
  { kind, owner, tokenHash, userAgent, expiresAt }: NewGrant,
  { admin, address }: Pick<Caller, 'admin' | 'address'>,
): Promise<string> {
  const known = await lockOwners(tx, { of: owner })
  if (known === 0)
    throw new HttpError(404, 'driverId' in owner ? 'Autista non trovato.' : 'Utente non trovato.')
  if (admin?.sessionId) await refuseEnded(tx, admin.sessionId)
  const isLink = kind === 'calendar' || kind === 'loginLink'
  if (isLink) await endGrants(tx, { of: owner, kinds: [kind] }, 'replaced')
  const [adminUserId, driverId] = 'driverId' in owner ? [null, owner.driverId] : [owner.adminUserId, null]
  const sessionId = kind === 'push' ? (admin?.sessionId ?? null) : null
  // Nobody has used a new link or calendar yet.
  const [{ id }] = await tx<[{ id: string }]>`
    insert into grants
      (kind, admin_user_id, driver_id, session_id, token_hash, user_agent, network, expires_at, used_at)
    values (${kind}, ${adminUserId}, ${driverId}, ${sessionId}, ${tokenHash ?? null}, ${userAgent ?? null},
      ${isLink ? null : networkOf(address)}, ${expiresAt ?? null}, ${isLink ? null : tx`now()`})
    returning id`
  return id
}

async function refuseEnded(tx: Tx, sessionId: string): Promise<void> {
  const [session] = await tx`select id from grants where id = ${sessionId} and ${isOpen(tx)}`
  if (!session) throw new HttpError(401, 'Accesso richiesto.')
}

type Which =
  | { id: string }
  | { of: Owner; kinds?: readonly GrantKind[] }
  /** Grants of an account and the calendar of the driver who uses it. */
  | { everythingOf: number; exceptSession?: string | null; kinds?: readonly GrantKind[] }

export interface EndedGrant {
  id: string
  kind: GrantKind
  adminUserId: number | null
  driverId: number | null
}

/**
 * Locks the accounts and drivers who own the grants, and returns how many they are. No grant then opens while another call
 * ends the grants of its owner, and nobody gets two calendars.
 */
async function lockOwners(tx: Tx, which: Which): Promise<number> {
  const { accounts, drivers } = ownersOf(tx, which)
  const lockedAccounts = await tx`select id from admin_users where ${accounts} order by id for no key update`
  const lockedDrivers = await tx`select id from drivers where ${drivers} order by id for no key update`
  return lockedAccounts.length + lockedDrivers.length
}

function ownersOf(tx: Tx, which: Which) {
  if ('everythingOf' in which)
    return { accounts: tx`id = ${which.everythingOf}`, drivers: tx`admin_user_id = ${which.everythingOf}` }
  if ('id' in which)
    return {
      accounts: tx`id = (select admin_user_id from grants where id = ${which.id})`,
      drivers: tx`id = (select driver_id from grants where id = ${which.id})`,
    }
  return 'driverId' in which.of
    ? { accounts: tx`false`, drivers: tx`id = ${which.of.driverId}` }
    : { accounts: tx`id = ${which.of.adminUserId}`, drivers: tx`false` }
}

/** Ends the grants and, with a session, the notifications of its browser. Returns what it ended. */
export async function endGrants(tx: Tx, which: Which, why: EndReason): Promise<EndedGrant[]> {
  await lockOwners(tx, which)
  return tx<EndedGrant[]>`
    with chosen as (select id from grants where ended_at is null and ${conditionOf(tx, which)})
    update grants set ended_at = now(), ended_why = ${why}
    where ended_at is null and (id in (select id from chosen) or session_id in (select id from chosen))
    returning id, kind, admin_user_id, driver_id`
}

function conditionOf(tx: Tx, which: Which) {
  if ('id' in which) return tx`id = ${which.id}`
  const { kinds = null } = which
  const isOfKinds = tx`(${kinds}::text[] is null or kind = any(${kinds}::text[]))`
  if ('of' in which) return tx`${isOwnedBy(tx, which.of)} and ${isOfKinds}`
  const { everythingOf, exceptSession = null } = which
  return tx`
    ${isOfAccount(tx, everythingOf)} and ${isOfKinds}
    and (${exceptSession}::uuid is null
      or id <> ${exceptSession}::uuid and session_id is distinct from ${exceptSession}::uuid)`
}

const isOwnedBy = (sql: Sql | Tx, owner: Owner) =>
  'driverId' in owner ? sql`driver_id = ${owner.driverId}` : sql`admin_user_id = ${owner.adminUserId}`

/** SQL condition: the grant belongs to the account, or is the calendar of the driver who uses the account. */
export const isOfAccount = (sql: Sql | Tx, adminUserId: number) => sql`(
  grants.admin_user_id = ${adminUserId}
  or grants.driver_id in (select id from drivers where drivers.admin_user_id = ${adminUserId}))`

/** SQL condition: the grant has neither ended nor expired. `name` is the name of the table `grants` in the query. */
const isInTime = (sql: Sql | Tx, name: string) => sql`(
  ${sql(name)}.ended_at is null and coalesce(${sql(name)}.expires_at > now(), true)
  and case ${sql(name)}.kind
    when 'session' then ${sql(name)}.used_at > now() - make_interval(hours => ${idleHours})
      and ${sql(name)}.created_at > now() - make_interval(days => ${sessionDays})
    when 'push' then ${sql(name)}.used_at > now() - make_interval(days => ${pushDays})
    else true end)`

/**
 * SQL condition for rows of `grants`: the grant has neither ended nor expired, its owner is active, and the role of the
 * account still allows it.
 */
export const isOpen = (sql: Sql | Tx) => sql`(
  ${isInTime(sql, 'grants')}
  and case when grants.driver_id is null then exists (
    select from admin_users owner where owner.id = grants.admin_user_id and owner.is_active
      and case grants.kind
        when 'session' then true
        when 'loginLink' then owner.role = 'autista' and owner.totp_confirmed_at is null
        else owner.role in ('operatore', 'admin', 'superAdmin') end)
    else exists (
      select from drivers left join admin_users owner on owner.id = drivers.admin_user_id
      where drivers.id = grants.driver_id and drivers.is_active and coalesce(owner.is_active, true)) end)`

/**
 * Records a use. A session's use also counts for the notifications of its browser. Open lists are not reloaded, because a
 * session is used every minute.
 */
export async function touchGrant(
  tx: Tx,
  id: string,
  { address, userAgent = null }: { address: string | null; userAgent?: string | null },
): Promise<void> {
  await tx`select set_config('app.quiet', 'on', true)`
  await tx`
    update grants set used_at = now(), network = coalesce(${networkOf(address)}, network),
      user_agent = coalesce(${userAgent}, user_agent)
    where ended_at is null and (id = ${id} or session_id = ${id})`
}

/**
 * Gives notifications to a new session of the same account in the same browser: those of the session that it replaces, and
 * those of a session that has expired.
 */
export async function adoptPush(
  tx: Tx,
  adminUserId: number,
  { from, to, userAgent }: { from: string | null; to: string; userAgent: string | null },
): Promise<void> {
  await tx`
    update grants set session_id = ${to}, used_at = now()
    where kind = 'push' and admin_user_id = ${adminUserId} and ended_at is null
      and (session_id = ${from}::uuid or user_agent = ${userAgent} and not exists (
        select from grants session where session.id = grants.session_id and ${isInTime(tx, 'session')}))`
}

/**
 * Takes back the end of a calendar within ten minutes, that by a super admin only if `isRevocable`. Throws HttpError 409
 * afterwards, or if there is a newer one.
 */
export async function reopenCalendar(tx: Tx, id: string, isRevocable: boolean): Promise<EndedGrant> {
  const reasons: EndReason[] = isRevocable ? ['closed', 'revoked'] : ['closed']
  await lockOwners(tx, { id })
  const [reopened] = await tx<[EndedGrant?]>`
    update grants set ended_at = null, ended_why = null
    where id = ${id} and kind = 'calendar' and ended_why = any(${reasons}) and ended_at > now() - interval '10 minutes'
      and not exists (
        select from grants newer where newer.kind = 'calendar' and newer.ended_at is null
          and newer.admin_user_id is not distinct from grants.admin_user_id
          and newer.driver_id is not distinct from grants.driver_id)
    returning id, kind, admin_user_id, driver_id`
  if (!reopened)
    throw new HttpError(409, 'Questo calendario non si può più riaprire: crea un indirizzo nuovo.')
  return reopened
}

export const endedGrants: Retention[] = [
  { table: 'grants', what: 'accessi finiti', by: 'ended_at', kept: { days: endedDays } },
  {
    table: 'grants',
    what: 'sessioni',
    by: 'created_at',
    kept: { days: sessionDays },
    where: `kind = 'session'`,
  },
  {
    table: 'grants',
    what: 'notifiche attive',
    by: 'used_at',
    kept: { days: pushDays },
    where: `kind = 'push'`,
  },
  { table: 'grants', what: 'link scaduti', by: 'expires_at', kept: {} },
]

/** Returns the first three parts of an IPv4 address, or the first three groups of an IPv6 address. */
function networkOf(address: string | null): string | null {
  if (!address) return null
  const separator = address.includes(':') ? ':' : '.'
  return address.split(separator).slice(0, 3).join(separator)
}
