import { defineModule } from '../../kernel/module.ts'
import { keysRotated, retentionRun } from './audit/commandLine.contract.ts'
import * as bulkActs from './bulkActs/bulkActs.ts'
import * as bulkRun from './bulkActs/bulkRun.ts'
import * as dashboard from './dashboard/dashboard.ts'
import * as failures from './dashboard/failures.ts'
import * as today from './dashboard/today.ts'
import * as cancellation from './jobs/cancellation.ts'
import * as jobsQueries from './jobs/jobs.queries.ts'
import * as retry from './jobs/retry.ts'
import * as longCommand from './longCommands/longCommand.ts'
import * as eventTimeline from './outbox/eventTimeline.ts'
import * as outbox from './outbox/outbox.ts'
import * as periodic from './periodic/periodic.ts'
import { oldRecords } from './periodic/retention.ts'
import * as person from './privacy/person.ts'
import * as systemStatus from './status/systemStatus.ts'

export const operations = defineModule({
  files: [
    bulkActs,
    bulkRun,
    failures,
    dashboard,
    today,
    cancellation,
    jobsQueries,
    retry,
    longCommand,
    eventTimeline,
    outbox,
    periodic,
    person,
    systemStatus,
  ],
  acts: [keysRotated, retentionRun],
  purges: { purgeRecords: oldRecords },
})

export { auditHandlers } from './audit/registers.ts'
export { FollowChanges } from './changes/contract.ts'
export { eventLabels } from './outbox/eventLabels.queries.ts'
export { isPurge, type PurgeTask, purgeTasks, queueOf, type WorkerTask } from './periodic/contract.ts'
export type { Judged } from './status/condition.ts'
export {
  conditions,
  conditionsAbout,
  ownSources,
  quickSources,
  stateNumbers,
} from './status/conditions.queries.ts'
export type { ConditionState } from './status/contract.ts'
export {
  failedJobDays,
  type Health,
  hasUntriedEffects,
  readHealth,
  refusedMailDays,
} from './status/health.queries.ts'
