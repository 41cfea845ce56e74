import { Type } from '@sinclair/typebox'
import { Id, titled } from '../../../kernel/field.ts'
import { act, command } from '../../../kernel/message.ts'
import {
  BulkOutcome,
  bulkActMade,
  bulkOptions,
  selectionOf,
  selectionProblems,
} from '../../../kernel/selection.ts'
import { correlatedRoutesDeleted, ListRoutes, routeCreated, routeDeleted, routeUpdated } from './contract.ts'
import { routeLinked, routeRestored, routeUnlinked } from './family.contract.ts'

const { search, departure, destination, transferType, active, main, missing, indexed } =
  ListRoutes.input.properties

const RouteAct = Type.Union(
  [
    Type.Literal('activate'),
    Type.Literal('deactivate'),
    Type.Literal('type'),
    Type.Literal('index'),
    Type.Literal('gate'),
    Type.Literal('createFamily'),
    Type.Literal('deleteFamily'),
    Type.Literal('delete'),
  ],
  { message: 'Scegli che cosa fare' },
)

export const correlatedRoutesCreated = act('catalog:correlatedRoutesCreated', 'Tratte correlate create', {
  fields: { created: 'Create', adopted: 'Collegate', restored: 'Ripristinate', left: 'Non collegate' },
})

export const ChangeRoutes = command(
  'POST /api/admin/route-prices/bulk',
  'admin',
  Type.Object({
    ...selectionOf(Id, { search, departure, destination, transferType, active, main, missing, indexed }),
    act: RouteAct,
    /** New transfer type, for the act `type`. */
    transferTypeId: titled('Tipologia transfer', Type.Optional(Id)),
  }),
  BulkOutcome,
  {
    ...bulkOptions,
    acts: [
      bulkActMade,
      routeUpdated,
      routeDeleted,
      correlatedRoutesCreated,
      correlatedRoutesDeleted,
      routeCreated,
      routeRestored,
      routeLinked,
      routeUnlinked,
    ],
    problems: (input) => [
      ...selectionProblems(input),
      ...(input.act === 'type' && input.transferTypeId === undefined
        ? [{ path: 'transferTypeId', message: 'Seleziona una tipologia di transfer' }]
        : []),
    ],
    summary: 'Activates, indexes, retypes or deletes many routes, or changes their families, as one act',
  },
)
