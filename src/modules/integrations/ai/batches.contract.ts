import { Type } from '@sinclair/typebox'
import { ById, Id } from '../../../kernel/field.ts'
import { command, event } from '../../../kernel/message.ts'
import { DraftField } from '../drafts/contract.ts'
import { PromptId } from '../prompts/contract.ts'

// The worker writes drafts for many routes, and staff accept or discard each draft.

export const WriteRouteTexts = command(
  'POST /api/admin/ai-batches',
  'admin',
  Type.Object({
    promptId: PromptId,
    field: DraftField,
    /** Selects the routes whose names of departure and destination, joined by a blank, contain this text. */
    search: Type.String({ maxLength: 200, default: '' }),
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
    summary: 'Continues a batch where it stopped, and keeps its texts',
  },
)

export const routeTextsRequested = event('integrations:routeTextsRequested', Type.Object({ jobId: Id }))
