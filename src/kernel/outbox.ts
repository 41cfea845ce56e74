import type { Static, TObject } from '@sinclair/typebox'
import { jsonb, type Tx } from '../platform/db.ts'
import { dispatchTask } from './jobTask.ts'
import type { Event } from './message.ts'

/**
 * Stores an event and its dispatch job in the command's transaction. Effects outside the database belong in reactions,
 * which run at `at`, by default right after the commit.
 */
export async function emit<P extends TObject>(
  tx: Tx,
  { type, version = 1 }: Event<P>,
  payload: Static<P>,
  { at = null }: { at?: Date | null } = {},
): Promise<void> {
  const task = dispatchTask(type, version)
  // `unsafe_dedupe` skips the search for a job with the same key. The search is needless, because the key is
  // new. Adding a job is twelve times as fast.
  await tx`
    with event as (
      insert into outbox (type, version, task, payload) values (${type}, ${version}, ${task}, ${jsonb(tx, payload)})
      returning id
    )
    select from event, graphile_worker.add_job(${task ?? 'dispatch'}, json_build_object('eventId', id),
      run_at := ${at}::timestamptz, job_key := 'dispatch:' || id, job_key_mode := 'unsafe_dedupe')`
}

/** Stores events of one type, in order, with one statement. */
export async function emitAll<P extends TObject>(
  tx: Tx,
  { type, version = 1 }: Event<P>,
  payloads: Static<P>[],
): Promise<void> {
  if (payloads.length === 0) return
  const task = dispatchTask(type, version)
  await tx`
    with events as (
      insert into outbox (type, version, task, payload)
      select ${type}, ${version}, ${task}, value from jsonb_array_elements(${jsonb(tx, payloads)})
      returning id
    )
    select count(*) from graphile_worker.add_jobs(array(
      select row(${task ?? 'dispatch'}, json_build_object('eventId', id), null, null, null, null, null, null)::graphile_worker.job_spec
      from events order by id))`
}
