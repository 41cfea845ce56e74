import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../../platform/db.ts'

const waitMs = 5_000
const lookMs = 100

/** Waits until each of these mails was sent, refused or tried once more, at most five seconds; not without a worker. */
export async function waitForMails(read: Sql, ids: number[]): Promise<void> {
  for (const until = Date.now() + waitMs; Date.now() < until; await sleep(lookMs)) {
    const [open] = await read`
      select id from email_messages
      where id = any(${ids}) and (state = 'in invio' or state = 'in coda' and last_error is null)
        and exists (select from workers where seen_at > now() - interval '30 seconds')
      limit 1`
    if (!open) return
  }
}
