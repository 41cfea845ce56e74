import { audit } from '../../../kernel/audit.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { answer, handle } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import {
  DropFailedMessage,
  DropHeldMessages,
  failedMessageDropped,
  heldMessagesDropped,
  heldMessagesSent,
  type MailStatus,
  ReadMailStatus,
  SendHeldMessages,
  type WaitingChoice,
} from './contract.ts'
import { officePurposes } from './dailyLimit.queries.ts'
import { queueMail } from './queue.ts'

// Mails that wait for a working configuration, and mails held until staff send or drop them.

const recentHours = 24

export const isToOffice = (sql: Sql | Tx) => sql`purpose = any(${officePurposes})`
export const isRecent = (sql: Sql | Tx) => sql`created_at > now() - make_interval(hours => ${recentHours})`

/** Holds the waiting mails that `choice` excludes and returns their number. `all` releases the held mails. */
export async function holdMail(tx: Tx, choice: WaitingChoice): Promise<number> {
  if (choice === 'all') {
    await tx`update email_messages set state = 'planned', updated_at = now() where state = 'held'`
    return 0
  }
  const isSent = {
    recent: tx`(${isToOffice(tx)} or ${isRecent(tx)})`,
    office: isToOffice(tx),
    none: tx`false`,
  }[choice]
  const { count } = await tx`
    update email_messages set state = 'held', last_error = null, updated_at = now()
    where state in ('planned', 'notConfigured') and not ${isSent}`
  return count
}

export const sendHeldMessages = handle(SendHeldMessages, async (tx, { ids }, caller) => {
  const rows = await tx<{ id: number }[]>`
    update email_messages set state = 'planned', attempts = 0, last_error = null, updated_at = now()
    where ${isHeld(tx, ids)} returning id`
  if (rows.length === 0) return { sent: 0 }
  await queueMail(tx, rows)
  await audit(tx, caller, heldMessagesSent, 'email_messages', null, { sent: rows.length })
  return { sent: rows.length }
})

export const dropHeldMessages = handle(DropHeldMessages, async (tx, { ids }, caller) => {
  const { count } = await tx`
    update email_messages set state = 'skipped', last_error = 'Scartata dallo staff.', updated_at = now()
    where ${isHeld(tx, ids)}`
  if (count > 0) await audit(tx, caller, heldMessagesDropped, 'email_messages', null, { dropped: count })
  return { dropped: count }
})

export const dropFailedMessage = handle(DropFailedMessage, async (tx, { id }, caller) => {
  const [dropped] = await tx`
    update email_messages set state = 'skipped', last_error = 'Scartata dallo staff.', updated_at = now()
    where id = ${id} and state = 'failed' returning id`
  if (!dropped) throw new HttpError(409, 'Questa email non è più tra quelle respinte.')
  await audit(tx, caller, failedMessageDropped, `email_messages/${id}`, null, null)
  return {}
})

function isHeld(tx: Tx, ids: number[] | undefined) {
  return tx`state = 'held' and ${ids ? tx`id = any(${ids})` : tx`true`}`
}

export const readMailStatus = answer(ReadMailStatus, async (read) => {
  type Batches = Record<'office' | 'recent' | 'old', { count: number; oldestAt: Date | null }>
  const [[row], [active]] = await Promise.all([
    read<[Record<keyof Batches, number> & Record<`${keyof Batches}At`, Date | null> & { held: number }]>`
      select count(*) filter (where state = 'held') as held,
        count(*) filter (where is_office) as office, min(created_at) filter (where is_office) as office_at,
        count(*) filter (where not is_office and is_recent) as recent,
        min(created_at) filter (where not is_office and is_recent) as recent_at,
        count(*) filter (where not is_office and not is_recent) as old,
        min(created_at) filter (where not is_office and not is_recent) as old_at
      from (select state, created_at, ${isToOffice(read)} as is_office, ${isRecent(read)} as is_recent
        from email_messages where state in ('planned', 'notConfigured', 'held')) as mail`,
    read<[{ refusedAt: Date | null; refusal: string | null }?]>`
      select refused_at, refusal from email_configurations where is_active`,
  ])
  const batch = (name: keyof Batches): MailStatus['waiting']['office'] => ({
    count: row[name],
    oldestAt: row[`${name}At`]?.toISOString() ?? null,
  })
  return {
    isConfigured: active !== undefined,
    refusal: active?.refusedAt
      ? { since: active.refusedAt.toISOString(), reason: active.refusal ?? '' }
      : null,
    waiting: { office: batch('office'), recent: batch('recent'), old: batch('old') },
    held: row.held,
  }
})
