import type { Sql, Tx } from '../../../platform/db.ts'

/** Returns the active accounts to which staff can assign leads: those that may read leads. */
export async function staffNames(sql: Sql | Tx): Promise<{ id: number; username: string }[]> {
  return sql<{ id: number; username: string }[]>`
    select id, username from admin_users where is_active and role in ('operatore', 'admin', 'superAdmin')
    order by lower(username)`
}

/** Returns the active accounts of all roles, drivers first. */
export async function accountNames(sql: Sql | Tx): Promise<{ id: number; username: string }[]> {
  return sql<{ id: number; username: string }[]>`
    select id, username from admin_users where is_active order by role = 'autista' desc, lower(username)`
}
