import { type Role, roles, seenAsHeader, seenAsParameter } from '../../../kernel/role.ts'
import { panelHeaders } from '../../client.ts'
import { session } from '../../storage.ts'
import { adminPath, panelRoot } from './adminPath.ts'

// An admin looks at the panel as another role sees it. Each tab has its own choice, which ends with the tab or a log-out.

const storageKey = 'seenAs'

/** Makes all calls of this tab name the chosen role. The panel calls this when it starts. */
export function nameSeenRole(): void {
  const role = seenRole()
  if (role) panelHeaders[seenAsHeader] = role
}

function seenRole(): Role | undefined {
  const stored = session.text(storageKey)
  return roles.find((role) => role === stored)
}

/** Opens the panel again from its first page, because the queries of one role must not show the other's answers. */
export function seePanelAs(role: Role): void {
  session.keep(storageKey, role)
  location.assign(panelRoot)
}

export function seeOwnPanel(): void {
  forgetSeenRole()
  location.assign(adminPath('ruoli/'))
}

export function forgetSeenRole(): void {
  session.forget(storageKey)
  delete panelHeaders[seenAsHeader]
}

/** Names the chosen role in a path that the browser requests itself, without the headers of a call. */
export function asSeen(path: string): string {
  const role = seenRole()
  return role ? `${path}${path.includes('?') ? '&' : '?'}${seenAsParameter}=${role}` : path
}
