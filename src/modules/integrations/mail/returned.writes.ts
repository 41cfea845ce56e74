import type { Tx } from '../../../platform/db.ts'
import type { MailKind, Returned } from '../mailReader/mail.contract.ts'
import { record } from './deliveryEvents.ts'
import { sentMailNamed } from './sentMail.ts'

/**
 * Records a bounce or a delay that came as a mail. Changes only a mail whose Message-ID it names, because anybody can
 * write such a mail, but nobody can guess our Message-IDs.
 */
export async function recordReturned(
  tx: Tx,
  kind: MailKind,
  { ids, reason }: Returned,
  at: string,
): Promise<void> {
  const mail = await sentMailNamed(tx, ids)
  const event = kind === 'delay' ? 'delayed' : 'returned'
  if (mail) await record(tx, { event, ids: [mail.messageId], at, reason })
}
