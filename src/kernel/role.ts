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
