import { audit } from '../../../kernel/audit.ts'
import { restoredTable } from '../../../kernel/bulkActList.ts'
import { edit } from '../../../kernel/edit.ts'
import { endGrants, type GrantKind } from '../../../kernel/grants.ts'
import { HttpError, orNull } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer, type Caller, handle } from '../../../kernel/message.ts'
import { stopRecording } from '../../../kernel/recordedAct.ts'
import { isAtLeast, type Role } from '../../../kernel/role.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import {
  type AdminUser,
  adminUserChanged,
  adminUserCreated,
  adminUserDeleted,
  CreateAdminUser,
  DeleteAdminUser,
  ListAdminUsers,
  ReadAdminUser,
  ResetTotp,
  SaveAdminUser,
  secondFactorReset,
} from './contract.ts'
import { recentFailures } from './logInTries.ts'
import { hashPassword } from './password.ts'
import { endFactor } from './totp.ts'
import { usernameOf } from './username.ts'
import { refuseWeak } from './weakPassword.ts'

/** Days within which the account's owner must replace a first password, which another person entered. */
const firstPasswordDays = 3

interface AdminUserRow extends Omit<AdminUser, 'firstPasswordUntil' | 'createdAt' | 'updatedAt'> {
  firstPasswordUntil: Date | null
  createdAt: Date
  updatedAt: Date
}

export const listAdminUsers = answer(ListAdminUsers, async (read, asked, _, { secrets }) => {
  const { username = null } = asked
  const where = read`
    username ilike ${likeOf(asked.search)} and (${username}::text is null or lower(username) = lower(${username}))`
  const [{ total }] = await read<[{ total: number }]>`
    select count(*) as total from admin_users where ${where}`
  const order = { username: 'lower(username)', createdAt: 'created_at' }
  const rows = await read<AdminUserRow[]>`
    select ${columns(read)} from admin_users where ${where} ${pageOf(read, asked, order, 'username')}`
  const failures = await recentFailures(
    read,
    rows.map(({ id }) => id),
    secrets,
  )
  return {
    ...pages(asked, total),
    items: rows.map((row) => ({ ...shown(row), failedLogins: failures.get(row.id) ?? 0 })),
  }
})

export const readAdminUser = answer(ReadAdminUser, async (read, { id }) => shown(await find(read, id)))

export const createAdminUser = handle(CreateAdminUser, async (tx, form, caller, context) => {
  const input = { ...form, username: usernameOf(form.username) }
  await refuseWeak(tx, input, context)
  await refuseTaken(tx, input.username, 0)
  const [row] = await tx<[AdminUserRow]>`
    insert into admin_users (username, password, role, is_active, first_password_until)
    values (${input.username}, ${await hashPassword(context.gates, input.password)}, ${roleIn(input, null)}, ${input.isActive},
      ${firstPasswordUntil(tx, input)})
    returning ${columns(tx)}`
  await audit(tx, caller, adminUserCreated, `admin_users/${row.id}`, null, shown(row))
  return shown(row)
})

const editedAccount = { table: 'admin_users', find, lockFirst: lockAccounts }

export const saveAdminUser = edit(
  SaveAdminUser,
  editedAccount,
  async (tx, input, caller, before, context) => {
    // An account keeps a name that an earlier version allowed.
    const typed = input.username.trim()
    const username = typed === before.username ? typed : usernameOf(typed)
    await refuseTaken(tx, username, input.id)
    const { password } = input
    if (password) {
      refuseOwn(caller, input.id)
      await refuseWeak(tx, { username, password }, context)
      // No undo brings back a password.
      await stopRecording(tx)
    }
    const role = roleIn(input, before.role)
    if (!(role === 'superAdmin' && input.isActive)) await refuseLastSuperAdmin(tx, before)
    const hash = password ? await hashPassword(context.gates, password) : null
    const [row] = await tx<[AdminUserRow]>`
    update admin_users set username = ${username}, password = coalesce(${hash}, password),
      first_password_until = case when ${hash !== null} then ${firstPasswordUntil(tx, input)} else first_password_until end,
      role = ${role}, is_active = ${input.isActive}, updated_at = now()
    where id = ${input.id} returning ${columns(tx)}`
    if (input.isActive && hash) await endGrants(tx, { everythingOf: input.id }, 'password')
    else await endLostGrants(tx, before, row)
    const subject = `admin_users/${input.id}`
    const after = { ...shown(row), ...(hash ? { passwordChanged: true } : {}) }
    await audit(tx, caller, adminUserChanged, subject, shown(before), after)
    return shown(row)
  },
)

async function endLostGrants(
  tx: Tx,
  before: AdminUserRow,
  { id, role, isActive }: AdminUserRow,
): Promise<void> {
  if (!isActive) await endGrants(tx, { everythingOf: id }, 'accountClosed')
  else if (role !== before.role) await endGrantsOfOtherRoles(tx, id, role)
}

restoredTable<AdminUserRow>('admin_users', {
  read: (tx, { id }) => orNull(find(tx, id)),
  announce: async (tx, before, after, caller) => {
    if (!before || !after) return
    if (!(after.role === 'superAdmin' && after.isActive)) await refuseLastSuperAdmin(tx, before)
    await endLostGrants(tx, before, after)
    const subject = `admin_users/${after.id}`
    await audit(tx, caller, adminUserChanged, subject, shown(before), shown(after))
  },
})

export const deleteAdminUser = handle(DeleteAdminUser, async (tx, { id }, caller) => {
  await lockAccounts(tx)
  const before = await find(tx, id)
  await refuseLastSuperAdmin(tx, before)
  if (caller.admin?.id === id) throw new HttpError(409, 'Non puoi eliminare il tuo stesso account.')
  // The deletion of the account deletes its grants, but not the calendar of its driver.
  await endGrants(tx, { everythingOf: id }, 'accountClosed')
  await tx`delete from admin_users where id = ${id}`
  await audit(tx, caller, adminUserDeleted, `admin_users/${id}`, shown(before), null)
  return {}
})

export const resetTotp = handle(ResetTotp, async (tx, { id }, caller) => {
  refuseOwn(caller, id)
  await find(tx, id)
  await endFactor(tx, id)
  await endGrants(tx, { everythingOf: id }, 'factor')
  await audit(tx, caller, secondFactorReset, `admin_users/${id}`, null, null)
  return {}
})

/**
 * Sessions read the role with each call. The calendar with all trips and notifications are for operators and greater roles,
 * and links are for drivers only: they must not come back with the role.
 */
async function endGrantsOfOtherRoles(tx: Tx, id: number, role: Role): Promise<void> {
  const kinds: GrantKind[] = [
    ...(isAtLeast(role, 'operatore') ? [] : (['calendar', 'push'] as const)),
    ...(role === 'autista' ? [] : (['loginLink'] as const)),
  ]
  await endGrants(tx, { of: { adminUserId: id }, kinds }, 'role')
}

function firstPasswordUntil(tx: Tx, { isFirstPassword = false }: { isFirstPassword?: boolean }) {
  return tx`case when ${isFirstPassword} then now() + make_interval(days => ${firstPasswordDays}) end`
}

interface AskedRole {
  role?: Role
  isSuperAdmin?: boolean
}

/**
 * A client may send one of `role` and `isSuperAdmin` unchanged, so the field that differs from the stored account
 * decides. Throws HttpError 422 if the two fields contradict each other.
 */
function roleIn({ role, isSuperAdmin }: AskedRole, stored: Role | null): Role {
  const isRoleChanged = role !== undefined && role !== stored
  const isRankChanged = isSuperAdmin !== undefined && (!stored || isSuperAdmin !== (stored === 'superAdmin'))
  const message = 'Il ruolo e la scelta «Super Admin» si contraddicono'
  if (isRoleChanged && isRankChanged && isSuperAdmin !== (role === 'superAdmin'))
    throw new HttpError(422, `${message}.`, { errors: [{ path: 'role', message }] })
  if (isRoleChanged) return role
  if (isRankChanged) return isSuperAdmin ? 'superAdmin' : 'admin'
  return stored ?? 'admin'
}

/** Throws HttpError 409 for the caller's own account, which account.ts changes after a check of the password. */
function refuseOwn({ admin }: Caller, id: number): void {
  if (admin?.id !== id) return
  throw new HttpError(409, 'Password e verifica del tuo account si cambiano in Il Mio Account.')
}

async function refuseTaken(tx: Tx, username: string, butId: number): Promise<void> {
  const [taken] = await tx`
    select id from admin_users where lower(username) = lower(${username}) and id <> ${butId}`
  if (taken) throw new HttpError(409, 'Esiste già un utente con questo username.')
}

/** Throws HttpError 409 if the account is the only active super admin. */
async function refuseLastSuperAdmin(tx: Tx, account: AdminUserRow): Promise<void> {
  if (account.role !== 'superAdmin' || !account.isActive) return
  const [other] = await tx`
    select id from admin_users where role = 'superAdmin' and is_active and id <> ${account.id}`
  if (!other)
    throw new HttpError(
      409,
      'È l’ultimo Super Admin attivo: non può essere eliminato, disattivato o privato del ruolo.',
    )
}

/** Locks the accounts, because two super admins could demote each other at the same time. */
async function lockAccounts(tx: Tx): Promise<void> {
  await tx`lock table admin_users in share row exclusive mode`
}

function columns(sql: Sql | Tx) {
  return sql`
    id, username, role, is_super_admin, is_active, totp_confirmed_at is not null as has_totp, first_password_until,
    created_at, updated_at`
}

async function find(sql: Sql | Tx, id: number): Promise<AdminUserRow> {
  const [row] = await sql<[AdminUserRow?]>`select ${columns(sql)} from admin_users where id = ${id}`
  if (!row) throw new HttpError(404, 'Utente non trovato.')
  return row
}

function shown(row: AdminUserRow): AdminUser {
  return {
    ...row,
    firstPasswordUntil: row.firstPasswordUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
