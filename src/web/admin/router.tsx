import { createBrowserRouter, type RouteObject } from 'react-router'
import { catalogScreens } from './catalog/screens.ts'
import { contentScreens } from './content/screens.ts'
import { integrationsScreens } from './integrations/screens.ts'
import { Broken } from './kit/Broken.tsx'
import { Login } from './Login.tsx'
import { leadsScreens } from './leads/screens.ts'
import { NoSection } from './NoSection.tsx'
import { operationsScreens } from './operations/screens.ts'
import { Shell } from './Shell.tsx'
import { settingsScreens } from './settings/screens.ts'

const screens = {
  ...settingsScreens,
  ...catalogScreens,
  ...contentScreens,
  ...leadsScreens,
  ...integrationsScreens,
  ...operationsScreens,
}

/**
 * Each screen has its own chunk. `Broken` replaces a chunk that fails to load, because the router would show nothing.
 */
const routes: RouteObject[] = Object.entries(screens).map(([path, load]) => ({
  path,
  errorElement: <Broken />,
  lazy: async () => ({
    Component: await load().then(
      (screen) => screen.default,
      () => Broken,
    ),
  }),
}))

export const router = createBrowserRouter([
  { path: '/admin/login/', element: <Login /> },
  {
    path: '/admin/',
    element: <Shell />,
    errorElement: <Broken />,
    hydrateFallbackElement: <p className="p-6">Verifica autenticazione...</p>,
    children: [...routes, { path: '*', element: <NoSection /> }],
  },
])
