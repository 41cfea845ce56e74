import { type Static, Type } from '@sinclair/typebox'
import { ById, Id, listInput, listOf, Moment } from '../../../kernel/field.ts'
import { command, event, query } from '../../../kernel/message.ts'

// Texts for many routes at once. The worker writes drafts; a person takes each or discards it, and only what is saved
// with the route's own form is published.

export const DraftField = Type.Union([Type.Literal('longDescription'), Type.Literal('touristInfo')], {
  message: 'Il testo deve essere longDescription o touristInfo',
})
export type DraftField = Static<typeof DraftField>

export const WriteRouteTexts = command(
  'POST /api/admin/ai-batches',
  'admin',
  Type.Object({
    promptId: Type.Integer({ minimum: 1, maximum: 2_147_483_647, message: 'Prompt AI richiesto' }),
    field: DraftField,
    /** In the names of the two places. */
    search: Type.String({ maxLength: 200, default: '' }),
    /** Routes that have the text already are left alone. */
    onlyMissing: Type.Boolean({ default: true }),
    max: Type.Integer({
      minimum: 1,
      maximum: 500,
      default: 50,
      message: 'Le tratte di una volta sono da 1 a 500',
    }),
  }),
  Type.Object({ jobId: Id, routes: Type.Integer() }),
  { refusesUnknownKeys: true, status: 202, limit: { bucket: 'ai batches', max: 20, seconds: 3600 } },
)

export const ResumeRouteTexts = command(
  'POST /api/admin/ai-batches/:id/resume',
  'admin',
  ById,
  Type.Object({ jobId: Id }),
  {
    refusesUnknownKeys: true,
    status: 202,
    summary: 'The same job goes on where it stopped: what it has written stays',
  },
)

export const TextDraft = Type.Object({
  id: Id,
  routeId: Id,
  departure: Type.String(),
  destination: Type.String(),
  field: DraftField,
  text: Type.String(),
  provider: Type.String(),
  model: Type.String(),
  promptName: Type.String(),
  createdAt: Moment,
})
export type TextDraft = Static<typeof TextDraft>

export const ListTextDrafts = query(
  'GET /api/admin/text-drafts',
  'admin',
  Type.Object(listInput('createdAt')),
  listOf(TextDraft),
  { tables: ['text_drafts'], summary: 'Those that nobody has decided on yet' },
)

export const DecideTextDraft = command(
  'POST /api/admin/text-drafts/:id/decision',
  'admin',
  Type.Object({ id: Id, isAccepted: Type.Boolean() }),
  Type.Object({}),
  { status: 204, summary: 'Accepting notes where the text is from; the text itself is saved with the route' },
)

export const routeTextsRequested = event('integrations:routeTextsRequested', Type.Object({ jobId: Id }))
