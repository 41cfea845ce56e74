import type { Tx } from '../../../platform/db.ts'
import type { LeadKind } from '../lead/contract.ts'

/** Marks the lead as unread. Keeps the time of an earlier wait, and `updated_at`: open forms can be saved. */
export async function beginWait(tx: Tx, kind: LeadKind, id: number, at: Date | string): Promise<void> {
  await tx`
    with lead as (
      update leads set read_at = null where kind = ${kind} and id = ${id} returning status, answered_at
    )
    insert into lead_waits (lead_kind, lead_id, since)
    select ${kind}::text, ${id}::bigint, ${at}::timestamptz from lead
    where status <> 'nuova' or answered_at is not null
    on conflict (lead_kind, lead_id) do nothing`
}

/** Does not end the wait for the first answer, which `lead_waits` does not store. */
export async function endWait(tx: Tx, kind: LeadKind, id: number): Promise<void> {
  await tx`delete from lead_waits where lead_kind = ${kind} and lead_id = ${id}`
}

/** Changes a wait that began at `from`, and no other. Ends it if `to` is null. */
export async function moveWait(
  tx: Tx,
  { kind, leadId }: { kind: LeadKind; leadId: number },
  from: string,
  to: string | null,
): Promise<void> {
  if (to === null)
    await tx`delete from lead_waits where lead_kind = ${kind} and lead_id = ${leadId} and since = ${from}::timestamptz`
  else
    await tx`
      update lead_waits set since = ${to}::timestamptz
      where lead_kind = ${kind} and lead_id = ${leadId} and since = ${from}::timestamptz`
}
