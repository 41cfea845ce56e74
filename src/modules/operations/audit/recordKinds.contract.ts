/** Kinds of records in the filter of the audit log. An entry's subject begins with one of the names in `tables`. */
export const recordKinds = {
  tratte: { label: 'Tratte', tables: ['route_prices', 'transfer_types'] },
  prezzi: { label: 'Prezzi e listini', tables: ['price_changes', 'price_lists', 'fare_settings'] },
  richieste: {
    label: 'Richieste',
    tables: ['availability_requests', 'bookings', 'contacts', 'reply_templates'],
  },
  viaggi: {
    label: 'Preventivi e viaggi',
    tables: ['offers', 'trips', 'service_sheets', 'vehicles', 'drivers', 'closed_days', 'reviews'],
  },
  clienti: { label: 'Clienti e privacy', tables: ['customers', 'newsletter_subscriptions', 'privacy'] },
  localita: { label: 'Località', tables: ['locations'] },
  articoli: { label: 'Blog', tables: ['blog_posts', 'blog_categories'] },
  lingue: { label: 'Traduzioni', tables: ['translations'] },
  foto: { label: 'Foto', tables: ['photos', 'uploads'] },
  indirizzi: { label: 'Reindirizzamenti', tables: ['redirects', 'not_found'] },
  utenti: { label: 'Utenti e accessi', tables: ['admin_users', 'sign_in_rules', 'calendar_feeds'] },
  email: {
    label: 'Email',
    tables: ['email_configurations', 'email_messages', 'reply_mailbox', 'inbound_mails', 'unreadable_mails'],
  },
  impostazioni: {
    label: 'Impostazioni',
    tables: [
      ...['company_settings', 'site_settings', 'google_analytics_configurations', 'api_configurations'],
      ...['ai_settings', 'ai_prompts', 'secrets', 'retention'],
    ],
  },
  lavori: {
    label: 'Lavori ed eventi',
    tables: ['jobs', 'outbox', 'periodic_runs', 'bulk_acts', 'indexnow_changes'],
  },
} as const

export type RecordKind = keyof typeof recordKinds
