import { setTimeout as sleep } from 'node:timers/promises'
import { judgeRideMails, type RideMailVerdict } from './rideMails.ts'
import { judgeRides, type RideVerdict } from './rideVerdict.ts'
import type { System } from './system.ts'
import type { Ledger } from './traffic.ts'

const tableOf = {
  'availability-requests': 'availability_requests',
  contacts: 'contacts',
  bookings: 'bookings',
} as const

/** Number of received copies of each mail by Message-ID. */
export type Arrived = Map<string, number>

/** Waits up to `ms` milliseconds until no event, effect or mail is open. */
export async function settled(
  { sql }: System,
  ms: number,
  onWaiting?: (open: object) => void,
): Promise<void> {
  const startedAt = Date.now()
  let toldAt = startedAt
  for (;;) {
    const [open] = await sql<[{ events: number; effects: number; mails: number; later: number }?]>`
      select (select count(*) from outbox where dispatched_at is null) as events,
        (select count(*) from effects where state = 'planned') as effects,
        (select count(*) from email_messages where state in ('planned', 'sending')) as mails,
        (select count(*) from graphile_worker.jobs where run_at > now()) as later`.catch(() => [])
    if (open && open.events + open.effects + open.mails === 0) return
    if (Date.now() - startedAt > ms) return
    if (open && Date.now() - toldAt > 5_000) {
      toldAt = Date.now()
      onWaiting?.(open)
    }
    await sleep(100)
  }
}

/** Returns what a reader needs to explain effects that stay open: their rows, their jobs and the latest sweeps. */
export async function stuckEffects({ sql }: System) {
  const effects = await sql<object[]>`
    select outbox_id, reaction, effects.attempts, effects.last_error, changed_at, jobs.attempts as job_attempts,
      jobs.last_error as job_error, run_at, locked_at
    from effects left join graphile_worker.jobs on key = outbox_id || ':' || reaction
    where state = 'planned' limit 20`
  if (effects.length === 0) return { effects }
  const sweeps = await sql<object[]>`
    select task_identifier, key, attempts, run_at, locked_at, locked_by, last_error from graphile_worker.jobs
    where task_identifier ~ '^(queueTasks|periodic)\\M'`
  const tasks = await sql<object[]>`select * from periodic_runs order by started_at desc limit 40`
  return { effects, sweeps, tasks }
}

export interface Verdict extends RideVerdict, RideMailVerdict {
  leads: number
  /** Acknowledged leads that are not in the table. */
  lostLeads: number
  /** Number of surplus rows: each command may create only one row. */
  doubledLeads: number
  /** Number of leads without exactly one event. */
  leadsWithoutEvent: number
  /** Events that were not dispatched, and effects that are still planned. */
  openEvents: number
  failedEffects: number
  /** Leads without exactly one mail to the office and one to the customer. */
  leadsWithWrongMails: number
  /** Mails that the mail server did not receive. Dropped mails do not count. */
  unsentMails: number
  /** Mails that arrived more than once without being marked as uncertain. */
  silentlyDoubledMails: number
  doubledMails: number
  mails: number
  /** Routes whose price is not the last acknowledged one. */
  lostPrices: number
  /** Routes whose price history does not match the acknowledged changes. */
  wrongPriceHistories: number
  prices: number
  lostSwitches: number
  wrongSwitchEvents: number
  switches: number
  lockedJobs: number
}

/** Returns the counts that must be 0 and are not. The others count work, or mails that a kill may double. */
export function faultsOf({ leads, mails, prices, switches, rides, doubledMails, ...faults }: Verdict) {
  return Object.fromEntries(Object.entries(faults).filter(([, count]) => count !== 0))
}

export interface Evidence {
  arrived: Arrived
  /** Time of the last run of `remindOfTrips`, and the time for which it looked for moved rides. */
  sweptAt: Date
  movesSweptAt: Date
}

/** Compares the acknowledged commands with the tables and with the mails that arrived. */
export async function judge(
  system: System,
  ledger: Ledger,
  { arrived, sweptAt, movesSweptAt }: Evidence,
): Promise<Verdict> {
  const { sql } = system
  let lostLeads = 0
  let doubledLeads = 0
  for (const [kind, table] of Object.entries(tableOf)) {
    const rows = await sql<{ id: number; name: string }[]>`select id, name from ${sql(table)}`
    const nameOf = new Map(rows.map(({ id, name }) => [id, name]))
    const acknowledged = ledger.leads.filter((lead) => lead.kind === kind)
    lostLeads += acknowledged.filter(({ id, mark }) => nameOf.get(id) !== mark).length
    doubledLeads += rows.length - new Set(rows.map(({ name }) => name)).size
  }
  const [counts] = await sql<
    [
      Pick<
        Verdict,
        | 'leads'
        | 'leadsWithoutEvent'
        | 'openEvents'
        | 'failedEffects'
        | 'leadsWithWrongMails'
        | 'mails'
        | 'lockedJobs'
      >,
    ]
  >`
    with leads as (
      select 'availability_request' as kind, 'leads:availabilityRequested' as event, id from availability_requests
      union all select 'contact', 'leads:contactReceived', id from contacts
      union all select 'booking', 'leads:bookingRequested', id from bookings
    ), events as (
      select type, (payload->>'leadId')::bigint as id, count(*) as times from outbox where type = any(
        array['leads:availabilityRequested', 'leads:contactReceived', 'leads:bookingRequested']) group by 1, 2
    ), mails as (
      select lead_kind as kind, lead_id as id, count(*) filter (where purpose = 'office') as office,
        count(*) filter (where purpose = 'receipt') as receipts
      from email_messages group by 1, 2
    )
    select (select count(*) from leads) as leads,
      (select count(*) from leads left join events on events.type = event and events.id = leads.id
        where times is distinct from 1) as leads_without_event,
      (select count(*) from outbox where dispatched_at is null)
        + (select count(*) from effects where state = 'planned') as open_events,
      (select count(*) from effects where state = 'failed') as failed_effects,
      (select count(*) from leads left join mails using (kind, id)
        where office is distinct from 1 or receipts is distinct from 1) as leads_with_wrong_mails,
      (select count(*) from email_messages) as mails,
      (select count(*) from graphile_worker.jobs
        where locked_at is not null and task_identifier !~ '^(queueTasks|periodic)\\M') as locked_jobs`
  const mails = await sql<{ messageId: string; isUncertain: boolean; isDropped: boolean }[]>`
    select message_id, is_uncertain, m.state = 'skipped' and (
      purpose not in ('office', 'receipt', 'acceptance', 'confirmation', 'wish', 'cancelled')
      or purpose in ('receipt', 'confirmation') and exists (select from trips join rides p on p.trip_id = trips.id
        where p.lead_kind = m.lead_kind and p.lead_id = m.lead_id and trips.state in ('finished', 'noShow'))
      or purpose = 'confirmation' and exists (select from leads
        where leads.kind = m.lead_kind and leads.id = m.lead_id and status = 'persa')) as is_dropped
    from email_messages m`
  const timesOf = (id: string) => arrived.get(id) ?? 0
  const doubled = mails.filter(({ messageId }) => timesOf(messageId) > 1)
  return {
    ...counts,
    ...(await judgeRides(system, ledger, sweptAt)),
    ...(await judgeRideMails(system, ledger, movesSweptAt)),
    lostLeads,
    doubledLeads,
    // A dropped mail is no loss: before it could be sent, its offer was accepted, or its trip moved, ended or was cancelled.
    unsentMails: mails.filter(({ messageId, isDropped }) => !isDropped && timesOf(messageId) === 0).length,
    silentlyDoubledMails: doubled.filter(({ isUncertain }) => !isUncertain).length,
    doubledMails: doubled.reduce((sum, { messageId }) => sum + timesOf(messageId) - 1, 0),
    ...(await judgePrices(sql, ledger)),
    ...(await judgeSwitches(sql, ledger)),
  }
}

async function judgePrices(sql: System['sql'], { prices }: Ledger) {
  let lostPrices = 0
  let wrongPriceHistories = 0
  for (const [routeId, acknowledged] of prices) {
    const [row] = await sql<[{ price: string; changes: string[] }?]>`
      select price1to3_pax as price, array(select price_to::text from price_changes
        where route_id = ${routeId} and reason like '%faults' order by id) as changes
      from route_prices where id = ${routeId}`
    if (Number(row?.price) !== Number(acknowledged.at(-1))) lostPrices++
    const isSame =
      row?.changes.length === acknowledged.length &&
      acknowledged.every((price, index) => Number(price) === Number(row.changes[index]))
    if (!isSame) wrongPriceHistories++
  }
  return { lostPrices, wrongPriceHistories, prices: [...prices.values()].flat().length }
}

async function judgeSwitches(sql: System['sql'], { switches }: Ledger) {
  let lostSwitches = 0
  let wrongSwitchEvents = 0
  for (const [routeId, { isActive, times }] of switches) {
    const [row] = await sql<[{ isActive: boolean; events: number }?]>`
      select is_active, (select count(*) from outbox where type = any(array['catalog:routeActivated', 'catalog:routeDeactivated'])
        and (payload->>'routeId')::bigint = ${routeId}) as events
      from route_prices where id = ${routeId}`
    if (row?.isActive !== isActive) lostSwitches++
    if (row?.events !== times) wrongSwitchEvents++
  }
  return {
    lostSwitches,
    wrongSwitchEvents,
    switches: [...switches.values()].reduce((sum, { times }) => sum + times, 0),
  }
}
