import type { Screens } from '../../sections.ts'

export const systemScreens: Screens = {
  'utenti/': () => import('./AdminUsers.tsx'),
  'utenti/nuovo/': () => import('./AdminUserForm.tsx'),
  'utenti/:id/': () => import('./AdminUserForm.tsx'),
  'modalita-live/': () => import('../site/LiveMode.tsx'),
  'account/': () => import('./Account.tsx'),
}
