import { expect, test } from 'vitest'
import { openApp } from '../app.ts'

const app = await openApp()

/** Columns of each table in section 3 of docs/spec-backoffice.md, with their defaults. The tables have more columns. */
const tables: [table: string, columns: Record<string, unknown>][] = [
  [
    'admin_users',
    { id: null, username: null, password: null, isSuperAdmin: false, isActive: true, createdAt: 'now()' },
  ],
  ['contacts', { id: null, name: null, phone: null, email: null, message: null, createdAt: 'now()' }],
  [
    'bookings',
    {
      id: null,
      departure: null,
      destination: null,
      date: null,
      time: null,
      passengers: null,
      phone: null,
      createdAt: 'now()',
    },
  ],
  [
    'availability_requests',
    {
      id: null,
      name: null,
      phone: null,
      email: null,
      departure: null,
      destination: null,
      passengers: null,
      message: null,
      formSource: null,
      createdAt: 'now()',
    },
  ],
  [
    'routes',
    {
      id: null,
      name: null,
      slug: null,
      departure: null,
      destination: null,
      distance: '',
      duration: '',
      price: null,
      description: '',
      isPopular: false,
    },
  ],
  [
    'company_settings',
    {
      companyName: null,
      vatNumber: null,
      rea: null,
      phone: null,
      email: null,
      leadsEmail: null,
      address: null,
      city: null,
      cap: null,
      updatedAt: 'now()',
    },
  ],
  [
    'blog_posts',
    {
      id: null,
      title: null,
      slug: null,
      summary: null,
      content: null,
      featuredImage: null,
      imageAlt: null,
      metaTitle: null,
      metaDescription: null,
      category: null,
      isPublished: false,
      publishedAt: null,
      createdAt: 'now()',
      updatedAt: 'now()',
    },
  ],
  ['blog_categories', { id: null, name: null, slug: null, description: null, createdAt: 'now()' }],
  [
    'locations',
    {
      id: null,
      name: null,
      googlePlaceId: null,
      latitude: null,
      longitude: null,
      locationType: null,
      cap: null,
      longDescription: null,
      touristInfo: null,
      createdAt: 'now()',
      updatedAt: 'now()',
    },
  ],
  ['api_configurations', { id: null, name: null, apiKey: null, description: null, isActive: true }],
  ['transfer_types', { id: null, name: null, description: '', isActive: true, createdAt: 'now()' }],
  [
    'route_prices',
    {
      departureLocationId: null,
      destinationLocationId: null,
      transferTypeId: 1,
      distanceKm: null,
      estimatedDuration: null,
      priceMin2Pax: null,
      price3to4Pax: null,
      price5to7Pax: null,
      price1to3Pax: null,
      price4to8Pax: null,
      pricePremium1to3Pax: null,
      pricePremium4to7Pax: null,
      longDescription: null,
      touristInfo: null,
      slug: null,
      canonicalUrl: null,
      isMainRoute: false,
      mainRouteId: null,
      ricerche: 0,
      isActive: true,
      createdAt: 'now()',
      updatedAt: 'now()',
    },
  ],
  [
    'ai_prompts',
    { id: null, name: null, prompt: null, provider: null, fieldType: 'general', isActive: true },
  ],
  [
    'email_configurations',
    {
      serviceName: 'brevo',
      isActive: false,
      apiKey: null,
      smtpHost: null,
      smtpPort: 587,
      smtpUsername: null,
      smtpPassword: null,
      fromEmail: null,
      fromName: '',
      replyToEmail: null,
      webhookUrl: null,
      settings: null,
      createdAt: 'now()',
      updatedAt: 'now()',
    },
  ],
  [
    'google_analytics_configurations',
    { id: null, measurementId: null, isActive: false, description: 'Google Analytics 4', createdAt: 'now()' },
  ],
  ['site_settings', { isLive: true, underConstructionMessage: 'Sito in manutenzione. Torneremo presto!' }],
  [
    'route_searches',
    { id: null, routeId: null, searchDate: 'now()', userAgent: null, ipAddress: null, createdAt: 'now()' },
  ],
  [
    'indexnow_submissions',
    {
      id: null,
      url: null,
      submissionDate: 'now()',
      status: null,
      statusCode: null,
      errorMessage: null,
      submissionType: null,
      createdAt: 'now()',
    },
  ],
]

test.each(tables)(
  'the table %s has the fields of the specification with their defaults',
  async (table, columns) => {
    const rows = await app.sql<{ name: string; value: string | null }[]>`
    select column_name as name, regexp_replace(column_default, '^''(.*)''::text$', '\\1') as value
    from information_schema.columns where table_schema = 'public' and table_name = ${table}`
    const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    const stored = Object.fromEntries(rows.map(({ name, value }) => [camel(name), value]))
    const expected = Object.entries(columns).map(([name, value]) => [
      name,
      value === null ? null : String(value),
    ])
    expect(stored).toMatchObject(Object.fromEntries(expected))
  },
)

test('names and slugs that the specification calls unique belong to one row', async () => {
  const found = await app.sql<{ key: string }[]>`
    select tablename || ' ' || regexp_replace(indexdef, '.*using btree \\((?:lower\\()?(\\w+)\\)?\\).*', '\\1', 'i') as key
    from pg_indexes where schemaname = 'public' and indexdef ilike 'create unique%'`
  expect(found.map(({ key }) => key)).toEqual(
    expect.arrayContaining([
      'admin_users username',
      'routes slug',
      'blog_posts slug',
      'blog_categories name',
      'blog_categories slug',
      'locations google_place_id',
      'api_configurations name',
      'transfer_types name',
      'route_prices slug',
    ]),
  )
})
