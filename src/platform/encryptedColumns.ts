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

/** Rows of a column that are decrypted to count them. Older rows are counted by the key that their text names. */
const triedMax = 1_000

export async function countEncrypted(sql: Sql | Tx, secrets: Secrets): Promise<EncryptedCounts> {
  const counts: EncryptedCounts = { current: 0, older: 0, unreadable: [] }
  for (const { table, column } of columns) {
    const newest = await sql<Encrypted[]>`
      select id, ${sql(column)} as text from ${sql(table)} where ${sql(column)} is not null
      order by id desc limit ${triedMax}`
    for (const { id, text } of newest) {
      const place = { table, column, rowId: id }
      if (openedOf(text, place, secrets) === null) counts.unreadable.push(place)
      else if (secrets.isCurrent(text)) counts.current += 1
      else counts.older += 1
    }
    if (newest.length === triedMax)
      await countByKey(sql, secrets, { table, column, before: newest.at(-1)?.id ?? 0 }, counts)
  }
  return counts
}

interface Encrypted {
  id: number
  text: string
}

interface Rest {
  table: string
  column: string
  /** The first id that is counted otherwise. */
  before: number
}

/** Adds the rows before an id. Names at most `triedMax` rows of each key that is not known. */
async function countByKey(
  sql: Sql | Tx,
  secrets: Secrets,
  { table, column, before }: Rest,
  counts: EncryptedCounts,
): Promise<void> {
  const keys = await sql<{ key: string; count: number }[]>`
    select split_part(${sql(column)}, ':', 1) as key, count(*) as count from ${sql(table)}
    where ${sql(column)} is not null and id < ${before} group by 1`
  for (const { key, count } of keys) {
    if (secrets.isCurrent(`${key}:`)) counts.current += count
    else if (secrets.isKnown(`${key}:`)) counts.older += count
    else {
      const rows = await sql<{ id: number }[]>`
        select id from ${sql(table)} where split_part(${sql(column)}, ':', 1) = ${key} and id < ${before}
        order by id desc limit ${triedMax}`
      for (const { id } of rows) counts.unreadable.push({ table, column, rowId: id })
    }
  }
}

/** Leaves unreadable values unchanged. Returns the counts from before the change. Idempotent. */
export async function reencrypt(tx: Tx, secrets: Secrets): Promise<EncryptedCounts> {
  for (const { table, column } of columns)
    await tx`select id from ${tx(table)} where ${tx(column)} is not null order by id for update`
  const counts = await countEncrypted(tx, secrets)
  for (const { table, column } of columns)
    for await (const { id, text } of encryptedTexts(tx, table, column)) {
      const place = { table, column, rowId: id }
      const opened = secrets.isCurrent(text) ? null : openedOf(text, place, secrets)
      if (opened !== null)
        await tx`update ${tx(table)} set ${tx(column)} = ${secrets.encrypt(opened, place)} where id = ${id}`
    }
  return counts
}

/** Reads the rows in parts, because a column may have hundreds of thousands. */
async function* encryptedTexts(tx: Tx, table: string, column: string): AsyncGenerator<Encrypted, void> {
  for (let after = 0; ; ) {
    const rows = await tx<Encrypted[]>`
      select id, ${tx(column)} as text from ${tx(table)} where ${tx(column)} is not null and id > ${after}
      order by id limit ${triedMax}`
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

function openedOf(text: string, place: SecretPlace, secrets: Secrets): string | null {
  try {
    return secrets.decrypt(text, place)
  } catch {
    return null
  }
}
