import { everyRole } from '../../../kernel/role.ts'

export const settingsScreens = {
  'google-analytics/': () => import('./analytics/Measurement.tsx'),
  'google-analytics/nuova/': () => import('./analytics/MeasurementForm.tsx'),
  'google-analytics/:id/': () => import('./analytics/MeasurementForm.tsx'),
  'azienda/': () => import('./company/CompanySettings.tsx'),
  'utenti/': { least: 'superAdmin', load: () => import('./staff/AdminUsers.tsx') },
  'utenti/nuovo/': { least: 'superAdmin', load: () => import('./staff/AdminUserForm.tsx') },
  'utenti/:id/': { least: 'superAdmin', load: () => import('./staff/AdminUserForm.tsx') },
  'ruoli/': () => import('./staff/Roles.tsx'),
  'modalita-live/': () => import('./site/LiveMode.tsx'),
  'accessi/': { least: everyRole, load: () => import('./grants/OpenGrants.tsx') },
} as const

declare module '../kit/adminPath.ts' {
  interface ScreenPaths extends Record<keyof typeof settingsScreens, true> {}
}
