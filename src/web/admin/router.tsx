import { createBrowserRouter, type RouteObject } from 'react-router'
import { bulkRoutesScreens } from './catalog/generator/screens.ts'
import { pricesScreens } from './catalog/prices/screens.ts'
import { catalogScreens } from './catalog/screens.ts'
import { contentScreens } from './content/screens.ts'
import { Broken } from './kit/Broken.tsx'
import { Login } from './Login.tsx'
import { leadsScreens } from './leads/screens.ts'
import { NoSection } from './NoSection.tsx'
import { Shell } from './Shell.tsx'
import { settingsScreens } from './settings/screens.ts'
import { systemScreens } from './settings/staff/screens.ts'

const screens = {
  ...leadsScreens,
  ...catalogScreens,
  ...contentScreens,
  ...pricesScreens,
  ...bulkRoutesScreens,
  ...settingsScreens,
  ...systemScreens,
}

/** Each screen has its own address and its own chunk of code. The router shows nothing where a chunk does not load. */
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
