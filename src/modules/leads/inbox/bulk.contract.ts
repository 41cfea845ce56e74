import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, titled } from '../../../kernel/field.ts'
import { command } from '../../../kernel/message.ts'
import {
  BulkOutcome,
  bulkActMade,
  bulkOptions,
  selectionOf,
  selectionProblems,
} from '../../../kernel/selection.ts'
import { LeadKey, LeadKind, LeadState } from '../lead/contract.ts'
import { LeadChange, LeadFilters, leadChanged } from './contract.ts'

const { search, status, assignedTo, from, to, travelFrom, travelTo, isWaiting } = LeadFilters.properties

export const ChangeLeads = command(
  'POST /api/admin/leads/bulk',
  'operatore',
  Type.Object({
    ...selectionOf(LeadKey, {
      kind: Type.Optional(LeadKind),
      search,
      status,
      assignedTo,
      from,
      to,
      travelFrom,
      travelTo,
      isWaiting,
    }),
    change: Type.Object(
      {
        status: titled('Stato', Type.Optional(LeadState)),
        assignedTo: titled('Assegnata a', Type.Optional(Nullable(Id))),
        dueAt: LeadChange.properties.dueAt,
      },
      { minProperties: 1, message: 'Scegli che cosa cambiare' },
    ),
  }),
  BulkOutcome,
  {
    ...bulkOptions,
    acts: [bulkActMade, leadChanged],
    problems: selectionProblems,
    summary: 'Changes state, owner or due date of many leads as one act that can be undone',
  },
)
export type LeadsChange = Static<typeof ChangeLeads.input>['change']
