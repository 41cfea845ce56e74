import { createBrowserRouter, type RouteObject } from 'react-router'
import { adminPath, panelRoot } from './kit/adminPath.ts'
import { Broken } from './kit/Broken.tsx'
import { Login } from './Login.tsx'
import { NoSection } from './NoSection.tsx'
import { Shell } from './Shell.tsx'
import { screens } from './screens.ts'

/** `Broken` replaces a screen whose chunk fails to load, because the router would show nothing. */
const routeOf = ({ path, handle, load }: (typeof screens)[number]): RouteObject => ({
  path,
  handle,
  errorElement: <Broken />,
  lazy: async () => ({
    Component: await load().then(
      (screen) => screen.default,
      () => Broken,
    ),
  }),
})

const hydrateFallbackElement = <p className="p-6">Verifica autenticazione...</p>

export const router = createBrowserRouter([
  { path: adminPath('login/'), element: <Login /> },
  ...screens.filter(({ isBare }) => isBare).map((screen) => ({ ...routeOf(screen), hydrateFallbackElement })),
  {
    path: panelRoot,
    element: <Shell />,
    errorElement: <Broken />,
    hydrateFallbackElement,
    children: [
      ...screens.filter(({ isBare }) => !isBare).map(routeOf),
      { path: '*', element: <NoSection /> },
    ],
  },
])
