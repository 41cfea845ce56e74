import type { ImapFlow } from 'imapflow'
import type { Context } from '../../../kernel/context.ts'
import type { Tools } from '../../../kernel/message.ts'
import { NoChild, Unreadable } from '../../../platform/apart.ts'
import { isUnable, type Sql, type Tx } from '../../../platform/db.ts'
import { isKnownSender } from '../../leads/answers/answers.queries.ts'
import { isOwnMail, matchOf, storeInboundMail } from '../mail/inbound.writes.ts'
import { recordReturned } from '../mail/returned.writes.ts'
import type { Inbound } from '../mailReader/mail.contract.ts'
import { readSource } from '../mailReader/readSource.queries.ts'
import { type MailboxAccess, mailboxProblem, NotSent, withInbox } from './imap.ts'
import { findMailbox, type MailboxRow, passwordOf } from './replyMailbox.queries.ts'
import {
  beginTry,
  brokenUids,
  endTry,
  giveUp,
  type MailKey,
  triesMax,
  uncountTry,
  waitingTries,
} from './tries.ts'

/** Maximum number of mails of one reading. The next reading, a minute later, continues. */
const atOnce = 100
/** Maximum milliseconds after which a reading begins no further mail. Other scheduled tasks wait for it. */
const readingMs = 60_000

/** Maximum milliseconds by which the clock of the mail server may be behind. */
const clockMs = 10 * 60_000

/** Maximum bytes that the worker reads of a mail. The worker stores a larger mail without the files. */
const sourceMax = 20 * 1024 * 1024

/** Reads the mails that arrived since the last reading. Returns how many of them were stored. */
export async function readReplies({ read, write, context }: Tools): Promise<number> {
  const mailbox = await findMailbox(read)
  if (!mailbox?.isActive) return 0
  try {
    const password = context.secrets.decrypt(mailbox.password, passwordOf(1))
    const stored = await readNew(
      { context, write, access: { ...mailbox, password }, ownServer: mailbox.ownServer },
      mailbox,
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

interface Reading {
  context: Context
  write: Sql
  access: MailboxAccess
  ownServer: string
}

/** Opens the inbox again for the next mail if the server closes the connection at a mail, as Dovecot does. */
async function readNew(reading: Reading, row: MailboxRow): Promise<number> {
  const until = performance.now() + readingMs
  let stored = 0
  const read = async (inbox: ImapFlow, mails: MailKey[]) => {
    const left = [...mails]
    for (const mail of mails) {
      if (!inbox.usable || performance.now() > until) break
      left.shift()
      if (await readOne(reading, inbox, mail)) stored += 1
    }
    return left
  }
  let rest = await withInbox(reading.context, reading.access, async (inbox) =>
    read(inbox, await mailsToRead(inbox, row, reading.write)),
  )
  while (rest.length > 0 && performance.now() < until)
    rest = await withInbox(reading.context, reading.access, (inbox) => read(inbox, rest))
  return stored
}

/** Returns new mails before those that could not be read a minute ago. */
async function mailsToRead(inbox: ImapFlow, row: MailboxRow, write: Sql): Promise<MailKey[]> {
  if (!inbox.mailbox) throw new Error('the inbox is not open')
  const uidValidity = Number(inbox.mailbox.uidValidity)
  const again = (await waitingTries(write, uidValidity)).map(({ uid }) => uid)
  const found = (await newUids(inbox, row, uidValidity)).filter((uid) => !again.includes(uid))
  return [...found, ...again].slice(0, atOnce).map((uid) => ({ uidValidity, uid }))
}

/** Returns whether the mail was stored. A mail that cannot be read keeps no other mail waiting. */
async function readOne(reading: Reading, inbox: ImapFlow, mail: MailKey): Promise<boolean> {
  const { write } = reading
  const tries = await beginTry(write, mail)
  let reason = 'La lettura si è interrotta a questo messaggio.'
  try {
    if (tries <= triesMax) {
      const found = await mailOf(reading, inbox, mail.uid)
      return await write.begin(async (tx) => {
        await endTry(tx, mail)
        return found !== null && (await storeIfOfCustomer(tx, found))
      })
    }
  } catch (error) {
    if (isUnable(error) || error instanceof NoChild) {
      await uncountTry(write, mail)
      throw error
    }
    if (tries < triesMax) return false
    if (!isOfMail(error) && !(await sendsOthers(reading, mail))) {
      await uncountTry(write, mail)
      throw error
    }
    reason = reasonOf(error)
  }
  await giveUp(write, mail, reason, await headersOf(reading, mail))
  return false
}

const unreadable = {
  error: 'Il formato non è valido.',
  crash: 'La lettura si è interrotta a questo messaggio.',
  time: 'La lettura non finisce.',
  memory: 'La lettura occupa troppa memoria.',
}

const isRefused = (error: unknown) => error instanceof Error && error.name === 'PostgresError'

/** Returns whether the server sent the mail, which then could not be read or stored. */
const isOfMail = (error: unknown) => error instanceof Unreadable || isRefused(error)

/** Returns why a mail was given up, as a sentence for staff. */
function reasonOf(error: unknown): string {
  if (error instanceof Unreadable) return unreadable[error.why]
  return isRefused(error) ? 'Il messaggio non si può salvare.' : mailboxProblem(error)
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

/** Maximum number of other mails that the server is asked for before a mail is given up. */
const othersMax = 3

/**
 * Returns whether the server still sends one of the newest other mails. If it does not, its storage is broken and not the
 * mail, which then waits for the next reading. If it has no other mail, the mail is taken for the broken one.
 */
async function sendsOthers(
  { context, access, write }: Reading,
  { uidValidity, uid }: MailKey,
): Promise<boolean> {
  const broken = await brokenUids(write, uidValidity)
  try {
    const all = await withInbox(context, access, (inbox) => inbox.search({ uid: '1:*' }, { uid: true }))
    const others = (all || []).filter((one) => one !== uid && !broken.has(one)).slice(-othersMax)
    for (const other of others) if (await sends({ context, access }, other)) return true
    return others.length === 0
  } catch {
    return false
  }
}

/** Opens the inbox for one mail, because the server may close the connection at it. */
async function sends(
  { context, access }: Pick<Reading, 'context' | 'access'>,
  uid: number,
): Promise<boolean> {
  try {
    const message = await withInbox(context, access, (inbox) =>
      inbox.fetchOne(String(uid), { source: { maxLength: 1 } }, { uid: true }),
    )
    return message !== false && Boolean(message.source?.length)
  } catch {
    return false
  }
}

async function isThere(inbox: ImapFlow, uid: number): Promise<boolean> {
  const found = (await inbox.search({ uid: String(uid) }, { uid: true })) || []
  return found.includes(uid)
}

/** Returns null if the mail is no longer in the inbox. */
async function mailOf({ ownServer }: Reading, inbox: ImapFlow, uid: number): Promise<Inbound | null> {
  const message = await inbox.fetchOne(
    String(uid),
    { source: { maxLength: sourceMax }, size: true, internalDate: true },
    { uid: true },
  )
  if (!message && !(await isThere(inbox, uid))) return null
  const { source, size = 0, internalDate } = message || {}
  if (!source || (source.length === 0 && size > 0)) throw new NotSent()
  const mail = await readSource({ source, isCut: size > sourceMax, ownServer })
  // Two mails with the same words may have neither Message-ID nor date.
  const sentAt = mail.sentAt || (mail.messageId ? '' : momentText(internalDate))
  return {
    ...mail,
    sentAt,
    attachments: mail.attachments.map((file) => ({ ...file, bytes: bufferOf(file.bytes) })),
  }
}

const momentText = (date: Date | string | undefined) => (date ? new Date(date).toISOString() : '')

/** Turns bytes from another process, which arrive as a plain array, into a buffer. */
const bufferOf = (bytes: Uint8Array | null | undefined) => (bytes ? Buffer.from(bytes) : null)

/** Returns what the server still tells about a mail that cannot be read, which may be nothing. */
async function headersOf({ context, access }: Reading, { uid }: MailKey) {
  // The parser of the IMAP client runs in this process, so it must not see the sender's words: no `ENVELOPE`.
  const asked = [{ internalDate: true, headers: ['from', 'subject', 'date'] }, { internalDate: true }]
  for (const query of asked)
    try {
      const message = await withInbox(context, access, (inbox) =>
        inbox.fetchOne(String(uid), query, { uid: true }),
      )
      if (!message) return null
      const { internalDate, headers } = message
      const mail = headers
        ? await readSource({ source: headers, isCut: true, ownServer: '' }).catch(() => null)
        : null
      return { mail, arrivedAt: internalDate ? new Date(internalDate) : null }
    } catch {
      // The server closes the connection, or refuses, at what it cannot read.
    }
  return null
}

/** Stores only mails of known customers and mails that match a lead. The mailbox also contains other mails. */
async function storeIfOfCustomer(tx: Tx, mail: Inbound): Promise<boolean> {
  if (await isOwnMail(tx, mail.messageId)) return false
  const match = await matchOf(tx, mail)
  const { sender, returned } = mail
  const addresses = [sender.address, sender.replyTo, returned?.recipient ?? '']
  if (!match && !(await isKnownSender(tx, addresses))) {
    // A mail to the office or a driver may have come back, too.
    if (returned) await recordReturned(tx, mail.kind, returned, new Date().toISOString())
    return false
  }
  await storeInboundMail(tx, mail, match)
  return true
}
