import { audit } from '../../../kernel/audit.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { isMany, long } from '../../../kernel/longCommand.ts'
import { handle } from '../../../kernel/message.ts'
import type { Tx } from '../../../platform/db.ts'
import { removeRoutes } from '../routes/removal.writes.ts'
import { bulkRoutesUndone, type KeptBecause, UndoBulkRoutes } from './contract.ts'

interface MadeRoute {
  id: number
  departure: string
  destination: string
  isEdited: boolean
  hasTexts: boolean
}

const undo = handle(UndoBulkRoutes, async (tx, { id, dryRun }, caller, { site }) => {
  // Each step of a run locks the job too, so no route is created while this transaction holds the lock.
  const [job] = await tx<[{ status: string }?]>`
    select status from jobs where id = ${id} and kind = 'bulk-routes' for update`
  if (!job) throw new HttpError(404, 'Operazione non trovata.')
  if (job.status === 'queued' || job.status === 'running')
    throw new HttpError(409, 'La creazione è ancora in corso: prima fermala.')
  const routes = await madeRoutes(tx, id)
  const work = await workOn(tx, id)
  const judged = routes.map(({ isEdited, hasTexts, ...route }) => {
    const found = new Set(work.get(route.id))
    if (hasTexts) found.add('text')
    if (isEdited && found.size === 0) found.add('edit')
    return { ...route, because: [...found].sort() }
  })
  const kept = judged.filter(({ because }) => because.length > 0)
  const removed = judged.length - kept.length
  if (dryRun) return { removed, kept }
  if (removed === 0) throw new HttpError(409, 'Non c’è nessuna tratta da togliere.')
  const doomed = judged.filter(({ because }) => because.length === 0)
  await removeRoutes(
    tx,
    doomed.map((route) => route.id),
    caller,
    site.origin,
  )
  await tx`
    update jobs set updated_at = now(),
      result = coalesce(result, '{}') || jsonb_build_object('undone', coalesce((result ->> 'undone')::int, 0) + ${removed}::int),
      log = log || jsonb_build_object('at', now(), 'message', ${outcomeOf(removed, kept.length)}::text)
    where id = ${id}`
  await audit(tx, caller, bulkRoutesUndone, `jobs/${id}`, null, { removed, kept: kept.length })
  return { removed, kept }
})

/** Number of routes that a request removes, each with its entry in the audit log. */
const removedAtOnce = 100

export const undoBulkRoutes = long(undo, (tx, { id }) =>
  isMany(tx, tx`route_prices where bulk_job_id = ${id}`, removedAtOnce),
)

const outcomeOf = (removed: number, kept: number) =>
  `Creazione annullata: ${removed === 1 ? 'tolta 1 tratta' : `tolte ${removed} tratte`}` +
  (kept === 0 ? '' : kept === 1 ? ', ne resta 1' : `, ne restano ${kept}`)

/** A route is edited if staff saved it, admitted it to search engines, or added related routes to it after the run. */
function madeRoutes(tx: Tx, jobId: number) {
  return tx<MadeRoute[]>`
    select r.id, d.name as departure, a.name as destination,
      coalesce(r.updated_at > r.generated_at, true) or r.indexing = 'allowed' or exists (
        select from route_prices o where (o.main_route_id = r.id or o.follows_id = r.id)
          and o.bulk_job_id is distinct from ${jobId} and o.linked_job_id is distinct from ${jobId}) as is_edited,
      coalesce(r.long_description, '') || coalesce(r.tourist_info, '') <> '' as has_texts
    from route_prices r join locations d on d.id = departure_location_id
      join locations a on a.id = destination_location_id
    where bulk_job_id = ${jobId} order by r.id for update of r`
}

async function workOn(tx: Tx, jobId: number): Promise<Map<number, KeptBecause[]>> {
  const rows = await tx<{ routeId: number; kinds: KeptBecause[] }[]>`
    select route_id, array_agg(distinct kind) as kinds from route_work
    where route_id in (select id from route_prices where bulk_job_id = ${jobId}) group by route_id`
  return new Map(rows.map(({ routeId, kinds }) => [routeId, kinds]))
}
