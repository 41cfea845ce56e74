import { matchRoutes } from 'react-router'
import { mayCall, type Role } from '../../kernel/role.ts'
import { catalogScreens } from './catalog/screens.ts'
import { composedScreens } from './composed/screens.ts'
import { contentScreens } from './content/screens.ts'
import { integrationsScreens } from './integrations/screens.ts'
import { panelRoot } from './kit/adminPath.ts'
import type { Least, LoadScreen, Screens } from './kit/screens.ts'
import { leadsScreens } from './leads/screens.ts'
import { operationsScreens } from './operations/screens.ts'
import { settingsScreens } from './settings/screens.ts'
import { tripsScreens } from './trips/screens.ts'

/** Route of a screen. Its handle says who may open it. */
interface Screen {
  path: string
  handle: { least: Least }
  load: LoadScreen
  isBare?: true
}

const areas: Screens = {
  ...settingsScreens,
  ...catalogScreens,
  ...contentScreens,
  ...leadsScreens,
  ...tripsScreens,
  ...integrationsScreens,
  ...operationsScreens,
  ...composedScreens,
}

export const screens: Screen[] = Object.entries(areas).map(([path, screen]) => {
  const { least, ...rest } = typeof screen === 'function' ? { least: 'admin' as const, load: screen } : screen
  return { path: `${panelRoot}${path}`, handle: { least }, ...rest }
})

/** Caches the least roles by path, with ids replaced by 0 (null: unknown path). A match takes 1 ms on slow computers. */
const leastOf = new Map<string, Least | null>()

/** Returns true also for an unknown path, because the panel then only shows that there is no such section. */
export function opensScreen(role: Role, path: string): boolean {
  const pathname = path.replace(/[?#].*/s, '').replaceAll(/\d+/g, '0')
  let needed = leastOf.get(pathname)
  if (needed === undefined) {
    needed = matchRoutes(screens, { pathname })?.[0]?.route.handle.least ?? null
    leastOf.set(pathname, needed)
  }
  return needed === null || mayCall(role, { access: needed })
}
