import { audit } from '../../../kernel/audit.ts'
import { edit } from '../../../kernel/edit.ts'
import { endGrants } from '../../../kernel/grants.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages, whole } from '../../../kernel/list.ts'
import { answer, handle } from '../../../kernel/message.ts'
import { type PhoneLinks, phoneLinks, phonePatterns } from '../../../kernel/phone.ts'
import { jsonb, type Sql, type Tx } from '../../../platform/db.ts'
import { accountNames } from '../../settings/staff/names.queries.ts'
import {
  CreateDriver,
  DeleteDriver,
  type Driver,
  type DriverForm,
  driverChanged,
  driverCreated,
  driverDeleted,
  ListDriverAccounts,
  ListDrivers,
  ReadDriver,
  SaveDriver,
} from './contract.ts'
import { refuseUsed, shown } from './rows.ts'

// The audit log is never deleted, so these commands write neither names nor phone numbers into it.

const order = {
  name: 'lower(name)',
  licence: 'licence_expires_on',
  certificate: 'certificate_expires_on',
  active: 'is_active',
}

export const listDrivers = answer(ListDrivers, async (read, asked) => {
  const like = likeOf(asked.search)
  const where = read`
    (name ilike ${like} or phone ilike ${like} or e164(phone) like any(${phonePatterns(asked.search ?? '')}::text[]))`
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from drivers where ${where}`
  const rows = await read<DriverRow[]>`
    select ${columns(read)} from drivers where ${where} ${pageOf(read, asked, order, 'name')}`
  return { ...pages(asked, total), items: rows.map(shownDriver) }
})

export const listDriverAccounts = answer(ListDriverAccounts, async (read) => whole(await accountNames(read)))

export const readDriver = answer(ReadDriver, async (read, { id }) => shownDriver(await find(read, id)))

export const createDriver = handle(CreateDriver, async (tx, form, caller) => {
  const values = await columnsOf(tx, form, 0)
  const [row] = await tx<[DriverRow]>`insert into drivers ${tx(values)} returning ${columns(tx)}`
  await audit(tx, caller, driverCreated, `drivers/${row.id}`, null, impersonal(row))
  return shownDriver(row)
})

export const saveDriver = edit(
  SaveDriver,
  { table: 'drivers', find },
  async (tx, { id, updatedAt: _, ...form }, caller, before) => {
    const values = await columnsOf(tx, form, id)
    const [row] = await tx<[DriverRow]>`
      update drivers set ${tx(values)}, updated_at = now() where id = ${id} returning ${columns(tx)}`
    // The person with the former account knows the calendar's URL.
    const isOfOther = before.adminUserId !== null && row.adminUserId !== before.adminUserId
    if (!row.isActive || isOfOther)
      await endGrants(tx, { of: { driverId: id } }, row.isActive ? 'accountChanged' : 'driverClosed')
    await audit(tx, caller, driverChanged, `drivers/${id}`, impersonal(before), {
      ...impersonal(row),
      ...(before.name === row.name && before.phone === row.phone ? {} : { contactsChanged: true }),
    })
    return shownDriver(row)
  },
)

export const deleteDriver = handle(DeleteDriver, async (tx, { id }, caller) => {
  const before = await find(tx, id)
  await refuseUsed(tx, 'driver_id', id, 'L’autista è assegnato')
  await tx`delete from drivers where id = ${id}`
  await audit(tx, caller, driverDeleted, `drivers/${id}`, impersonal(before), null)
  return {}
})

interface DriverRow extends Omit<Driver, 'createdAt' | 'updatedAt' | keyof PhoneLinks> {
  createdAt: Date
  updatedAt: Date
}

function columns(sql: Sql | Tx) {
  return sql`
    id, name, phone, languages, licence_expires_on, certificate_expires_on, days_off, admin_user_id, is_active,
    created_at, updated_at`
}

async function find(sql: Sql | Tx, id: number): Promise<DriverRow> {
  const [row] = await sql<[DriverRow?]>`select ${columns(sql)} from drivers where id = ${id}`
  if (!row) throw new HttpError(404, 'Autista non trovato.')
  return row
}

/** Throws HttpError 422 for a wrong period off or account, and 409 if another driver has the account. */
async function columnsOf(tx: Tx, form: DriverForm, id: number) {
  const wrong = form.daysOff.findIndex(({ from, until }) => until < from)
  if (wrong >= 0) throw refusal(`daysOff.${wrong}.until`, 'L’ultimo giorno viene prima del primo')
  const account = form.adminUserId || null
  if (account !== null) await refuseAccount(tx, account, id)
  const { name, phone, languages, daysOff, isActive } = form
  return {
    name,
    phone,
    languages: [...new Set(languages)],
    licence_expires_on: form.licenceExpiresOn || null,
    certificate_expires_on: form.certificateExpiresOn || null,
    days_off: jsonb(
      tx,
      daysOff.toSorted((one, other) => one.from.localeCompare(other.from)),
    ),
    admin_user_id: account,
    is_active: isActive,
  }
}

async function refuseAccount(tx: Tx, account: number, driverId: number): Promise<void> {
  const [other] = await tx<[{ name: string }?]>`
    select name from drivers where admin_user_id = ${account} and id <> ${driverId}`
  if (other) throw new HttpError(409, `Questo account è già di ${other.name}.`)
  const [own] = await tx`select id from drivers where admin_user_id = ${account} and id = ${driverId}`
  // A driver who already has the account may keep the account after staff deactivate it.
  if (!own && !(await accountNames(tx)).some((one) => one.id === account))
    throw refusal('adminUserId', 'Questo account non c’è più o non è attivo.')
}

const shownDriver = (row: DriverRow): Driver => ({ ...shown(row), ...phoneLinks(row.phone) })

function impersonal({ name: _, phone: _phone, ...row }: DriverRow) {
  return shown(row)
}
