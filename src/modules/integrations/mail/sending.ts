import { batched } from '../../../kernel/batch.ts'
import type { Context } from '../../../kernel/context.ts'
import { NotKnown } from '../../../kernel/jobTask.ts'
import type { Tools } from '../../../kernel/message.ts'
import type { Sql } from '../../../platform/db.ts'
import { ConfigurationProblem } from '../mailServer.ts'
import { reportBounces } from './bounces.ts'
import { BrevoRefusal, brevoOf, sendByBrevo } from './brevo.ts'
import { mayConcernAll } from './concern.ts'
import { type Content, contentOf, mailPurposes, type Subject } from './content.ts'
import { defaultSmtpHost } from './contract.ts'
import { dailyLimitOf, mailsToday, type Sender, urgentPurposes } from './dailyLimit.queries.ts'
import { emailSecret } from './emailSecrets.ts'
import { failureOf, type MailFailure } from './failure.ts'
import { withoutAngles } from './messageId.ts'
import { queueMail } from './queue.ts'
import { concernsAll, endRefusal, noteRefusal, probeSeconds } from './refusal.ts'
import { type Claimed, type ConfigurationRow, type Prepared, serialQueue } from './serialQueue.ts'
import { retireTransport, type SmtpConfiguration, transportOf } from './smtp.ts'

/** Seconds to wait after each temporary failure: eight attempts within 18 hours. */
const retrySeconds = [5, 30, 120, 600, 3_600, 14_400, 43_200]

/** Seconds between attempts while the quota is used up: the operator may buy credits before its renewal. */
const quotaRetrySeconds = 3_600

/**
 * Maximum milliseconds of one send, well below the two minutes for which a worker claims a mail. A socket timeout is
 * not enough: a server that sends single bytes never triggers it.
 */
const sendMs = 60_000

const busyRetrySeconds = 15

interface Sending {
  /** Worker pool that locked the job. */
  claimedBy: string
  /** Aborts a send when the process must stop. */
  signal?: AbortSignal
  log: { info(details: object, text: string): void; warn(details: object, text: string): void }
}

/**
 * Sends mails one at a time and records the outcome on their rows. Never throws for a mail server's response. A
 * repeated call resends only a mail whose worker died during the send (docs/adr/0005). Throws NotKnown for a mail of a
 * newer release. While the provider refuses the
 * configuration, tries only the probe (refusal.ts).
 */
export function mailing({ read, write, context }: Tools, stopping?: AbortSignal) {
  const sendInTurn = serialQueue(write, { onAside: () => retireTransport(context), stopping })
  const inFlight = new Set<number>()
  const planOf = batched((ids: number[]) => plansOf(read, ids))

  /** Composes the mail and reads the daily limit while the mail waits for its turn. */
  async function prepare(id: number, plan: Plan | null): Promise<Prepared> {
    // The probe must not wait for the next day, because all other mails wait for its outcome.
    const limit = plan?.isConfigured && !plan.isProbe ? dailyLimitOf(plan) : null
    return {
      content: plan && (await contentOf(read, plan, context)),
      isHeld: limit === null ? null : () => isHeldToday({ read, write }, id, limit),
    }
  }

  return async function sendMail(id: number, { claimedBy, signal, log }: Sending): Promise<void> {
    if (inFlight.has(id)) return queueMail(write, [{ id }], { afterSeconds: busyRetrySeconds })
    inFlight.add(id)
    let acceptedAgain: number | null = null
    const send = async (mail: Claimed, content: Content | null): Promise<string | null> => {
      if (mail.configurationId === null || mail.state !== 'sending') return null
      if (!content) {
        await write`
          update email_messages set state = 'skipped', updated_at = now(),
            last_error = 'Ciò a cui si riferisce non c’è più.'
          where id = ${id}`
        return null
      }
      const startedAt = Date.now()
      try {
        const response = await transmit(mail, content, context, signal)
        log.info({ messageId: id, purpose: mail.purpose, ms: Date.now() - startedAt }, 'sent a mail')
        if (mail.isRefused || mayConcernAll(mail.concern)) acceptedAgain = mail.configurationId
        return response
      } catch (error) {
        const failure = failureOf(error)
        if (failure.isConnection) retireTransport(context)
        log.warn(
          { messageId: id, purpose: mail.purpose, attempts: mail.attempts, code: failure.code },
          'failed to send a mail',
        )
        const outcome = await stampFailed(write, id, mail, failure)
        if (mail.isRefused && outcome === 'ofThisMail') acceptedAgain = mail.configurationId
        return null
      }
    }
    try {
      const plan = await planOf(id)
      if (plan && !mailPurposes.includes(plan.purpose))
        throw new NotKnown(plan.task ?? `sendMail:${plan.purpose}@1`)
      const claimed = await sendInTurn({ id, claimedBy, signal, prepared: prepare(id, plan), send })
      if (!claimed) await queueBusyLater(write, id)
      if (acceptedAgain !== null) await endRefusal(write, acceptedAgain)
    } finally {
      inFlight.delete(id)
    }
  }
}

type Plan = Subject & Sender & { id: number; task: string | null; isConfigured: boolean; isProbe: boolean }

async function plansOf(read: Sql, ids: number[]): Promise<(Plan | null)[]> {
  const rows = await read<Plan[]>`
    select email_messages.id, purpose, task, lead_kind, lead_id, offer_id, lead_message_id, driver_notice_id, trip_id,
      email_configurations.id is not null as is_configured,
      email_configurations.refused_at is not null and probe_id = email_messages.id as is_probe, api_key, smtp_host, daily_limit
    from email_messages left join email_configurations on is_active where email_messages.id = any(${ids})`
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => found.get(id) ?? null)
}

/** Queues the mail again if a different worker is sending it, because that worker may die. */
async function queueBusyLater(write: Sql, id: number): Promise<void> {
  const [busy] = await write`select id from email_messages where id = ${id} and state = 'sending'`
  if (busy) await queueMail(write, [{ id }], { afterSeconds: busyRetrySeconds })
}

/** Moves the mail to the next day if the daily limit is reached. Urgent mails never wait. */
async function isHeldToday(
  { read, write }: { read: Sql; write: Sql },
  id: number,
  limit: number,
): Promise<boolean> {
  const { sent, nextDay } = await mailsToday(read)
  if (sent < limit) return false
  const [held] = await write`
    update email_messages set state = 'planned', updated_at = now(),
      last_error = ${`Il limite di ${limit} email al giorno è raggiunto: parte domani.`}
    where id = ${id} and state in ('planned', 'notConfigured') and not purpose = any(${urgentPurposes})
    returning id`
  if (!held) return false
  await queueMail(write, [{ id }], { at: new Date(nextDay.getTime() + 60_000) })
  return true
}

type MailAndConfiguration = Extract<Claimed, ConfigurationRow>

/** Sends the mail. Returns the response of the SMTP server or the id at Brevo, which may be empty. */
async function transmit(
  mail: MailAndConfiguration,
  { replyTo, isPersonal = false, ...content }: Content,
  context: Context,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { fromName, fromEmail, replyToEmail } = mail
  const apiKey = apiKeyOf(mail, context)
  const ownReplyTo = { name: '', address: replyToEmail || fromEmail }
  if (apiKey) {
    const sendWith = (replyTo: typeof ownReplyTo) =>
      sendByBrevo(brevoOf(apiKey, context), {
        ...content,
        from: { name: fromName, address: fromEmail },
        to: mail.recipient,
        replyTo,
        messageId: mail.messageId,
        isPersonal,
        signal,
      })
    try {
      return await sendWith(replyTo ?? ownReplyTo)
    } catch (error) {
      // Brevo refuses the address that a customer typed. The office needs the mail nevertheless.
      if (replyTo && error instanceof BrevoRefusal && error.field === 'replyTo') return sendWith(ownReplyTo)
      throw error
    }
  }
  const transport = await transportOf(context, smtpOf(mail, context))
  const info = await transport.sendMail({
    ...content,
    from: { name: fromName, address: fromEmail },
    // `to` is an object, because a crafted e-mail address in a string could add recipients.
    to: { name: '', address: mail.recipient },
    replyTo: replyTo ?? ownReplyTo,
    messageId: mail.messageId,
    headers: {
      ...(isPersonal ? {} : { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }),
      // Brevo repeats this id in each report.
      'X-Mailin-custom': withoutAngles(mail.messageId),
    },
    signal: AbortSignal.any([AbortSignal.timeout(sendMs), ...(signal ? [signal] : [])]),
  })
  return String(info.response ?? '').slice(0, 200)
}

/** Returns Brevo's key; null if the worker must send by SMTP. Throws if the key cannot be decrypted. */
function apiKeyOf({ configurationId: id, apiKey }: ConfigurationRow, { secrets }: Context): string | null {
  if (!apiKey) return null
  try {
    return secrets.decrypt(apiKey, emailSecret.api_key(id))
  } catch {
    throw new ConfigurationProblem(
      'La API Key salvata non si può leggere con la chiave attuale: inseriscila di nuovo.',
    )
  }
}

function smtpOf(
  { configurationId: id, version, smtpHost, smtpPort, smtpUsername, smtpPassword }: ConfigurationRow,
  { secrets }: Context,
): SmtpConfiguration {
  try {
    return {
      id,
      version,
      host: smtpHost || defaultSmtpHost,
      port: smtpPort,
      username: smtpUsername || null,
      password: smtpPassword && secrets.decrypt(smtpPassword, emailSecret.smtp_password(id)),
    }
  } catch {
    throw new ConfigurationProblem(
      'La password SMTP salvata non si può leggere con la chiave attuale: inseriscila di nuovo.',
    )
  }
}

/**
 * Records the failure and plans the next attempt. `ofThisMail`: the provider refused this mail, but accepts the
 * configuration. `ofAll`: the provider refuses the configuration.
 */
async function stampFailed(
  write: Sql,
  id: number,
  mail: MailAndConfiguration,
  failure: MailFailure,
): Promise<'ofThisMail' | 'ofAll' | 'unknown'> {
  const { kind, concern, reason, isUncertain } = failure
  return write.begin(async (tx) => {
    const isOfAll = await concernsAll(tx, id, mail.recipient, failure)
    const seconds = isOfAll ? null : secondsUntilRetry(mail, failure)
    const isWaiting = isOfAll || seconds !== null
    const lastError =
      isWaiting || kind === 'permanent' ? reason : `Non consegnata dopo ${mail.attempts} tentativi. ${reason}`
    const hasBounced = !isWaiting && (concern === 'mailbox' || concern === 'policy')
    if (isOfAll) await noteRefusal(tx, id, mail, failure)
    await tx`
      update email_messages set state = ${isWaiting ? 'planned' : 'failed'}, last_error = ${lastError},
        is_uncertain = is_uncertain or ${isUncertain}, updated_at = now(), set_aside_at = null,
        -- A lack of credits or a refused configuration does not count as a failed attempt of this mail.
        attempts = case when ${kind === 'quota' || isOfAll} then attempts - 1 else attempts end,
        concern = coalesce(${concern}, concern),
        refused_at = case when ${kind === 'configuration' || kind === 'unclear'} then coalesce(refused_at, now())
          else refused_at end,
        bounced_at = case when ${hasBounced} then now() end
      where id = ${id} and reported_at is null`
    if (hasBounced) await reportBounces(tx, [id])
    if (seconds !== null) await queueMail(tx, [{ id }], { afterSeconds: seconds })
    return isOfAll ? 'ofAll' : kind === 'temporary' ? 'unknown' : 'ofThisMail'
  })
}

/** Returns null if the mail is not tried again. */
function secondsUntilRetry(mail: MailAndConfiguration, failure: MailFailure): number | null {
  const { kind, afterSeconds } = failure
  if (kind === 'permanent') return null
  const planned = kind === 'quota' ? quotaRetrySeconds : retrySeconds[mail.attempts - 1]
  if (planned === undefined) return null
  const seconds = Math.max(planned, afterSeconds ?? 0)
  // All other mails wait for the outcome of the probe.
  return mail.isRefused && kind === 'temporary' ? Math.min(seconds, probeSeconds) : seconds
}
