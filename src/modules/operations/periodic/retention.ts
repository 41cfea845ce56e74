import { undoDays } from '../../../kernel/bulkActUndo.ts'
import { commandJob } from '../../../kernel/longCommand.ts'
import type { Retention } from '../../../kernel/retention.ts'

const day = { days: 1 }
const year = { years: 1 }

/** Days in which staff see what followed from an event, as long as they undo acts. */
const eventDays = undoDays

export const oldRecords: Retention[] = [
  { table: 'rate_limits', what: 'conteggi delle chiamate', by: 'window_start', kept: day },
  { table: 'idempotency_keys', what: 'chiavi delle chiamate', by: 'created_at', kept: day },
  { table: 'suspected_senders', what: 'mittenti sospetti', by: 'tried_at', kept: day },
  { table: 'ai_uses', what: 'usi dei modelli', by: 'used_at', kept: year },
  { table: 'indexnow_submissions', what: 'invii a IndexNow', by: 'submission_date', kept: year },
  {
    table: 'jobs',
    what: 'lavori lunghi',
    by: 'updated_at',
    kept: year,
    where: `status in ('completed', 'failed', 'cancelled')`,
    unless: `(select bool_or(state = 'open') from text_drafts where job_id = jobs.id)`,
    parts: [
      { table: 'text_drafts', column: 'job_id' },
      { table: 'ai_uses', column: 'job_id', stays: true },
      { table: 'route_prices', column: 'bulk_job_id', stays: true },
      { table: 'route_prices', column: 'linked_job_id', stays: true },
    ],
  },
  {
    table: 'jobs',
    what: 'risposte dei lavori lunghi',
    by: 'updated_at',
    kept: day,
    // Only the caller of a command waits for its reply or preview, which may be megabytes.
    where: `kind = '${commandJob}' and result is not null`,
    end: {
      key: 'id',
      rows: async (tx, ids) =>
        (await tx`update jobs set result = null where id = any(${ids}::bigint[])`).count,
    },
  },
  {
    table: 'bulk_acts',
    what: 'azioni da annullare',
    by: 'made_at',
    kept: { days: undoDays },
    parts: [{ table: 'bulk_act_rows', column: 'act_id' }],
  },
  {
    table: 'outbox',
    what: 'eventi conclusi',
    by: 'occurred_at',
    kept: { days: eventDays },
    where: 'dispatched_at is not null',
    unless: `
      (select bool_or(state <> 'done' and dropped_at is null) from effects where outbox_id = outbox.id)`,
    parts: [{ table: 'indexnow_changes', column: 'outbox_id' }],
  },
]
