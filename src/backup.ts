import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip, createGzip } from 'node:zlib'
import type { Sql, Tx } from './db.ts'

// The embedded distribution has no pg_dump, so a backup is PostgreSQL's own COPY text of every table, gzipped,
// between a header line and a checksum line. graphile-worker's queue is left out: the worker's sweep makes the
// jobs of undispatched facts, planned effects and queued mails anew.

const format = 'salento-transfer backup 1'
const notKept = ['schema_migrations', 'rate_limits', 'workers']

export interface Summary {
  tables: number
  rows: number
}

interface Header {
  format: string
  migrations: string[]
  takenAt: string
}

/** Writes all tables as of one moment. Secrets stay encrypted: a backup is worth nothing without SECRET_KEY. */
export async function backup(sql: Sql, target: Writable): Promise<Summary> {
  const gzip = createGzip()
  const written = pipeline(gzip, target)
  const hash = createHash('sha256')
  const write = async (chunk: string | Buffer) => {
    hash.update(chunk)
    if (!gzip.write(chunk)) await once(gzip, 'drain')
  }
  const summary = await sql.begin('isolation level repeatable read read only', async (begun) => {
    const tx = begun as unknown as Tx
    await tx`set local statement_timeout = 0`
    const header: Header = { format, migrations: await migrations(tx), takenAt: new Date().toISOString() }
    await write(`${JSON.stringify(header)}\n`)
    let rows = 0
    const tables = await tablesInOrder(tx)
    for (const table of tables) {
      const columns = await columnsOf(tx, table)
      await write(`${JSON.stringify({ table, columns })}\n`)
      for await (const chunk of await tx`copy ${tx(table)} (${tx(columns)}) to stdout`.readable()) {
        const bytes = chunk as Buffer
        for (const byte of bytes) if (byte === 10) rows += 1
        await write(bytes)
      }
      await write('\\.\n')
    }
    return { tables: tables.length, rows }
  })
  gzip.end(`${JSON.stringify({ ...summary, sha256: hash.digest('hex') })}\n`)
  await written
  return summary
}

/**
 * Brings a backup back in one transaction: all of it or nothing. Throws when the target holds data and `replace`
 * is not set, when it stands at other migrations, and when the file is cut short or damaged.
 */
export async function restore(sql: Sql, open: () => Readable, { replace }: { replace: boolean }): Promise<Summary> {
  const restored = await sql.begin(async (begun) => {
    const tx = begun as unknown as Tx
    await tx`set local statement_timeout = 0`
    await tx`set local idle_in_transaction_session_timeout = 0`
    const tables = await tablesInOrder(tx)
    if (!replace && (await holdsData(tx, tables)))
      throw new Error('The database is not empty: add --yes to replace what it holds')
    await tx`truncate ${tx(tables)} restart identity`
    const hash = createHash('sha256')
    let stream: Writable | null = null
    let isHeaderRead = false
    let rows = 0
    let count = 0
    for await (const line of linesOf(open())) {
      if (stream) {
        hash.update(`${line}\n`)
        if (line === '\\.') {
          stream.end()
          await finished(stream)
          stream = null
        } else {
          rows += 1
          if (!stream.write(`${line}\n`)) await once(stream, 'drain')
        }
        continue
      }
      const mark = parsed(line)
      if ('sha256' in mark) {
        if (mark.sha256 !== hash.digest('hex') || mark.rows !== rows) throw damaged()
        await moveSequences(tx, tables)
        return { tables: count, rows }
      }
      hash.update(`${line}\n`)
      if ('format' in mark) {
        await refuseOther(tx, mark as unknown as Header)
        isHeaderRead = true
      } else if (isHeaderRead && typeof mark.table === 'string' && tables.includes(mark.table)) {
        count += 1
        stream = await tx`copy ${tx(mark.table)} (${tx(mark.columns as string[])}) from stdin`.writable()
      } else throw damaged()
    }
    throw damaged()
  })
  return restored
}

/** Split at newlines alone: readline would also split at U+2028, which COPY leaves as it is. */
async function* linesOf(source: Readable): AsyncGenerator<string> {
  const gunzip = createGunzip()
  source.once('error', (error) => gunzip.destroy(error))
  source.pipe(gunzip)
  const decoder = new StringDecoder('utf8')
  let rest = ''
  try {
    for await (const chunk of gunzip) {
      const lines = (rest + decoder.write(chunk as Buffer)).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    // A refusal of ours passes through this generator too; only zlib's own words mean a bad file.
    throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_') ? damaged() : error
  }
}

function parsed(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line)
  } catch {
    throw damaged()
  }
}

const damaged = () => new Error('The file is damaged or cut short: nothing was restored')

async function refuseOther(tx: Tx, header: Header): Promise<void> {
  if (header.format !== format) throw new Error(`Not a backup of this product: ${header.format}`)
  if (header.migrations.join() !== (await migrations(tx)).join())
    throw new Error('The backup stands at other migrations: restore it with the version that wrote it, then upgrade')
}

async function migrations(tx: Tx): Promise<string[]> {
  return (await tx<{ name: string }[]>`select name from schema_migrations order by id`).map(({ name }) => name)
}

/** Kept tables, each after those it refers to. */
async function tablesInOrder(tx: Tx): Promise<string[]> {
  const rows = await tx<{ name: string; needs: string[] }[]>`
    select c.relname as name,
      array(select distinct f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all(${notKept})
    order by c.relname`
  const ordered: string[] = []
  while (ordered.length < rows.length) {
    const ready = rows.find(({ name, needs }) => !ordered.includes(name) && needs.every((one) => ordered.includes(one)))
    if (!ready) throw new Error('Tables refer to each other in a circle')
    ordered.push(ready.name)
  }
  return ordered
}

async function columnsOf(tx: Tx, table: string): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`
  return rows.map(({ name }) => name)
}

async function holdsData(tx: Tx, tables: string[]): Promise<boolean> {
  for (const table of tables) if ((await tx`select 1 from ${tx(table)} limit 1`).length > 0) return true
  return false
}

/** Ids go on after the highest one that came back. */
async function moveSequences(tx: Tx, tables: string[]): Promise<void> {
  const rows = await tx<{ table: string; sequence: string }[]>`
    select t as "table", pg_get_serial_sequence(t, 'id') as sequence from unnest(${tables}::text[]) as t
    where exists (select from pg_attribute where attrelid = t::regclass and attname = 'id' and attidentity <> '')`
  for (const { table, sequence } of rows)
    await tx`select setval(${sequence}, (select coalesce(max(id), 0) + 1 from ${tx(table)}), false)`
}
