import type { Screens } from '../sections.ts'

export const settingsScreens: Screens = {
  'api-esterne/': () => import('../integrations/keys/ApiKeys.tsx'),
  'google-analytics/': () => import('./analytics/Analytics.tsx'),
  'google-analytics/nuova/': () => import('./analytics/AnalyticsForm.tsx'),
  'google-analytics/:id/': () => import('./analytics/AnalyticsForm.tsx'),
  'search-console/': () => import('../content/checks/SearchConsole.tsx'),
  'brevo-email/': () => import('../integrations/mail/BrevoEmail.tsx'),
  'brevo-email/nuova/': () => import('../integrations/mail/BrevoEmailForm.tsx'),
  'brevo-email/:id/': () => import('../integrations/mail/BrevoEmailForm.tsx'),
  'azienda/': () => import('./company/CompanySettings.tsx'),
  'registro/': () => import('../operations/audit/Audit.tsx'),
  'stato/': () => import('../operations/status/SystemStatus.tsx'),
  'email/': () => import('../integrations/mail/EmailMessages.tsx'),
  'eventi/': () => import('../operations/outbox/Outbox.tsx'),
  'eventi/:id/': () => import('../operations/outbox/OutboxFact.tsx'),
  'indexnow/': () => import('../integrations/indexnow/IndexNow.tsx'),
}
