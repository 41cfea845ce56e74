import { jsonb, type Tx } from '../platform/db.ts'
import type { Caller } from './message.ts'

/** Records who changed what. Never put a secret or password into `before` or `after`. */
export async function audit(
  tx: Tx,
  caller: Caller,
  action: string,
  subject: string,
  before: object | null,
  after: object | null,
): Promise<void> {
  await tx`
    insert into audit_log (actor, action, subject, before, after, command, restores)
    values (${caller.name}, ${action}, ${subject}, ${before && jsonb(tx, before)}, ${after && jsonb(tx, after)},
      ${caller.command ?? null}, ${caller.restores ?? null})`
}
