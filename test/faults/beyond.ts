import { setTimeout as sleep } from 'node:timers/promises'
import { during } from './outages.ts'
import { openPgBouncer, type PoolMode } from './pgBouncer.ts'
import { openStandby, type Standby, type StandbyOptions } from './standby.ts'
import { storm } from './storm.ts'
import { deathsOf, type Link, type Options, openSystem, type System } from './system.ts'
import { addressOf, call, counts, Ledger, logIn, percentile, savePrice } from './traffic.ts'
import { faultsOf } from './verdict.ts'

// Scenarios with several servers: a pooler, a failover, a standby for reads.

const clients = 8
let visitors = 0x2000000

/** Starts the processes behind PgBouncer. */
export const openPooledSystem = (mode: PoolMode) =>
  openSystem({
    link: async ({ url }) => {
      const pooler = await openPgBouncer(url, mode)
      return {
        // In session mode PgBouncer also passes notifications on, so the processes need no direct URL.
        env: { DATABASE_URL: pooler.url, ...(mode === 'transaction' ? { DATABASE_DIRECT_URL: url } : {}) },
        stop: pooler.stop,
      }
    },
  })

/** Sends leads and saves prices. Measures the time until every process shows a saved price. */
export async function underTraffic(system: System, { leads, prices }: { leads: number; prices: number }) {
  // Eight of ten commands are leads.
  const { verdict, odd, statuses, ownDeaths } = await storm(system, {
    commands: Math.ceil(leads / 0.8),
    kills: 0,
    seed: 1,
  })
  const { leads: sent, mails, doubledMails } = verdict
  const seen = await visiblePrices(system, prices)
  return { leads: sent, mails, doubledMails, odd, statuses, ownDeaths, faults: faultsOf(verdict), ...seen }
}

async function visiblePrices(system: System, prices: number) {
  const cookie = await logIn(system)
  const routes = await system.sql<{ id: number; slug: string }[]>`
    select id, slug from route_prices where is_active order by id offset 24 limit ${clients}`
  const ledger = new Ledger()
  const delays: number[] = []
  const errors: string[] = []
  const saving = routes.map(async ({ id, slug }, client) => {
    for (let own = 0; own < prices / routes.length; own++) {
      const value = `${200 + client}.${String(own % 100).padStart(2, '0')}`
      await savePrice(system, ledger, { routeId: id, value, index: visitors++, cookie })
      const savedAt = performance.now()
      for (const origin of system.origins)
        for (;;) {
          const address = { 'x-forwarded-for': addressOf(visitors++) }
          const { status, body } = await call(
            origin,
            'GET',
            `/api/transfer-routes/${slug}`,
            undefined,
            address,
          )
          if (status !== 200) errors.push(`${status} ${JSON.stringify(body)}`)
          if (Number(body.price1to3Pax) === Number(value)) break
          if (performance.now() - savedAt > 10_000)
            throw new Error(`${slug} does not show ${value}: ${status} ${JSON.stringify(body)}`)
          await sleep(10)
        }
      delays.push(performance.now() - savedAt)
    }
  })
  await Promise.all(saving)
  const at = (share: number) => Math.round(percentile(delays, share))
  return {
    prices: delays.length,
    priceErrors: [...ledger.odd, ...errors],
    priceStatuses: Object.fromEntries(ledger.statuses),
    visibleMedianMs: at(0.5),
    visibleSlowestMs: at(1),
  }
}

/** Starts the processes with a primary and its synchronous standby. */
export const openPair = (options: Options = {}) =>
  openWithStandby(options, { isSynchronous: true }, (primaryUrl, standbyUrl) => {
    const { host } = new URL(standbyUrl)
    const url = `${primaryUrl.replace(/(@[^/]*)/, `$1,${host}`)}?target_session_attrs=read-write`
    return { env: { DATABASE_URL: url }, ownUrl: url }
  })

/** Starts the processes with a standby for reads. */
export const openReplicated = (delaySeconds: number, options: Options = {}) =>
  openWithStandby(options, { delaySeconds }, (_, standbyUrl) => ({ env: { DATABASE_READ_URL: standbyUrl } }))

async function openWithStandby(
  options: Options,
  standbyOptions: StandbyOptions,
  linkOf: (primaryUrl: string, standbyUrl: string) => Omit<Link, 'stop'>,
) {
  let standby: Standby | undefined
  const system = await openSystem({
    ...options,
    link: async (primary) => {
      const second = await openStandby(primary, standbyOptions)
      standby = second
      return { ...linkOf(primary.url, second.url), stop: second.stop }
    },
  })
  if (!standby) throw new Error('no standby')
  return { system, standby }
}

/** Kills the primary under load and promotes the standby. */
export async function failover(system: System, standby: Standby, { seconds }: { seconds: number }) {
  const cookie = await logIn(system)
  const [route] = await system.sql<[{ id: number; slug: string }]>`
    select id, slug from route_prices where is_active order by id limit 1`
  const streams = system.origins.map((origin) => openStream(origin, cookie))
  let killedAt = 0
  const outage = await during(system, cookie, {
    faultMs: 500,
    fault: async () => {
      await sleep(seconds * 1_000)
      killedAt = Date.now()
      system.database.kill()
    },
    repair: () => standby.promote(),
  })
  const promotedAt = Date.now()
  // Measures how long a price saved now takes to reach the pages and panels of every process.
  for (const stream of streams) stream.forget()
  const ledger = new Ledger()
  await savePrice(system, ledger, { routeId: route.id, value: '321.00', index: visitors++, cookie })
  const shown = async (origin: string) => {
    const { body } = await call(origin, 'GET', `/api/transfer-routes/${route.slug}`, undefined, {
      'x-forwarded-for': addressOf(visitors++),
    })
    return Number(body.price1to3Pax) === 321
  }
  const priceMs = await waitFor(async () => (await Promise.all(system.origins.map(shown))).every(Boolean))
  const streamMs = await waitFor(async () => streams.every((stream) => stream.tables().has('route_prices')))
  // Measures how long it takes until all events are dispatched and no effect waits (state `planned`).
  const workMs = await waitFor(async () => {
    const [open] = await system.sql<[{ count: number }]>`
      select (select count(*) from outbox where dispatched_at is null)
        + (select count(*) from effects where state = 'planned') as count`
    return open.count === 0
  })
  for (const stream of streams) stream.stop()
  return {
    ...outage,
    ...(workMs === null ? { stuck: await stuckWork(system) } : {}),
    deaths: deathsOf(system),
    promotionMs: promotedAt - killedAt,
    priceStatuses: Object.fromEntries(ledger.statuses),
    priceVisibleMs: priceMs,
    panelSawPriceMs: streamMs,
    effectsDoneMs: workMs,
  }
}

/** Returns data that explain why work is not done: open events and effects, the queue's jobs, and the workers. */
async function stuckWork({ sql }: System) {
  const [row] = await sql<[{ stuck: object }]>`
    select jsonb_build_object(
      'now', now(),
      'events', (select jsonb_agg(o) from (select id, type from outbox where dispatched_at is null limit 3) o),
      'effects', (select jsonb_agg(e) from (select * from effects where state = 'planned' limit 3) e),
      'jobs', (select jsonb_agg(j) from (
        select task_identifier, locked_by, locked_at, run_at, attempts, left(last_error, 200) as error
        from graphile_worker.jobs order by id limit 8) j),
      'workers', (select jsonb_agg(w) from workers w)) as stuck`
  return row.stuck
}

async function waitFor(holds: () => Promise<boolean>, ms = 30_000): Promise<number | null> {
  const startedAt = Date.now()
  while (Date.now() - startedAt < ms) {
    if (await holds().catch(() => false)) return Date.now() - startedAt
    await sleep(20)
  }
  return null
}

/** Reads the event stream. Reopens a stream that has ended, as a browser does. */
function openStream(origin: string, cookie: string) {
  const stopping = new AbortController()
  let tables = new Set<string>()
  const read = async () => {
    while (!stopping.signal.aborted) {
      try {
        const reply = await fetch(`${origin}/api/admin/events`, {
          headers: { cookie },
          signal: stopping.signal,
        })
        for await (const chunk of reply.body ?? [])
          for (const [, table = ''] of Buffer.from(chunk)
            .toString()
            .matchAll(/"table":"(\w+)"/g))
            tables.add(table)
      } catch {}
      await sleep(200)
    }
  }
  void read()
  return {
    tables: () => tables,
    forget() {
      tables = new Set()
    },
    stop: () => stopping.abort(),
  }
}

/** Saves prices and reads each history from the processes in turn. Counts responses without the saved price. */
export async function ownWrites(system: System, standby: Standby, saves: number) {
  const cookie = await logIn(system)
  const [route] = await system.sql<[{ id: number }]>`
    select id from route_prices where is_active order by id limit 1`
  const before = await readsOf(standby)
  const ledger = new Ledger()
  const statuses: number[] = []
  let stale = 0
  for (let save = 0; save < saves; save++) {
    const value = (100 + save / 100).toFixed(2)
    await savePrice(system, ledger, { routeId: route.id, value, index: visitors++, cookie })
    const origin = system.origins[save % system.origins.length] ?? ''
    const { status, body } = await call(
      origin,
      'GET',
      `/api/bulk-pricing/routes/${route.id}/changes`,
      undefined,
      {
        cookie,
      },
    )
    statuses.push(status)
    if (!JSON.stringify(body).includes(`${Number(value)}`)) stale++
  }
  const readsOfStandby = (await readsOf(standby)) - before
  return { saves, stale, statuses: counts(statuses), odd: ledger.odd, readsOfStandby }
}

/** Reads the audit log while nothing is saved. */
export async function quietReads(system: System, standby: Standby | null, reads: number) {
  const cookie = await logIn(system)
  const before = await readsOf(standby)
  const statuses: number[] = []
  for (let read = 0; read < reads; read++) {
    const origin = system.origins[read % system.origins.length] ?? ''
    const { status } = await call(origin, 'GET', '/api/admin/audit', undefined, { cookie })
    statuses.push(status)
    await sleep(20)
  }
  return { reads, statuses: counts(statuses), readsOfStandby: (await readsOf(standby)) - before }
}

/** Returns how often queries have scanned the price history and the audit log on the standby. */
async function readsOf(standby: Standby | null): Promise<number> {
  if (!standby) return 0
  // PostgreSQL publishes its statistics once a second.
  await sleep(1_200)
  const [row] = await standby.sql<[{ scans: string }]>`
    select sum(seq_scan + coalesce(idx_scan, 0))::text as scans from pg_stat_user_tables
    where relname in ('price_changes', 'audit_log')`
  return Number(row.scans)
}
