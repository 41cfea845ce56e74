import type { Tx } from '../../../platform/db.ts'
import type { LeadKind } from './contract.ts'

/** Ends the wait of a customer who wrote again. */
export async function endWait(tx: Tx, kind: LeadKind, id: number): Promise<void> {
  await tx`delete from lead_waits where lead_kind = ${kind} and lead_id = ${id}`
}
