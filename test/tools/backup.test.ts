import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { PassThrough, Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { backup, restore } from '../../src/platform/backup.ts'
import { type App, eventually, startApp } from '../app.ts'
import { long } from '../length.ts'

async function backupOf(app: App): Promise<Buffer> {
  const file = new PassThrough()
  const [bytes] = await Promise.all([buffer(file), backup(app.sql, file)])
  return bytes
}

const from = (bytes: Buffer) => Readable.from([bytes])

/** Returns the rows of every table except `workers` in PostgreSQL's text format. */
async function contentOf({ sql }: App): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' and relname <> 'workers'
    order by relname`
  const content = tables.map(async ({ name }) => {
    const [row] = await sql<[{ text: string | null }]>`
      select string_agg(t::text, ${'\n'} order by t::text) as text from ${sql(name)} as t`
    return [name, row.text ?? ''] as const
  })
  return Object.fromEntries(await Promise.all(content))
}

const secretOf = (rowId: number) => ({ table: 'email_configurations', column: 'smtp_password', rowId })
const awkward = 'Niccolò "il\\N"\n\\.\n\t\r\u{1F697} \\\\n'

/** Stores rows that a backup can easily damage, such as control characters, JSON null and gaps in the ids. */
async function fill({ sql, runtime }: App): Promise<void> {
  await sql`insert into leads (kind, id, name, phone, email, message) values ('contact', 41, ${awkward}, '', 'a@b.it', null)`
  await sql`select setval('lead_ids_contact', 77)`
  await sql`insert into audit_log (actor, action, subject, before) values ('anna', 'x:y', '', 'null'), ('', '', '', null)`
  await sql`insert into email_configurations (id, from_email, smtp_password)
    values (3, 'a@b.it', ${runtime.context.secrets.encrypt('parola segreta', secretOf(3))})`
  await sql`update route_prices set main_route_id = (select max(id) from route_prices) where id = 1`
  const hash = 'a'.repeat(32)
  const bytes = Buffer.from([0, 255, 92, 10, 9, 46])
  await sql`insert into uploads (hash, webp, width, height, uploaded_by) values (${hash}, ${bytes}, 600, 400, 'anna')`
  await sql`insert into picture_variants (hash, name, bytes) values (${hash}, '480.avif', ${bytes})`
  await sql`insert into photos (picture, shown_as, place_id, alt, author, licence, uploaded_by)
    values (${hash}, 'place', (select min(id) from locations), ${awkward.slice(0, 200)}, 'Anna', 'nostra', 'anna')`
  await sql`insert into outbox (type, payload) values ('leads:contactReceived', '{"contactId": 41}')`
  await sql`insert into outbox (type, payload, dispatched_at) values ('leads:contactReceived', '{}', now())`
  await sql`insert into effects (outbox_id, reaction) select max(id), 'integrations:mailContact' from outbox`
}

test('a restored database equals the backup: rows, next ids, secrets, and pending work', async () => {
  await using source = await startApp({ data: 'demo' })
  await fill(source)
  await using target = await startApp()
  const summary = await restore(target.sql, from(await backupOf(source)))
  expect(summary.rows).toBeGreaterThan(500)
  expect(await contentOf(target)).toEqual(await contentOf(source))

  const [next] = await target.sql<[{ id: number }]>`
    insert into leads (kind, name, phone, email) values ('contact', '', '', '') returning id`
  expect(next.id).toBe(78)
  const [row] = await target.sql<[{ smtpPassword: string }]>`select smtp_password from email_configurations`
  expect(target.runtime.context.secrets.decrypt(row.smtpPassword, secretOf(3))).toBe('parola segreta')
  const jobs = await target.sql<{ task: string }[]>`
    select task_identifier as task from graphile_worker.jobs order by task_identifier`
  expect(jobs.map(({ task }) => task)).toEqual(['dispatch', 'react'])
})

test('a database with data is replaced only on request, and the running site shows the restored data', async () => {
  await using source = await startApp()
  await source.sql`insert into leads (kind, name, phone, email) values ('contact', 'Anna', '1', 'a@b.it')`
  const bytes = await backupOf(source)
  await using target = await startApp({ data: 'demo' })
  const before = await contentOf(target)
  await expect(restore(target.sql, from(bytes))).rejects.toThrow('locations')
  expect(await contentOf(target)).toEqual(before)
  expect((await target.get('/api/routes/popular')).body).not.toEqual([])

  await restore(target.sql, from(bytes), { replace: true })
  expect(await contentOf(target)).toEqual(await contentOf(source))
  await eventually(async () => expect((await target.get('/api/routes/popular')).body).toEqual([]))
})

test('a damaged, truncated or altered file, or one of another migration, changes nothing', long, async () => {
  await using source = await startApp({ data: 'demo' })
  const bytes = await backupOf(source)
  const plain = gunzipSync(bytes).toString()
  const packed = (content: string) => gzipSync(content)
  const flipped = Buffer.from(bytes)
  flipped.writeUInt8(flipped.readUInt8(5_000) ^ 0x10, 5_000)
  const lines = plain.split('\n')
  const bad: [string, Buffer, RegExp][] = [
    ['cut off', bytes.subarray(0, 9_000), /damaged: unexpected end of file/],
    ['a bit flipped', flipped, /damaged/],
    ['its end missing', packed(lines.slice(0, -3).join('\n')), /damaged: it is cut off/],
    ['cut off inside a table', packed(plain.slice(0, 8_000)), /damaged: it is cut off/],
    ['a value altered', packed(plain.replace('Aeroporto Brindisi', 'Aeroporto Brindisa')), /checksum/],
    [
      'a row taken out',
      packed(plain.replace(/\n1\tAeroporto Taranto[^\n]*/, '')),
      /should have 283 rows, not 282/,
    ],
    ['a reference to nothing', packed(plain.replace(/\n1\tAeroporto/, '\n1000\tAeroporto')), /damaged/],
    [
      'a row of another shape',
      packed(plain.replace(/\n1\tAeroporto/, '\nx\tAeroporto')),
      /does not take its rows/,
    ],
    ['of another migration', packed(plain.replace('001_outbox', '000_outbox')), /migration/],
    ['no backup', packed('{"format": "other"}\n'), /no backup/],
    ['not even gzip', Buffer.from('select 1'), /damaged/],
  ]
  await using target = await startApp()
  const before = await contentOf(target)
  for (const [name, content, reason] of bad)
    await expect(restore(target.sql, from(content)), name).rejects.toThrow(reason)
  expect(await contentOf(target)).toEqual(before)
  // A refused restore must not leave a connection in the middle of a COPY.
  expect(await restore(target.sql, from(bytes))).toMatchObject({
    rows: (await backup(source.sql, devNull())).rows,
  })
})

// If rows arrive faster than the disk stores them, the connection pauses. It must resume, or the backup would hang.
test('a backup to a slow disk is as complete as any', long, async () => {
  await using source = await startApp()
  const slow = (chunks: Buffer[]) =>
    new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk)
        setTimeout(done, 20)
      },
    })
  for (const rows of [300, 200, 200]) {
    await source.sql`
      insert into leads (kind, name, phone, email, message)
      select 'contact', '', '', '', (select string_agg(md5(g::text || n), '') from generate_series(1, 16) as n)
      from generate_series(1, ${rows}::int) as g`
    const chunks: Buffer[] = []
    await backup(source.sql, slow(chunks))
    await using target = await startApp()
    await restore(target.sql, from(Buffer.concat(chunks)))
    expect(await contentOf(target)).toEqual(await contentOf(source))
  }
})

test('a backup that cannot be written says so', async () => {
  await using source = await startApp({ data: 'demo' })
  const full = createWriteStream('/dev/full')
  await once(full, 'open')
  await expect(backup(source.sql, full)).rejects.toMatchObject({ code: 'ENOSPC' })
})

const devNull = () => new PassThrough().resume()
