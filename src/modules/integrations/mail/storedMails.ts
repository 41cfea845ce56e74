import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { isOfPerson } from '../../leads/customers/customers.queries.ts'
import {
  type EmailConfiguration,
  type EmailMessage,
  ListEmailConfigurations,
  ListEmailMessages,
  ReadEmailConfiguration,
} from './contract.ts'
import { webhookAddress } from './deliveryEvents.ts'
import { emailSecret } from './emailSecrets.ts'
import { inboundAddress } from './inboundReceive.ts'

export const listEmailConfigurations = answer(ListEmailConfigurations, async (read, asked, _, context) => {
  const like = likeOf(asked.search)
  const where = read`(service_name ilike ${like} or from_email ilike ${like} or from_name ilike ${like})`
  const [{ total }] = await read<[{ total: number }]>`
    select count(*) as total from email_configurations where ${where}`
  const columns = { name: 'lower(service_name)', from: 'lower(from_email)', active: 'is_active' }
  const rows = await read<ConfigurationRow[]>`
    select ${configurationColumns(read)} from email_configurations where ${where}
    ${pageOf(read, asked, columns, '-active')}`
  return { ...pages(asked, total), items: rows.map((row) => toConfiguration(row, context)) }
})

export const readEmailConfiguration = answer(ReadEmailConfiguration, async (read, { id }, _, context) => {
  const row = await findConfiguration(read, id)
  if (!row) throw new HttpError(404, 'Configurazione email non trovata.')
  return toConfiguration(row, context)
})

export const listEmailMessages = answer(ListEmailMessages, async (read, asked) => {
  const { search } = asked
  const like = likeOf(search)
  const where = read`
    ${asked.state ? read`state = ${asked.state}` : read`true`}
    and ${asked.leadKind ? read`lead_kind = ${asked.leadKind}` : read`true`}
    and ${asked.leadId ? read`lead_id = ${asked.leadId}` : read`true`}
    and ${asked.customerId ? isOfPerson(read, asked.customerId) : read`true`}
    and ${search ? read`(recipient ilike ${like} or subject ilike ${like})` : read`true`}`
  const [{ total }] = await read<[{ total: number }]>`
    select count(*) as total from email_messages where ${where}`
  const columns = { createdAt: 'created_at', recipient: 'recipient', state: 'state' }
  const rows = await read<MessageRow[]>`
    select ${messageColumns(read)} from email_messages where ${where}
    ${pageOf(read, asked, columns, '-createdAt', ['createdAt'])}`
  return { ...pages(asked, total), items: rows.map(toMessage) }
})

export interface ConfigurationRow
  extends Omit<EmailConfiguration, 'webhookAddress' | 'inboundAddress' | 'createdAt' | 'updatedAt'> {
  createdAt: Date
  updatedAt: Date
}

interface MessageRow extends Omit<EmailMessage, 'createdAt' | 'updatedAt' | 'sentAt'> {
  sentAt: Date | null
  createdAt: Date
  updatedAt: Date
}

export function configurationColumns(sql: Sql | Tx) {
  return sql`
    id, service_name, is_active, api_key, smtp_host, smtp_port, smtp_username, smtp_password, from_email, from_name,
    reply_to_email, webhook_url, daily_limit, created_at, updated_at`
}

export function messageColumns(sql: Sql | Tx) {
  return sql`
    id, purpose, lead_kind, lead_id, lead_message_id, recipient, subject, state, attempts, last_error, is_uncertain, provider_id,
    sent_at, bounced_at is not null as has_bounced, created_at, updated_at`
}

/** Returns the configuration with encrypted secrets. */
export async function findConfiguration(sql: Sql | Tx, id: number): Promise<ConfigurationRow | undefined> {
  const [row] = await sql<[ConfigurationRow?]>`
    select ${configurationColumns(sql)} from email_configurations where id = ${id}`
  return row
}

/** Masks the secrets. */
export function toConfiguration(row: ConfigurationRow, context: Context): EmailConfiguration {
  const { secrets } = context
  return {
    ...row,
    apiKey: row.apiKey && secrets.mask(row.apiKey, emailSecret.api_key(row.id)),
    smtpPassword: row.smtpPassword && secrets.mask(row.smtpPassword, emailSecret.smtp_password(row.id)),
    webhookAddress: webhookAddress(context),
    inboundAddress: inboundAddress(context),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export function toMessage(row: MessageRow): EmailMessage {
  return {
    ...row,
    sentAt: row.sentAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
