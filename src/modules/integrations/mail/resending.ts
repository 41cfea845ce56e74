import type { Context } from '../../../kernel/context.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { reportBounces } from './bounces.ts'
import { configurationConcerns } from './concern.ts'
import { domainOf } from './messageId.ts'
import { isRecent, isToOffice } from './waiting.ts'

/** Plans the mails again with all their attempts. The caller queues them. */
export async function replanMails(
  tx: Tx,
  ids: number[],
  { site }: Pick<Context, 'site'>,
  state: 'planned' | 'held' = 'planned',
): Promise<void> {
  if (ids.length === 0) return
  const bounced = await tx<{ id: number }[]>`
    select id from email_messages where id = any(${ids}) and bounced_at is not null order by id for update`
  // Mail servers drop a second mail with a known Message-ID, so a mail that was accepted gets a new Message-ID.
  await tx`
    update email_messages set state = ${state}, attempts = 0, last_error = null, updated_at = now(),
      message_id = case when provider_id is null then message_id
        else concat('<', gen_random_uuid(), '@', ${domainOf(site)}::text, '>') end,
      provider_id = null, bounced_at = null, reported_at = null, refused_at = null
    where id = any(${ids})`
  await reportBounces(
    tx,
    bounced.map(({ id }) => id),
  )
}

const resentDays = 30

/**
 * Returns the SQL condition for the failed mails of the last 30 days that may now be accepted: neither the provider nor
 * its reports say that the recipient's e-mail address does not work.
 */
export function mayBeResent(sql: Sql | Tx) {
  return sql`
    state = 'failed' and updated_at > now() - make_interval(days => ${resentDays})
    and case when concern is null then bounced_at is null and reported_at is null else concern <> 'mailbox' end`
}

/** Returns the SQL condition for the waiting mails that the provider has refused at least once. */
export const isRefused = (sql: Sql | Tx) => sql`state = 'planned' and concern is not null`

/**
 * Plans the failed mails again whose refusal concerned the configuration, which staff have corrected now. Mails to
 * customers that are older than 24 hours are held.
 */
export async function replanRefused(tx: Tx, context: Pick<Context, 'site'>): Promise<void> {
  const rows = await tx<{ id: number; isOld: boolean }[]>`
    select id, not (${isToOffice(tx)} or ${isRecent(tx)}) as is_old from email_messages
    where ${mayBeResent(tx)} and concern = any(${[...configurationConcerns]})`
  const idsOf = (isOld: boolean) => rows.filter((row) => row.isOld === isOld).map(({ id }) => id)
  await replanMails(tx, idsOf(false), context)
  await replanMails(tx, idsOf(true), context, 'held')
}
