import { Type } from '@sinclair/typebox'
import { Id } from '../../../kernel/field.ts'
import { command } from '../../../kernel/message.ts'
import { BulkOutcome, bulkOptions, selectionOf, selectionProblems } from '../../../kernel/selection.ts'
import { ListRoutes } from './contract.ts'

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

export const ChangeRoutes = command(
  'POST /api/admin/route-prices/bulk',
  'admin',
  Type.Object({
    ...selectionOf(Id, { search, departure, destination, transferType, active, main, missing, indexed }),
    act: RouteAct,
    /** New transfer type, for the act `type`. */
    transferTypeId: Type.Optional(Id),
  }),
  BulkOutcome,
  {
    ...bulkOptions,
    problems: (input) => [
      ...selectionProblems(input),
      ...(input.act === 'type' && input.transferTypeId === undefined
        ? [{ path: 'transferTypeId', message: 'Seleziona una tipologia di transfer' }]
        : []),
    ],
    summary: 'Activates, indexes, retypes or deletes many routes, or changes their families, as one act',
  },
)
