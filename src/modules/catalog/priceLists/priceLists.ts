import { audit } from '../../../kernel/audit.ts'
import type { Context } from '../../../kernel/context.ts'
import { edit } from '../../../kernel/edit.ts'
import { HttpError, refusal, refuseFaults } from '../../../kernel/httpError.ts'
import { long } from '../../../kernel/longCommand.ts'
import { handle } from '../../../kernel/message.ts'
import { isDay, romanToday } from '../../../kernel/romanDay.ts'
import { jsonb, type Tx } from '../../../platform/db.ts'
import { priceFields } from '../book/contract.ts'
import { shownPrices } from '../book/price.queries.ts'
import { hasEconomyFrom } from '../hubs.ts'
import { changesOf, priceRows } from '../prices/priceCells.writes.ts'
import { type BandPrices, offersFor, passengersMax } from '../prices/quote.contract.ts'
import { warningsOf } from '../prices/warnings.queries.ts'
import { cellsOfList, isLongRule, refuseInvalidPrices, refuseRule } from './cells.ts'
import {
  CancelPriceList,
  CreatePriceList,
  DeletePriceList,
  PreviewListRoute,
  PreviewPriceList,
  type PriceList,
  type PriceListForm,
  priceListCancelled,
  priceListChanged,
  priceListCreated,
  priceListDeleted,
  SavePriceList,
} from './contract.ts'
import { freeDays, takeDays } from './scopes.ts'
import { findPriceList } from './storedPriceLists.ts'

const preview = handle(PreviewPriceList, async (tx, rule) => {
  refuseRule(rule)
  const { rows, cells, faults } = await cellsOfList(tx, rule)
  refuseFaults(422, faults)
  const changes = changesOf(rows, cells)
  return {
    updated: changes.length,
    updatedRoutes: new Set(changes.map(({ id }) => id)).size,
    changes,
    warnings: await warningsOf(tx, changes, { isTyped: false, isOfList: true }),
  }
})

export const previewPriceList = long(preview, isLongRule)

export const previewListRoute = handle(PreviewListRoute, async (tx, { id, ...rule }) => {
  refuseRule(rule)
  const [row] = (await priceRows(tx, [id])).values().filter((one) => one.id === id)
  if (!row) throw new HttpError(404, 'Tratta non trovata.')
  // A return route without prices of its own follows those of its outbound.
  const { rows, cells, faults } = await cellsOfList(tx, rule, [id, row.followsId ?? id])
  refuseFaults(422, faults)
  const changes = changesOf(rows, cells).filter((change) => change.id === id)
  const listed = { ...row, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) }
  const hasEconomy = hasEconomyFrom(row.departure)
  const offers = (prices: BandPrices, passengers: number) =>
    offersFor({ passengers, bags: 0 }, { prices, hasEconomy }).map(({ vehicle, total }) => ({
      vehicle,
      total,
    }))
  const [base, list] = [shownPrices(row), shownPrices(listed)]
  return {
    prices: priceFields.map((field) => ({ field, base: base[field], list: list[field] })),
    parties: Array.from({ length: passengersMax }, (_, index) => ({
      passengers: index + 1,
      base: offers(base, index + 1),
      list: offers(list, index + 1),
    })),
  }
})

export const createPriceList = handle(CreatePriceList, async (tx, form, caller, context) => {
  const today = romanToday(context)
  await lockLists(tx)
  refuseDays(form, today)
  if (form.startsOn < today) throw refusal('startsOn', 'Il primo giorno è già passato')
  await refuseForm(tx, form)
  const [{ id }] = await tx<[{ id: number }]>`
    insert into price_lists ${tx({ ...stored(form), cells: tx.json(form.cells), created_by: caller.name })}
    returning id`
  await takeDays(tx, id, form)
  const list = await findPriceList(tx, id, today)
  await audit(tx, caller, priceListCreated, `price_lists/${id}`, null, withoutCells(list))
  return list
})

const editedList = {
  table: 'price_lists',
  find: (tx: Tx, id: number, context: Context) => findPriceList(tx, id, romanToday(context)),
  lockFirst: lockLists,
  // Stored fares name the version of a list, so that a version never ends.
  act: null,
}

export const savePriceList = edit(
  SavePriceList,
  editedList,
  async (tx, { id, updatedAt: _, ...form }, caller, before, context) => {
    const today = romanToday(context)
    if (before.state !== 'programmato' && before.state !== 'in corso')
      throw new HttpError(409, 'Il listino è finito: non si può più cambiare.')
    refuseDays(form, today)
    if (before.state === 'in corso') refuseRunning(before, form)
    else if (form.startsOn !== before.startsOn && form.startsOn < today)
      throw refusal('startsOn', 'Il primo giorno è già passato')
    await refuseForm(tx, form)
    await takeDays(tx, id, form)
    await tx`
      insert into price_list_versions (list_id, version, content, changed_by)
      values (${id}, ${before.version}, ${jsonb(tx, contentOf(before))}, ${caller.name})`
    await tx`
      update price_lists set ${tx({ ...stored(form), cells: tx.json(form.cells) })}, version = version + 1,
        updated_at = now()
      where id = ${id}`
    const after = await findPriceList(tx, id, today)
    await audit(tx, caller, priceListChanged, `price_lists/${id}`, withoutCells(before), withoutCells(after))
    return after
  },
)

export const cancelPriceList = handle(CancelPriceList, async (tx, { id }, caller, context) => {
  const today = romanToday(context)
  await lockLists(tx)
  const before = await findPriceList(tx, id, today)
  if (before.state !== 'programmato' && before.state !== 'in corso')
    throw new HttpError(409, 'Il listino è già finito.')
  await freeDays(tx, id)
  await tx`update price_lists set cancelled_at = ${context.clock.now()}, updated_at = now() where id = ${id}`
  await audit(tx, caller, priceListCancelled, `price_lists/${id}`, { state: before.state }, null)
  return findPriceList(tx, id, today)
})

export const deletePriceList = handle(DeletePriceList, async (tx, { id }, caller, context) => {
  await lockLists(tx)
  const before = await findPriceList(tx, id, romanToday(context))
  if (before.state === 'in corso')
    throw new HttpError(409, 'Il listino è in corso: terminalo prima di eliminarlo.')
  await tx`delete from price_lists where id = ${id}`
  await audit(tx, caller, priceListDeleted, `price_lists/${id}`, withoutCells(before), null)
  return {}
})

/** Serializes changes of price lists, so that concurrent new lists cannot overlap. */
async function lockLists(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('price_lists'))`
}

function refuseDays({ startsOn, endsOn }: PriceListForm, today: string): void {
  for (const [name, day] of [
    ['startsOn', startsOn],
    ['endsOn', endsOn],
  ] as const)
    if (day && !isDay(day)) throw refusal(name, 'Questo giorno non esiste')
  if (endsOn && endsOn < startsOn) throw refusal('endsOn', 'L’ultimo giorno viene prima del primo')
  if (endsOn && endsOn < today) throw refusal('endsOn', 'L’ultimo giorno è già passato')
}

async function refuseForm(tx: Tx, form: PriceListForm): Promise<void> {
  if (form.overlay === 'weekdays' && form.weekdays.length === 0)
    throw refusal('weekdays', 'Scegli i giorni della settimana')
  refuseRule(form)
  await refuseInvalidPrices(tx, form)
}

/** Throws HttpError 409 if the form changes more than the last day of a list that already applies. */
function refuseRunning(before: PriceList, form: PriceListForm): void {
  const sameText = (one: string | null | undefined, other: string | null) => (one || null) === other
  const isSame =
    form.name === before.name &&
    form.overlay === before.overlay &&
    [...form.weekdays].sort().join() === [...before.weekdays].sort().join() &&
    form.startsOn === before.startsOn &&
    (form.departure || null) === before.departure &&
    (form.kind || null) === before.kind &&
    [...form.fields].sort().join() === [...before.fields].sort().join() &&
    sameText(form.percent, before.percent) &&
    sameText(form.amount, before.amount) &&
    sameText(form.roundTo, before.roundTo) &&
    JSON.stringify(form.cells) === JSON.stringify(before.cells)
  if (!isSame) throw new HttpError(409, 'Il listino è in corso: si può cambiare solo l’ultimo giorno.')
}

const stored = (form: PriceListForm) => ({
  name: form.name,
  overlay: form.overlay,
  weekdays: form.weekdays,
  starts_on: form.startsOn,
  ends_on: form.endsOn || null,
  departure_location_id: form.departure || null,
  transfer_type_id: form.kind || null,
  fields: form.fields,
  percent: form.percent || null,
  amount: form.amount || null,
  round_to: form.roundTo || null,
})

/** Returns the list for the audit log, with the number of single prices instead of the prices. */
function withoutCells({ cells, versions: _, ...list }: PriceList) {
  return { ...list, cellCount: cells.length }
}

function contentOf(list: PriceList): PriceListForm {
  const { overlay, weekdays, name, startsOn, endsOn, departure, kind, fields, percent, amount, roundTo } =
    list
  const rule = { departure, kind, fields, percent, amount, roundTo, cells: list.cells }
  return { overlay, weekdays, name, startsOn, endsOn, ...rule }
}
