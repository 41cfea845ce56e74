import { Type } from '@sinclair/typebox'
import { Id } from '../../../kernel/field.ts'
import { command } from '../../../kernel/message.ts'
import {
  BulkOutcome,
  bulkActMade,
  bulkOptions,
  selectionOf,
  selectionProblems,
} from '../../../kernel/selection.ts'
import { ListTextDrafts, textDraftDiscarded, textDraftReopened } from './contract.ts'

const { search } = ListTextDrafts.input.properties

export const DiscardTextDrafts = command(
  'POST /api/admin/text-drafts/bulk',
  'redazione',
  Type.Object({ ...selectionOf(Id, { search }), act: Type.Literal('discard') }),
  BulkOutcome,
  {
    ...bulkOptions,
    acts: [bulkActMade, textDraftDiscarded, textDraftReopened],
    problems: selectionProblems,
    summary: 'Discards many drafts, as one act',
  },
)
