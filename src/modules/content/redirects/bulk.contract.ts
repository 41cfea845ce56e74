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
import { ListRedirects, redirectDeleted } from './contract.ts'

const { search, off } = ListRedirects.input.properties

export const DeleteRedirects = command(
  'POST /api/admin/redirects/bulk',
  'admin',
  Type.Object({ ...selectionOf(Id, { search, off }), act: Type.Literal('delete') }),
  BulkOutcome,
  {
    ...bulkOptions,
    acts: [bulkActMade, redirectDeleted],
    problems: selectionProblems,
    summary: 'Deletes many redirects, as one act',
  },
)
