import type { Screens } from '../sections.ts'

export const settingsScreens: Screens = {
  'google-analytics/': () => import('./analytics/Analytics.tsx'),
  'google-analytics/nuova/': () => import('./analytics/AnalyticsForm.tsx'),
  'google-analytics/:id/': () => import('./analytics/AnalyticsForm.tsx'),
  'azienda/': () => import('./company/CompanySettings.tsx'),
  'utenti/': () => import('./staff/AdminUsers.tsx'),
  'utenti/nuovo/': () => import('./staff/AdminUserForm.tsx'),
  'utenti/:id/': () => import('./staff/AdminUserForm.tsx'),
  'modalita-live/': () => import('./site/LiveMode.tsx'),
  'account/': () => import('./staff/Account.tsx'),
}
