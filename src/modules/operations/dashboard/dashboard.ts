import { answer } from '../../../kernel/message.ts'
import { romanDay } from '../../../kernel/romanDay.ts'
import type { Sql } from '../../../platform/db.ts'
import { readDemand } from '../../catalog/search/demand.queries.ts'
import { countPosts } from '../../content/blog/counts.queries.ts'
import { dueAt, isLate, isOpen } from '../../leads/inbox/answerClock.contract.ts'
import { companyGaps, openingHours } from '../../settings/company/company.queries.ts'
import { promisedMinutes } from '../../settings/company/sentences.contract.ts'
import { readHealth } from '../status/health.queries.ts'
import { type Dashboard, ReadDashboard } from './contract.ts'

const days = 30

export const readDashboard = answer(ReadDashboard, async (read, _input, _caller, { clock }) => {
  const now = clock.now()
  const [totals, leadsByDay, leadsBySource, answers, taps, demand, { published, total }, health, company] =
    await Promise.all([
      countLeads(read, romanDay(now)),
      readByDay(read),
      readBySource(read),
      readAnswers(read, now),
      readTaps(read),
      readDemand(read),
      countPosts(read),
      readHealth(read),
      companyGaps(read),
    ])
  const { mail, events, workers, jobs } = health
  return {
    ...totals,
    posts: { published, total },
    activeRoutes: demand.activeRoutes,
    leadsByDay,
    leadsBySource,
    answers,
    topSearches: demand.topSearches,
    unmetSearches: demand.unmetSearches.map(({ lastSearchedAt, ...row }) => ({
      ...row,
      lastSearchedAt: lastSearchedAt.toISOString(),
    })),
    taps,
    mail: {
      ...mail,
      lastSentAt: mail.lastSentAt?.toISOString() ?? null,
      refusedAt: mail.refusedAt?.toISOString() ?? null,
    },
    events: { ...events, oldestUndispatchedAt: events.oldestUndispatchedAt?.toISOString() ?? null },
    workers: { alive: workers.alive, lastSeenAt: workers.lastSeenAt?.toISOString() ?? null },
    jobs,
    company,
  }
})

async function countLeads(
  read: Sql,
  today: string,
): Promise<Pick<Dashboard, 'requestsToday' | 'requestsTotal' | 'requestsByKind'>> {
  const requestsByKind = await read<Dashboard['requestsByKind']>`
    select kind, count(*) filter (where (created_at at time zone 'Europe/Rome')::date = ${today}::date) as today,
      count(*) as total
    from leads group by kind order by kind`
  const sum = (column: 'today' | 'total') => requestsByKind.reduce((all, row) => all + row[column], 0)
  return { requestsToday: sum('today'), requestsTotal: sum('total'), requestsByKind }
}

/** Returns the number of leads for each of the last 30 days, including days without a lead. */
async function readByDay(read: Sql): Promise<Dashboard['leadsByDay']> {
  return read<Dashboard['leadsByDay']>`
    with today as (select (now() at time zone 'Europe/Rome')::date as day)
    select days.day::date::text as day,
      count(*) filter (where kind = 'availability_request') as availability_requests,
      count(*) filter (where kind = 'booking') as bookings,
      count(*) filter (where kind = 'contact') as contacts
    from today, generate_series(today.day - ${days - 1}::int, today.day, interval '1 day') as days (day)
      left join leads on (created_at at time zone 'Europe/Rome')::date = days.day::date
        and created_at > now() - make_interval(days => ${days + 1})
    group by days.day order by days.day`
}

async function readBySource(read: Sql): Promise<Dashboard['leadsBySource']> {
  return read<Dashboard['leadsBySource']>`
    select kind, form_source as source, count(*) as count, count(*) filter (where status = 'confermata') as confirmed
    from leads where created_at > now() - make_interval(days => ${days})
    group by kind, form_source order by count desc, kind, form_source limit 20`
}

interface Asked {
  createdAt: Date
  answeredAt: Date | null
  isWaiting: boolean
  isRecent: boolean
}

/**
 * Leaves out leads from phone or WhatsApp, because staff answered them at once. Leads outside opening hours and waits
 * for a further answer count only in `waiting` and `late`.
 */
async function readAnswers(read: Sql, now: Date): Promise<Dashboard['answers']> {
  const asked = await read<Asked[]>`
    select created_at, answered_at, answered_at is null and status = 'nuova' as is_waiting,
      created_at > now() - make_interval(days => ${days}) as is_recent
    from leads
    where coalesce(form_source, '') not in ('telefono', 'whatsapp')
      and (created_at > now() - make_interval(days => ${days}) or answered_at is null and status = 'nuova')`
  const waiting = asked.filter(({ isWaiting }) => isWaiting).map(({ createdAt }) => createdAt)
  const again = await read<{ since: Date }[]>`select since from lead_waits`
  const waits = [...waiting, ...again.map(({ since }) => since)]
  const hours = await openingHours(read)
  const counted = asked.filter(
    (one) => one.isRecent && isOpen(one.createdAt, hours) && (one.answeredAt || isLate(one, now, hours)),
  )
  const inTime = counted.filter((one) => !isLate(one, now, hours)).length
  return {
    opening: hours,
    leads: counted.length,
    medianMinutes: medianOf(
      counted.flatMap(({ createdAt, answeredAt }) => minutesBetween(createdAt, answeredAt)),
    ),
    inTimePercent: counted.length === 0 ? null : Math.round((inTime / counted.length) * 100),
    waiting: waits.length,
    late: waits.filter((since) => dueAt(since, promisedMinutes, hours) < now).length,
  }
}

const minutesBetween = (from: Date, to: Date | null) =>
  to === null ? [] : [Math.max(0, Math.round((to.getTime() - from.getTime()) / 60_000))]

function medianOf(values: number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return Math.round((low + high) / 2)
}

async function readTaps(read: Sql): Promise<Dashboard['taps']> {
  const pages = await read<Dashboard['taps']['pages']>`
    select path, coalesce(sum(count) filter (where kind = 'call'), 0)::int as call,
      coalesce(sum(count) filter (where kind = 'whatsapp'), 0)::int as whatsapp
    from contact_taps where day > (now() at time zone 'Europe/Rome')::date - ${days}::int
    group by path order by sum(count) desc, path`
  return {
    call: pages.reduce((sum, { call }) => sum + call, 0),
    whatsapp: pages.reduce((sum, { whatsapp }) => sum + whatsapp, 0),
    pages: pages.slice(0, 10),
  }
}
