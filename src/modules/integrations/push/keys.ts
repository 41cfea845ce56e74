import webPush from 'web-push'
import type { Context } from '../../../kernel/context.ts'
import { emit } from '../../../kernel/outbox.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { encryptedColumn } from '../../../platform/encryptedColumns.ts'
import { pushKeyMade } from './contract.ts'

const place = encryptedColumn('push_keys', 'private_key')

/** Returns the public key. Creates the key pair on the first call. */
export async function openKey(tx: Tx, { secrets }: Context): Promise<string> {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const { count } = await tx`
    insert into push_keys (public_key, private_key) values (${publicKey}, ${secrets.encrypt(privateKey, place(1))})
    on conflict do nothing`
  if (count > 0) await emit(tx, pushKeyMade, {})
  const [row] = await tx<[{ publicKey: string }]>`select public_key from push_keys`
  return row.publicKey
}

/** Returns the key pair; null if it does not exist yet, because no browser has asked for the public key. */
export async function keyPair(
  sql: Sql,
  { secrets }: Context,
): Promise<{ publicKey: string; privateKey: string } | null> {
  const [row] = await sql<[{ publicKey: string; privateKey: string }?]>`
    select public_key, private_key from push_keys`
  return row ? { ...row, privateKey: secrets.decrypt(row.privateKey, place(1)) } : null
}
