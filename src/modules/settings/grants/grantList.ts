import { isOfAccount, isOpen } from '../../../kernel/grants.ts'
import { whole } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import { type Grant, ListGrants } from './contract.ts'

interface Row extends Omit<Grant, 'createdAt' | 'usedAt' | 'expiresAt'> {
  createdAt: Date
  usedAt: Date | null
  expiresAt: Date | null
}

export const listGrants = answer(ListGrants, async (read, _input, { admin }) => {
  const id = admin?.id ?? 0
  const sessionId = admin?.sessionId ?? null
  const isOwn = isOfAccount(read, id)
  // owner is never null: grants_check demands an account or a driver of each grant.
  const rows = await read<Row[]>`
    select grants.id, kind, coalesce(username, drivers.name) as owner, grants.admin_user_id, ${isOwn} as is_own,
      coalesce(grants.id = ${sessionId}::uuid or session_id = ${sessionId}::uuid, false) as is_current,
      user_agent, network, grants.created_at, used_at, expires_at
    from grants left join admin_users on admin_users.id = grants.admin_user_id
      left join drivers on drivers.id = driver_id
    where ${isOpen(read)} and (${admin?.role === 'superAdmin'} or ${isOwn})
    order by is_own desc, owner, coalesce(used_at, grants.created_at) desc, grants.id`
  return whole(
    rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      usedAt: row.usedAt?.toISOString() ?? null,
      expiresAt: row.expiresAt?.toISOString() ?? null,
    })),
  )
})
