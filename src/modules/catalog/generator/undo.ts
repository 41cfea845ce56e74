import { audit } from '../../../kernel/audit.ts'
import { type Conflict, type RecordedAct, restoredTable } from '../../../kernel/bulkActList.ts'
import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { shortMoment } from '../../../kernel/italianFormats.ts'
import { isMany, long } from '../../../kernel/longCommand.ts'
import { type Caller, type Command, handle } from '../../../kernel/message.ts'
import { recorded } from '../../../kernel/recordedAct.ts'
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

interface JudgedRoute extends Omit<MadeRoute, 'isEdited' | 'hasTexts'> {
  because: KeptBecause[]
}

/** How staff take back the undo of a run: every route that it removed comes back, or none. */
const takenBack: RecordedAct = {
  message: UndoBulkRoutes as unknown as Command,
  title: 'Creazione di tratte annullata',
  lock: async (tx, rows) => {
    const idsIn = (table: string) =>
      rows.flatMap(({ tableName, key }) => (tableName === table ? [Number(key.id)] : []))
    await tx`select id from jobs where id = any(${idsIn('jobs')}::bigint[]) for update`
    await tx`select id from route_prices where id = any(${idsIn('route_prices')}::bigint[]) order by id for update`
  },
  refusalOf,
}

const undo = handle(UndoBulkRoutes, async (tx, { id, dryRun }, caller, context) => {
  const routes = await judgedRoutes(tx, id)
  const kept = routes.filter(({ because }) => because.length > 0)
  const removed = routes.length - kept.length
  if (dryRun) return { removed, kept }
  if (removed === 0) throw new HttpError(409, 'Non c’è nessuna tratta da togliere.')
  return { ...(await removeRun(tx, { id, routes }, caller, context)), removed, kept }
})

/** Returns the routes of a finished run, with the reasons why an undo keeps them. Throws HttpError 404, 409. */
async function judgedRoutes(tx: Tx, jobId: number): Promise<JudgedRoute[]> {
  // Each step of a run locks the job too, so no route is created while this transaction holds the lock.
  const [job] = await tx<[{ status: string }?]>`
    select status from jobs where id = ${jobId} and kind = 'bulk-routes' for update`
  if (!job) throw new HttpError(404, 'Operazione non trovata.')
  if (job.status === 'queued' || job.status === 'running')
    throw new HttpError(409, 'La creazione è ancora in corso: prima fermala.')
  const routes = await madeRoutes(tx, jobId)
  const work = await workOn(tx, jobId)
  return routes.map(({ isEdited, hasTexts, ...route }) => {
    const found = new Set(work.get(route.id))
    if (hasTexts) found.add('text')
    if (isEdited && found.size === 0) found.add('edit')
    return { ...route, because: [...found].sort() }
  })
}

const removeRun = recorded(
  takenBack,
  async (
    tx: Tx,
    { id, routes }: { id: number; routes: JudgedRoute[] },
    caller: Caller,
    { site }: Context,
  ) => {
    const doomed = routes.filter(({ because }) => because.length === 0).map((route) => route.id)
    const [removed, kept] = [doomed.length, routes.length - doomed.length]
    // The first entry of an act stands for it in the audit log.
    await audit(tx, caller, bulkRoutesUndone, `jobs/${id}`, null, { removed, kept })
    await removeRoutes(tx, doomed, caller, site.origin)
    await tx`
      update jobs set updated_at = now(),
        result = coalesce(result, '{}') || jsonb_build_object('undone', ${undoneIn(tx)} + ${removed}::int),
        log = log || jsonb_build_object('at', now(), 'message', ${outcomeOf(removed, kept)}::text)
      where id = ${id}`
    return {}
  },
)

const undoneIn = (tx: Tx) => tx`coalesce((result ->> 'undone')::int, 0)`

// Writes into the log of the run how many routes come back, or go again.
restoredTable<{ id: number; undone: number }>('jobs', {
  read: async (tx, { id }) => {
    const [job] = await tx<{ id: number; undone: number }[]>`
      select id, ${undoneIn(tx)} as undone from jobs where id = ${id}`
    return job ?? null
  },
  announce: async (tx, before, after) => {
    if (!before || !after) return
    const back = before.undone - after.undone
    const message = back > 0 ? backWords(back) : outcomeOf(-back, 0)
    await tx`
      update jobs set updated_at = now(), log = log || jsonb_build_object('at', now(), 'message', ${message}::text)
      where id = ${after.id}`
  },
})

const backWords = (routes: number) =>
  `Annullamento annullato: ${routes === 1 ? 'torna 1 tratta' : `tornano ${routes} tratte`}`

async function refusalOf({ result, table, key, later }: Conflict, tx: Tx): Promise<string> {
  if (table === 'jobs')
    return result === 'gone'
      ? 'Questa creazione di tratte è stata eliminata dalle operazioni: crea di nuovo le tratte.'
      : 'Questa creazione è stata annullata di nuovo in seguito: prima ripristina quell’annullamento.'
  if (result === 'taken')
    return 'Una delle tratte esiste già di nuovo, oppure non c’è più una delle sue località: crea di nuovo le tratte.'
  const [route] = await tx<[{ name: string }?]>`
    select d.name || ' – ' || a.name as name from route_prices r join locations d on d.id = departure_location_id
      join locations a on a.id = destination_location_id
    where r.id = ${Number(key.id)}`
  const name = route?.name ?? 'Una tratta'
  const by = later ? ` (${later.by}, ${shortMoment(later.at)})` : ''
  return `${name}: è cambiata in seguito${by}. Crea di nuovo le tratte.`
}

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
