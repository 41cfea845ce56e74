import { type Static, Type } from '@sinclair/typebox'
import { Id, listInput, listOf, Moment } from '../../../kernel/field.ts'
import { act, command, query } from '../../../kernel/message.ts'

// The worker writes drafts, which staff accept or discard. A text is published only when staff save the route's form.

export const DraftField = Type.Union([Type.Literal('longDescription'), Type.Literal('touristInfo')], {
  message: 'Il testo deve essere longDescription o touristInfo',
})
export type DraftField = Static<typeof DraftField>

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
  'redazione',
  Type.Object(listInput('createdAt')),
  listOf(TextDraft),
  { tables: ['text_drafts'], summary: 'Drafts that wait for a review' },
)

/** Labels of a draft in the audit log. */
const fields = {
  field: 'Campo',
  provider: 'Fornitore',
  model: 'Modello',
  promptName: 'Prompt',
  routeId: 'Tratta',
  jobId: 'Lavoro n.',
  state: 'Stato',
}

export const textDraftDiscarded = act('integrations:textDraftDiscarded', 'Bozza AI scartata', { fields })

export const textDraftAccepted = act('integrations:textDraftAccepted', 'Bozza AI accettata', { fields })

export const DecideTextDraft = command(
  'POST /api/admin/text-drafts/:id/decision',
  'redazione',
  Type.Object({ id: Id, isAccepted: Type.Boolean() }),
  Type.Object({}),
  {
    acts: [textDraftAccepted, textDraftDiscarded],
    status: 204,
    summary: 'Marks a draft as accepted; the text itself is saved with the route',
  },
)

export const textDraftReopened = act('integrations:textDraftReopened', 'Bozza AI da rivedere di nuovo', {
  fields,
})
