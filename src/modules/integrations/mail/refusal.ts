import type { Sql, Tx } from '../../../platform/db.ts'
import { officePurposes } from './dailyLimit.queries.ts'
import { queueMail } from './queue.ts'
import { holdMail } from './waiting.ts'

// A provider that refuses the configuration (wrong key or password, unknown sender) refuses every mail. The
// configuration's row then records the refusal, and the worker retries only one mail, the probe: many attempts could
// make the provider lock the account.

/** Seconds between attempts. Attempts become rarer after `lateAfterSeconds`: a wrong key may stay stored for days. */
const soonSeconds = 60
const lateSeconds = 300
const lateAfterSeconds = 600

/** Records that the provider refused the configuration, and plans the next attempt. */
export async function noteRefusal(
  tx: Tx,
  id: number,
  { configurationId, version }: { configurationId: number; version: string },
  reason: string,
): Promise<void> {
  const [noted] = await tx<[{ isProbe: boolean; seconds: number }?]>`
    update email_configurations set refused_at = coalesce(refused_at, now()), refusal = ${reason},
      probe_id = coalesce(probe_id, ${id})
    where id = ${configurationId} and is_active and updated_at::text = ${version}
    returning probe_id = ${id} as is_probe,
      case when refused_at < now() - make_interval(secs => ${lateAfterSeconds}) then ${lateSeconds}::int
        else ${soonSeconds}::int end as seconds`
  // Staff have changed the configuration since the attempt, so the worker tries the mail again at once.
  if (!noted) await queueMail(tx, [{ id }])
  else if (noted.isProbe) await queueMail(tx, [{ id }], { afterSeconds: noted.seconds })
}

/** Ends the refusal when the provider accepts the configuration. Queues waiting mails, but holds old customer mails. */
export async function endRefusal(write: Sql, configurationId: number): Promise<void> {
  await write.begin(async (tx) => {
    const [ended] = await tx`
      update email_configurations set refused_at = null, refusal = null, probe_id = null
      where id = ${configurationId} and refused_at is not null returning id`
    if (!ended) return
    await holdMail(tx, 'recent')
    const rows = await tx<{ id: number }[]>`
      select id from email_messages where state = 'planned' order by id`
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
    update email_configurations set probe_id = (
      select id from email_messages where state = 'planned'
      order by purpose = any(${officePurposes}) desc, id limit 1)
    where is_active and refused_at is not null
      and not exists (select from email_messages where id = probe_id and state in ('planned', 'sending'))`
}
