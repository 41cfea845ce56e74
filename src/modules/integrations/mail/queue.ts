import type { Sql, Tx } from '../../../platform/db.ts'
import { isAboutNothing } from '../../leads/status/status.queries.ts'
import { leadYears, newsletterUnconfirmedDays } from '../../settings/privacy/contract.ts'
import { urgentPurposes } from './dailyLimit.queries.ts'

/** Queues mails to be sent now, or later. Among the due mails, urgent mails (`urgentPurposes`) are sent first. */
export async function queueMail(
  sql: Sql | Tx,
  mails: { id: number }[],
  { afterSeconds = 0, at = null }: { afterSeconds?: number; at?: Date | null } = {},
): Promise<void> {
  // One call for all jobs: a call for each would take seconds for thousands of mails.
  await sql`
    select count(*) from graphile_worker.add_jobs(array(
      select row(coalesce(task, 'sendMail'), json_build_object('messageId', id), null,
        coalesce(${at}::timestamptz, now() + make_interval(secs => ${afterSeconds})), null, 'mail:' || id,
        case when purpose = any(${urgentPurposes}) then 0 else 10 end, null)::graphile_worker.job_spec
      from email_messages where id = any(${mails.map(({ id }) => id)}) order by id))`
}

/** Days after which a mail that matches no lead is deleted. */
const looseMailDays = 30

/**
 * The product's mails without a lead, such as the newsletter's, are deleted after `newsletterUnconfirmedDays`. Returns
 * the number of the product's deleted mails.
 */
export async function purgeOldMail(write: Sql): Promise<number> {
  await write`
    delete from inbound_mails
    where created_at < now() - make_interval(years => ${leadYears})
      or lead_id is null and created_at < now() - make_interval(days => ${looseMailDays})`
  await write`
    delete from unreadable_mails where given_up_at < now() - make_interval(days => ${looseMailDays})`
  const { count } = await write`
    delete from email_messages
    where created_at < now() - make_interval(years => ${leadYears})
      or ${isAboutNothing(write)}
      or lead_kind is null and purpose <> 'wish'
        and created_at < now() - make_interval(days => ${newsletterUnconfirmedDays})`
  return count
}

/** Adds jobs for unsent mails whose job is lost; during a refusal (refusal.ts) only the job of the probe. */
export async function queueLostMail(write: Sql): Promise<number> {
  const rows = await write<{ id: number }[]>`
    select id from email_messages
    where (state in ('planned', 'sending')
        or state = 'notConfigured' and exists (select from email_configurations where is_active))
      and updated_at < now() - interval '1 minute'
      and not exists (
        select from email_configurations
        where is_active and refused_at is not null and probe_id is distinct from email_messages.id)
      and not exists (
        select from graphile_worker.jobs where key = 'mail:' || email_messages.id and jobs.attempts < max_attempts)
    order by id limit 1000`
  if (rows.length > 0) await queueMail(write, rows)
  return rows.length
}
