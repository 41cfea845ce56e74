import type { ImapFlow } from 'imapflow'
import type { Tools } from '../../../kernel/message.ts'
import { isKnownSender } from '../../leads/answers/queries.ts'
import { type Inbound, isOwnMail, matchOf, storeInboundMail } from '../mail/inbound.writes.ts'
import { mailboxProblem, withInbox } from './imap.ts'
import { inboundOf, sourceMax } from './parse.ts'
import { findMailbox, type MailboxRow, passwordOf } from './queries.ts'

/** Maximum number of mails of one reading. The next reading, a minute later, continues. */
const atOnce = 100

/** Maximum milliseconds by which the clock of the mail server may be behind. */
const clockMs = 10 * 60_000

/** Reads the mails that arrived since the last reading. Returns how many of them were stored. */
export async function readReplies({ read, write, context }: Tools): Promise<number> {
  const mailbox = await findMailbox(read)
  if (!mailbox?.isActive) return 0
  try {
    const password = context.secrets.decrypt(mailbox.password, passwordOf(1))
    const stored = await withInbox(context, { ...mailbox, password }, (inbox) =>
      readNew(inbox, mailbox, write),
    )
    await write`
      insert into reply_mailbox_position (read_at) values (now())
      on conflict (id) do update set read_at = excluded.read_at, problem = null`
    return stored
  } catch (error) {
    await write`
      insert into reply_mailbox_position (problem) values (${mailboxProblem(error)})
      on conflict (id) do update set problem = excluded.problem`
    throw error
  }
}

async function readNew(inbox: ImapFlow, row: MailboxRow, write: Tools['write']): Promise<number> {
  if (!inbox.mailbox) throw new Error('the inbox is not open')
  const uidValidity = Number(inbox.mailbox.uidValidity)
  const uids = (await newUids(inbox, row, uidValidity)).slice(0, atOnce)
  let stored = 0
  for (const uid of uids) {
    const mail = await mailOf(inbox, uid)
    await write.begin(async (tx) => {
      if (mail && (await storeIfOfCustomer(tx, mail))) stored += 1
      await keepPosition(tx, uidValidity, uid)
    })
  }
  return stored
}

/** Finds new mails by time if no UID is known, or if the server has given its mails new UIDs. */
async function newUids(inbox: ImapFlow, row: MailboxRow, uidValidity: number): Promise<number[]> {
  const { lastUid, readAt, enteredAt } = row
  const found: number[] = []
  if (row.uidValidity === uidValidity && lastUid !== null) {
    // A range that ends in `*` contains the newest mail even if its UID is below the range (RFC 3501, 6.4.8).
    const uids = (await inbox.search({ uid: `${lastUid + 1}:*` }, { uid: true })) || []
    found.push(...uids.filter((uid) => uid > lastUid))
  } else {
    const since = new Date((readAt ?? enteredAt).getTime() - clockMs)
    // IMAP's `since` compares days, not times.
    const uids = (await inbox.search({ since }, { uid: true })) || []
    if (uids.length > 0)
      for await (const { uid, internalDate } of inbox.fetch(uids, { internalDate: true }, { uid: true }))
        if (internalDate && new Date(internalDate) >= since) found.push(uid)
  }
  return found.sort((one, other) => one - other)
}

async function mailOf(inbox: ImapFlow, uid: number): Promise<Inbound | null> {
  const message = await inbox.fetchOne(
    String(uid),
    { source: { maxLength: sourceMax }, size: true },
    { uid: true },
  )
  if (!message) return null
  const { source, size = 0 } = message
  return source ? inboundOf(source, size > sourceMax) : null
}

/** Stores only mails of known customers and mails that match a lead. The mailbox also contains other mails. */
async function storeIfOfCustomer(
  tx: Parameters<typeof storeInboundMail>[0],
  mail: Inbound,
): Promise<boolean> {
  if (await isOwnMail(tx, mail.messageId)) return false
  const match = await matchOf(tx, mail)
  if (!match && !(await isKnownSender(tx, mail.fromAddress))) return false
  await storeInboundMail(tx, mail, match)
  return true
}

async function keepPosition(
  sql: Parameters<typeof storeInboundMail>[0] | Tools['write'],
  uidValidity: number,
  lastUid: number,
): Promise<void> {
  await sql`
    insert into reply_mailbox_position (uid_validity, last_uid) values (${uidValidity}, ${lastUid})
    on conflict (id) do update set uid_validity = excluded.uid_validity, last_uid = excluded.last_uid`
}
