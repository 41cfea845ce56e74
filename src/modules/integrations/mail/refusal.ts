import type { Sql, Tx } from '../../../platform/db.ts'
import { officePurposes } from './dailyLimit.queries.ts'
import type { MailFailure } from './failure.ts'
import { queueMail } from './queue.ts'
import { holdMail } from './waiting.ts'

// A provider that refuses the configuration (wrong key or password, unknown sender, no right to relay) refuses every
// mail. The configuration's row then records the refusal, and the worker retries only one mail, the probe: many attempts
// could make the provider lock the account.

/** Seconds between attempts. Attempts become rarer after `lateAfterSeconds`: a wrong key may stay stored for days. */
const soonSeconds = 60
const lateSeconds = 300
const lateAfterSeconds = 600

/** Maximum number of seconds between two attempts of the probe. */
export const probeSeconds = lateSeconds

/**
 * Returns whether the provider refuses every mail, not only this one. A refusal after RCPT TO concerns only some mails if
 * the provider has accepted a mail since it first refused a waiting mail for the same reason. Otherwise a clear reason
 * concerns all mails, and an unclear one does if a mail to another recipient was refused since the last accepted mail.
 */
export async function concernsAll(
  tx: Tx,
  id: number,
  recipient: string,
  { kind, concern, isAfterRecipient }: MailFailure,
): Promise<boolean> {
  if (kind !== 'configuration' && kind !== 'unclear') return false
  if (!isAfterRecipient) return kind === 'configuration'
  const [seen] = await tx<[{ isOfSome: boolean; isRepeated: boolean }]>`
    select
      coalesce(bool_or(concern = ${concern} and refused_at < accepted_at), false) as is_of_some,
      coalesce(bool_or(id <> ${id} and recipient <> ${recipient}
        and refused_at > coalesce(accepted_at, '-infinity')), false) as is_repeated
    from email_messages, (select max(sent_at) as accepted_at from email_messages) as latest
    where state in ('planned', 'sending') and refused_at is not null`
  return !seen.isOfSome && (kind === 'configuration' || seen.isRepeated)
}

/**
 * Records that the provider refuses the configuration, and plans the next attempt. If it refused after RCPT TO, the next
 * probe is another mail, because the refusal may concern only some mails.
 */
export async function noteRefusal(
  tx: Tx,
  id: number,
  { configurationId, version }: { configurationId: number; version: string },
  { reason, isAfterRecipient }: MailFailure,
): Promise<void> {
  // isProbe is never null: the update sets probe_id.
  const [noted] = await tx<[{ isProbe: boolean; seconds: number }?]>`
    update email_configurations set refused_at = coalesce(refused_at, now()), refusal = ${reason},
      probe_id = coalesce(probe_id, ${id})
    where id = ${configurationId} and is_active and updated_at::text = ${version}
    returning probe_id = ${id} as is_probe,
      case when refused_at < now() - make_interval(secs => ${lateAfterSeconds}) then ${lateSeconds}::int
        else ${soonSeconds}::int end as seconds`
  // Staff have changed the configuration since the attempt, so the worker tries the mail again at once.
  if (!noted) return queueMail(tx, [{ id }])
  if (!noted.isProbe) return
  const [other] = isAfterRecipient
    ? await tx<[{ id: number | null }?]>`select ${nextProbe(tx, id)} as id`
    : []
  const probe = { id: other?.id ?? id }
  if (probe.id !== id) {
    await tx`update email_configurations set probe_id = ${probe.id} where id = ${configurationId}`
    await tx`update email_messages set last_error = ${reason}, updated_at = now() where id = ${probe.id}`
  }
  await queueMail(tx, [probe], { afterSeconds: noted.seconds })
}

/** Ends the refusal when the provider accepts the configuration. Queues waiting mails, but holds old customer mails. */
export async function endRefusal(write: Sql, configurationId: number): Promise<void> {
  await write.begin(async (tx) => {
    const [ended] = await tx`
      update email_configurations set refused_at = null, refusal = null, probe_id = null
      where id = ${configurationId} and refused_at is not null returning id`
    if (ended) await holdMail(tx, 'recent')
    // Without such a refusal, mails wait that the provider refused one by one.
    const rows = await tx<{ id: number }[]>`
      select id from email_messages
      where state = 'planned' and (${ended !== undefined} or refused_at is not null) order by id`
    await queueMail(tx, rows)
  })
}

/** Makes this mail the probe if the provider refuses the configuration. */
export async function probeWith(tx: Tx, id: number): Promise<void> {
  await tx`update email_configurations set probe_id = ${id} where is_active and refused_at is not null`
}

/** Chooses a new probe if the previous probe no longer waits, for example because it was sent, dropped or erased. */
export async function keepProbing(write: Sql): Promise<void> {
  await write`
    update email_configurations set probe_id = ${nextProbe(write, 0)}
    where is_active and refused_at is not null
      and not exists (select from email_messages where id = probe_id and state in ('planned', 'sending'))`
}

/** Returns the SQL of the next probe: a mail that was not refused yet, else the one after the mail `id`. */
function nextProbe(sql: Sql | Tx, id: number) {
  return sql`(
    select id from email_messages where state = 'planned' and id <> ${id}
    order by refused_at is not null, purpose = any(${officePurposes}) desc, id < ${id}, id limit 1)`
}
