/** Roles of staff. A list or table of roles has this order. */
export const roles = ['autista', 'operatore', 'redazione', 'contabile', 'admin', 'superAdmin'] as const
export type Role = (typeof roles)[number]

export const roleNames: Record<Role, string> = {
  autista: 'Autista',
  operatore: 'Operatore',
  redazione: 'Redazione',
  contabile: 'Contabile',
  admin: 'Admin',
  superAdmin: 'Super Admin',
}

/** Other roles whose rights a role has, too. Operators, editors and accountants have none of each other's rights. */
const includes: Record<Role, readonly Role[]> = {
  autista: [],
  operatore: ['autista'],
  redazione: [],
  contabile: [],
  admin: ['autista', 'operatore', 'redazione', 'contabile'],
  superAdmin: ['autista', 'operatore', 'redazione', 'contabile', 'admin'],
}

/** Returns false for a role that this release does not know, which the database may contain during an update. */
export function isAtLeast(role: Role, least: Role): boolean {
  return roles.includes(role) && (role === least || includes[role].includes(least))
}

/** The least roles of people who work at a desk. All other roles but the driver's include one of them. */
export const officeRoles = ['operatore', 'redazione', 'contabile'] as const

/** The least roles. Every role is one of them or includes one. */
export const everyRole = ['autista', 'redazione', 'contabile'] as const

/**
 * Who may call: everybody, or staff with at least this role or one of these roles. The API process refuses others before
 * the handler runs. `account` means every account, even one that must first set up a second factor or choose its own
 * password.
 */
export type Access = 'public' | 'account' | Role | readonly Role[]

export function mayCall(role: Role, { access }: { access: Access }): boolean {
  if (access === 'public' || access === 'account') return true
  return leastRoles(access).some((least) => isAtLeast(role, least))
}

/** Returns the least roles of an access for staff. */
export const leastRoles = (access: Role | readonly Role[]): readonly Role[] =>
  typeof access === 'string' ? [access] : access

/** Header and query parameter with the role as which an admin looks at the panel. Such a call may only read. */
export const seenAsHeader = 'x-seen-as'
export const seenAsParameter = 'seenAs'
