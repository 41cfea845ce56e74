import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../../platform/db.ts'
import type { Content, Subject } from './content.ts'
import type { MailState } from './contract.ts'

const stampTries = 5

/** A send that takes longer no longer holds up the mails behind it. */
const patienceMs = 2_000

/** How many slow sends go on beside the queue; when all of these hang, the next one is waited for. */
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

/** A mail in its new state: only one that is `in invio` is to be sent. */
export type Claimed = MailRow & { state: MailState } & (
    | (ConfigurationRow & {
        /** The provider refused this configuration before: this mail finds out whether it still does. */
        isRefused: boolean
      })
    | { configurationId: null }
  )

export interface Prepared {
  content: Content | null
  /** Whether it has to wait for another day; asked in its turn, when all before it are counted. Null: it never has. */
  isHeld: (() => Promise<boolean>) | null
}

interface Turn {
  id: number
  /** The worker pool whose job this is. */
  claimedBy: string
  signal: AbortSignal | undefined
  prepared: Promise<Prepared>
  /** The server's answer; null when nothing was sent and its row says why. */
  send: (mail: Claimed, content: Content | null) => Promise<string | null>
}

interface Waiting extends Turn {
  /** Ready, and to be claimed without another question: with what is to be written of the one before. */
  isJoining: boolean
  /** False: there was nothing to do, or a living worker is at it. */
  resolve: (isClaimed: boolean) => void
  reject: (error: unknown) => void
}

/** A mail that the server has taken, with the server's answer. */
type Taken = Waiting & { response: string }

/**
 * Sends mails one at a time, in the order in which they come, so that a killed process leaves at most one that may be
 * sent twice (docs/adr/0005). That the server has taken one mail, and that the next is about to go, is one statement
 * and one wait for the disk; all else that a mail needs is done while another is under way. A send that the server is
 * slow to answer steps aside after two seconds and goes on beside the queue.
 */
export function laneOf(
  write: Sql,
  {
    onAside,
    stopping,
  }: {
    /** The next mail needs a connection of its own. */
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
      // What was taken is written at once, not when the next one is ready.
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

  /** Writes what became of one and sends the next; answers it when the server has taken it. */
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
      // A mail that was taken and not written stays `in invio`: its job's next try marks it uncertain and sends it again.
      taken?.reject(error)
      next?.reject(error)
    }
    return null
  }

  /** False where the mail has to be waited for: enough others are aside, or the database cannot note it. */
  async function stepAside(id: number): Promise<boolean> {
    // A worker that stops cuts its sends off: it starts no further ones beside them.
    if (asideCount >= asideMax || stopping?.aborted) return false
    asideCount++
    try {
      // Noted before another mail is claimed: after a kill, a mail aside is not sent again without being asked.
      await write`update email_messages set set_aside_at = now() where id = ${id} and state = 'in invio'`
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
        // Told in its turn.
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

/** Losing the note that a mail was taken would send it twice, so a database that is away is waited for. */
async function stampAndClaim(
  write: Sql,
  taken: Taken | null,
  next: Pick<Turn, 'id' | 'claimedBy'> | undefined,
): Promise<Claimed | null> {
  for (let tries = 1; ; tries++)
    try {
      const [row] = await write<[Claimed?]>`
        with taken as (
          update email_messages set state = case when reported_at is null then 'inviata' else state end,
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
              when state = 'in invio' and set_aside_at is not null and api_key is null then 'respinta'
              when configuration_id is null then 'non configurata'
              when refusal is not null then 'in coda'
              else 'in invio' end as next_state
          from email_messages left join active on true where id = ${next?.id ?? null}
        ), claimed as (
          update email_messages set
            state = next_state, attempts = attempts + case when next_state = 'in invio' then 1 else 0 end,
            is_uncertain = is_uncertain or state = 'in invio', set_aside_at = null,
            last_error = case next_state when 'in coda' then refusal when 'respinta' then ${unknownOutcome}
              else last_error end,
            claimed_by = ${next?.claimedBy ?? null}, claimed_at = now(), updated_at = now()
          from fate
          where id = mail_id and (state in ('in coda', 'non configurata') or state = 'in invio' and not (
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
