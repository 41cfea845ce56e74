import { type Static, Type } from '@sinclair/typebox'
import { ById, Id, listInput, listOf, Moment, Text } from '../../../kernel/field.ts'
import { command, query } from '../../../kernel/message.ts'

export const TransferTypeForm = Type.Object({
  name: Text(100, { isName: true, message: 'Inserisci il nome della tipologia' }),
  description: Type.String({ maxLength: 500, default: '' }),
  isActive: Type.Boolean({ default: true }),
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
export const CreateTransferType = command(
  'POST /api/admin/transfer-types',
  'admin',
  TransferTypeForm,
  TransferType,
  { status: 201 },
)
export const SaveTransferType = command(
  'PUT /api/admin/transfer-types/:id',
  'admin',
  Type.Object({ ...TransferTypeForm.properties, id: Id, updatedAt: Moment }),
  TransferType,
)
export const DeleteTransferType = command(
  'DELETE /api/admin/transfer-types/:id',
  'admin',
  ById,
  Type.Object({}),
  { status: 204, summary: 'Deletes a transfer type; 409 if routes use it' },
)
