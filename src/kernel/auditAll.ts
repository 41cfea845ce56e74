import type { Static, TObject } from '@sinclair/typebox'
import { jsonb, type Tx } from '../platform/db.ts'
import type { Act, Caller } from './message.ts'
import { emitAll } from './outbox.ts'

interface Entry<P extends TObject> {
  subject: string
  payload: Static<P>
  before: object | null
  after: object | null
}

/** Records acts of one kind, in order, as `audit` does, with one statement for all entries and one for all events. */
export async function auditAll<P extends TObject>(
  tx: Tx,
  caller: Caller,
  act: Act<P>,
  entries: Entry<P>[],
): Promise<void> {
  if (entries.length === 0) return
  await tx`
    insert into audit_log (actor, action, subject, before, after, command, restores, act_id)
    select ${caller.name}, ${act.type}, value ->> 'subject', nullif(value -> 'before', 'null'),
      nullif(value -> 'after', 'null'), ${caller.command ?? null}, ${caller.restores ?? null},
      nullif(current_setting('app.act', true), '')::bigint
    from jsonb_array_elements(${jsonb(tx, entries)}) with ordinality order by ordinality`
  await emitAll(
    tx,
    act,
    entries.map(({ payload }) => payload),
  )
}
