import { audit } from '../../../kernel/audit.ts'
import { edit } from '../../../kernel/edit.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer, handle } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import {
  CreateVehicle,
  DeleteVehicle,
  ListVehicles,
  ReadVehicle,
  SaveVehicle,
  type Vehicle,
  type VehicleForm,
  vehicleChanged,
  vehicleCreated,
  vehicleDeleted,
} from './contract.ts'
import { refuseUsed, shown } from './rows.ts'

const order = { plate: 'plate', kind: 'kind', seats: 'seats', active: 'is_active' }

export const listVehicles = answer(ListVehicles, async (read, asked) => {
  const like = likeOf(asked.search)
  const where = read`(plate ilike ${like} or coalesce(municipality, '') ilike ${like} or coalesce(garage, '') ilike ${like})`
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from vehicles where ${where}`
  const rows = await read<VehicleRow[]>`
    select ${columns(read)} from vehicles where ${where} ${pageOf(read, asked, order, 'plate')}`
  return { ...pages(asked, total), items: rows.map(shown) }
})

export const readVehicle = answer(ReadVehicle, async (read, { id }) => shown(await find(read, id)))

export const createVehicle = handle(CreateVehicle, async (tx, form, caller) => {
  const values = await columnsOf(tx, form, 0)
  const [row] = await tx<[VehicleRow]>`insert into vehicles ${tx(values)} returning ${columns(tx)}`
  await audit(tx, caller, vehicleCreated, `vehicles/${row.id}`, null, shown(row))
  return shown(row)
})

export const saveVehicle = edit(
  SaveVehicle,
  { table: 'vehicles', find },
  async (tx, { id, updatedAt: _, ...form }, caller, before) => {
    const values = await columnsOf(tx, form, id)
    const [row] = await tx<[VehicleRow]>`
      update vehicles set ${tx(values)}, updated_at = now() where id = ${id} returning ${columns(tx)}`
    await audit(tx, caller, vehicleChanged, `vehicles/${id}`, shown(before), shown(row))
    return shown(row)
  },
)

export const deleteVehicle = handle(DeleteVehicle, async (tx, { id }, caller) => {
  const before = await find(tx, id)
  await refuseUsed(tx, 'vehicle_id', id, 'Il veicolo è assegnato')
  const [numbered] = await tx`select year from service_sheet_numbers where vehicle_id = ${id} limit 1`
  if (numbered) throw new HttpError(409, 'Il veicolo ha fogli di servizio: disattivalo invece di eliminarlo.')
  await tx`delete from vehicles where id = ${id}`
  await audit(tx, caller, vehicleDeleted, `vehicles/${id}`, shown(before), null)
  return {}
})

interface VehicleRow extends Omit<Vehicle, 'createdAt' | 'updatedAt'> {
  createdAt: Date
  updatedAt: Date
}

function columns(sql: Sql | Tx) {
  return sql`
    id, plate, kind, seats, bags, authorization_number, authorization_expires_on, municipality, garage,
    out_of_service_from, out_of_service_until, is_active, created_at, updated_at`
}

async function find(sql: Sql | Tx, id: number): Promise<VehicleRow> {
  const [row] = await sql<[VehicleRow?]>`select ${columns(sql)} from vehicles where id = ${id}`
  if (!row) throw new HttpError(404, 'Veicolo non trovato.')
  return row
}

/** Throws HttpError 409 if another vehicle has the plate, and 422 for a wrong period out of service. */
async function columnsOf(tx: Tx, form: VehicleForm, id: number) {
  const plate = form.plate.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
  const [taken] = await tx`select id from vehicles where plate = ${plate} and id <> ${id}`
  if (taken) throw new HttpError(409, 'Esiste già un veicolo con questa targa.')
  const [from, until] = [form.outOfServiceFrom || null, form.outOfServiceUntil || null]
  if (until && !from) throw refusal('outOfServiceFrom', 'Indica il primo giorno fuori servizio')
  if (from && until && until < from)
    throw refusal('outOfServiceUntil', 'L’ultimo giorno viene prima del primo')
  const { kind, seats, bags, isActive } = form
  return {
    plate,
    kind,
    seats,
    bags,
    authorization_number: form.authorizationNumber || null,
    authorization_expires_on: form.authorizationExpiresOn || null,
    municipality: form.municipality || null,
    garage: form.garage || null,
    out_of_service_from: from,
    out_of_service_until: until,
    is_active: isActive,
  }
}
