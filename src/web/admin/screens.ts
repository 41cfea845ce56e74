import { matchRoutes } from 'react-router'
import { isAtLeast, type Role } from '../../kernel/role.ts'
import { catalogScreens } from './catalog/screens.ts'
import { contentScreens } from './content/screens.ts'
import { integrationsScreens } from './integrations/screens.ts'
import { leadsScreens } from './leads/screens.ts'
import { operationsScreens } from './operations/screens.ts'
import type { LoadScreen } from './sections.ts'
import { settingsScreens } from './settings/screens.ts'
import { tripsScreens } from './trips/screens.ts'

interface Screen {
  path: string
  least: Role
  load: LoadScreen
  isBare?: true
}

export const screens: Screen[] = Object.entries({
  ...settingsScreens,
  ...catalogScreens,
  ...contentScreens,
  ...leadsScreens,
  ...tripsScreens,
  ...integrationsScreens,
  ...operationsScreens,
}).map(([path, screen]) =>
  typeof screen === 'function' ? { path, least: 'admin', load: screen } : { path, ...screen },
)

const routes = screens.map(({ path, least }) => ({ path, handle: least }))

/** Whether a user may open the screen of a path. Paths without a screen are open, because they show only that. */
export function opensScreen(role: Role, path: string): boolean {
  const { pathname } = new URL(path, 'http://panel')
  const [match] = matchRoutes(routes, { pathname }, '/admin/') ?? []
  return !match || isAtLeast(role, match.route.handle)
}
