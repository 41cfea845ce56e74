import type { Sql } from '../../../platform/db.ts'

/** Returns the number of strangers' mails about which staff have to decide. */
export async function countAskedMails(read: Sql): Promise<number> {
  const [{ count }] = await read<[{ count: number }]>`
    select count(*) as count from inbound_mail_questions where decision is null`
  return count
}
