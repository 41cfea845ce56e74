import { type Static, Type } from '@sinclair/typebox'
import { ById, Id, listInput, listOf, Moment, Nullable } from '../../../kernel/field.ts'
import { command, event, query } from '../../../kernel/message.ts'

// The operator can store several configurations; at most one is active.

const form = {
  measurementId: Type.String({
    pattern: '^(G-[A-Z0-9]{10})?$',
    maxLength: 20,
    default: '',
    message: 'ID Misurazione deve essere nel formato G-XXXXXXXXXX',
  }),
  isActive: Type.Boolean({ default: false }),
  description: Type.String({ maxLength: 200, default: 'Google Analytics 4' }),
}

export const AnalyticsConfiguration = Type.Object({ id: Id, ...form, createdAt: Moment, updatedAt: Moment })
export type AnalyticsConfiguration = Static<typeof AnalyticsConfiguration>

export const ListAnalyticsConfigurations = query(
  'GET /api/admin/google-analytics-configurations',
  'admin',
  Type.Object(listInput('measurementId', 'active', 'createdAt')),
  listOf(AnalyticsConfiguration),
  { tables: ['google_analytics_configurations'] },
)
export const ReadAnalyticsConfiguration = query(
  'GET /api/admin/google-analytics-configurations/:id',
  'admin',
  ById,
  AnalyticsConfiguration,
  { tables: ['google_analytics_configurations'] },
)
export const CreateAnalyticsConfiguration = command(
  'POST /api/admin/google-analytics-configurations',
  'admin',
  Type.Object(form),
  AnalyticsConfiguration,
  { status: 201 },
)
export const SaveAnalyticsConfiguration = command(
  'PUT /api/admin/google-analytics-configurations/:id',
  'admin',
  Type.Object({ ...form, id: Id, updatedAt: Moment }),
  AnalyticsConfiguration,
)
export const DeleteAnalyticsConfiguration = command(
  'DELETE /api/admin/google-analytics-configurations/:id',
  'admin',
  ById,
  Type.Object({}),
  { status: 204 },
)

export const ReadActiveAnalytics = query(
  'GET /api/google-analytics/active',
  'public',
  Type.Object({}),
  Type.Object({ isActive: Type.Boolean(), measurementId: Nullable(Type.String()) }),
  { summary: 'The active Google Analytics configuration', maxAgeSeconds: 60 },
)

export const analyticsChanged = event('settings:analyticsChanged', Type.Object({ configurationId: Id }))
