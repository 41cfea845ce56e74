import { audit } from '../../../kernel/audit.ts'
import { edit } from '../../../kernel/edit.ts'
import { isMask } from '../../../kernel/field.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer, handle } from '../../../kernel/message.ts'
import { Refused } from '../../../kernel/refused.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { sealedColumn } from '../../../platform/encryptedColumns.ts'
import { environmentKey } from '../../../platform/providers.ts'
import { masked, open, seal } from '../../../platform/secret.ts'
import {
  type ApiConfiguration,
  CreateApiConfiguration,
  DeleteApiConfiguration,
  ListApiConfigurations,
  ReadApiConfiguration,
  SaveApiConfiguration,
  type ServiceName,
} from './contract.ts'

const place = sealedColumn('api_configurations', 'api_key')

interface Row extends Omit<ApiConfiguration, 'createdAt' | 'updatedAt'> {
  createdAt: Date
  updatedAt: Date
}

export const listApiConfigurations = answer(ListApiConfigurations, async (read, asked) => {
  const like = likeOf(asked.search)
  const where = read`(name ilike ${like} or description ilike ${like})`
  const [{ total }] = await read<[{ total: number }]>`
    select count(*) as total from api_configurations where ${where}`
  const rows = await read<Row[]>`
    select ${columns(read)} from api_configurations where ${where}
    ${pageOf(read, asked, { name: 'name', createdAt: 'created_at' }, 'name')}`
  return { ...pages(asked, total), items: rows.map(shown) }
})

export const readApiConfiguration = answer(ReadApiConfiguration, async (read, { id }) =>
  shown(await find(read, id)),
)

export const createApiConfiguration = handle(CreateApiConfiguration, async (tx, form, caller) => {
  const [taken] = await tx`select id from api_configurations where name = ${form.name}`
  if (taken) throw new Refused(409, `Esiste già una configurazione di nome ${form.name}.`)
  // The id comes first: it is part of what the key is sealed with.
  const [{ id }] = await tx<[{ id: number }]>`
    select nextval(pg_get_serial_sequence('api_configurations', 'id')) as id`
  const sealed = form.apiKey ? seal(form.apiKey, place(id)) : null
  const [row] = await tx<[Row]>`
    insert into api_configurations (id, name, api_key, description, is_active)
    values (${id}, ${form.name}, ${sealed}, ${form.description}, ${form.isActive})
    returning ${columns(tx)}`
  await audit(tx, caller, 'integrations:apiKeyCreated', `api_configurations/${id}`, null, shown(row))
  return shown(row)
})

export const saveApiConfiguration = edit(
  SaveApiConfiguration,
  { table: 'api_configurations', find },
  async (tx, form, caller, before) => {
    if (form.name !== before.name) {
      const [taken] = await tx`select id from api_configurations where name = ${form.name}`
      if (taken) throw new Refused(409, `Esiste già una configurazione di nome ${form.name}.`)
    }
    const sealed = form.apiKey && !isMask(form.apiKey) ? seal(form.apiKey, place(form.id)) : before.apiKey
    const [row] = await tx<[Row]>`
    update api_configurations set name = ${form.name}, api_key = ${sealed}, description = ${form.description},
      is_active = ${form.isActive}, updated_at = now()
    where id = ${form.id} returning ${columns(tx)}`
    const subject = `api_configurations/${form.id}`
    await audit(tx, caller, 'integrations:apiKeyChanged', subject, shown(before), shown(row))
    return shown(row)
  },
)

export const deleteApiConfiguration = handle(DeleteApiConfiguration, async (tx, { id }, caller) => {
  const before = await find(tx, id)
  await tx`delete from api_configurations where id = ${id}`
  await audit(tx, caller, 'integrations:apiKeyDeleted', `api_configurations/${id}`, shown(before), null)
  return {}
})

/**
 * The key to use for a service: the active stored one, else the environment's; null when there is neither, or the stored
 * one was sealed with another SECRET_KEY.
 */
export async function findApiKey(sql: Sql | Tx, name: ServiceName): Promise<string | null> {
  const [row] = await sql<[{ id: number; apiKey: string }?]>`
    select id, api_key from api_configurations
    where name = ${name} and is_active and api_key is not null`
  if (!row) return name === 'indexnow' ? null : environmentKey(name)
  try {
    return open(row.apiKey, place(row.id))
  } catch {
    return null
  }
}

/** Stores the key of a service in force, in place of whatever was there. */
export async function storeApiKey(
  tx: Tx,
  name: ServiceName,
  apiKey: string,
  description: string,
): Promise<void> {
  const [{ id }] = await tx<[{ id: number }]>`
    insert into api_configurations (name, description) values (${name}, ${description})
    on conflict (name) do update set updated_at = now() returning id`
  await tx`
    update api_configurations set api_key = ${seal(apiKey, place(id))}, is_active = true where id = ${id}`
}

function columns(sql: Sql | Tx) {
  return sql`id, name, api_key, coalesce(description, '') as description, is_active, created_at, updated_at`
}

/** With its key still sealed. */
async function find(sql: Sql | Tx, id: number): Promise<Row> {
  const [row] = await sql<[Row?]>`select ${columns(sql)} from api_configurations where id = ${id}`
  if (!row) throw new Refused(404, 'Configurazione non trovata.')
  return row
}

function shown(row: Row): ApiConfiguration {
  return {
    ...row,
    apiKey: row.apiKey && maskOf(row.apiKey, row.id),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

function maskOf(sealed: string, rowId: number): string {
  try {
    return masked(open(sealed, place(rowId)))
  } catch {
    // Sealed with an earlier SECRET_KEY: it is there, and has to be typed again.
    return masked('')
  }
}
