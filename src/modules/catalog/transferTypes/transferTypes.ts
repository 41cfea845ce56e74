import { audit } from '../../../kernel/audit.ts'
import { edit } from '../../../kernel/edit.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer, handle } from '../../../kernel/message.ts'
import { rowNamed } from '../../../kernel/pasted.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import {
  CreateTransferType,
  DeleteTransferType,
  ListTransferTypes,
  ReadTransferType,
  SaveTransferType,
  type TransferType,
  transferTypeChanged,
  transferTypeCreated,
  transferTypeDeleted,
} from './contract.ts'

export const listTransferTypes = answer(ListTransferTypes, async (read, asked) => {
  const like = likeOf(asked.search)
  const where = read`(name ilike ${like} or description ilike ${like})`
  const [{ total }] = await read<[{ total: number }]>`
    select count(*) as total from transfer_types where ${where}`
  const order = { name: 'lower(name)', active: 'is_active' }
  const rows = await read<TransferTypeRow[]>`
    select ${columns(read)} from transfer_types where ${where} ${pageOf(read, asked, order, 'name')}`
  return { ...pages(asked, total), items: rows.map(shown) }
})

export const readTransferType = answer(ReadTransferType, async (read, { id }) => shown(await find(read, id)))

export const createTransferType = handle(CreateTransferType, async (tx, form, caller) => {
  await refuseTaken(tx, form.name, 0)
  const [row] = await tx<[TransferTypeRow]>`
    insert into transfer_types (name, description, is_active)
    values (${form.name}, ${form.description}, ${form.isActive}) returning ${columns(tx)}`
  await audit(tx, caller, transferTypeCreated, `transfer_types/${row.id}`, null, shown(row))
  return shown(row)
})

export const saveTransferType = edit(
  SaveTransferType,
  { table: 'transfer_types', find },
  async (tx, form, caller, before) => {
    await refuseTaken(tx, form.name, form.id)
    const [row] = await tx<[TransferTypeRow]>`
    update transfer_types set name = ${form.name}, description = ${form.description},
      is_active = ${form.isActive}, updated_at = now()
    where id = ${form.id} returning ${columns(tx)}`
    const subject = `transfer_types/${form.id}`
    await audit(tx, caller, transferTypeChanged, subject, shown(before), shown(row))
    return shown(row)
  },
)

export const deleteTransferType = handle(DeleteTransferType, async (tx, { id }, caller) => {
  const before = await find(tx, id)
  const [{ routes }] = await tx<[{ routes: number }]>`
    select count(*) as routes from route_prices where transfer_type_id = ${id}`
  if (routes > 0)
    throw new HttpError(
      409,
      `Impossibile eliminare la tipologia: è utilizzata in ${routes === 1 ? 'una tratta' : `${routes} tratte`}.`,
    )
  await tx`delete from transfer_types where id = ${id}`
  await audit(tx, caller, transferTypeDeleted, `transfer_types/${id}`, shown(before), null)
  return {}
})

interface TransferTypeRow extends Omit<TransferType, 'createdAt' | 'updatedAt'> {
  createdAt: Date
  updatedAt: Date
}

function columns(sql: Sql | Tx) {
  return sql`id, name, description, is_active, created_at, updated_at`
}

async function find(sql: Sql | Tx, id: number): Promise<TransferTypeRow> {
  const [row] = await sql<[TransferTypeRow?]>`select ${columns(sql)} from transfer_types where id = ${id}`
  if (!row) throw new HttpError(404, 'Tipologia di transfer non trovata.')
  return row
}

async function refuseTaken(tx: Tx, name: string, butId: number): Promise<void> {
  const others = await tx<{ name: string }[]>`select name from transfer_types where id <> ${butId}`
  if (rowNamed(others, name)) throw new HttpError(409, 'Esiste già una tipologia con questo nome.')
}

function shown(row: TransferTypeRow): TransferType {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() }
}
