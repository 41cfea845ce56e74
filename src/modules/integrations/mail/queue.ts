import type { Retention } from '../../../kernel/retention.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
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

/** The product's mails without a lead, such as the newsletter's, end after `newsletterUnconfirmedDays`. */
export const oldMail: Retention[] = [
  { table: 'inbound_mails', what: 'email ricevute', by: 'created_at', kept: { years: leadYears } },
  {
    table: 'inbound_mails',
    what: 'email ricevute senza richiesta',
    by: 'created_at',
    kept: { days: looseMailDays },
    where: 'lead_id is null',
  },
  { table: 'unreadable_mails', what: 'email illeggibili', by: 'given_up_at', kept: { days: looseMailDays } },
  { table: 'email_messages', what: 'email inviate', by: 'created_at', kept: { years: leadYears } },
  {
    table: 'email_messages',
    what: 'email inviate senza richiesta',
    by: 'created_at',
    kept: { days: newsletterUnconfirmedDays },
    where: `lead_kind is null and purpose <> 'wish'`,
  },
  // The mails of a lead end with it (`forget_mails`). This walk finds those that were planned while it was deleted.
  {
    table: 'email_messages',
    what: 'email di richieste cancellate',
    by: 'created_at',
    kept: {},
    unless: `
      (lead_kind is null or (
        select count(*) from leads where leads.kind = email_messages.lead_kind and leads.id = email_messages.lead_id) > 0)
      and (purpose <> 'wish' or (
        select count(*) from customer_wishes where customer_wishes.id = email_messages.lead_id) > 0)`,
    restMinutes: 24 * 60,
  },
]

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
