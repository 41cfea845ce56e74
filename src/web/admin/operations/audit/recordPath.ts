import type { LeadKind } from '../../../../modules/leads/lead/contract.ts'
import type { AuditLine } from '../../../../modules/operations/audit/contract.ts'
import { adminPath, type PathWith, type PlainPath } from '../../kit/adminPath.ts'

const section = (path: PlainPath) => () => adminPath(path)
const record = (path: PathWith<'id'>) => (id: string) => adminPath(path, { id })
const lead = (kind: LeadKind) => (id: string) => adminPath('richieste/:kind?/:id?/', { kind, id })

/** The path of a record, or of the section that shows it, by table. */
export const recordPaths: Record<string, (id: string) => string> = {
  route_prices: record('tratte/:id/'),
  price_changes: section('prezzimod/cronologia/'),
  price_lists: record('listini/:id/'),
  fare_settings: section('tariffe/'),
  locations: record('localita/:id/'),
  transfer_types: section('tipologie-transfer/'),
  availability_requests: lead('availability_request'),
  bookings: lead('booking'),
  contacts: lead('contact'),
  customers: record('clienti/:id/'),
  reply_templates: record('risposte/:id/'),
  offers: section('preventivi/'),
  trips: record('viaggi/:id/'),
  service_sheets: record('fogli-di-servizio/:id/'),
  vehicles: record('veicoli/:id/'),
  drivers: record('autisti/:id/'),
  closed_days: record('giorni-chiusi/:id/'),
  reviews: section('recensioni/'),
  blog_posts: record('blog/:id/'),
  blog_categories: section('blog/categorie/'),
  translations: section('lingue/'),
  photos: section('foto/'),
  redirects: section('reindirizzamenti/'),
  not_found: section('reindirizzamenti/non-trovate/'),
  newsletter_subscriptions: section('newsletter/'),
  admin_users: record('utenti/:id/'),
  sign_in_rules: section('utenti/'),
  api_configurations: section('api-esterne/'),
  ai_prompts: record('ai/chatgpt/:id/'),
  ai_settings: section('api-esterne/'),
  email_configurations: section('brevo-email/'),
  email_messages: section('email/'),
  inbound_mails: section('email-ricevute/'),
  reply_mailbox: section('casella-risposte/'),
  unreadable_mails: section('casella-risposte/'),
  google_analytics_configurations: section('google-analytics/'),
  company_settings: section('azienda/'),
  site_settings: section('modalita-live/'),
  periodic_runs: section('stato/'),
  bulk_acts: section('registro/blocco/'),
  outbox: record('eventi/:id/'),
  privacy: section('privacy/'),
  uploads: section('foto/'),
  indexnow_changes: section('indexnow/'),
}

/** Returns the path of the record or of its section; null if the record was deleted or has neither. */
export function recordPath({ subject, exists }: Pick<AuditLine, 'subject' | 'exists'>): string | null {
  const [table = '', id = ''] = subject.split('/')
  const path = recordPaths[table]
  if (!path || !exists) return null
  return path(id)
}
