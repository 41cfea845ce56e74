import { audit } from '../../../kernel/audit.ts'
import { download, partsOf } from '../../../kernel/download.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer, handle } from '../../../kernel/message.ts'
import { sendSheet } from '../../../kernel/sheet.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import {
  EndSubscription,
  ExportSubscribers,
  ListSubscribers,
  type Subscriber,
  subscriptionEnded,
} from './contract.ts'

interface SubscriberRow extends Pick<Subscriber, 'id' | 'email' | 'state' | 'consentVersion' | 'language'> {
  requestedAt: Date
  confirmedAt: Date | null
  endedAt: Date | null
}

const order = { email: 'lower(email)', requestedAt: 'requested_at', confirmedAt: 'confirmed_at' }

export const listSubscribers = answer(ListSubscribers, async (read, asked) => {
  const where = read`email ilike ${likeOf(asked.search)}
    and ${asked.state ? read`${stateOf(read)} = ${asked.state}` : read`true`}`
  const [rows, [{ total }]] = await Promise.all([
    read<SubscriberRow[]>`
      select ${columns(read)} from newsletter_subscriptions where ${where}
      ${pageOf(read, asked, order, '-requestedAt')}`,
    read<[{ total: number }]>`select count(*) as total from newsletter_subscriptions where ${where}`,
  ])
  return { ...pages(asked, total), items: rows.map(shown) }
})

export const endSubscription = handle(EndSubscription, async (tx, { id }, caller) => {
  const ended = await tx`
    update newsletter_subscriptions set ended_at = now() where id = ${id} and ended_at is null returning id`
  const [row] = await tx<[SubscriberRow?]>`
    select ${columns(tx)} from newsletter_subscriptions where id = ${id}`
  if (!row) throw new HttpError(404, 'Iscrizione non trovata.')
  // The audit entry has no e-mail address: the person may ask for erasure, but audit entries are never deleted.
  if (ended.length > 0)
    await audit(tx, caller, subscriptionEnded, `newsletter_subscriptions/${id}`, null, {
      state: row.state,
    })
  return shown(row)
})

export const exportSubscribers = download(ExportSubscribers, async (file) => {
  const { read } = file
  const rows = read<{ email: string; language: string; confirmedAt: Date }[]>`
    select email, language, confirmed_at from newsletter_subscriptions
    where confirmed_at is not null and ended_at is null order by lower(email)`
  return sendSheet(file, ['Email', 'Lingua', 'Confermata'], partsOf(read, rows), (part) =>
    part.map(({ email, language, confirmedAt }) => [email, language, day.format(confirmedAt)]),
  )
})

const day = new Intl.DateTimeFormat('it-IT', { dateStyle: 'short', timeZone: 'Europe/Rome' })

function stateOf(sql: Sql | Tx) {
  return sql`case when ended_at is not null then 'annullata' when confirmed_at is null then 'in attesa'
    else 'confermata' end`
}

function columns(sql: Sql | Tx) {
  return sql`id, email, ${stateOf(sql)} as state, consent_version, language, requested_at, confirmed_at, ended_at`
}

function shown({ requestedAt, confirmedAt, endedAt, ...row }: SubscriberRow): Subscriber {
  return {
    ...row,
    requestedAt: requestedAt.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}
