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
import { ListLocations, locationChanged, locationDeleted } from './contract.ts'

const { search, state } = ListLocations.input.properties

export const ChangeLocations = command(
  'POST /api/admin/locations/bulk',
  'admin',
  Type.Object({
    ...selectionOf(Id, { search, state }),
    /** `exclude` makes the route generator skip the places by default. */
    act: Type.Union([Type.Literal('exclude'), Type.Literal('include'), Type.Literal('delete')], {
      message: 'Scegli che cosa fare',
    }),
  }),
  BulkOutcome,
  {
    ...bulkOptions,
    acts: [bulkActMade, locationChanged, locationDeleted],
    problems: selectionProblems,
    summary: 'Deletes many places, or changes whether the generator uses them, as one act',
  },
)
