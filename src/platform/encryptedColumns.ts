import type { Sql, Tx } from './db.ts'
import type { SecretPlace, Secrets } from './secret.ts'

// Modules register their encrypted columns here, so that `countEncrypted` and `reencrypt` cover all of them.

const columns: Pick<SecretPlace, 'table' | 'column'>[] = []

/** Registers a column. Returns a function that maps a row's id to the place of its secret. */
export function encryptedColumn(table: string, column: string): (rowId: number) => SecretPlace {
  columns.push({ table, column })
  return (rowId) => ({ table, column, rowId })
}

export interface EncryptedCounts {
  /** Number of values encrypted with the current key. */
  current: number
  /** Number of values encrypted with an earlier, known key. */
  older: number
  /** Values that no known key decrypts. Staff must enter them again. */
  unreadable: SecretPlace[]
}

export async function countEncrypted(sql: Sql | Tx, secrets: Secrets): Promise<EncryptedCounts> {
  const counts: EncryptedCounts = { current: 0, older: 0, unreadable: [] }
  for (const { place, text } of await encryptedTexts(sql)) {
    if (openedOf(text, place, secrets) === null) counts.unreadable.push(place)
    else if (secrets.isCurrent(text)) counts.current += 1
    else counts.older += 1
  }
  return counts
}

/** Leaves unreadable values unchanged. Returns the counts from before the change. Idempotent. */
export async function reencrypt(tx: Tx, secrets: Secrets): Promise<EncryptedCounts> {
  for (const { table, column } of columns)
    await tx`select id from ${tx(table)} where ${tx(column)} is not null order by id for update`
  const counts = await countEncrypted(tx, secrets)
  for (const { place, text } of await encryptedTexts(tx)) {
    const opened = secrets.isCurrent(text) ? null : openedOf(text, place, secrets)
    if (opened !== null)
      await tx`
        update ${tx(place.table)} set ${tx(place.column)} = ${secrets.encrypt(opened, place)} where id = ${place.rowId}`
  }
  return counts
}

async function encryptedTexts(sql: Sql | Tx): Promise<{ place: SecretPlace; text: string }[]> {
  const found: { place: SecretPlace; text: string }[] = []
  for (const { table, column } of columns) {
    const rows = await sql<{ id: number; text: string }[]>`
      select id, ${sql(column)} as text from ${sql(table)} where ${sql(column)} is not null order by id`
    found.push(...rows.map(({ id, text }) => ({ place: { table, column, rowId: id }, text })))
  }
  return found
}

function openedOf(text: string, place: SecretPlace, secrets: Secrets): string | null {
  try {
    return secrets.decrypt(text, place)
  } catch {
    return null
  }
}
