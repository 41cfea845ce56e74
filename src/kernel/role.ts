/** Roles of staff, from the least to the greatest. Each includes the rights of the roles before it. */
export const roles = ['autista', 'operatore', 'admin', 'superAdmin'] as const
export type Role = (typeof roles)[number]

export const roleNames: Record<Role, string> = {
  autista: 'Autista',
  operatore: 'Operatore',
  admin: 'Admin',
  superAdmin: 'Super Admin',
}

export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}

/**
 * Who may call: everybody, or staff with at least this role. The API process refuses others before the handler runs.
 * `account` means every account, even one that must first set up a second factor or choose its own password.
 */
export type Access = 'public' | 'account' | Role

export const mayCall = (role: Role, { access }: { access: Access }): boolean =>
  access === 'public' || access === 'account' || isAtLeast(role, access)
