import { isMask } from '../../../kernel/field.ts'
import { refusal } from '../../../kernel/httpError.ts'
import { whole } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { encryptedColumn } from '../../../platform/encryptedColumns.ts'
import type { Secrets } from '../../../platform/secret.ts'
import {
  ListUnreadableMails,
  ReadReplyMailbox,
  type ReplyMailbox,
  TestReplyMailbox,
  type UnreadableMail,
} from './contract.ts'
import { mailboxProblem, withInbox } from './imap.ts'

export const passwordOf = encryptedColumn('reply_mailbox', 'password')

export interface MailboxRow {
  host: string
  port: number
  username: string
  /** Encrypted. */
  password: string
  isActive: boolean
  ownServer: string
  enteredAt: Date
  updatedAt: Date
  uidValidity: number | null
  lastUid: number | null
  readAt: Date | null
  problem: string | null
}

type Box = Pick<MailboxRow, 'host' | 'username'>

/** Compares mailboxes, because the product sends a stored password only to the mailbox for which staff entered it. */
export const isSameBox = (one: Box | null | undefined, other: Box) =>
  one?.host === other.host && one.username === other.username

export const passwordMissing = () => refusal('password', 'Inserisci la password della casella.')

export async function findMailbox(sql: Sql | Tx): Promise<MailboxRow | undefined> {
  const [row] = await sql<[MailboxRow?]>`
    select host, port, username, password, is_active, own_server, entered_at, updated_at, uid_validity, last_uid, read_at, problem
    from reply_mailbox left join reply_mailbox_position using (id)`
  return row
}

export function toMailbox(row: MailboxRow | undefined, secrets: Secrets): ReplyMailbox {
  return {
    host: row?.host ?? '',
    port: row?.port ?? 993,
    username: row?.username ?? '',
    password: row ? secrets.mask(row.password, passwordOf(1)) : null,
    isActive: row?.isActive ?? false,
    ownServer: row?.ownServer ?? '',
    readAt: row?.readAt?.toISOString() ?? null,
    problem: row?.problem ?? null,
    updatedAt: row?.updatedAt.toISOString() ?? null,
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
  if (!row || !isSameBox(row, { host, username })) throw passwordMissing()
  return secrets.decrypt(row.password, passwordOf(1))
}

type UnreadableRow = Omit<UnreadableMail, 'arrivedAt' | 'givenUpAt'> & {
  arrivedAt: Date | null
  givenUpAt: Date
}

export const listUnreadableMails = answer(ListUnreadableMails, async (read) =>
  whole(await unreadableMails(read, 100)),
)

/** Returns the latest mails of the mailbox that cannot be read. */
export async function unreadableMails(read: Sql, max: number): Promise<UnreadableMail[]> {
  const rows = await read<UnreadableRow[]>`
    select id, from_name, from_address, subject, arrived_at, reason, given_up_at from unreadable_mails
    order by given_up_at desc, id desc limit ${max}`
  return rows.map((row) => ({
    ...row,
    arrivedAt: row.arrivedAt?.toISOString() ?? null,
    givenUpAt: row.givenUpAt.toISOString(),
  }))
}
