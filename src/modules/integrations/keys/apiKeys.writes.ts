import type { Tx } from '../../../platform/db.ts'
import type { Secrets } from '../../../platform/secret.ts'
import { place } from './apiKeys.queries.ts'
import type { ServiceName } from './contract.ts'

/** Stores and activates a key. Replaces the service's previous key. */
export async function storeApiKey(
  tx: Tx,
  name: ServiceName,
  apiKey: string,
  description: string,
  secrets: Secrets,
): Promise<void> {
  const [{ id }] = await tx<[{ id: number }]>`
    insert into api_configurations (name, description) values (${name}, ${description})
    on conflict (name) do update set updated_at = now() returning id`
  await tx`
    update api_configurations set api_key = ${secrets.encrypt(apiKey, place(id))}, is_active = true where id = ${id}`
}
