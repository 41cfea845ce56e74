import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { encryptedColumn } from '../../../platform/encryptedColumns.ts'
import type { Secrets } from '../../../platform/secret.ts'
import {
  type ApiConfiguration,
  ListApiConfigurations,
  ReadApiConfiguration,
  type ServiceName,
} from './contract.ts'

export const place = encryptedColumn('api_configurations', 'api_key')

export interface Row extends Omit<ApiConfiguration, 'createdAt' | 'updatedAt'> {
  createdAt: Date
  updatedAt: Date
}

export const listApiConfigurations = answer(ListApiConfigurations, async (read, asked, _, { secrets }) => {
  const like = likeOf(asked.search)
  const where = read`(name ilike ${like} or description ilike ${like})`
  const [{ total }] = await read<[{ total: number }]>`
    select count(*) as total from api_configurations where ${where}`
  const rows = await read<Row[]>`
    select ${columns(read)} from api_configurations where ${where}
    ${pageOf(read, asked, { name: 'name', createdAt: 'created_at' }, 'name')}`
  return { ...pages(asked, total), items: rows.map((row) => shown(row, secrets)) }
})

export const readApiConfiguration = answer(ReadApiConfiguration, async (read, { id }, _, { secrets }) =>
  shown(await find(read, id), secrets),
)

/** Returns the stored key, else the environment's key; null if none exists or the stored key is unreadable. */
export async function findApiKey(sql: Sql | Tx, name: ServiceName, context: Context): Promise<string | null> {
  return keyInUse(await findStoredKey(sql, name), name, context)
}

export const noApiKey = () => new HttpError(409, 'API non configurata')

/** Returns the key of `findApiKey`. Throws HttpError 409 without a key. */
export async function needApiKey(sql: Sql | Tx, name: ServiceName, context: Context): Promise<string> {
  const key = await findApiKey(sql, name, context)
  if (!key) throw noApiKey()
  return key
}

interface StoredKey {
  id: number
  apiKey: string
}

/** Returns the active key of a service in its encrypted form; undefined if there is none. */
export async function findStoredKey(sql: Sql | Tx, name: ServiceName): Promise<StoredKey | undefined> {
  const [row] = await sql<[StoredKey?]>`
    select id, api_key from api_configurations
    where name = ${name} and is_active and api_key is not null`
  return row
}

export function keyInUse(
  stored: StoredKey | undefined,
  name: ServiceName,
  { providers, secrets }: Context,
): string | null {
  if (!stored) return name === 'indexnow' ? null : providers.keys[name]
  try {
    return secrets.decrypt(stored.apiKey, place(stored.id))
  } catch {
    return null
  }
}

export function columns(sql: Sql | Tx) {
  return sql`id, name, api_key, coalesce(description, '') as description, is_active, created_at, updated_at`
}

/** Returns the row with the encrypted key. Throws HttpError 404 if the id is unknown. */
export async function find(sql: Sql | Tx, id: number): Promise<Row> {
  const [row] = await sql<[Row?]>`select ${columns(sql)} from api_configurations where id = ${id}`
  if (!row) throw new HttpError(404, 'Configurazione non trovata.')
  return row
}

export function shown(row: Row, secrets: Secrets): ApiConfiguration {
  return {
    ...row,
    apiKey: row.apiKey && secrets.mask(row.apiKey, place(row.id)),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
