import { type Static, Type } from '@sinclair/typebox'
import { ById, Id, listInput, listOf, Moment, Nullable, titled } from '../../../kernel/field.ts'
import { act, command, query } from '../../../kernel/message.ts'

// The operator can store several configurations; at most one is active.

const form = {
  measurementId: titled(
    'ID Misurazione',
    Type.String({
      pattern: '^(G-[A-Z0-9]{10})?$',
      maxLength: 20,
      default: '',
      message: 'ID Misurazione deve essere nel formato G-XXXXXXXXXX',
    }),
  ),
  isActive: titled('Attiva', Type.Boolean({ default: false })),
  description: titled('Descrizione', Type.String({ maxLength: 200, default: 'Google Analytics 4' })),
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
export const analyticsCreated = act('settings:analyticsCreated', 'Google Analytics aggiunto')

export const CreateAnalyticsConfiguration = command(
  'POST /api/admin/google-analytics-configurations',
  'admin',
  Type.Object(form),
  AnalyticsConfiguration,
  { acts: [analyticsCreated], status: 201 },
)
export const analyticsChanged = act('settings:analyticsChanged', 'Google Analytics modificato', {
  payload: Type.Object({ configurationId: Id }),
})

export const SaveAnalyticsConfiguration = command(
  'PUT /api/admin/google-analytics-configurations/:id',
  'admin',
  Type.Object({ ...form, id: Id, updatedAt: Moment }),
  AnalyticsConfiguration,
  { acts: [analyticsChanged] },
)
export const analyticsDeleted = act('settings:analyticsDeleted', 'Google Analytics eliminato')

export const DeleteAnalyticsConfiguration = command(
  'DELETE /api/admin/google-analytics-configurations/:id',
  'admin',
  ById,
  Type.Object({}),
  { acts: [analyticsDeleted], status: 204 },
)

export const ReadActiveAnalytics = query(
  'GET /api/google-analytics/active',
  'public',
  Type.Object({}),
  Type.Object({ isActive: Type.Boolean(), measurementId: Nullable(Type.String()) }),
  { summary: 'The active Google Analytics configuration', maxAgeSeconds: 60 },
)
