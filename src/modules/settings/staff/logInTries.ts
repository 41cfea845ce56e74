import { audit } from '../../../kernel/audit.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import { foldedName } from '../../../kernel/pasted.ts'
import type { Retention } from '../../../kernel/retention.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import type { Secrets } from '../../../platform/secret.ts'
import {
  adminUserUnlocked,
  CountLogin,
  type Device,
  ForgetLoginTry,
  UnlockAdminUser,
} from './logIn.contract.ts'
import { passwordStamp } from './password.ts'

// After failed log-ins an IP address must wait. While many IP addresses attack an account, another IP address waits at
// most 30 seconds. No account is ever locked, because a lock would also keep its owner out.

const windowMinutes = 15
const triesPerSource = 5
const triesPerAddress = 20
const pauseMax = 30

/** Returns the seconds to wait: 0 below five failures, then 1, 2, 4, 8, 16, 30, 30, … */
function pauseAfter(failures: number): number {
  return failures < triesPerSource ? 0 : Math.min(pauseMax, 2 ** (failures - triesPerSource))
}

interface Failures {
  /** Failed log-ins to the account from this browser, or from this IP address if the browser is new to the account. */
  own: number
  ownSecondsLeft: number
  /** Failed log-ins to all accounts from this IP address. */
  ofAddress: number
  addressSecondsLeft: number
  ofAccount: number
  secondsAgo: number
}

/** All null if no account has the name. */
interface FoundAccount {
  id: number | null
  password: string | null
  isActive: boolean | null
}

/** Counts the attempt as a failure before the password check, so that concurrent attempts cannot exceed the limit. */
export const countLogin = handle(CountLogin, async (tx, { username, devices }, caller, { secrets }) => {
  // Later steps use this id, so that they check the account for which the attempt was counted.
  const [found] = await tx<[{ name: string } & FoundAccount]>`
    select given as name, id, password, is_active
    from coalesce((select lower(username) from admin_users where lower(username) = lower(${username.trim()})),
        lower(${foldedName(username)})) as given
      left join admin_users on lower(username) = given`
  const { name, id: adminUserId } = found
  const account =
    adminUserId === null ? secrets.signatureOf(`login name ${name}`) : hashOfAccount(adminUserId, secrets)
  const address = hashOfAddress(caller.address, secrets)
  const deviceId = deviceOf(devices, found)
  // Every call locks the account before the IP address, which prevents deadlocks.
  await tx`select pg_advisory_xact_lock(hashtextextended(${account}, 0))`
  await tx`select pg_advisory_xact_lock(hashtextextended(${address}, 0))`

  const isOwn = deviceId ? tx`device_id = ${deviceId}` : tx`address_hash = ${address}`
  const window = tx`make_interval(mins => ${windowMinutes})`
  const [failures] = await tx<[Failures]>`
    with recent as (
      select username_hash, failed_at, username_hash = ${account} and ${isOwn} as is_own, address_hash = ${address} as is_of_address,
        ceil(extract(epoch from failed_at + ${window} - now()))::int as seconds_left
      from login_failures
      where (username_hash = ${account} or address_hash = ${address}) and failed_at > now() - ${window})
    select count(*) filter (where is_own) as own,
      coalesce(min(seconds_left) filter (where is_own), 0) as own_seconds_left,
      count(*) filter (where is_of_address) as of_address,
      coalesce(min(seconds_left) filter (where is_of_address), 0) as address_seconds_left,
      count(*) filter (where username_hash = ${account}) as of_account,
      coalesce(extract(epoch from now() - max(failed_at) filter (where username_hash = ${account})), 0)::float8
        as seconds_ago
    from recent`
  const counted = { adminUserId, deviceId, failures: deviceId ? failures.own : failures.ofAddress }
  const wait = (retryAfterSeconds: number) => ({ ...counted, retryAfterSeconds, tryId: null })
  if (failures.own >= triesPerSource) return wait(Math.max(1, failures.ownSecondsLeft))
  // A browser that has logged in to the account before does not wait for failures of other browsers.
  if (!deviceId) {
    if (failures.ofAddress >= triesPerAddress) return wait(Math.max(1, failures.addressSecondsLeft))
    const seconds = await pauseOf(tx, account, address, failures)
    if (seconds > 0) return wait(seconds)
  }
  const [{ id: tryId }] = await tx<[{ id: number }]>`
    insert into login_failures (username_hash, address_hash, device_id)
    values (${account}, ${address}, ${deviceId}) returning id`
  return { ...counted, retryAfterSeconds: 0, tryId }
})

/** Returns null if the browser has not logged in since the account's password last changed, or if the account has ended. */
function deviceOf(devices: Device[], account: FoundAccount): string | null {
  if (account.password === null || !account.isActive) return null
  const stamp = passwordStamp(account.password)
  return devices.find((one) => one.adminUserId === account.id && one.stamp === stamp)?.deviceId ?? null
}

/** Returns seconds. After its wait, an IP address may try once, so that no attacker keeps the owner out. */
async function pauseOf(
  tx: Tx,
  account: string,
  address: string,
  { ofAccount, secondsAgo }: Failures,
): Promise<number> {
  const [own] = await tx<[{ secondsLeft: number }?]>`
    select ceil(extract(epoch from ready_at - now()))::int as seconds_left from login_waits
    where username_hash = ${account} and address_hash = ${address}`
  if (own && own.secondsLeft > 0) return own.secondsLeft
  if (own) {
    await tx`delete from login_waits where username_hash = ${account} and address_hash = ${address}`
    return 0
  }
  if (ofAccount < triesPerSource || secondsAgo >= pauseAfter(ofAccount)) return 0
  const [{ waiting }] = await tx<[{ waiting: number }]>`
    select count(*) as waiting from login_waits where username_hash = ${account} and ready_at > now()`
  const seconds = pauseAfter(ofAccount + waiting)
  await tx`
    insert into login_waits (username_hash, address_hash, ready_at)
    values (${account}, ${address}, now() + make_interval(secs => ${seconds}))`
  return seconds
}

/** Returns the seconds to wait before the next code; 0 if the code may be checked now. */
export async function pauseOfCodes(tx: Tx, adminUserId: number, secrets: Secrets): Promise<number> {
  const [{ failures, secondsAgo }] = await tx<[{ failures: number; secondsAgo: number }]>`
    select count(*) as failures, coalesce(extract(epoch from now() - max(failed_at)), 0)::float8 as seconds_ago
    from login_failures
    where username_hash = ${hashOfAccount(adminUserId, secrets)} and has_wrong_code
      and failed_at > now() - make_interval(mins => ${windowMinutes})`
  return Math.max(0, Math.min(pauseMax, Math.ceil(pauseAfter(failures) - secondsAgo)))
}

export async function markWrongCode(tx: Tx, tryId: number): Promise<void> {
  await tx`update login_failures set has_wrong_code = true where id = ${tryId}`
}

/** Deletes the attempt, so that the IP address may try again at once. */
export async function forgetTry(tx: Tx, tryId: number): Promise<void> {
  await tx`
    with forgotten as (delete from login_failures where id = ${tryId} returning username_hash, address_hash)
    insert into login_waits (username_hash, address_hash, ready_at)
    select username_hash, address_hash, now() from forgotten
    on conflict (username_hash, address_hash) do update set ready_at = now()`
}

export const forgetLoginTry = handle(ForgetLoginTry, async (tx, { tryId }) => {
  await forgetTry(tx, tryId)
  return {}
})

/** Deletes the account's failures from this browser and this IP address. Keeps the account's other failures. */
export async function forgetFailures(
  tx: Tx,
  adminUserId: number,
  address: string | null,
  deviceId: string | null,
  secrets: Secrets,
): Promise<void> {
  const [account, ofAddress] = [hashOfAccount(adminUserId, secrets), hashOfAddress(address, secrets)]
  await tx`
    delete from login_failures
    where username_hash = ${account} and (address_hash = ${ofAddress} or device_id = ${deviceId})`
  await tx`delete from login_waits where username_hash = ${account} and address_hash = ${ofAddress}`
}

export const unlockAdminUser = handle(UnlockAdminUser, async (tx, { id }, caller, { secrets }) => {
  const [found] = await tx`select id from admin_users where id = ${id}`
  if (!found) throw new HttpError(404, 'Utente non trovato.')
  const account = hashOfAccount(id, secrets)
  await tx`delete from login_failures where username_hash = ${account}`
  await tx`delete from login_waits where username_hash = ${account}`
  await audit(tx, caller, adminUserUnlocked, `admin_users/${id}`, null, null)
  return {}
})

/** Returns the failures of the last 15 minutes by account id. */
export async function recentFailures(
  sql: Sql | Tx,
  ids: number[],
  secrets: Secrets,
): Promise<Map<number, number>> {
  const rows = await sql<{ place: number; failures: number }[]>`
    select place, count(*) as failures
    from unnest(${ids.map((id) => hashOfAccount(id, secrets))}::text[]) with ordinality as account (hash, place)
    join login_failures on username_hash = hash
    where failed_at > now() - make_interval(mins => ${windowMinutes}) group by place`
  return new Map(rows.map(({ place, failures }) => [ids[place - 1] ?? 0, failures]))
}

export const oldTries: Retention[] = [
  {
    table: 'login_failures',
    what: 'tentativi di accesso',
    by: 'failed_at',
    kept: { minutes: windowMinutes },
  },
  {
    table: 'login_waits',
    what: 'attese prima di un accesso',
    by: 'ready_at',
    kept: { minutes: windowMinutes },
  },
]

// The hashes are keyed, so that the table reveals no usernames and IP addresses.

function hashOfAccount(id: number, secrets: Secrets): string {
  return secrets.signatureOf(`login account ${id}`)
}

function hashOfAddress(address: string | null, secrets: Secrets): string {
  return secrets.signatureOf(`login address ${address ?? ''}`)
}
