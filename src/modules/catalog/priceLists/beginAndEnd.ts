import { audit } from '../../../kernel/audit.ts'
import type { Caller } from '../../../kernel/message.ts'
import { jsonb, type Sql, type Tx } from '../../../platform/db.ts'
import { storedPriceText } from '../price.ts'
import type { PriceChange } from '../prices/contract.ts'
import { changesOf, keyOf, lockedPrices, storedCents, writePrices } from '../prices/writes.ts'
import type { PriceField } from '../search/contract.ts'
import { cellsOfList, cellsOfOthers, type ListRule } from './cells.ts'
import { romanDay } from './romanDay.ts'

const worker: Caller = { name: 'worker', address: null, admin: null, idempotencyKey: null }

interface Due {
  id: number
  act: 'end' | 'begin' | 'skip'
}

/** What is to be done by this day: ends before beginnings, so that lists may follow each other over the same prices. */
function dueLists(sql: Sql | Tx, today: string) {
  return sql<Due[]>`
    select id, case when begun_at is not null then 'end' when ends_on < ${today}::date then 'skip' else 'begin' end
      as act
    from price_lists
    where ended_at is null and cancelled_at is null
      and (case when begun_at is null then starts_on <= ${today}::date else ends_on < ${today}::date end)
    order by begun_at is null, starts_on, id`
}

/**
 * Begins and ends lists whose day has come, each in a transaction of its own. Late is as good as in time: what was
 * missed while no worker ran is done now, and a list whose days all went by never begins. Answers how many were due.
 */
export async function keepPriceLists(write: Sql): Promise<number> {
  const today = romanDay(new Date())
  let failure: unknown
  let done = 0
  for (const { id } of await dueLists(write, today))
    try {
      await write.begin(async (tx) => carryOut(tx, id, today))
      done++
    } catch (error) {
      failure ??= error
    }
  if (failure) throw failure
  return done
}

/** Brings all prices of this transaction to where they will be on that day, if nobody changes them till then. */
export async function bringTo(tx: Tx, day: string): Promise<void> {
  for (const { id } of await dueLists(tx, day)) await carryOut(tx, id, day)
}

/** One list, if it is still due: another worker may have been quicker. */
async function carryOut(tx: Tx, id: number, today: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('price_lists'))`
  const due = (await dueLists(tx, today)).find((one) => one.id === id)
  if (due?.act === 'begin') await begin(tx, id)
  if (due?.act === 'end') await end(tx, id, worker)
  if (due?.act === 'skip')
    await tx`update price_lists set ended_at = now(), updated_at = now() where id = ${id}`
}

async function begin(tx: Tx, id: number): Promise<void> {
  const [list] = await tx<[ListRule & { name: string }]>`
    select name, departure_location_id as departure, transfer_type_id as kind, fields, percent, amount, round_to, cells
    from price_lists where id = ${id}`
  // Prices that cannot be worked out any more stay as they are, and so do those of a route that came later to two lists.
  const { rows, cells } = await cellsOfList(tx, list, lockedPrices)
  const taken = await cellsOfOthers(tx)
  const changes = changesOf(
    rows,
    cells.filter((cell) => !taken.has(keyOf(cell))),
    taken,
  )
  const reason = `Listino «${list.name}»`
  const { batchId = null, updated } = await writePrices(tx, rows, { changes, reason, caller: worker })
  await tx`
    update price_lists set begun_at = now(), batch_id = ${batchId}, updated_at = now()
    where id = ${id}`
  await audit(tx, worker, 'catalog:priceListBegun', `price_lists/${id}`, null, { batchId, updated })
}

interface Made {
  id: number
  field: PriceField
  priceFrom: string | null
  priceTo: string | null
}

/** Takes back what the list has changed, to the cent; prices that were changed since stay, and are told. */
export async function end(tx: Tx, id: number, caller: Caller): Promise<void> {
  const [list] = await tx<[{ name: string; batchId: string | null }]>`
    select name, batch_id from price_lists where id = ${id}`
  const made = await tx<Made[]>`
    select route_id as id, field, price_from, price_to from price_changes
    where batch_id = ${list.batchId} order by id for update`
  const rows = await lockedPrices(
    tx,
    made.map(({ id }) => id),
  )
  const kept: PriceChange[] = made.flatMap(({ id, field, priceTo }) => {
    const row = rows.get(id)
    if (!row || storedCents(row[field]) === storedCents(priceTo)) return []
    const { departure, destination } = row
    const [from, to] = [storedPriceText(priceTo), storedPriceText(row[field])]
    return { id, departure, destination, field, from, to }
  })
  const stays = new Set(kept.map(keyOf))
  const cells = made
    .filter((cell) => !stays.has(keyOf(cell)))
    .map(({ id, field, priceFrom }) => ({ id, field, cents: storedCents(priceFrom) }))
  await tx`update price_changes set undone_at = now() where batch_id = ${list.batchId}`
  const reason = `Fine del listino «${list.name}»`
  const { updated } = await writePrices(tx, rows, { changes: changesOf(rows, cells, stays), reason, caller })
  await tx`
    update price_lists set ended_at = now(), kept = ${jsonb(tx, kept)}, updated_at = now()
    where id = ${id}`
  await audit(tx, caller, 'catalog:priceListEnded', `price_lists/${id}`, null, { updated, kept: kept.length })
}
