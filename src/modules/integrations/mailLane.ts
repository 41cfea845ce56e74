import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../db.ts'
import type { Content, Subject } from './mailContent.ts'

const stampTries = 5

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

/** A mail that is taken to be sent; without a configuration it is marked so, and stays. */
export type Claimed = MailRow & (ConfigurationRow | { configurationId: null })

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
 * Lets mails go one at a time, in the order in which they come: a killed process leaves one whose fate is unknown
 * (docs/adr/0005). That the server has taken one, and that the next is about to go, is one statement and one wait for
 * the disk; all else that a mail needs is done while another is under way.
 */
export function laneOf(write: Sql): (turn: Turn) => Promise<boolean> {
  const waiting: Waiting[] = []
  let isMoving = false

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
      const response = mail && (await next.send(mail, prepared?.content ?? null))
      if (response !== null) return { ...next, response }
      next.resolve(mail !== null)
    } catch (error) {
      // A mail that was taken and not written stays `in invio`: its job's next try marks it uncertain and sends it again.
      taken?.reject(error)
      next?.reject(error)
    }
    return null
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
            provider_id = ${taken?.response ?? null}, sent_at = now(), updated_at = now(),
            last_error = case when reported_at is null then null else last_error end
          where id = ${taken?.id ?? null}
        ), active as (
          select id as configuration_id, api_key, smtp_host, smtp_port, smtp_username, smtp_password, from_email,
            from_name, reply_to_email, updated_at::text as version
          from email_configurations where is_active
        ), claimed as (
          update email_messages set
            state = case when exists (select from active) then 'in invio' else 'non configurata' end,
            attempts = attempts + case when exists (select from active) then 1 else 0 end,
            is_uncertain = is_uncertain or state = 'in invio',
            claimed_by = ${next?.claimedBy ?? null}, claimed_at = now(), updated_at = now()
          where id = ${next?.id ?? null} and (state in ('in coda', 'non configurata') or state = 'in invio' and not (
            claimed_by is distinct from ${next?.claimedBy ?? null} and claimed_at > now() - interval '2 minutes'
            and exists (select from workers where pool_id = claimed_by and seen_at > now() - interval '30 seconds')))
          returning purpose, lead_kind, lead_id, recipient, message_id, attempts
        )
        select * from claimed left join active on true`
      return row ?? null
    } catch (error) {
      if (!taken || tries === stampTries) throw error
      await sleep(500 * tries)
    }
}
