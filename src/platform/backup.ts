import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { pipeline as piped, type Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Sql, Tx } from './db.ts'

// Backs up without pg_dump, which the embedded PostgreSQL lacks. The gzipped lines are a header, the tables, the
// sequences and a checksum. A table is a line with its name and columns, its rows as COPY text, the line `\.` and the
// number of rows. The file leaves out the queue and the state of processes. Secrets stay encrypted.

const format = 'salento-transfer backup 1'
/** Ends the rows of a table. No row equals this line, because COPY doubles every backslash of a value. */
const endOfRows = '\\.'
const leftOut = ['schema_migrations', 'data_migrations', 'workers']

interface Header {
  format: string
  migrations: string[]
  takenAt: string
}

interface Table {
  table: string
  columns: string[]
  rows: number
}

interface Sequence {
  name: string
  value: number | null
  isCalled: boolean
}

export interface Summary {
  tables: number
  rows: number
  takenAt: string
}

/** Writes one snapshot of the database to the file, without blocking readers or writers. */
export async function backup(sql: Sql, file: Writable): Promise<Summary> {
  const gzip = createGzip()
  const written = pipeline(gzip, file)
  // Prevents an unhandled rejection before `written` is awaited below, for example when the disk is full.
  written.catch(() => {})
  const hash = createHash('sha256')
  const write = async (data: string | Buffer) => {
    hash.update(data)
    if (!gzip.write(data)) await Promise.race([once(gzip, 'drain'), written])
  }
  const line = (value: object) => write(`${JSON.stringify(value)}\n`)
  try {
    const summary = (await sql.begin('isolation level repeatable read read only', async (tx) => {
      await tx`set local statement_timeout = 0`
      await tx`set local idle_in_transaction_session_timeout = 0`
      const header = { format, migrations: await migrationsOf(tx), takenAt: new Date().toISOString() }
      await line(header)
      const tables = await tablesOf(tx)
      let rows = 0
      for (const { table, columns, key } of tables) {
        await line({ table, columns })
        const order = key.length > 0 ? `order by ${quoted(key)}` : ''
        const copy = `copy (select ${quoted(columns)} from ${quoted([table])} ${order}) to stdout`
        let count = 0
        const copied = await tx.unsafe(copy).readable()
        for await (const chunk of copied) {
          for (const byte of chunk as Buffer) if (byte === newline) count += 1
          await write(chunk as Buffer)
        }
        // postgres.js leaves its socket paused if the last rows arrived too fast; `_read` resumes the socket.
        copied._read(0)
        await write(`${endOfRows}\n`)
        await line({ rows: count })
        rows += count
      }
      await line({ sequences: await sequencesOf(tx) })
      return { tables: tables.length, rows, takenAt: header.takenAt }
    })) as Summary
    gzip.end(`${JSON.stringify({ sha256: hash.digest('hex') })}\n`)
    await written
    return summary
  } catch (error) {
    gzip.destroy()
    file.destroy()
    throw error
  }
}

/** Throws if the file is damaged, if the migrations differ or, without `replace`, if the database is not empty. */
export async function restore(sql: Sql, file: Readable, { replace = false } = {}): Promise<Summary> {
  const lines = readLines(file)
  try {
    const header = headerOf(await lines.next())
    return (await sql.begin(async (tx) => {
      await tx`set local statement_timeout = 0`
      await tx`set local idle_in_transaction_session_timeout = 0`
      const here = await migrationsOf(tx)
      if (!isSameSet(here, header.migrations))
        throw new Error(
          `the backup was made at migration ${header.migrations.at(-1)}, the database is at ${here.at(-1)}: ` +
            'an older backup restores into a new, empty database; a newer one needs the version that made it',
        )
      const tables = await tablesOf(tx)
      await makeRoom(tx, tables, replace)
      // Triggers would add rows that the file already has, such as the customer of a lead.
      for (const { table } of tables) await tx.unsafe(`alter table ${quoted([table])} disable trigger user`)
      let rows = 0
      let count = 0
      for (;;) {
        const next = parsed<Partial<Table> & { sequences?: Sequence[] }>(await lines.next())
        if (next.sequences) {
          const expected = lines.sha256()
          const { sha256 } = parsed<{ sha256: string }>(await lines.next())
          if (sha256 !== expected) throw damaged('its checksum is wrong')
          for (const { name, value, isCalled } of next.sequences)
            await tx`select setval(${quoted([name])}::regclass, ${value ?? 1}, ${isCalled})`
          break
        }
        const known = tables.find(({ table }) => table === next.table)
        const { columns = [] } = next
        if (!known || !isSameSet(columns, known.columns))
          throw damaged(`it has other columns for ${next.table}`)
        count += 1
        rows += await fill(tx, { ...known, columns }, lines)
      }
      if (count !== tables.length) throw damaged('tables are missing')
      // A table with checks that are left for the commit cannot be altered.
      await tx`set constraints all immediate`
      for (const { table } of tables) await tx.unsafe(`alter table ${quoted([table])} enable trigger user`)
      // Without statistics of the new rows, a running process could choose plans that exceed its time limit.
      for (const { table } of tables) await tx.unsafe(`analyze ${quoted([table])}`)
      await queueWhatIsOwed(tx)
      for (const { table } of tables) await tx`select pg_notify('changes', ${`${table}:*`})`
      return { tables: count, rows, takenAt: header.takenAt }
    })) as Summary
  } finally {
    lines.close()
  }
}

/** Returns the header. Throws if the file is no backup. */
export async function readHeader(file: Readable): Promise<Header> {
  const lines = readLines(file)
  try {
    return headerOf(await lines.next())
  } finally {
    lines.close()
  }
}

function headerOf(line: Buffer | null): Header {
  const header = parsed<Header>(line)
  if (header.format !== format) throw new Error('this is no backup, or one of another version of the product')
  return header
}

/** Ignores the order, because two databases can have applied their migrations in different orders. */
function isSameSet(some: string[], others: string[]): boolean {
  return [...some].sort().join() === [...others].sort().join()
}

async function migrationsOf(tx: Tx): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`select name from schema_migrations order by id`
  return rows.map(({ name }) => name)
}

interface KnownTable {
  table: string
  columns: string[]
  key: string[]
}

/** Returns the tables, each after the tables that it references, so that foreign keys hold while rows arrive. */
async function tablesOf(tx: Tx): Promise<KnownTable[]> {
  const tables = await tx<(KnownTable & { refersTo: string[] })[]>`
    select c.relname as table,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select a.attname::text from pg_index i
        cross join lateral unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary order by k.place) as key,
      array(select distinct f.relname::text from pg_constraint r join pg_class f on f.oid = r.confrelid
        where r.conrelid = c.oid and r.contype = 'f' and f.oid <> c.oid) as refers_to
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and c.relname <> all(${leftOut})
    order by c.relname`
  const ordered: KnownTable[] = []
  while (ordered.length < tables.length) {
    const placed = new Set(ordered.map(({ table }) => table))
    const next = tables.filter(
      ({ table, refersTo }) => !placed.has(table) && refersTo.every((to) => placed.has(to)),
    )
    if (next.length === 0)
      throw new Error('tables refer to each other in a circle: the backup needs a new order')
    ordered.push(...next.map(({ table, columns, key }) => ({ table, columns, key })))
  }
  return ordered
}

async function sequencesOf(tx: Tx): Promise<Sequence[]> {
  return tx<Sequence[]>`
    select sequencename as name, last_value as value, last_value is not null as is_called
    from pg_sequences where schemaname = 'public' order by sequencename`
}

/** Migrations (009, 022, 051, 053) fill these tables, so a new database may have rows in them. */
const bornFull = new Set(['ai_settings', 'fare_bands', 'fare_settings', 'transfer_types'])

async function makeRoom(tx: Tx, tables: KnownTable[], replace: boolean): Promise<void> {
  const names = quoted(tables.map(({ table }) => table))
  if (replace) {
    await tx.unsafe(`truncate ${names} restart identity`)
    return
  }
  await tx.unsafe(`lock table ${names} in share row exclusive mode`)
  const own = tables.filter(({ table }) => !bornFull.has(table))
  const holds = own.map(
    ({ table }) => `select '${table}' as name where exists (select from ${quoted([table])})`,
  )
  const full = await tx.unsafe<{ name: string }[]>(holds.join(' union all '))
  if (full.length > 0)
    throw new Error(
      `the database is not empty (${full.map(({ name }) => name).join(', ')}): --yes replaces all of it`,
    )
  for (const { table } of tables) if (bornFull.has(table)) await tx`delete from ${tx(table)}`
}

/** Fills a table and returns the number of rows. */
async function fill(tx: Tx, { table, columns }: KnownTable, lines: Lines): Promise<number> {
  let batch = await nextRows(lines)
  let count = batch.rows
  if (count > 0) {
    const into = await tx.unsafe(`copy ${quoted([table])} (${quoted(columns)}) from stdin`).writable()
    const refusal = damaged(`${table} does not take its rows`)
    // One of the writes below reports the error.
    into.on('error', () => {})
    const write = (data: Buffer) =>
      new Promise<void>((resolve, reject) =>
        into.write(data, (error) => (error ? reject(refusal) : resolve())),
      )
    try {
      await write(batch.data)
      while (!batch.isLast) {
        batch = await nextRows(lines)
        count += batch.rows
        await write(batch.data)
      }
    } catch (error) {
      // An open stream would keep the connection waiting for more rows, so the transaction could not be rolled back.
      into.destroy(error instanceof Error ? error : undefined)
      throw error
    }
    into.end()
    await setImmediate()
    // postgres.js never settles a COPY that fails at its end. The next statement reports the failure.
    await tx`select 1`.catch(() => {
      throw refusal
    })
  }
  const { rows } = parsed<{ rows: number }>(await lines.next())
  if (rows !== count) throw damaged(`${table} should have ${rows} rows, not ${count}`)
  return count
}

interface Rows {
  data: Buffer
  rows: number
  isLast: boolean
}

/** Returns the next rows of the table, about 64 KB. */
async function nextRows(lines: Lines): Promise<Rows> {
  const data: Buffer[] = []
  let bytes = 0
  for (;;) {
    const line = await lines.next()
    if (line === null) throw damaged('it is cut off')
    const isLast = line.length === 2 && line.toString() === endOfRows
    if (!isLast) {
      data.push(line, lineFeed)
      bytes += line.length + 1
    }
    if (isLast || bytes >= 65_536) return { data: Buffer.concat(data), rows: data.length / 2, isLast }
  }
}

/** Removes the jobs of the replaced rows, then queues the undispatched events and unfinished effects. */
async function queueWhatIsOwed(tx: Tx): Promise<void> {
  await tx`
    select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where locked_at is null))`
  await tx`
    select graphile_worker.add_job(coalesce(task, 'dispatch'), json_build_object('eventId', id),
      job_key := 'dispatch:' || id)
    from outbox where dispatched_at is null order by id`
  await tx`
    select graphile_worker.add_job(coalesce(task, 'react'),
      json_build_object('eventId', outbox_id, 'reaction', reaction), job_key := outbox_id || ':' || reaction)
    from effects where state = 'planned' order by outbox_id, reaction`
}

const newline = 10
const lineFeed = Buffer.from('\n')

interface Lines {
  /** Returns the next line without its line feed; null after the last line. */
  next(): Promise<Buffer | null>
  /** Hash of all lines returned so far. */
  sha256(): string
  close(): void
}

function readLines(file: Readable): Lines {
  const hash = createHash('sha256')
  const source = piped(file, createGunzip(), () => {})
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return {
    async next() {
      const pieces: Buffer[] = []
      for (;;) {
        const end = rest.indexOf(newline)
        if (end >= 0) {
          pieces.push(rest.subarray(0, end))
          rest = rest.subarray(end + 1)
          const line = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
          hash.update(line).update(lineFeed)
          return line
        }
        pieces.push(rest)
        const { value, done } = await chunks.next().catch((error) => {
          // Codes of zlib begin with `Z_`. Any other error means that the file cannot be read.
          throw String(error.code).startsWith('Z_') ? damaged(error.message) : error
        })
        if (done) return null
        rest = value as Buffer
      }
    },
    sha256: () => hash.copy().digest('hex'),
    close() {
      file.destroy()
      source.destroy()
    },
  }
}

function parsed<T>(line: Buffer | null): T {
  if (line === null) throw damaged('it is cut off')
  try {
    return JSON.parse(line.toString()) as T
  } catch {
    throw damaged('a line of it cannot be read')
  }
}

function damaged(why: string): Error {
  return new Error(`the backup is damaged: ${why}; nothing was changed`)
}

function quoted(names: string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}
