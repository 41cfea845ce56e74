import { defineModule } from '../../kernel/module.ts'
import * as bulkActsCommands from './bulkActs/commands.ts'
import * as bulkActsReactions from './bulkActs/reactions.ts'
import * as dashboardFailures from './dashboard/failures.ts'
import * as dashboardQueries from './dashboard/queries.ts'
import * as dashboardToday from './dashboard/today.ts'
import * as jobsCommands from './jobs/commands.ts'
import * as jobsQueries from './jobs/queries.ts'
import * as jobsRetry from './jobs/retry.ts'
import * as longCommandsReactions from './longCommands/reactions.ts'
import * as outboxEventTimeline from './outbox/eventTimeline.ts'
import * as outboxOutbox from './outbox/outbox.ts'
import * as periodicPeriodic from './periodic/periodic.ts'
import { purgeRecords } from './periodic/periodic.ts'
import * as privacyPerson from './privacy/person.ts'
import * as statusQueries from './status/queries.ts'

export const operations = defineModule({
  files: [
    bulkActsCommands,
    bulkActsReactions,
    dashboardFailures,
    dashboardQueries,
    dashboardToday,
    jobsCommands,
    jobsQueries,
    jobsRetry,
    longCommandsReactions,
    outboxEventTimeline,
    outboxOutbox,
    periodicPeriodic,
    privacyPerson,
    statusQueries,
  ],
  purges: { purgeRecords },
})

export { auditHandlers } from './audit/handlers.ts'
export { FollowChanges } from './changes/contract.ts'
export type { WorkerTask } from './periodic/contract.ts'
export { type Health, hasUntriedEffects, readHealth } from './status/health.queries.ts'
