import { inTransaction, isUnable, type Sql, type Tx } from '../platform/db.ts'

// Each table that grows with use says for how long its rows are kept. The worker ends expired rows in batches of their own
// transactions, the oldest first, so neither a backlog of years nor a kill can stop it.

interface Part {
  table: string
  /** Column with the id of the row that ends. */
  column: string
  /** True if the rows stay, and their column becomes null. */
  stays?: boolean
}

export interface Retention {
  table: string
  /** Names the rows in words for staff, such as `richieste`. Unique. */
  what: string
  /** Column with the moment from which the term counts. An index begins with it. */
  by: string
  kept: { years?: number; days?: number; minutes?: number }
  /** SQL condition: further ones are not expired. Nearly all rows past their term fulfil it, or an index has only those. */
  where?: string
  /**
   * SQL condition of rows that stay although they are past their term; null counts as false. A walk by `by` and `id` checks
   * each of them. It asks other tables in scalar subqueries, because PostgreSQL might read a whole table for `exists`.
   */
  unless?: string
  /** Minutes from one walk to the next. */
  restMinutes?: number
  /** Column by which rows end together, if one of them does. */
  together?: string
  /** Tables with rows that end with a row of this one, if there may be too many for one batch. */
  parts?: Part[]
  /** Ends the rows if they are not deleted. `keys` are values of the column `key`; none of them may expire again at once. */
  end?: { key: string; rows: (tx: Tx, keys: string[]) => Promise<number> }
}

export interface Pace {
  /** Milliseconds after which no further batch begins. */
  budgetMs: number
  /** Walks at once, even if the last walk ended less than `restMinutes` ago. */
  isAsked?: boolean
  /** Called at the end of each batch, in its transaction. */
  inBatch?: (tx: Tx) => Promise<void>
}

interface Ended {
  ended: number
  /** True if expired rows are left because the time was over. */
  isBehind: boolean
}

/** Milliseconds that a batch should take. A batch of twice this time halves the next one. */
const targetMs = 300
/** A batch that takes longer is rolled back, and tried again with fewer rows. */
const batchMsMax = 5_000
const lockMsMax = 1_000
const firstRows = 20
/** A batch that ends its rows otherwise begins with more, because it may have to read texts first. */
const firstKeys = 500
const rowsMax = 5_000

/** Ends the expired rows of all rules, one rule after the other. A failing rule keeps no other from its turn. */
export async function endExpired(write: Sql, rules: Retention[], pace: Pace): Promise<Ended> {
  const until = performance.now() + pace.budgetMs
  const all: Ended = { ended: 0, isBehind: false }
  const failures: unknown[] = []
  for (const rule of rules)
    try {
      const { ended, isBehind } = await endByRule(write, rule, { ...pace, until })
      all.ended += ended
      all.isBehind ||= isBehind
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
  return all
}

async function endByRule(write: Sql, rule: Retention, pace: Pace & { until: number }): Promise<Ended> {
  if (rule.unless && !pace.isAsked && !(await isWalkDue(write, rule))) return { ended: 0, isBehind: false }
  const all = await inBatches(write, rule, pace)
  await (all.isBehind ? noteBacklog(write, rule) : noteEnd(write, rule))
  return all
}

interface Batch {
  ended: number
  /** True if no further expired row was found. */
  isLast: boolean
}

/** Ends the parts of the oldest rows before the rows, because one row may have 100,000 parts. */
async function endBatch(tx: Tx, rule: Retention, rows: number): Promise<Batch> {
  for (const part of rule.parts ?? [])
    if ((await endParts(tx, rule, part, rows)) > 0) return { ended: 0, isLast: false }
  const most = rule.parts ? Math.min(rows, wholesAtOnce) : rows
  if (rule.end) return endOtherwise(tx, rule, rule.end, most)
  return rule.unless ? walk(tx, rule, most) : remove(tx, rule, most)
}

/** Runs batches until no expired row is left or the time is over. Chooses how many rows they take. */
async function inBatches(
  write: Sql,
  rule: Retention,
  { until, inBatch }: Pace & { until: number },
): Promise<Ended> {
  let rows = rule.end ? firstKeys : firstRows
  let ended = 0
  while (performance.now() < until) {
    const startedAt = performance.now()
    try {
      const done = await inTransaction(write, async (tx) => {
        await tx`
          select set_config('lock_timeout', ${`${lockMsMax}`}, true), set_config('statement_timeout', ${`${batchMsMax}`}, true)`
        const batch = await endBatch(tx, rule, rows)
        await inBatch?.(tx)
        return batch
      })
      ended += done.ended
      if (done.isLast) return { ended, isBehind: false }
    } catch (error) {
      if (rows === 1 || !isUnable(error)) throw error
      rows = Math.ceil(rows / 4)
      continue
    }
    const ms = performance.now() - startedAt
    if (ms < targetMs / 2) rows = Math.min(rows * 2, rowsMax)
    else if (ms > targetMs * 2) rows = Math.ceil(rows / 2)
  }
  return { ended, isBehind: true }
}

/** Skips rows that others are changing; the next run finds them. */
async function remove(tx: Tx, rule: Retention, rows: number): Promise<Batch> {
  const { count } = await tx`
    delete from ${tx(rule.table)} where ctid = any(array(
      select ctid from ${tx(rule.table)} where ${expired(tx, rule)} order by ${tx(rule.by)} limit ${rows}
      for update skip locked))`
  return { ended: count, isLast: count < rows }
}

/** Looks at the next rows of the walk and ends those that may not stay. Stores in the same transaction how far it came. */
async function walk(tx: Tx, rule: Retention, rows: number): Promise<Batch> {
  const { table, by, what, unless, together = 'id' } = rule
  const [{ found, ended }] = await tx<[{ found: number; ended: number }]>`
    with place as materialized (
      select coalesce(max(position_at), '-infinity') as at, coalesce(max(position_id), 0) as id
      from retention_states where what = ${what}
    ), found as materialized (
      select id, ${tx(by)} as at from ${tx(table)}
      where ${expired(tx, rule)} and (${tx(by)}, id) > ((select at from place), (select id from place))
      order by ${tx(by)}, id limit ${rows}
    ), ended as (
      delete from ${tx(table)} where ${tx(together)} in (
        select ${tx(together)} from ${tx(table)}
        where id = any(array(select id from found)) and (${tx.unsafe(unless ?? 'false')}) is not true
        for update skip locked)
      returning id
    ), moved as (
      insert into retention_states as s (what, position_at, position_id)
      select ${what}, at, id from found order by at desc, id desc limit 1
      on conflict (what) do update set position_at = excluded.position_at, position_id = excluded.position_id
    )
    select (select count(*) from found) as found, (select count(*) from ended) as ended`
  return { ended, isLast: found < rows }
}

async function endOtherwise(
  tx: Tx,
  rule: Retention,
  { key, rows: endRows }: NonNullable<Retention['end']>,
  rows: number,
): Promise<Batch> {
  const found = await tx<{ key: string }[]>`
    select ${tx(key)}::text as key from ${tx(rule.table)} where ${expired(tx, rule)}
    order by ${tx(rule.by)} limit ${rows} for update skip locked`
  if (found.length === 0) return { ended: 0, isLast: true }
  const ended = await endRows(
    tx,
    found.map((row) => row.key),
  )
  return { ended, isLast: found.length < rows }
}

/** Rows of which a batch ends the parts. No batch ends more of them, so that no row ends before its parts. */
const wholesAtOnce = 1_000

async function endParts(
  tx: Tx,
  rule: Retention,
  { table, column, stays = false }: Part,
  rows: number,
): Promise<number> {
  const { by, unless } = rule
  const end = stays ? tx`update ${tx(table)} set ${tx(column)} = null` : tx`delete from ${tx(table)}`
  const { count } = await tx`
    ${end} where ctid = any(array(
      select part.place
      from (
        select id from ${tx(rule.table)}
        where ${expired(tx, rule)} and (${tx.unsafe(unless ?? 'false')}) is not true
        order by ${tx(by)} limit ${wholesAtOnce}) as whole
      cross join lateral (
        select ctid as place from ${tx(table)} where ${tx(column)} = whole.id limit ${rows}) as part
      limit ${rows}))`
  return count
}

/** SQL condition: the row is past its term. */
function expired(
  sql: Sql | Tx,
  { by, kept: { years = 0, days = 0, minutes = 0 }, where = 'true' }: Retention,
) {
  return sql`
    ${sql(by)} < now() - make_interval(years => ${years}, days => ${days}, mins => ${minutes})
    and (${sql.unsafe(where)})`
}

async function isWalkDue(write: Sql, { what, restMinutes = 0 }: Retention): Promise<boolean> {
  const [row] = await write<[{ isDue: boolean }]>`
    select not exists (
      select from retention_states
      where what = ${what} and position_at is null and walked_at > now() - make_interval(mins => ${restMinutes})) as is_due`
  return row.isDue
}

/** Most rows of a backlog that are counted, so that the count takes little time. */
export const countMax = 100_000

/** Nobody knows how many rows of a walk may stay that has not begun, because other rules took the time. */
async function noteBacklog(write: Sql, rule: Retention): Promise<void> {
  const { table, by, what, unless } = rule
  await write`
    insert into retention_states as s (what, rows_left, oldest_at, behind_since)
    select ${what}, count(*), min(at), now()
    from (
      select ${write(by)} as at from ${write(table)}
      where ${expired(write, rule)} and ${write(by)} >= coalesce(
        (select position_at from retention_states where what = ${what}), '-infinity')
      order by ${write(by)} limit ${countMax}) as rest
    having count(*) > 0 and (${!unless} or exists (
      select from retention_states where what = ${what} and position_at is not null))
    on conflict (what) do update set rows_left = excluded.rows_left, oldest_at = excluded.oldest_at,
      behind_since = coalesce(s.behind_since, excluded.behind_since)`
}

async function noteEnd(write: Sql, { what, unless }: Retention): Promise<void> {
  if (unless)
    await write`
      insert into retention_states (what, walked_at) values (${what}, now())
      on conflict (what) do update set position_at = null, position_id = null, walked_at = now(),
        rows_left = 0, oldest_at = null, behind_since = null`
  else
    await write`
      update retention_states set rows_left = 0, oldest_at = null, behind_since = null
      where what = ${what} and behind_since is not null`
}
