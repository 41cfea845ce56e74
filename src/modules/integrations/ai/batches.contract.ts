import { Type } from '@sinclair/typebox'
import { ById, Id, titled } from '../../../kernel/field.ts'
import { act, command } from '../../../kernel/message.ts'
import { DraftField } from '../drafts/contract.ts'
import { PromptId } from '../prompts/contract.ts'

// The worker writes drafts for many routes, and staff accept or discard each draft.

export const routeTextsRequested = act(
  'integrations:routeTextsRequested',
  'Testi di più tratte richiesti all’AI',
  { fields: { routes: 'Tratte' }, payload: Type.Object({ jobId: Id }) },
)

export const WriteRouteTexts = command(
  'POST /api/admin/ai-batches',
  'admin',
  Type.Object({
    promptId: titled('Prompt', PromptId),
    field: titled('Testo', DraftField),
    /** Selects the routes whose names of departure and destination, joined by a blank, contain this text. */
    search: titled('Solo tratte che contengono', Type.String({ maxLength: 200, default: '' })),
    onlyMissing: titled('Solo dove manca', Type.Boolean({ default: true })),
    max: titled(
      'Tratte al massimo',
      Type.Integer({
        minimum: 1,
        maximum: 500,
        default: 50,
        message: 'Le tratte di una volta sono da 1 a 500',
      }),
    ),
  }),
  Type.Object({ jobId: Id, routes: Type.Integer() }),
  {
    acts: [routeTextsRequested],
    refusesUnknownKeys: true,
    status: 202,
    limit: { bucket: 'ai batches', max: 20, seconds: 3600 },
  },
)

export const routeTextsResumed = act('integrations:routeTextsResumed', 'Testi di più tratte ripresi')

export const ResumeRouteTexts = command(
  'POST /api/admin/ai-batches/:id/resume',
  'admin',
  ById,
  Type.Object({ jobId: Id }),
  {
    acts: [routeTextsResumed],
    refusesUnknownKeys: true,
    status: 202,
    summary: 'Continues a batch where it stopped, and keeps its texts',
  },
)
