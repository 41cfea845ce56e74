import type pg from 'pg'
import { failureAt } from './migrationFailure.ts'
import type { Migration } from './migrationFiles.ts'
import type { Statement } from './statements.ts'

/** Milliseconds that a batch should take. A batch of twice this time halves the next one. */
const targetMs = 400
const firstRows = 100
const rowsMin = 1
/** A batch may take two advisory locks a row, and PostgreSQL has room for about 6,000 locks by default. */
const rowsMax = 1_000

export interface Progress {
  name: string
  done: number
  total: number
  /** Plural noun of the counted rows, such as `requests`. */
  noun: string
}

interface Batch {
  done: number
  /** Position after which the next batch begins; null after the last batch. */
  position: string | null
}

/**
 * Runs the batches of a data file, each in its own transaction together with the position that it reached. A run that
 * was killed therefore continues where its last committed batch ended. The first statement counts the rows, and the name
 * of its column is their noun. The second one moves a batch: `$1` is the position or null, `$2` the number of rows.
 */
export async function moveRows(
  client: pg.ClientBase,
  { name, statements }: Migration,
  report: (progress: Progress) => void,
): Promise<void> {
  const [count, batch] = statements
  if (!count || !batch) throw new Error(`sql/${name}.sql needs a count and a batch`)
  await client.query(`
    create table if not exists data_migrations (
      name text primary key, position text, done bigint not null, total bigint not null, noun text not null,
      began_at timestamptz not null default now(), moved_at timestamptz not null default now()
    )`)
  let progress = await begun(client, name, count)
  let rows = firstRows
  for (;;) {
    report(progress)
    const startedAt = performance.now()
    const moved = await moveBatch(client, { name, batch, rows })
    progress = { ...progress, done: progress.done + moved.done }
    if (moved.position === null) break
    const ms = performance.now() - startedAt
    if (ms < targetMs / 2) rows = Math.min(rows * 2, rowsMax)
    else if (ms > targetMs * 2) rows = Math.max(Math.floor(rows / 2), rowsMin)
  }
  report(progress)
}

/** Returns how far an earlier run came, or counts the rows. */
async function begun(client: pg.ClientBase, name: string, count: Statement): Promise<Progress> {
  const { rows } = await client.query('select done, total, noun from data_migrations where name = $1', [name])
  if (rows[0]) return { name, done: Number(rows[0].done), total: Number(rows[0].total), noun: rows[0].noun }
  const counted = await client.query(count.text).catch(failureAt(name, count))
  const noun = counted.fields[0]?.name ?? 'rows'
  const total = Number(counted.rows[0]?.[noun] ?? 0)
  await client.query('insert into data_migrations (name, done, total, noun) values ($1, 0, $2, $3)', [
    name,
    total,
    noun,
  ])
  return { name, done: 0, total, noun }
}

interface Asked {
  name: string
  batch: Statement
  rows: number
}

async function moveBatch(client: pg.ClientBase, { name, batch, rows }: Asked): Promise<Batch> {
  await client.query('begin')
  try {
    const before = await client.query('select position from data_migrations where name = $1 for update', [
      name,
    ])
    const moved = await client
      .query<Batch>(batch.text, [before.rows[0]?.position ?? null, rows])
      .catch(failureAt(name, batch))
    const { done, position } = moved.rows[0] ?? { done: 0, position: null }
    // The last batch keeps the position: a run that is killed before the file counts as applied must not begin again.
    await client.query(
      'update data_migrations set position = coalesce($2, position), done = done + $3, moved_at = now() where name = $1',
      [name, position, done],
    )
    await client.query('commit')
    return { done: Number(done), position }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
