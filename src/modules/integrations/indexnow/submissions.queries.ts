import type { Static } from '@sinclair/typebox'
import type { Context } from '../../../kernel/context.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql } from '../../../platform/db.ts'
import { findApiKey } from '../keys/apiKeys.queries.ts'
import {
  type IndexNowSubmission,
  ListIndexNowSubmissions,
  ReadIndexNowKey,
  ReadIndexNowState,
} from './contract.ts'
import { whyNotSubmitted } from './post.ts'

export const readIndexNowKey = answer(ReadIndexNowKey, async (read, _input, _caller, context) => ({
  apiKey: await findApiKey(read, 'indexnow', context),
}))

export const readIndexNowState = answer(ReadIndexNowState, (read, _input, _caller, context) =>
  indexNowState(read, context),
)

export async function indexNowState(
  read: Sql,
  context: Context,
): Promise<Static<typeof ReadIndexNowState.output>> {
  const [hindrance, [counts], [latest], [job]] = await Promise.all([
    whyNotSubmitted(read, context),
    read<[{ waiting: number; failed: number }]>`
      select count(distinct url) filter (where state = 'planned') as waiting,
        count(distinct url) filter (where state = 'failed') as failed
      from indexnow_changes where state in ('planned', 'failed')`,
    read<[{ reason: string }?]>`
      select reason from indexnow_changes where state in ('planned', 'failed') and reason is not null
      order by changed_at desc, id desc limit 1`,
    read<[{ runAt: Date }?]>`select run_at from graphile_worker.jobs where key = 'indexnow'`,
  ])
  return {
    hindrance,
    ...counts,
    reason: latest?.reason ?? null,
    nextAt: counts.waiting > 0 && job ? job.runAt.toISOString() : null,
  }
}

export const listIndexNowSubmissions = answer(ListIndexNowSubmissions, async (read, { limit }) => {
  const rows = await read<(Omit<IndexNowSubmission, 'submissionDate'> & { submissionDate: Date })[]>`
    select id, url, submission_date, submission_type, status, status_code, error_message
    from indexnow_submissions order by submission_date desc, id desc limit ${limit}`
  return rows.map((row) => ({ ...row, submissionDate: row.submissionDate.toISOString() }))
})
