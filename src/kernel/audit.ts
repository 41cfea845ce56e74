import { type Static, type TObject, Type } from '@sinclair/typebox'
import { jsonb, type Tx } from '../platform/db.ts'
import { type Act, type Caller, type Event, event } from './message.ts'
import { emit } from './outbox.ts'

/** Payload of the event of most acts, such as `routes/12`. */
const OfSubject = Type.Object({ subject: Type.String() })

/** An act whose reactions need more than its subject. */
export interface Told {
  act: Act<TObject>
  payload: Record<string, unknown>
}

export const told = <P extends TObject>(act: Act<P>, payload: Static<P>): Told => ({ act, payload })

/**
 * Records who changed what, and emits the act as an event. The payload of the event is the subject, unless the act is
 * `told` with another one. Never put a secret or password into `before` or `after`, nor personal data into `subject`.
 */
export async function audit(
  tx: Tx,
  caller: Caller,
  done: Act<null> | Told,
  subject: string,
  before: object | null,
  after: object | null,
): Promise<void> {
  const { type } = 'act' in done ? done.act : done
  const what: [Event, Told['payload']] =
    'act' in done ? [done.act, done.payload] : [event(type, OfSubject), { subject }]
  await Promise.all([
    tx`
      insert into audit_log (actor, action, subject, before, after, command, restores, act_id)
      values (${caller.name}, ${type}, ${subject}, ${before && jsonb(tx, before)},
        ${after && jsonb(tx, after)}, ${caller.command ?? null}, ${caller.restores ?? null},
        nullif(current_setting('app.act', true), '')::bigint)`,
    emit(tx, ...what),
  ])
}
