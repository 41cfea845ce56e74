import { answer } from '../../../kernel/message.ts'
import { isAtLeast } from '../../../kernel/role.ts'
import { dayAfter, romanToday } from '../../../kernel/romanDay.ts'
import type { Sql } from '../../../platform/db.ts'
import { countPosts } from '../../content/blog/counts.queries.ts'
import { countDrafts } from '../../content/translations/queries.ts'
import { countTextDrafts } from '../../integrations/drafts/counts.queries.ts'
import { upcomingTrips } from '../../leads/calendar/trips.queries.ts'
import { dueLeads, waitingLeads } from '../../leads/inbox/waiting.queries.ts'
import { ReadToday, type Today } from './contract.ts'
import { readFailures } from './failures.ts'

export const readToday = answer(ReadToday, async (read, _input, caller, context) => {
  const today = romanToday(context)
  const tomorrow = dayAfter(today)
  const [waiting, trips, tasks, failures, drafts] = await Promise.all([
    waitingLeads(read, context),
    upcomingTrips(read, today, tomorrow),
    dueLeads(read, caller.admin?.id ?? null, context),
    readFailures(read, caller, context),
    readDrafts(read),
  ])
  const isAdmin = caller.admin === null || isAtLeast(caller.admin.role, 'admin')
  return {
    ...{ waiting, days: { today, tomorrow }, trips, tasks, drafts },
    failures: failures.filter(({ kind }) => isAdmin || kind === 'mail'),
  }
})

async function readDrafts(read: Sql): Promise<Today['drafts']> {
  const [texts, translations, posts] = await Promise.all([
    countTextDrafts(read),
    countDrafts(read),
    countPosts(read),
  ])
  return { texts, translations, articles: posts.drafts }
}
