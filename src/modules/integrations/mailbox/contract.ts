import { type Static, Type } from '@sinclair/typebox'
import { ById, Id, listOf, Moment, Nullable, Text, titled } from '../../../kernel/field.ts'
import { act, command, query } from '../../../kernel/message.ts'
import { Outcome } from '../mail/trials.contract.ts'

// The operator's mailbox. The worker reads customers' replies from it by IMAP.

const form = {
  host: titled(
    'Server IMAP',
    Text(255, { pattern: '^[A-Za-z0-9.:_-]*$', message: 'Scrivi il server, per esempio imaps.aruba.it' }),
  ),
  port: titled(
    'Porta',
    Type.Integer({ minimum: 1, maximum: 65535, message: 'Scrivi la porta, di solito 993' }),
  ),
  username: titled(
    'Nome utente',
    Text(254, { message: 'Scrivi il nome utente, di solito l’indirizzo email' }),
  ),
  /** If the password is omitted, empty or masked, the stored password stays. */
  password: titled('Password', Type.Optional(Type.Union([Type.String({ maxLength: 500 }), Type.Null()])), {
    isSecret: true,
  }),
  isActive: titled('Leggi questa casella', Type.Boolean()),
  /**
   * Name by which the operator's mail server signs its results about senders (authserv-id of RFC 8601); without it no
   * result is read.
   */
  ownServer: titled(
    'Server che controlla i mittenti',
    Type.Optional(
      Text(255, {
        minLength: 0,
        pattern: '^[A-Za-z0-9.:_-]*$',
        message: 'Scrivi il nome del server, per esempio mx.aruba.it',
      }),
    ),
  ),
}

export const MailboxForm = Type.Object(form)
export type MailboxForm = Static<typeof MailboxForm>

export const ReplyMailbox = Type.Object({
  host: Type.String(),
  port: Type.Integer(),
  username: Type.String(),
  /** Masked password; null before the first save. */
  password: Nullable(Type.String()),
  isActive: Type.Boolean(),
  ownServer: Type.String(),
  /** End of the last successful reading. */
  readAt: titled('Letta il', Nullable(Moment)),
  /** Why the last reading failed; null if it succeeded. */
  problem: titled('Problema', Nullable(Type.String())),
  /** Null before the first save. */
  updatedAt: Nullable(Moment),
})
export type ReplyMailbox = Static<typeof ReplyMailbox>

export const ReadReplyMailbox = query(
  'GET /api/admin/reply-mailbox',
  'admin',
  Type.Object({}),
  ReplyMailbox,
  {
    tables: ['reply_mailbox'],
  },
)

export const replyMailboxChanged = act(
  'integrations:replyMailboxChanged',
  'Casella delle risposte modificata',
)

export const SaveReplyMailbox = command(
  'PUT /api/admin/reply-mailbox',
  'superAdmin',
  Type.Object({ ...form, updatedAt: Nullable(Moment) }),
  ReplyMailbox,
  { acts: [replyMailboxChanged] },
)

/** A query, because a command would hold a transaction open while the mail server answers. */
export const TestReplyMailbox = query(
  'POST /api/admin/reply-mailbox/test',
  'superAdmin',
  MailboxForm,
  Outcome,
  {
    summary: 'Logs in with these values and opens the inbox',
    limit: { bucket: 'mail tests', max: 10, seconds: 3600 },
    timeoutMs: 12_000,
  },
)

/** A mail that the worker gave up after two tries. Texts are empty if they are unknown. */
export const UnreadableMail = Type.Object({
  id: Id,
  fromName: Type.String(),
  fromAddress: Type.String(),
  subject: Type.String(),
  /** When the mail arrived in the mailbox. */
  arrivedAt: Nullable(Moment),
  reason: Type.String(),
  givenUpAt: Moment,
})
export type UnreadableMail = Static<typeof UnreadableMail>

export const ListUnreadableMails = query(
  'GET /api/admin/unreadable-mails',
  'operatore',
  Type.Object({}),
  listOf(UnreadableMail),
  { tables: ['unreadable_mails'], summary: 'Mails of the mailbox that cannot be read, the latest 100' },
)

export const unreadableMailRetried = act(
  'integrations:unreadableMailRetried',
  'Messaggio che non si legge riprovato',
)

export const RetryUnreadableMail = command(
  'POST /api/admin/unreadable-mails/:id/retry',
  'operatore',
  ById,
  Type.Object({}),
  {
    acts: [unreadableMailRetried],
    status: 202,
    refusesUnknownKeys: true,
    summary: 'Reads the mail again with the next reading',
  },
)

export const unreadableMailDropped = act(
  'integrations:unreadableMailDropped',
  'Messaggio che non si legge tolto dall’elenco',
)

export const DropUnreadableMail = command(
  'POST /api/admin/unreadable-mails/:id/drop',
  'operatore',
  ById,
  Type.Object({}),
  {
    acts: [unreadableMailDropped],
    refusesUnknownKeys: true,
    summary: 'Removes the mail from the list: staff have read it in the mailbox',
  },
)
