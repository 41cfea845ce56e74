import { audit } from '../../../kernel/audit.ts'
import { causeOf } from '../../../kernel/bulkActCause.ts'
import { edit } from '../../../kernel/edit.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer, handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import { comparable, rowNamed } from '../../../kernel/pasted.ts'
import { slugOf } from '../../../kernel/slug.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import type { Names } from '../book/contract.ts'
import { localPlaceSlugs } from '../book/localSlugs.queries.ts'
import type { LocationType } from '../placeSearch/locationType.contract.ts'
import {
  CreateLocation,
  DeleteLocation,
  ListLocations,
  type LocationForm,
  type LocationSummary,
  locationChanged,
  locationCreated,
  locationDeleted,
  placeChanged,
  ReadLocation,
  SaveLocation,
  type StaffLocation,
  type SyncState,
} from './contract.ts'
import { isGazetteerId } from './gazetteer.ts'
import { placeNamesChanged } from './names.contract.ts'

// Commands emit `placeChanged` only for a place that has or had a text: other places have no page.

export const listLocations = answer(ListLocations, async (read, { page, ...asked }) => {
  const where = locationsWhere(read, asked)
  const order = { name: 'lower(name)', type: 'location_type', cap: 'cap', updatedAt: 'updated_at' }
  const limit = page === undefined ? allRows : asked.limit
  const slice = { ...asked, limit, page: page ?? 1 }
  const rows = await read<SummaryRow[]>`
    select ${summaryColumns(read)} from locations where ${where} ${pageOf(read, slice, order, 'name')}`
  const items = rows.map(shown)
  if (page === undefined) return items
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from locations where ${where}`
  return { ...pages(slice, total), items }
})

interface Asked {
  search?: string | undefined
  state?: SyncState | undefined
}

export function locationsWhere(sql: Sql | Tx, { search, state }: Asked) {
  const like = likeOf(search)
  return sql`
    (name ilike ${like} or location_type ilike ${like} or cap ilike ${like})
    and ${state ? isInState(sql, state) : sql`true`}`
}

function isInState(sql: Sql | Tx, state: SyncState) {
  if (state === 'google') return sql`google_place_id is not null`
  return state === 'own'
    ? sql`google_place_id is null and gazetteer_id is not null`
    : sql`google_place_id is null and gazetteer_id is null`
}

/** Maximum rows of a list without a page number, more than there are places in Puglia. */
const allRows = 100_000

export const readLocation = answer(ReadLocation, async (read, { id }) => {
  const row = await findLocation(read, id)
  return { ...shown(row), hasPage: await hasPage(read, row) }
})

/** Returns whether the site has a page about the place: it needs a text and an active route. */
export async function hasPage(sql: Sql | Tx, row: LocationRow): Promise<boolean> {
  const [route] = await sql`
    select from route_prices where is_active and ${row.id} in (departure_location_id, destination_location_id) limit 1`
  return pageSlugOf(row) !== null && route !== undefined
}

export const createLocation = handle(CreateLocation, async (tx, form, caller, { clock }) => {
  await refuseTaken(tx, form)
  const [row] = await tx<[LocationRow]>`
    insert into locations ${tx({ ...columnsOf(form), google_position_at: isOfGoogle(form) ? clock.now() : null })}
    returning ${locationColumns(tx)}`
  await audit(tx, caller, locationCreated, `locations/${row.id}`, null, shown(row))
  await submitPage(tx, null, row)
  return shown(row)
})

export const saveLocation = edit(
  SaveLocation,
  { table: 'locations', find: findLocation },
  async (tx, form, caller, before) => {
    await refuseTaken(tx, form, before)
    const [row] = await tx<[LocationRow]>`
    update locations set ${tx(columnsOf(form))}, updated_at = now(),
      google_position_at = case when ${isOfGoogle(form)} then now()
        when ${numberOf(form.latitude) === before.latitude && numberOf(form.longitude) === before.longitude}
          then google_position_at end
    where id = ${form.id}
    returning ${locationColumns(tx)}`
    await audit(tx, caller, locationChanged, `locations/${form.id}`, shown(before), shown(row))
    await submitPage(tx, before, row)
    return shown(row)
  },
)

export const deleteLocation = handle(DeleteLocation, async (tx, { id }, caller) => {
  const before = await findLocation(tx, id)
  await refuseUsed(tx, id)
  // The event needs the names in other languages, which are deleted with the place.
  await submitPage(tx, before, null)
  await tx`delete from locations where id = ${id}`
  await audit(tx, caller, locationDeleted, `locations/${id}`, shown(before), null)
  return {}
})

export async function submitPage(
  tx: Tx,
  before: LocationRow | null,
  after: LocationRow | null,
): Promise<void> {
  const [fromSlug, toSlug] = [pageSlugOf(before), pageSlugOf(after)]
  if (fromSlug || toSlug) {
    const isLeft = before && fromSlug && fromSlug !== toSlug
    const left = isLeft ? { fromLocalSlugs: await localPlaceSlugs(tx, before) } : {}
    await emit(tx, placeChanged, { fromSlug, toSlug, ...left, ...(await causeOf(tx)) })
  }
  if (before && after && before.name !== after.name) await submitName(tx, before)
}

/** Announces a new Italian name. Pages in languages without an own name for the place show the Italian name. */
async function submitName(tx: Tx, { id, name }: LocationRow): Promise<void> {
  const [own] = await tx<[{ names: Names }?]>`select names from location_names where id = ${id}`
  const names = own?.names ?? {}
  await emit(tx, placeNamesChanged, { locationId: id, from: names, to: names, fromName: name })
}

/** Returns the slug of the place's page; null if the place has no text and therefore no page. */
const pageSlugOf = (row: LocationRow | null) =>
  row && (row.longDescription || row.touristInfo) ? slugOf(row.name) : null

interface SummaryRow extends Omit<LocationSummary, 'createdAt' | 'updatedAt'> {
  createdAt: Date
  updatedAt: Date
}

export type LocationRow = SummaryRow & Pick<StaffLocation, 'meetingPoint' | 'longDescription' | 'touristInfo'>

function summaryColumns(sql: Sql | Tx) {
  return sql`
    id, name, location_type, google_place_id, gazetteer_id, cap, latitude, longitude, exclude_from_bulk, created_at,
    updated_at`
}

export function locationColumns(sql: Sql | Tx) {
  return sql`${summaryColumns(sql)}, meeting_point, long_description, tourist_info`
}

export async function findLocation(sql: Sql | Tx, id: number): Promise<LocationRow> {
  const [row] = await sql<[LocationRow?]>`select ${locationColumns(sql)} from locations where id = ${id}`
  if (!row) throw new HttpError(404, 'Località non trovata.')
  return row
}

export function shown<R extends { createdAt: Date; updatedAt: Date }>(row: R) {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() }
}

/** Without an id of the gazetteer in the form, the stored one stays. */
function columnsOf(form: LocationForm) {
  const placeId = form.googlePlaceId || null
  const isOwn = placeId !== null && isGazetteerId(placeId)
  return {
    name: form.name,
    location_type: storedType(form.locationType),
    google_place_id: isOwn ? null : placeId,
    ...(isOwn ? { gazetteer_id: placeId } : {}),
    cap: form.cap || null,
    latitude: numberOf(form.latitude),
    longitude: numberOf(form.longitude),
    meeting_point: form.meetingPoint || null,
    long_description: form.longDescription || null,
    tourist_info: form.touristInfo || null,
    exclude_from_bulk: form.excludeFromBulk,
  }
}

/** Returns whether the position is from Google, so that Google's terms apply. */
function isOfGoogle({ googlePosition, latitude, longitude }: LocationForm): boolean {
  return Boolean(googlePosition) && googlePosition === `${numberOf(latitude)},${numberOf(longitude)}`
}

const numberOf = (value: number | '' | null | undefined) => (typeof value === 'number' ? value : null)

function storedType(type: LocationForm['locationType']): LocationType {
  return type === 'Stazione Ferrovia' ? 'Stazione' : type
}

/** A place that keeps its name is saved, although an earlier version has stored another place with the same name. */
async function refuseTaken(
  tx: Tx,
  { name, googlePlaceId }: { name: string; googlePlaceId?: string | null },
  before?: { id: number; name: string },
): Promise<void> {
  const others = await tx<Pick<LocationRow, 'name' | 'googlePlaceId' | 'gazetteerId'>[]>`
    select name, google_place_id, gazetteer_id from locations where id <> ${before?.id ?? 0}`
  const isKept = before !== undefined && comparable(before.name) === comparable(name)
  if (!isKept && rowNamed(others, name))
    throw refusal('name', 'Esiste già una località con questo nome.', 409)
  const same =
    googlePlaceId &&
    others.find((other) => other.googlePlaceId === googlePlaceId || other.gazetteerId === googlePlaceId)
  if (same) throw refusal('googlePlaceId', `Questo luogo è già la località ${same.name}.`, 409)
}

/** Maximum number of routes that the error message names. The message only counts further routes. */
const namedMax = 5

/** Returns, for each place that routes use, why staff cannot delete the place. */
export async function reasonsNotToDelete(tx: Tx, ids: number[]): Promise<Map<number, string>> {
  const rows = await tx<{ id: number; names: string[]; total: number }[]>`
    select place.id, (array_agg(d.name || ' – ' || a.name order by d.name || ' – ' || a.name))[:${namedMax}] as names,
      count(*) as total
    from unnest(${ids}::bigint[]) as place (id) join route_prices r on place.id in (r.departure_location_id, r.destination_location_id)
      join locations d on d.id = r.departure_location_id join locations a on a.id = r.destination_location_id
    group by place.id`
  return new Map(
    rows.map(({ id, names, total }) => {
      const more = total - names.length
      const list = `${names.join(', ')}${more > 0 ? ` e altre ${more}` : ''}`
      return [id, `Impossibile eliminare la località: è utilizzata in tratte esistenti (${list}).`]
    }),
  )
}

async function refuseUsed(tx: Tx, id: number): Promise<void> {
  const reason = (await reasonsNotToDelete(tx, [id])).get(id)
  if (reason) throw new HttpError(409, reason)
}
