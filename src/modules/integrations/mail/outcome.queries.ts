import { setTimeout as sleep } from 'node:timers/promises'
import { silentSeconds } from '../../../kernel/workers.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { owedMailsRequested } from './contract.ts'

const waitMs = 5_000
const pollMs = 100

/** Waits up to five seconds until each mail was tried. Returns at once if no worker runs. */
export async function waitForMails(read: Sql, ids: number[]): Promise<void> {
  await waitWhile(read, () => isAnyUntried(read, read`id = any(${ids})`))
}

/** Returns the SQL condition for the mails that a replay resends: unsent mails without a report of the provider. */
export function isOwed(sql: Sql | Tx, eventId: number) {
  return sql`
    ${isOfEvent(sql, eventId)} and reported_at is null and state in ('planned', 'failed', 'notConfigured')`
}

export async function countOwedMails(sql: Sql | Tx, eventId: number): Promise<number> {
  const [{ owed }] = await sql<[{ owed: number }]>`
    select count(*) as owed from email_messages where ${isOwed(sql, eventId)}`
  return owed
}

/** Waits like `waitForMails`. `sent` counts mails of the last ten seconds. `refusal` is why a mail failed. */
export async function outcomeOfReplay(read: Sql, eventId: number) {
  await waitWhile(
    read,
    async () =>
      (await isResendPending(read, eventId)) || (await isAnyUntried(read, isOfEvent(read, eventId))),
  )
  const [outcome] = await read<[{ sent: number; refusal: string | null }]>`
    select count(*) filter (where state in ('sent', 'delivered') and sent_at > now() - interval '10 seconds') as sent,
      max(last_error) filter (where state in ('planned', 'failed')) as refusal
    from email_messages where ${isOfEvent(read, eventId)}`
  return outcome
}

function isOfEvent(sql: Sql | Tx, eventId: number) {
  return sql`starts_with(message_key, ${`${eventId}:`})`
}

async function waitWhile(read: Sql, isOpen: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + waitMs; Date.now() < until; await sleep(pollMs)) {
    const [worker] = await read`
      select from workers where seen_at > now() - make_interval(secs => ${silentSeconds}) limit 1`
    if (!worker || !(await isOpen())) return
  }
}

async function isAnyUntried(read: Sql, isMeant: ReturnType<typeof isOfEvent>): Promise<boolean> {
  const [untried] = await read`
    select from email_messages
    where ${isMeant} and (state = 'sending' or state = 'planned' and last_error is null) limit 1`
  return untried !== undefined
}

async function isResendPending(read: Sql, eventId: number): Promise<boolean> {
  const [pending] = await read`
    select from (
      select id, dispatched_at from outbox
      where type = ${owedMailsRequested.type} and payload ->> 'eventId' = ${String(eventId)}
      order by id desc limit 1) as request
    where dispatched_at is null
      or exists (select from effects where outbox_id = request.id and state = 'planned')`
  return pending !== undefined
}
