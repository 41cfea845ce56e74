import { audit, told } from '../../../kernel/audit.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { createJob, runJob } from '../../../kernel/job.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer, handle, on } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { MapFailure, type MapService, type Maps } from '../../../platform/maps.ts'
import { addBundledNames } from './bundledNames.ts'
import {
  ImportLecce,
  ListUnsyncedLocations,
  lecceImportRequested,
  locationSynced,
  locationsSyncRequested,
  SyncAllLocations,
  SyncLocation,
} from './contract.ts'
import { comuniOfLecce, gazetteerByName, isGazetteerId } from './gazetteer.ts'
import { findLocation, type LocationRow, locationColumns, shown, submitPage } from './locations.ts'
import type { PlaceDetails } from './lookup.contract.ts'
import { detailsOf, placeOf } from './lookup.queries.ts'

// Synchronising a place stores its id, from Google or, if no map service is active, from the gazetteer. The id of the
// other kind stays.
// A stored position and postcode stay, because most of them are open data, whereas Google's positions expire.

export const syncLocation = handle(SyncLocation, async (tx, { id }, caller, { maps }) => {
  const before = await findLocation(tx, id)
  const row = await synced(tx, before, maps)
  await audit(tx, caller, locationSynced, `locations/${id}`, shown(before), shown(row))
  return shown(row)
})

export const syncAllLocations = handle(SyncAllLocations, async (tx, _input, caller) => {
  const jobId = await createJob(tx, 'sync-locations', {}, caller)
  await audit(tx, caller, told(locationsSyncRequested, { jobId }), `jobs/${jobId}`, null, null)
  return { jobId }
})

export const importLecce = handle(ImportLecce, async (tx, _input, caller) => {
  const jobId = await createJob(tx, 'import-lecce', {}, caller)
  await audit(tx, caller, told(lecceImportRequested, { jobId }), `jobs/${jobId}`, null, null)
  return { jobId }
})

export const listUnsyncedLocations = answer(
  ListUnsyncedLocations,
  async (read, { search, ...asked }, _caller, { maps }) => {
    const where = read`${isUnsynced(read, await hasService(read, maps))} and name ilike ${likeOf(search)}`
    const [{ total }] = await read<
      [{ total: number }]
    >`select count(*) as total from locations where ${where}`
    const items = await read<{ id: number; name: string }[]>`
      select id, name from locations where ${where} ${pageOf(read, asked, { name: 'lower(name)' }, 'name')}`
    return { ...pages(asked, total), items }
  },
)

const hasService = async (read: Sql, maps: Maps) => (await maps.service(read)) !== null

const isUnsynced = (read: Sql, hasGoogle: boolean) =>
  read`google_place_id is null and (gazetteer_id is null or ${hasGoogle})`

/** Commits each place separately, so that a retry skips the places that are done. */
export const syncPendingLocations = on(
  'catalog:syncPendingLocations',
  locationsSyncRequested,
  async ({ jobId }, { read, write, context, isLastTry }) =>
    runJob(write, { jobId, isLast: isLastTry }, async (progress) => {
      const hasGoogle = await hasService(read, context.maps)
      const pending = await read<{ id: number; name: string }[]>`
        select id, name from locations where ${isUnsynced(read, hasGoogle)} order by name`
      if (!hasGoogle) await progress.log('Senza una chiave di Google restano i dati propri')
      await progress.total(pending.length)
      let found = 0
      for (const [index, { id, name }] of pending.entries()) {
        if (!(await progress.goesOn())) break
        const text = await syncOne(write, id, context.maps)
        if (text === '') found += 1
        await progress.log(`${name}: ${text || 'sincronizzata'}`, index + 1)
      }
      return { synced: found, notFound: pending.length - found }
    }),
)

/** Returns '' on success, otherwise the reason of the failure. Throws if the map service is unavailable. */
async function syncOne(write: Sql, id: number, maps: Maps): Promise<string> {
  try {
    await write.begin(async (tx) => synced(tx, await findLocation(tx, id), maps))
    return ''
  } catch (error) {
    if (error instanceof HttpError && error.status < 500)
      return error.message.replace(/\.$/, '').toLowerCase()
    throw error
  }
}

async function synced(tx: Tx, location: LocationRow, maps: Maps): Promise<LocationRow> {
  const place = await lookedUp(location.name, await maps.service(tx))
  if (!place) throw new HttpError(404, `Nessun luogo trovato per ${location.name}.`)
  const [other] = await tx<[{ name: string }?]>`
    select name from locations
    where ${place.place_id} in (google_place_id, gazetteer_id) and id <> ${location.id}`
  if (other) throw new HttpError(409, `Il luogo trovato è già quello di ${other.name}.`)
  const hasPosition = location.latitude !== null && location.longitude !== null
  const isOwn = isGazetteerId(place.place_id)
  const [row] = await tx<[LocationRow]>`
    update locations set google_place_id = coalesce(${isOwn ? null : place.place_id}, google_place_id),
      gazetteer_id = coalesce(${isOwn ? place.place_id : null}, gazetteer_id), cap = coalesce(cap, ${place.cap}),
      latitude = ${hasPosition ? location.latitude : place.latitude},
      longitude = ${hasPosition ? location.longitude : place.longitude},
      google_position_at = case when ${hasPosition || isOwn} then google_position_at else now() end,
      updated_at = now()
    where id = ${location.id} returning ${locationColumns(tx)}`
  await submitPage(tx, location, row)
  return row
}

async function lookedUp(name: string, maps: MapService | null): Promise<PlaceDetails | null> {
  try {
    if (!maps) {
      const known = gazetteerByName(name)
      return known ? detailsOf(known) : null
    }
    const [first] = await maps.suggest(`${name}, Puglia`, '')
    return first ? await placeOf(maps, first.placeId, '') : null
  } catch (error) {
    if (!(error instanceof MapFailure)) throw error
    throw new HttpError(502, error.kind === 'denied' ? 'API non configurata' : 'Errore di rete')
  }
}

/** Adds comuni of the province of Lecce whose ISTAT code and name are both new. Adds the bundled names. */
export const addComuniOfLecce = on(
  'catalog:addComuniOfLecce',
  lecceImportRequested,
  async ({ jobId }, { write, isLastTry }) =>
    runJob(write, { jobId, isLast: isLastTry }, async (progress) => {
      const comuni = comuniOfLecce()
      await progress.total(comuni.length)
      let added = 0
      for (const [index, comune] of comuni.entries()) {
        const [row] = await write`
          insert into locations (name, location_type, gazetteer_id, cap, province, latitude, longitude,
            istat_code, zone)
          select ${comune.name}, 'Città', ${comune.placeId}, ${comune.cap || null}, 'LE', ${comune.latitude}::float8,
            ${comune.longitude}::float8, ${comune.istatCode}, ${comune.zone}
          where not exists (select from locations where istat_code = ${comune.istatCode})
          on conflict do nothing returning id`
        if (!row) continue
        added += 1
        await progress.log(`${comune.name}: aggiunta`, index + 1)
        if (!(await progress.goesOn())) break
      }
      await addBundledNames(write)
      await progress.log(added === 0 ? 'Tutti i comuni erano già presenti' : `Comuni aggiunti: ${added}`)
      return { added, present: comuni.length - added }
    }),
)
