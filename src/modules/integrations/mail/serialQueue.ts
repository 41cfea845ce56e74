import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../../platform/db.ts'
import type { Content, Subject } from './content.ts'
import type { MailState } from './contract.ts'

const stampTries = 5

/** Milliseconds after which a send no longer blocks the mails behind it. */
const patienceMs = 2_000

/** Maximum number of slow sends in the background; if none of them ends, the next one blocks. */
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

interface MailRow extends Subject {
  recipient: string
  messageId: string
  attempts: number
}

/** A mail after the claim: send it only if `in invio`. */
export type Claimed = MailRow & { state: MailState } & (
    | (ConfigurationRow & {
        /** The provider refused this configuration before: this mail is the probe. */
        isRefused: boolean
      })
    | { configurationId: null }
  )

export interface Prepared {
  content: Content | null
  /** Whether to wait for another day; called in turn, once all earlier mails are counted. Null: never. */
  isHeld: (() => Promise<boolean>) | null
}

interface Turn {
  id: number
  /** The worker pool that owns the job. */
  claimedBy: string
  signal: AbortSignal | undefined
  prepared: Promise<Prepared>
  /** The server's response; null if nothing was sent, with the reason in its row. */
  send: (mail: Claimed, content: Content | null) => Promise<string | null>
}

interface Waiting extends Turn {
  /** Prepared: claim it in the statement that records the previous one. */
  isJoining: boolean
  /** False: nothing to do, or a living worker is sending it. */
  resolve: (isClaimed: boolean) => void
  reject: (error: unknown) => void
}

/** A mail accepted by the server, with its response. */
type Taken = Waiting & { response: string }

/**
 * Sends mails one at a time in order of arrival, so a crash leaves at most one that may be sent twice (docs/adr/0005).
 * One statement, and one disk flush, records an accepted mail and claims the next; all other work overlaps with
 * another mail's send. After two seconds a slow send continues in the background.
 */
export function serialQueue(
  write: Sql,
  {
    onAside,
    stopping,
  }: {
    /** The next mail needs a new connection. */
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
      // Records an accepted mail immediately instead of waiting for the next one.
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

  /** Records one mail and sends the next; returns it once the server accepted it. */
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
      // An accepted but unrecorded mail stays `in invio`: its job's retry marks it uncertain and sends it again.
      taken?.reject(error)
      next?.reject(error)
    }
    return null
  }

  /** Returns false if the send must block: too many are aside, or the database cannot record it. */
  async function stepAside(id: number): Promise<boolean> {
    // A stopping worker aborts its sends and starts no others.
    if (asideCount >= asideMax || stopping?.aborted) return false
    asideCount++
    try {
      // Recorded before the next claim: after a crash, a mail set aside is not resent automatically.
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
      one.reject(error)
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
        // Reported in its turn.
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

/** Retries while the database is unavailable: a lost record would send the mail twice. */
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
            last_error = case when reported_at is null then null else last_error end
          where id = ${taken?.id ?? null}
        ), active as (
          select id as configuration_id, api_key, smtp_host, smtp_port, smtp_username, smtp_password, from_email,
            from_name, reply_to_email, updated_at::text as version, refused_at is not null as is_refused,
            -- While the provider refuses the configuration, one mail finds out whether it still does.
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
            and exists (select from workers where pool_id = claimed_by and seen_at > now() - interval '30 seconds')))
          returning state, purpose, lead_kind, lead_id, recipient, message_id, attempts
        )
        select state, purpose, lead_kind, lead_id, recipient, message_id, attempts, configuration_id, api_key,
          smtp_host, smtp_port, smtp_username, smtp_password, from_email, from_name, reply_to_email, version, is_refused
        from claimed left join active on true`
      return row ?? null
    } catch (error) {
      if (!taken || tries === stampTries) throw error
      await sleep(500 * tries)
    }
}
