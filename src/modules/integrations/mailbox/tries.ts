import type { Sql, Tx } from '../../../platform/db.ts'
import type { Inbound } from '../mailReader/mail.contract.ts'

/** Number of times that the worker reads a mail before it gives it up. */
export const triesMax = 2

/** A mail in the inbox (RFC 3501, 2.3.1.1). */
export interface MailKey {
  uidValidity: number
  uid: number
}

/** Counts a try of a mail and moves on to the next mail, before the mail is read. Returns the number of tries. */
export async function beginTry(write: Sql, { uidValidity, uid }: MailKey): Promise<number> {
  return write.begin(async (tx) => {
    const [row] = await tx<[{ tries: number }]>`
      insert into mailbox_tries (uid_validity, uid, tries) values (${uidValidity}, ${uid}, 1)
      on conflict (uid_validity, uid) do update set tries = mailbox_tries.tries + 1 returning tries`
    await tx`
      insert into reply_mailbox_position as p (uid_validity, last_uid) values (${uidValidity}, ${uid})
      on conflict (id) do update set uid_validity = excluded.uid_validity,
        last_uid = case when p.uid_validity = excluded.uid_validity
          then greatest(p.last_uid, excluded.last_uid) else excluded.last_uid end`
    return row.tries
  })
}

/** Takes back a try that failed for another reason than the mail. */
export async function uncountTry(write: Sql, { uidValidity, uid }: MailKey): Promise<void> {
  await write`
    update mailbox_tries set tries = tries - 1 where uid_validity = ${uidValidity} and uid = ${uid}`
}

export async function endTry(tx: Tx, { uidValidity, uid }: MailKey): Promise<void> {
  await tx`delete from mailbox_tries where uid_validity = ${uidValidity} and uid = ${uid}`
}

/** Returns the mails whose reading failed or was interrupted. Gives up those that the server has given new UIDs. */
export async function waitingTries(write: Sql, uidValidity: number): Promise<MailKey[]> {
  const lost = await write<MailKey[]>`
    select uid_validity, uid from mailbox_tries where uid_validity <> ${uidValidity}`
  for (const mail of lost)
    await giveUp(write, mail, 'La casella ha numerato di nuovo i messaggi: questo non si ritrova.', null)
  return write<MailKey[]>`select uid_validity, uid from mailbox_tries order by uid`
}

/** Returns the UIDs of mails that could not be read at the last try. */
export async function brokenUids(write: Sql, uidValidity: number): Promise<Set<number>> {
  const rows = await write<{ uid: number }[]>`
    select uid from mailbox_tries where uid_validity = ${uidValidity}
    union select uid from unreadable_mails where uid_validity = ${uidValidity}`
  return new Set(rows.map(({ uid }) => uid))
}

/** Shows a mail to staff as unreadable. `headers` is null if they are unknown. */
export async function giveUp(
  write: Sql,
  mail: MailKey,
  reason: string,
  headers: { mail: Pick<Inbound, 'sender' | 'subject'> | null; arrivedAt: Date | null } | null,
): Promise<void> {
  const { mail: read = null, arrivedAt = null } = headers ?? {}
  const { sender: { name = '', address = '' } = {}, subject = '' } = read ?? {}
  await write.begin(async (tx) => {
    await endTry(tx, mail)
    await tx`
      insert into unreadable_mails ${tx({
        uid_validity: mail.uidValidity,
        uid: mail.uid,
        reason,
        from_name: name,
        from_address: address,
        subject,
        arrived_at: arrivedAt,
      })}
      on conflict (uid_validity, uid) do update set reason = excluded.reason, given_up_at = now()`
  })
}
