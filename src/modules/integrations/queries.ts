import type { Sql, Tx } from '../../db.ts'
import { answer } from '../../message.ts'
import { Refused } from '../../refused.ts'
import { masked, open } from '../../secret.ts'
import {
  type EmailConfiguration,
  type EmailMessage,
  ListEmailConfigurations,
  ListEmailMessages,
  ReadEmailConfiguration,
} from './contract.ts'

export const listEmailConfigurations = answer(
  ListEmailConfigurations,
  async (read, { page, limit, search }) => {
    const like = search ? `%${escapeLike(search)}%` : null
    const where = like
      ? read`service_name ilike ${like} or from_email ilike ${like} or from_name ilike ${like}`
      : read`true`
    const [counted] = await read<
      [{ total: number }]
    >`select count(*) as total from email_configurations where ${where}`
    const rows = await read<ConfigurationRow[]>`
    select ${configurationColumns(read)} from email_configurations where ${where}
    order by is_active desc, id limit ${limit} offset ${(page - 1) * limit}`
    return { ...pages(page, limit, counted.total), items: rows.map(toConfiguration) }
  },
)

export const readEmailConfiguration = answer(ReadEmailConfiguration, async (read, { id }) => {
  const row = await findConfiguration(read, id)
  if (!row) throw new Refused(404, 'Configurazione email non trovata.')
  return toConfiguration(row)
})

export const listEmailMessages = answer(ListEmailMessages, async (read, { page, limit, search, state }) => {
  const like = search ? `%${escapeLike(search)}%` : null
  const where = read`
    ${state ? read`state = ${state}` : read`true`}
    and ${like ? read`(recipient ilike ${like} or subject ilike ${like})` : read`true`}`
  const [counted] = await read<
    [{ total: number }]
  >`select count(*) as total from email_messages where ${where}`
  const rows = await read<MessageRow[]>`
    select ${messageColumns(read)} from email_messages where ${where}
    order by id desc limit ${limit} offset ${(page - 1) * limit}`
  return { ...pages(page, limit, counted.total), items: rows.map(toMessage) }
})

export interface ConfigurationRow extends Omit<EmailConfiguration, 'createdAt' | 'updatedAt'> {
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
    reply_to_email, webhook_url, created_at, updated_at`
}

export function messageColumns(sql: Sql | Tx) {
  return sql`
    id, purpose, lead_kind, lead_id, recipient, subject, state, attempts, last_error, is_uncertain, provider_id,
    sent_at, created_at, updated_at`
}

/** With its secrets still sealed. */
export async function findConfiguration(sql: Sql | Tx, id: number): Promise<ConfigurationRow | undefined> {
  const [row] = await sql<[ConfigurationRow?]>`
    select ${configurationColumns(sql)} from email_configurations where id = ${id}`
  return row
}

/** As staff see it: secrets masked. */
export function toConfiguration(row: ConfigurationRow): EmailConfiguration {
  return {
    ...row,
    apiKey: maskOf(row.apiKey, 'api_key', row.id),
    smtpPassword: maskOf(row.smtpPassword, 'smtp_password', row.id),
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

function maskOf(sealed: string | null, column: string, rowId: number): string | null {
  if (!sealed) return null
  try {
    return masked(open(sealed, { table: 'email_configurations', column, rowId }))
  } catch {
    // Sealed with an earlier SECRET_KEY: it is there, and has to be typed again.
    return masked('')
  }
}

function pages(page: number, limit: number, total: number) {
  return { page, totalPages: Math.max(1, Math.ceil(total / limit)), total }
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
