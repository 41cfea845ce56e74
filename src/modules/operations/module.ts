import { defineModule } from '../../kernel/module.ts'
import * as auditQueries from './audit/queries.ts'
import * as dashboardQueries from './dashboard/queries.ts'
import * as jobsCommands from './jobs/commands.ts'
import * as jobsQueries from './jobs/queries.ts'
import * as outboxEventTimeline from './outbox/eventTimeline.ts'
import * as outboxOutbox from './outbox/outbox.ts'
import * as periodicPeriodic from './periodic/periodic.ts'
import { purgeRecords } from './periodic/periodic.ts'
import * as privacyPerson from './privacy/person.ts'
import * as statusQueries from './status/queries.ts'

/** Outbox, jobs, audit log, scheduled tasks, system status, privacy. */
export const operations = defineModule({
  files: [
    auditQueries,
    dashboardQueries,
    jobsCommands,
    jobsQueries,
    outboxEventTimeline,
    outboxOutbox,
    periodicPeriodic,
    privacyPerson,
    statusQueries,
  ],
  purges: { purgeRecords },
})

// Exported for the worker and API processes, which use them without an HTTP request.
export type { WorkerTask } from './periodic/contract.ts'
export { type Health, readHealth } from './status/health.queries.ts'
