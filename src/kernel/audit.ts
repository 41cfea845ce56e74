import { type Static, type TObject, Type } from '@sinclair/typebox'
import { jsonb, type Tx } from '../platform/db.ts'
import { type Caller, type Event, event } from './message.ts'
import { emit } from './outbox.ts'

/** Payload of the event of an act, such as `routes/12`. */
const OfSubject = Type.Object({ subject: Type.String() })

/** Names of the acts, which the `audit/contract.ts` of each module declares with their labels. */
// biome-ignore lint/suspicious/noEmptyInterface: the modules declare the members
export interface AuditedActs {}

/** An act whose reactions need more than its subject. */
export interface AuditedAct {
  event: Event
  payload: Record<string, unknown>
}

export const act = <P extends TObject>(told: Event<P>, payload: Static<P>): AuditedAct => ({
  event: told as Event,
  payload,
})

/**
 * Records who changed what, and emits the act as an event. An act that is only a name, such as `catalog:locationDeleted`,
 * has its subject as the payload of its event. Never put a secret or password into `before` or `after`, nor personal data
 * into `subject`.
 */
export async function audit(
  tx: Tx,
  caller: Caller,
  done: keyof AuditedActs | AuditedAct,
  subject: string,
  before: object | null,
  after: object | null,
): Promise<void> {
  const told = typeof done === 'string' ? { event: event(done, OfSubject), payload: { subject } } : done
  await Promise.all([
    tx`
      insert into audit_log (actor, action, subject, before, after, command, restores, act_id)
      values (${caller.name}, ${told.event.type}, ${subject}, ${before && jsonb(tx, before)},
        ${after && jsonb(tx, after)}, ${caller.command ?? null}, ${caller.restores ?? null},
        nullif(current_setting('app.act', true), '')::bigint)`,
    emit(tx, told.event, told.payload),
  ])
}
