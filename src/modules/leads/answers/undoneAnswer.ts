import type { RecordedAct, RecordedRow } from '../../../kernel/bulkActList.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { shortMoment } from '../../../kernel/italianFormats.ts'
import type { Tx } from '../../../platform/db.ts'
import type { LeadKind } from '../lead/contract.ts'
import { lockLead } from '../lead/lead.queries.ts'

interface Message {
  id: number
  leadKind: LeadKind
  leadId: number
  sendAt: Date | null
}

/** How staff undo an answer: it is deleted, and the lead gets back what the answer changed. A sent mail stays. */
export const undoneAnswer: Omit<RecordedAct, 'message'> = {
  title: 'Risposta',
  isByColumn: true,
  lock: async (tx, rows) => {
    const message = await lockedMessage(tx, rows)
    if (!message) throw new HttpError(409, 'Questa risposta è stata annullata: scrivila di nuovo.')
    // The statement that locks the message waits while the reaction that sends the mail locks it. This separate statement
    // reads the clock after the wait.
    const [{ hasLeft }] = await tx<[{ hasLeft: boolean }]>`
      select coalesce(${message.sendAt}::timestamptz <= clock_timestamp(), false) as has_left`
    if (hasLeft)
      throw new HttpError(
        409,
        'L’email è già partita: non si può più fermare. Scrivi al cliente un’altra risposta.',
      )
    await refuseFollowed(tx, message, rows)
  },
  refusalOf: ({ later }) =>
    `La richiesta è cambiata di nuovo dopo questa risposta${later ? ` (${later.by}, ${shortMoment(later.at)})` : ''}: cambiane lo stato a mano.`,
}

async function lockedMessage(tx: Tx, rows: RecordedRow[]): Promise<Message | undefined> {
  const id = rows.find(({ tableName }) => tableName === 'lead_messages')?.key.id ?? 0
  const [found] = await tx<[Message?]>`
    select id, lead_kind, lead_id, send_at from lead_messages where id = ${id}`
  if (!found) return undefined
  await lockLead(tx, found.leadKind, found.leadId)
  const [locked] = await tx<[Message?]>`
    select id, lead_kind, lead_id, send_at from lead_messages where id = ${id} for update`
  return locked
}

/** Throws HttpError 409 if a later answer counts on this one, the lead’s first. */
async function refuseFollowed(tx: Tx, { id, leadKind, leadId }: Message, rows: RecordedRow[]): Promise<void> {
  const isFirst = rows.some(
    ({ tableName, columns }) => tableName === 'leads' && columns?.includes('answered_at'),
  )
  if (!isFirst) return
  const [later] = await tx`
    select from lead_messages where lead_kind = ${leadKind} and lead_id = ${leadId} and id > ${id} limit 1`
  if (later) throw new HttpError(409, 'Dopo questa risposta c’è già un’altra: annulla prima quella.')
}
