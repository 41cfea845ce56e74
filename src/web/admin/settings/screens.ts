import type { Screens } from '../sections.ts'

export const settingsScreens: Screens = {
  'api-esterne/': () => import('./ApiKeys.tsx'),
  'google-analytics/': () => import('./Analytics.tsx'),
  'google-analytics/nuova/': () => import('./AnalyticsForm.tsx'),
  'google-analytics/:id/': () => import('./AnalyticsForm.tsx'),
  'search-console/': () => import('./SearchConsole.tsx'),
  'brevo-email/': () => import('./BrevoEmail.tsx'),
  'brevo-email/nuova/': () => import('./BrevoEmailForm.tsx'),
  'brevo-email/:id/': () => import('./BrevoEmailForm.tsx'),
  'azienda/': () => import('./CompanySettings.tsx'),
  'registro/': () => import('./Audit.tsx'),
  'stato/': () => import('./SystemStatus.tsx'),
  'email/': () => import('./EmailMessages.tsx'),
  'eventi/': () => import('./Outbox.tsx'),
  'eventi/:id/': () => import('./OutboxFact.tsx'),
  'indexnow/': () => import('./IndexNow.tsx'),
}
