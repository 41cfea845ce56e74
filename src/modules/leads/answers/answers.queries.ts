import { whole } from '../../../kernel/list.ts'
import { isOfMailbox } from '../../../kernel/mailbox.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { findStaffLead } from '../inbox/leads.queries.ts'
import type { LeadKind } from '../lead/contract.ts'
import { type Lead, readLead } from '../lead/lead.queries.ts'
import { type LeadMessage, ListLeadMessages } from './contract.ts'

type MessageRow = Omit<LeadMessage, 'callBackAt' | 'createdAt'> & { callBackAt: Date | null; createdAt: Date }

export const listLeadMessages = answer(ListLeadMessages, async (read, { kind, id }) => {
  await findStaffLead(read, kind, id)
  const rows = await read<MessageRow[]>`
    select id, via, subject, text, outcome, call_back_at, send_at is not null as is_sent, created_at,
      (select username from admin_users where admin_users.id = written_by) as author,
      (select id from bulk_acts where id = lead_messages.act_id and undone = 0) as act_id, ${takeBackMs(read)} as take_back_ms
    from lead_messages where lead_kind = ${kind} and lead_id = ${id} order by id`
  return whole(
    rows.map((row) => ({
      ...row,
      callBackAt: row.callBackAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
    })),
  )
})

/** SQL expression: milliseconds until a message is sent as a mail; null for a message that staff cannot stop. */
export function takeBackMs(sql: Sql | Tx) {
  return sql`case when send_at > clock_timestamp()
    then ceil(extract(epoch from send_at - clock_timestamp()) * 1000)::int end`
}

export interface StaffReply {
  subject: string
  text: string
  lead: Lead
  /** Seconds for which staff can still stop the mail; 0 if they cannot. */
  secondsLeft: number
  createdAt: Date
}

/** Null if staff stopped the mail or the lead was erased. With `isLocked`, staff cannot stop it meanwhile. */
export async function readReply(
  sql: Sql | Tx,
  id: number,
  { isLocked = false } = {},
): Promise<StaffReply | null> {
  // Locks the row in a separate statement, so that the next statement reads the clock after waiting for the lock.
  if (isLocked) await sql`select from lead_messages where id = ${id} for share`
  const [row] = await sql<
    [(Omit<StaffReply, 'lead'> & { leadKind: Lead['kind']; leadId: number })?]
  >`select subject, text, lead_kind, lead_id, created_at,
      greatest(0, ceil(extract(epoch from send_at - clock_timestamp())))::int as seconds_left
    from lead_messages where id = ${id} and send_at is not null`
  const lead = row && (await readLead(sql, row.leadKind, row.leadId))
  if (!row || !lead) return null
  const { leadKind: _, leadId: _id, ...reply } = row
  return { ...reply, lead }
}

/** Returns the leads with one of these codes, newest first. `email` is null if the customer left none. */
export function leadsWithCodes(
  sql: Sql | Tx,
  codes: string[],
): Promise<{ kind: LeadKind; id: number; email: string | null }[]> {
  return sql<{ kind: LeadKind; id: number; email: string | null }[]>`
    select kind, id, email from leads where code = any(${codes}) order by created_at desc`
}

/** Returns whether a lead has an e-mail address of one of these mailboxes. */
export async function isKnownSender(tx: Tx, addresses: string[]): Promise<boolean> {
  for (const address of addresses.filter(Boolean)) {
    const [lead] = await tx`select from leads where ${isOfMailbox(tx, 'email', address)} limit 1`
    if (lead) return true
  }
  return false
}
