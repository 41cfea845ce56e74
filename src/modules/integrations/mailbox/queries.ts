import { isMask } from '../../../kernel/field.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { encryptedColumn } from '../../../platform/encryptedColumns.ts'
import { masked, type Secrets } from '../../../platform/secret.ts'
import { ReadReplyMailbox, type ReplyMailbox, TestReplyMailbox } from './contract.ts'
import { mailboxProblem, withInbox } from './imap.ts'

export const passwordOf = encryptedColumn('reply_mailbox', 'password')

export interface MailboxRow {
  host: string
  port: number
  username: string
  /** Encrypted. */
  password: string
  isActive: boolean
  enteredAt: Date
  updatedAt: Date
  uidValidity: number | null
  lastUid: number | null
  readAt: Date | null
  problem: string | null
}

export async function findMailbox(sql: Sql | Tx): Promise<MailboxRow | undefined> {
  const [row] = await sql<[MailboxRow?]>`
    select host, port, username, password, is_active, entered_at, updated_at, uid_validity, last_uid, read_at, problem
    from reply_mailbox left join reply_mailbox_position using (id)`
  return row
}

export function toMailbox(row: MailboxRow | undefined, secrets: Secrets): ReplyMailbox {
  return {
    host: row?.host ?? '',
    port: row?.port ?? 993,
    username: row?.username ?? '',
    password: row ? maskOf(row, secrets) : null,
    isActive: row?.isActive ?? false,
    readAt: row?.readAt?.toISOString() ?? null,
    problem: row?.problem ?? null,
    updatedAt: row?.updatedAt.toISOString() ?? null,
  }
}

function maskOf({ password }: MailboxRow, secrets: Secrets): string {
  try {
    return masked(secrets.decrypt(password, passwordOf(1)))
  } catch {
    // The password was encrypted with an unknown SECRET_KEY, so staff must enter it again.
    return masked('')
  }
}

export const readReplyMailbox = answer(ReadReplyMailbox, async (read, _, __, { secrets }) =>
  toMailbox(await findMailbox(read), secrets),
)

export const testReplyMailbox = answer(TestReplyMailbox, async (read, form, _, context) => {
  const password = await passwordToTry(read, form, context.secrets)
  try {
    const count = await withInbox(context, { ...form, password }, async ({ mailbox }) =>
      mailbox ? mailbox.exists : 0,
    )
    return { success: true, message: `La casella risponde: ${count} email nella posta in arrivo.` }
  } catch (error) {
    return { success: false, message: mailboxProblem(error) }
  }
})

async function passwordToTry(
  read: Sql,
  { host, username, password }: { host: string; username: string; password?: string | null },
  secrets: Secrets,
): Promise<string> {
  if (password && !isMask(password)) return password
  const row = await findMailbox(read)
  if (!row || row.host !== host || row.username !== username)
    throw new HttpError(422, 'Inserisci la password della casella.', {
      errors: [{ path: 'password', message: 'Inserisci la password di questa casella' }],
    })
  return secrets.decrypt(row.password, passwordOf(1))
}
