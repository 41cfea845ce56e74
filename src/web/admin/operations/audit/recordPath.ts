import type { AuditLine } from '../../../../modules/operations/audit/contract.ts'

/** Paths below `/admin/` by table. A path that ends with `/` needs the record's id. Other paths lead to a section. */
export const recordPaths: Record<string, string> = {
  route_prices: 'tratte/',
  price_changes: 'prezzimod/cronologia',
  price_lists: 'listini/',
  fare_settings: 'tariffe',
  locations: 'localita/',
  transfer_types: 'tipologie-transfer',
  availability_requests: 'richieste/availability_request/',
  bookings: 'richieste/booking/',
  contacts: 'richieste/contact/',
  customers: 'clienti/',
  reply_templates: 'risposte/',
  offers: 'preventivi',
  trips: 'viaggi/',
  service_sheets: 'fogli-di-servizio/',
  vehicles: 'veicoli/',
  drivers: 'autisti/',
  closed_days: 'giorni-chiusi/',
  reviews: 'recensioni',
  blog_posts: 'blog/',
  blog_categories: 'blog/categorie',
  translations: 'lingue',
  photos: 'foto',
  redirects: 'reindirizzamenti',
  not_found: 'reindirizzamenti/non-trovate',
  newsletter_subscriptions: 'newsletter',
  admin_users: 'utenti/',
  sign_in_rules: 'utenti',
  api_configurations: 'api-esterne',
  ai_prompts: 'ai/chatgpt/',
  ai_settings: 'api-esterne',
  email_configurations: 'brevo-email',
  email_messages: 'email',
  inbound_mails: 'email-ricevute',
  reply_mailbox: 'casella-risposte',
  unreadable_mails: 'casella-risposte',
  google_analytics_configurations: 'google-analytics',
  company_settings: 'azienda',
  site_settings: 'modalita-live',
  periodic_runs: 'stato',
  bulk_acts: 'registro/blocco',
  outbox: 'eventi/',
  privacy: 'privacy',
  uploads: 'foto',
  indexnow_changes: 'indexnow',
}

/** Returns the path of the record or of its section; null if the record was deleted or has neither. */
export function recordPath({ subject, exists }: Pick<AuditLine, 'subject' | 'exists'>): string | null {
  const [table = '', id = ''] = subject.split('/')
  const path = recordPaths[table]
  if (!path || !exists) return null
  return path.endsWith('/') ? `/admin/${path}${id}/` : `/admin/${path}/`
}
