import { audit } from '../../../kernel/audit.ts'
import { edit } from '../../../kernel/edit.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer, handle } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import {
  type ClosedDay,
  type ClosedDayForm,
  CreateClosedDay,
  closedDayChanged,
  closedDayCreated,
  closedDayDeleted,
  DeleteClosedDay,
  ListClosedDays,
  ReadClosedDay,
  SaveClosedDay,
} from './contract.ts'

export const listClosedDays = answer(ListClosedDays, async (read, asked) => {
  const where = read`reason ilike ${likeOf(asked.search)}`
  const [{ total }] = await read<[{ total: number }]>`
    select count(*) as total from closed_days where ${where}`
  const order = { day: 'day', limit: 'max_trips_per_hour' }
  const rows = await read<ClosedDayRow[]>`
    select ${columns(read)} from closed_days where ${where} ${pageOf(read, asked, order, '-day')}`
  return { ...pages(asked, total), items: rows.map(shown) }
})

export const readClosedDay = answer(ReadClosedDay, async (read, { id }) => shown(await find(read, id)))

export const createClosedDay = handle(CreateClosedDay, async (tx, form, caller) => {
  const values = await columnsOf(tx, form, 0)
  const [row] = await tx<[ClosedDayRow]>`insert into closed_days ${tx(values)} returning ${columns(tx)}`
  await audit(tx, caller, closedDayCreated, `closed_days/${row.id}`, null, shown(row))
  return shown(row)
})

export const saveClosedDay = edit(
  SaveClosedDay,
  { table: 'closed_days', find },
  async (tx, { id, updatedAt: _, ...form }, caller, before) => {
    const values = await columnsOf(tx, form, id)
    const [row] = await tx<[ClosedDayRow]>`
      update closed_days set ${tx(values)}, updated_at = now() where id = ${id} returning ${columns(tx)}`
    await audit(tx, caller, closedDayChanged, `closed_days/${id}`, shown(before), shown(row))
    return shown(row)
  },
)

export const deleteClosedDay = handle(DeleteClosedDay, async (tx, { id }, caller) => {
  const before = await find(tx, id)
  await tx`delete from closed_days where id = ${id}`
  await audit(tx, caller, closedDayDeleted, `closed_days/${id}`, shown(before), null)
  return {}
})

interface ClosedDayRow extends Omit<ClosedDay, 'createdAt' | 'updatedAt'> {
  createdAt: Date
  updatedAt: Date
}

function columns(sql: Sql | Tx) {
  return sql`id, day, reason, max_trips_per_hour, created_at, updated_at`
}

async function find(sql: Sql | Tx, id: number): Promise<ClosedDayRow> {
  const [row] = await sql<[ClosedDayRow?]>`select ${columns(sql)} from closed_days where id = ${id}`
  if (!row) throw new HttpError(404, 'Giorno chiuso non trovato.')
  return row
}

async function columnsOf(tx: Tx, { day, reason, maxTripsPerHour }: ClosedDayForm, id: number) {
  const [taken] = await tx`select id from closed_days where day = ${day} and id <> ${id}`
  if (taken) throw new HttpError(409, 'Questo giorno è già nell’elenco.')
  return { day, reason, max_trips_per_hour: maxTripsPerHour }
}

function shown(row: ClosedDayRow): ClosedDay {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() }
}
