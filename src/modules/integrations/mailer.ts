import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../db.ts'
import { open } from '../../secret.ts'
import { siteOrigin } from '../../site.ts'
import { readSubscription } from '../content/queries.ts'
import { type Lead, type LeadKind, readLead, readWish, replyKits } from '../leads/queries.ts'
import { company, openingHours } from '../settings/queries.ts'
import { sendByBrevo } from './brevo.ts'
import { emailSecret } from './emailSecrets.ts'
import { failureOf } from './failure.ts'
import { type Mail, officeMail, receiptMail } from './mail.ts'
import { dailyLimitOf, leadPurposes, mailsToday } from './mailLimit.ts'
import { queueMailAt, queueMailLater } from './mailQueue.ts'
import { newsletterMail } from './newsletterMail.ts'
import { ConfigurationProblem, retireTransport, type SmtpConfiguration, transportOf } from './transport.ts'
import { wishMail } from './wishMail.ts'

/** Seconds to wait after each try that may succeed later: eight tries within 18 hours. */
const retrySeconds = [5, 30, 120, 600, 3_600, 14_400, 43_200]

// A wrong password does not mend itself, and a provider that is asked too often locks the account. A saved
// configuration sends at once whatever waits here.
const configurationRetrySeconds = 1_800
const configurationTriesMax = 150

/** Credits may be bought at any hour. */
const quotaRetrySeconds = 3_600

/** A server that trickles its replies meets no socket timeout; well below the two minutes that a claim holds. */
const sendMs = 60_000

const busyRetrySeconds = 15
const stampTries = 5

interface MailRow {
  purpose: string
  leadKind: LeadKind | null
  leadId: number | null
  recipient: string
  messageId: string
  attempts: number
}

interface ConfigurationRow {
  id: number
  apiKey: string | null
  smtpHost: string | null
  smtpPort: number
  smtpUsername: string | null
  smtpPassword: string | null
  fromEmail: string
  fromName: string
  replyToEmail: string | null
  dailyLimit: number | null
  version: string
}

interface Sending {
  /** The worker pool whose job this is. */
  claimedBy: string
  /** Ends a send that is under way when the process has to stop. */
  signal?: AbortSignal
  log: { info(details: object, text: string): void; warn(details: object, text: string): void }
}

const inFlight = new Set<number>()

/**
 * Sends one mail and writes on its row what became of it. Called again for the same row it sends nothing twice,
 * but for a mail whose worker died while sending: that one goes out again under the same Message-ID, and its
 * row says so (docs/adr/0005). Never throws for what a mail server answers.
 */
export async function sendMail(
  { read, write }: { read: Sql; write: Sql },
  id: number,
  { claimedBy, signal, log }: Sending,
): Promise<void> {
  if (inFlight.has(id)) return queueMailLater(write, id, busyRetrySeconds)
  inFlight.add(id)
  try {
    const [configuration] = await read<[ConfigurationRow?]>`
      select id, api_key, smtp_host, smtp_port, smtp_username, smtp_password, from_email, from_name, reply_to_email,
        daily_limit, updated_at::text as version
      from email_configurations where is_active`
    if (configuration && (await isHeldToday({ read, write }, id, configuration))) return
    const mail = await claim(write, id, claimedBy, Boolean(configuration))
    if (!mail || !configuration) return
    const content = await contentOf(read, mail)
    if (!content) {
      await write`
        update email_messages set state = 'scartata', updated_at = now(),
          last_error = 'La richiesta a cui si riferisce non c’è più.'
        where id = ${id}`
      return
    }
    const startedAt = Date.now()
    let response: string
    try {
      response = await transmit(configuration, mail, content, signal)
    } catch (error) {
      const failure = failureOf(error)
      if (failure.isConnection) retireTransport()
      log.warn(
        { messageId: id, purpose: mail.purpose, attempts: mail.attempts, code: failure.code },
        'mail failed',
      )
      await stampFailed(write, id, mail.attempts, failure)
      return
    }
    await stampSent(write, id, response)
    log.info({ messageId: id, purpose: mail.purpose, ms: Date.now() - startedAt }, 'mail sent')
  } finally {
    inFlight.delete(id)
  }
}

/** What is not about a lead waits for the next day when the day's mails are used up, and says so. */
async function isHeldToday(
  { read, write }: { read: Sql; write: Sql },
  id: number,
  configuration: ConfigurationRow,
): Promise<boolean> {
  const limit = dailyLimitOf(configuration)
  if (limit === null) return false
  const { sent, nextDay } = await mailsToday(read)
  if (sent < limit) return false
  const [held] = await write`
    update email_messages set state = 'in coda', updated_at = now(),
      last_error = ${`Il limite di ${limit} email al giorno è raggiunto: parte domani.`}
    where id = ${id} and state in ('in coda', 'non configurata') and not purpose = any(${leadPurposes})
    returning id`
  if (!held) return false
  await queueMailAt(write, id, new Date(nextDay.getTime() + 60_000))
  return true
}

/** The server's answer. */
async function transmit(
  configuration: ConfigurationRow,
  mail: MailRow,
  { replyTo, ...content }: Content,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { fromName, fromEmail, replyToEmail } = configuration
  const apiKey = apiKeyOf(configuration)
  if (apiKey)
    return sendByBrevo(apiKey, {
      ...content,
      from: { name: fromName, address: fromEmail },
      to: mail.recipient,
      replyTo: replyTo ?? { name: '', address: replyToEmail || fromEmail },
      messageId: mail.messageId,
    })
  const transport = await transportOf(smtpOf(configuration))
  const info = await transport.sendMail({
    ...content,
    from: { name: fromName, address: fromEmail },
    // An object: as text, a crafted address could name further recipients.
    to: { name: '', address: mail.recipient },
    replyTo: replyTo ?? { name: '', address: replyToEmail || fromEmail },
    messageId: mail.messageId,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      // Brevo's relay sends it back with each report of the mail.
      'X-Mailin-custom': mail.messageId.replace(/[<>]/g, ''),
    },
    signal: AbortSignal.any([AbortSignal.timeout(sendMs), ...(signal ? [signal] : [])]),
  })
  return String(info.response ?? '').slice(0, 200)
}

/**
 * Takes a mail to send it, committed before the first byte leaves. Null when there is nothing to do, no
 * configuration to do it with, or a living worker already at it.
 */
async function claim(
  write: Sql,
  id: number,
  claimedBy: string,
  isConfigured: boolean,
): Promise<MailRow | null> {
  const [row] = await write<[(MailRow & { state: string })?]>`
    update email_messages set
      state = case when ${isConfigured} then 'in invio' else 'non configurata' end,
      attempts = attempts + case when ${isConfigured} then 1 else 0 end,
      is_uncertain = is_uncertain or state = 'in invio',
      claimed_by = ${claimedBy}, claimed_at = now(), updated_at = now()
    where id = ${id} and (state in ('in coda', 'non configurata') or state = 'in invio' and not (
      claimed_by is distinct from ${claimedBy} and claimed_at > now() - interval '2 minutes' and exists (
        select from workers where pool_id = claimed_by and seen_at > now() - interval '30 seconds')))
    returning purpose, lead_kind, lead_id, recipient, message_id, attempts, state`
  if (row) return row
  const [other] = await write`select id from email_messages where id = ${id} and state = 'in invio'`
  if (other) await queueMailLater(write, id, busyRetrySeconds)
  return null
}

interface Content extends Mail {
  replyTo: { name: string; address: string } | null
}

/** Written from the lead as it is now; null once it was erased. */
async function contentOf(read: Sql, { purpose, leadKind, leadId }: MailRow): Promise<Content | null> {
  if (purpose === 'newsletter') {
    const subscription = leadId === null ? null : await readSubscription(read, leadId)
    if (!subscription) return null
    return { ...newsletterMail(subscription, await company(read), siteOrigin()), replyTo: null }
  }
  if (purpose === 'wish') {
    const wish = leadId === null ? null : await readWish(read, leadId)
    return wish && { ...wishMail(wish), replyTo: senderOf(wish.lead) }
  }
  const lead = leadKind && leadId ? await readLead(read, leadKind, leadId) : null
  if (!lead) return null
  const operator = await company(read)
  if (purpose === 'receipt') {
    const mail = receiptMail(lead, operator, {
      now: new Date(),
      siteOrigin: siteOrigin(),
      hours: await openingHours(read),
    })
    return { ...mail, replyTo: null }
  }
  const [kit] = await replyKits(read, [lead], operator)
  if (!kit) return null
  return { ...officeMail(lead, kit.links, purpose === 'reminder'), replyTo: senderOf(lead) }
}

/** An answer to a mail of the office goes to the customer. */
function senderOf({ name, email }: Lead): Content['replyTo'] {
  return email ? { name: (name ?? '').replace(/\s+/g, ' '), address: email } : null
}

/** The key for Brevo's HTTP API, which is used wherever one is stored; null where SMTP is. */
function apiKeyOf({ id, apiKey }: ConfigurationRow): string | null {
  if (!apiKey) return null
  try {
    return open(apiKey, emailSecret.api_key(id))
  } catch {
    throw new ConfigurationProblem(
      'La API Key salvata non si può leggere con la chiave attuale: inseriscila di nuovo.',
    )
  }
}

function smtpOf({
  id,
  version,
  smtpHost,
  smtpPort,
  smtpUsername,
  smtpPassword,
}: ConfigurationRow): SmtpConfiguration {
  try {
    return {
      id,
      version,
      host: smtpHost || defaultSmtpHost,
      port: smtpPort,
      username: smtpUsername || null,
      password: smtpPassword && open(smtpPassword, emailSecret.smtp_password(id)),
    }
  } catch {
    throw new ConfigurationProblem(
      'La password SMTP salvata non si può leggere con la chiave attuale: inseriscila di nuovo.',
    )
  }
}

/** The relay of the provider that the panel names (providers.md 1.6). */
export const defaultSmtpHost = 'smtp-relay.brevo.com'

/** The server has the mail: losing this note would send it twice, so a database that is away is waited for. */
async function stampSent(write: Sql, id: number, response: string): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await write`
        update email_messages set state = case when reported_at is null then 'inviata' else state end,
          provider_id = ${response}, sent_at = now(), updated_at = now(),
          last_error = case when reported_at is null then null else last_error end
        where id = ${id}`
      return
    } catch (error) {
      // The row stays `in invio`: the job's next try marks it uncertain and sends it again.
      if (tries === stampTries) throw error
      await sleep(500 * tries)
    }
}

async function stampFailed(
  write: Sql,
  id: number,
  attempts: number,
  { kind, reason, isUncertain, afterSeconds, isAddress }: ReturnType<typeof failureOf>,
): Promise<void> {
  const planned =
    kind === 'temporary'
      ? retrySeconds[attempts - 1]
      : kind === 'quota'
        ? quotaRetrySeconds
        : kind === 'configuration' && attempts < configurationTriesMax
          ? configurationRetrySeconds
          : undefined
  const seconds = planned && Math.max(planned, afterSeconds ?? 0)
  const told =
    seconds || kind === 'permanent' ? reason : `Non consegnata dopo ${attempts} tentativi. ${reason}`
  await write.begin(async (tx) => {
    await tx`
      update email_messages set state = ${seconds ? 'in coda' : 'respinta'}, last_error = ${told},
        is_uncertain = is_uncertain or ${isUncertain}, updated_at = now(),
        -- Want of credits is nobody's failed try.
        attempts = case when ${kind === 'quota'} then attempts - 1 else attempts end,
        bounced_at = case when ${isAddress} then now() end
      where id = ${id} and reported_at is null`
    if (seconds) await queueMailLater(tx, id, seconds)
  })
}
