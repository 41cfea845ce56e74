import { setTimeout as sleep } from 'node:timers/promises'
import { silentSeconds } from '../../../kernel/workers.ts'
import type { Sql } from '../../../platform/db.ts'
import type { Concern } from './concern.ts'
import type { Content, Subject } from './content.ts'
import type { MailState } from './contract.ts'

const stampTries = 5

/** Maximum number of tries, one per second, to give up the claim on a mail after an error. */
const releaseTries = 20

/** Milliseconds after which a send stops blocking the next mails. */
const patienceMs = 2_000

/** Maximum number of slow sends in the background. One more slow send blocks the queue. */
const asideMax = 4

const unknownOutcome =
  'Esito sconosciuto: il server di posta non rispondeva e il servizio si è fermato durante l’invio. Chiedi al destinatario se è arrivata, altrimenti premi Riprova.'

export interface ConfigurationRow {
  configurationId: number
  apiKey: string | null
  smtpHost: string | null
  smtpPort: number
  smtpUsername: string | null
  smtpPassword: string | null
  fromEmail: string
  fromName: string
  replyToEmail: string | null
  version: string
}

interface MailRow extends Pick<Subject, 'purpose' | 'leadKind' | 'leadId'> {
  recipient: string
  messageId: string
  attempts: number
  /** Subject of the provider's latest refusal of this mail; null if it refused nothing. */
  concern: Concern | null
}

/** A claimed mail. Only a mail in state `sending` may be sent. */
export type Claimed = MailRow & { state: MailState } & (
    | (ConfigurationRow & {
        /** True if the provider has refused this configuration; only the probe (refusal.ts) is then sent. */
        isRefused: boolean
      })
    | { configurationId: null }
  )

export interface Prepared {
  content: Content | null
  /** Returns whether the mail must wait for the next day. Called after earlier mails are recorded. Null: no limit. */
  isHeld: (() => Promise<boolean>) | null
}

interface Turn {
  id: number
  /** Worker pool that locked the job. */
  claimedBy: string
  signal: AbortSignal | undefined
  prepared: Promise<Prepared>
  /** Returns the server's response; null if nothing was sent and the row states the reason. */
  send: (mail: Claimed, content: Content | null) => Promise<string | null>
}

interface Waiting extends Turn {
  /** True for a composed mail without a limit. One statement may claim it and record the previous mail. */
  isJoining: boolean
  /** Receives false if the worker could not claim the mail: it needs no sending, or another living worker sends it. */
  resolve: (isClaimed: boolean) => void
  reject: (error: unknown) => void
}

/** A mail that the server has accepted. */
type Taken = Waiting & { response: string }

/**
 * Sends mails in order, one at a time, so that a crash leaves at most one mail that may be sent twice (docs/adr/0005).
 * A send of more than two seconds continues in the background. After a crash, a mail in the background counts as failed
 * and is not sent again, unless Brevo's API recognizes the repeat.
 */
export function serialQueue(
  write: Sql,
  {
    onAside,
    stopping,
  }: {
    /** Called when a send moves to the background, because the next mail then needs a new connection. */
    onAside: () => void
    stopping: AbortSignal | undefined
  },
): (turn: Turn) => Promise<boolean> {
  const waiting: Waiting[] = []
  let isMoving = false
  let asideCount = 0

  async function move(): Promise<void> {
    isMoving = true
    let taken: Taken | null = null
    for (;;) {
      const next = waiting[0]
      if (!next && !taken) break
      // No next mail is ready, so one statement only records the accepted mail.
      if (taken && !(next?.isJoining && !next.signal?.aborted)) {
        await pass(taken, undefined)
        taken = null
      } else if (next) {
        waiting.shift()
        taken = await pass(taken, next)
      }
    }
    isMoving = false
  }

  /** Records `taken` and sends `next`. Returns `next` if the server accepted it. */
  async function pass(taken: Taken | null, next: Waiting | undefined): Promise<Taken | null> {
    try {
      if (!taken) next?.signal?.throwIfAborted()
      const prepared = await next?.prepared
      if (next && (await prepared?.isHeld?.())) {
        next.resolve(true)
        return null
      }
      const mail = await stampAndClaim(write, taken, next)
      taken?.resolve(true)
      if (!next) return null
      const sending = mail ? next.send(mail, prepared?.content ?? null) : Promise.resolve(null)
      if ((await isSlow(sending)) && (await stepAside(next.id))) {
        void finishAside(next, sending)
        return null
      }
      const response = await sending
      if (response !== null) return { ...next, response }
      next.resolve(mail !== null)
    } catch (error) {
      // A mail that the server accepted but that could not be recorded stays `sending`. The retry of its job marks the
      // mail as uncertain and resends it.
      for (const failed of [taken, next]) if (failed) void reject(failed, error)
    }
    return null
  }

  /** Gives up the claim on a mail, because a claim keeps other workers from sending it for two minutes. */
  async function reject({ id, claimedBy, reject }: Waiting, error: unknown): Promise<void> {
    for (let tries = 1; tries <= releaseTries && !stopping?.aborted; tries++)
      try {
        await write`
          update email_messages set claimed_by = null
          where id = ${id} and state = 'sending' and claimed_by = ${claimedBy}`
        break
      } catch {
        await sleep(1_000)
      }
    reject(error)
  }

  /** Moves a send to the background. Returns false if the send must keep blocking the queue. */
  async function stepAside(id: number): Promise<boolean> {
    // A stopping worker aborts its sends and starts none.
    if (asideCount >= asideMax || stopping?.aborted) return false
    asideCount++
    try {
      // Records the move before the next claim. After a crash, workers then do not resend this mail by SMTP.
      await write`update email_messages set set_aside_at = now() where id = ${id} and state = 'sending'`
    } catch {
      asideCount--
      return false
    }
    onAside()
    return true
  }

  async function finishAside(one: Waiting, sending: Promise<string | null>): Promise<void> {
    try {
      const response = await sending
      if (response !== null) await stampAndClaim(write, { ...one, response }, undefined)
      one.resolve(true)
    } catch (error) {
      await reject(one, error)
    } finally {
      asideCount--
    }
  }

  return (turn) =>
    new Promise((resolve, reject) => {
      const one = { ...turn, isJoining: false, resolve, reject }
      turn.prepared.then(
        ({ isHeld }) => {
          one.isJoining = isHeld === null
        },
        // `pass` reports the error when it reaches this mail.
        () => {},
      )
      waiting.push(one)
      if (!isMoving) void move()
    })
}

async function isSlow(sending: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, patienceMs, true)
  try {
    return await Promise.race([sending.then(() => false), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Records `taken` and claims `next`. Retries if the database fails, because an unrecorded mail would be sent twice. */
async function stampAndClaim(
  write: Sql,
  taken: Taken | null,
  next: Pick<Turn, 'id' | 'claimedBy'> | undefined,
): Promise<Claimed | null> {
  for (let tries = 1; ; tries++)
    try {
      const [row] = await write<[Claimed?]>`
        with taken as (
          update email_messages set state = case when reported_at is null then 'sent' else state end,
            provider_id = ${taken?.response ?? null}, sent_at = now(), updated_at = now(), set_aside_at = null,
            last_error = case when reported_at is null then null else last_error end,
            concern = case when reported_at is null then null else concern end, refused_at = null
          where id = ${taken?.id ?? null}
        ), active as (
          select id as configuration_id, api_key, smtp_host, smtp_port, smtp_username, smtp_password, from_email,
            from_name, reply_to_email, updated_at::text as version, refused_at is not null as is_refused,
            -- While the provider refuses the configuration, one mail tests whether it still does.
            case when refused_at is not null and probe_id <> ${next?.id ?? null} then refusal end as refusal
          from email_configurations where is_active
        ), fate as (
          select id as mail_id, refusal, case
              -- Brevo's API recognises a repeated mail; a mail server may take it twice.
              when state = 'sending' and set_aside_at is not null and api_key is null then 'failed'
              when configuration_id is null then 'notConfigured'
              when refusal is not null then 'planned'
              else 'sending' end as next_state
          from email_messages left join active on true where id = ${next?.id ?? null}
        ), claimed as (
          update email_messages set
            state = next_state, attempts = attempts + case when next_state = 'sending' then 1 else 0 end,
            is_uncertain = is_uncertain or state = 'sending', set_aside_at = null,
            last_error = case next_state when 'planned' then refusal when 'failed' then ${unknownOutcome}
              else last_error end,
            claimed_by = ${next?.claimedBy ?? null}, claimed_at = now(), updated_at = now()
          from fate
          where id = mail_id and (state in ('planned', 'notConfigured') or state = 'sending' and not (
            claimed_by is distinct from ${next?.claimedBy ?? null} and claimed_at > now() - interval '2 minutes'
            and exists (select from workers where pool_id = claimed_by and seen_at > now() - make_interval(secs => ${silentSeconds}))))
          returning state, purpose, lead_kind, lead_id, recipient, message_id, attempts, concern
        )
        select state, purpose, lead_kind, lead_id, recipient, message_id, attempts, concern, configuration_id,
          api_key, smtp_host, smtp_port, smtp_username, smtp_password, from_email, from_name, reply_to_email, version, is_refused
        from claimed left join active on true`
      return row ?? null
    } catch (error) {
      if (!taken || tries === stampTries) throw error
      await sleep(500 * tries)
    }
}
