import type { Context } from '../../../kernel/context.ts'
import { answer, type Caller } from '../../../kernel/message.ts'
import { isAtLeast } from '../../../kernel/role.ts'
import { dayAfter, romanToday } from '../../../kernel/romanDay.ts'
import type { Sql } from '../../../platform/db.ts'
import { countPosts } from '../../content/blog/counts.queries.ts'
import { countNewReviews } from '../../content/reviews/unanswered.queries.ts'
import { countDrafts } from '../../content/translations/translations.queries.ts'
import { countTextDrafts } from '../../integrations/drafts/counts.queries.ts'
import { countAskedMails } from '../../integrations/mail/inbound.queries.ts'
import { dueLeads, waitingLeads } from '../../leads/inbox/waiting.queries.ts'
import { upcomingTrips } from '../../trips/calendar/upcoming.queries.ts'
import { fleetWarnings } from '../../trips/reminders/fleetWarnings.queries.ts'
import { openTrips } from '../../trips/reminders/gaps.queries.ts'
import { untoldCustomers } from '../../trips/reminders/untold.queries.ts'
import { conditions, quickSources } from '../status/conditions.queries.ts'
import type { ConditionId, Unmet } from '../status/contract.ts'
import { ReadToday, type Today } from './contract.ts'
import { readFailures } from './failures.ts'

const failuresPerKind = 5

/** Conditions that concern operators. Admins see all. */
const officeConditions: ConditionId[] = [
  'worker',
  'events',
  'effects',
  'jobs',
  'mail',
  'mailsStuck',
  'mailsHeld',
  'mailsFailed',
  'mailLimit',
  'replies',
  'company',
]

export const readToday = answer(ReadToday, async (read, _input, caller, context) => {
  const today = romanToday(context)
  const tomorrow = dayAfter(today)
  const now = context.clock.now()
  const [waiting, trips, untold, open, fleet, tasks, unmet, failures, drafts, newReviews, askedMails] =
    await Promise.all([
      waitingLeads(read, context),
      upcomingTrips(read, today, tomorrow),
      untoldCustomers(read, now),
      openTrips(read, now),
      fleetWarnings(read, today),
      dueLeads(read, caller.admin?.id ?? null, context),
      readUnmet(read, caller, context),
      readFailures(read, failuresPerKind, caller, context),
      readDrafts(read),
      countNewReviews(read, now),
      countAskedMails(read),
    ])
  return {
    waiting,
    days: { today, tomorrow },
    trips,
    untold,
    fleet,
    tasks,
    drafts,
    newReviews,
    askedMails,
    openTrips: open.map((trip) => ({ ...trip, pickupAt: trip.pickupAt.toISOString() })),
    conditions: unmet,
    failures,
  }
})

async function readUnmet(read: Sql, { admin }: Caller, context: Context): Promise<Unmet[]> {
  const isAdmin = admin === null || isAtLeast(admin.role, 'admin')
  const judged = await conditions(read, context, { sources: quickSources })
  return judged.flatMap(({ id, name, state, text, repair, count }) =>
    state !== 'ok' && (isAdmin || officeConditions.includes(id))
      ? [{ id, name, state, text, repair, count }]
      : [],
  )
}

async function readDrafts(read: Sql): Promise<Today['drafts']> {
  const [texts, translations, posts] = await Promise.all([
    countTextDrafts(read),
    countDrafts(read),
    countPosts(read),
  ])
  return { texts, translations, articles: posts.drafts }
}
