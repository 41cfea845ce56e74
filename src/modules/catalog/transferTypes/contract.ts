import { type Static, Type } from '@sinclair/typebox'
import { ById, Id, listInput, listOf, Moment, Text, titled } from '../../../kernel/field.ts'
import { act, command, query } from '../../../kernel/message.ts'

export const TransferTypeForm = Type.Object({
  name: titled('Nome', Text(100, { isName: true, message: 'Inserisci il nome della tipologia' })),
  description: titled('Descrizione', Type.String({ maxLength: 500, default: '' })),
  isActive: titled('Attiva', Type.Boolean({ default: true })),
})
export type TransferTypeForm = Static<typeof TransferTypeForm>

export const TransferType = Type.Object({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  isActive: Type.Boolean(),
  createdAt: Moment,
  updatedAt: Moment,
})
export type TransferType = Static<typeof TransferType>

export const ListTransferTypes = query(
  'GET /api/admin/transfer-types',
  ['operatore', 'contabile'],
  Type.Object(listInput('name', 'active')),
  listOf(TransferType),
  { tables: ['transfer_types'] },
)
export const ReadTransferType = query('GET /api/admin/transfer-types/:id', 'operatore', ById, TransferType, {
  tables: ['transfer_types'],
})
export const transferTypeCreated = act('catalog:transferTypeCreated', 'Tipologia creata')

export const CreateTransferType = command(
  'POST /api/admin/transfer-types',
  'admin',
  TransferTypeForm,
  TransferType,
  { acts: [transferTypeCreated], status: 201 },
)
export const transferTypeChanged = act('catalog:transferTypeChanged', 'Tipologia modificata')

export const SaveTransferType = command(
  'PUT /api/admin/transfer-types/:id',
  'admin',
  Type.Object({ ...TransferTypeForm.properties, id: Id, updatedAt: Moment }),
  TransferType,
  { acts: [transferTypeChanged] },
)
export const transferTypeDeleted = act('catalog:transferTypeDeleted', 'Tipologia eliminata')

export const DeleteTransferType = command(
  'DELETE /api/admin/transfer-types/:id',
  'admin',
  ById,
  Type.Object({}),
  { acts: [transferTypeDeleted], status: 204, summary: 'Deletes a transfer type; 409 if routes use it' },
)
