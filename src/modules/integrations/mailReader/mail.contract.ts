import { type Static, Type } from '@sinclair/typebox'
import { Nullable } from '../../../kernel/field.ts'
import { attachmentsMax, referencesMax, textMax } from './inboundText.contract.ts'

const oneOf = <Name extends string>(...names: Name[]) => Type.Union(names.map((name) => Type.Literal(name)))

/** Who or what wrote a mail. A mail of which this is in doubt is a person's, so that no answer is lost. */
export const MailKind = oneOf(
  'person',
  /** Out-of-office reply. */
  'autoReply',
  /** A program wrote it, for another reason. */
  'automatic',
  /** The recipient opened, deleted or received a mail. */
  'receipt',
  /** Answer of a calendar program to an invitation. */
  'calendar',
  /** A mail was not delivered, and nobody tries again. */
  'bounce',
  /** A mail was not delivered yet. */
  'delay',
  /** Newsletter or mailing list. */
  'list',
)
export type MailKind = Static<typeof MailKind>

/** Kinds of mails that servers and programs write about a mail that was sent to somebody. */
export const reportKinds: readonly MailKind[] = ['bounce', 'delay', 'receipt']

/**
 * Results of RFC 8601 from the operator's own server. `other`: it passes for another domain than that of the sender.
 * Null if the server states no result.
 */
const CheckResult = Nullable(
  oneOf('pass', 'fail', 'softfail', 'neutral', 'none', 'policy', 'temperror', 'permerror', 'other'),
)
export type CheckResult = Static<typeof CheckResult>

export const SenderChecks = Type.Object({ spf: CheckResult, dkim: CheckResult, dmarc: CheckResult })
export type SenderChecks = Static<typeof SenderChecks>

/**
 * Sender as the mail asserts it. Anybody can write it, so a claim becomes the sender of a lead only after `matchOf` has
 * compared it with the lead, and `doubtOf` marks it where it is shown.
 */
export const SenderClaim = Type.Object({
  name: Type.String({ maxLength: 120 }),
  address: Type.String({ maxLength: 254 }),
  /** Address for replies; empty if it is the sender's. */
  replyTo: Type.String({ maxLength: 254 }),
  checks: SenderChecks,
})
export type SenderClaim = Static<typeof SenderClaim>

/** The mail about which a bounce or a delay reports. The report may be forged, unless it names a Message-ID of ours. */
const Returned = Type.Object({
  /** Message-IDs of this mail, which may have several. Never those of earlier mails of its thread, which arrived. */
  ids: Type.Array(Type.String({ maxLength: 300 }), { maxItems: referencesMax }),
  recipient: Type.String({ maxLength: 254 }),
  reason: Type.String({ maxLength: 300 }),
})
export type Returned = Static<typeof Returned>

const readFields = {
  kind: MailKind,
  /** Empty if the mail has no Message-ID. */
  messageId: Type.String({ maxLength: 300 }),
  /** Message-IDs of the mails to which the mail replies. */
  repliesTo: Type.Array(Type.String({ maxLength: 300 }), { maxItems: referencesMax }),
  /** The header `Date`, which the sender may set to any text. */
  sentAt: Type.String({ maxLength: 60 }),
  sender: SenderClaim,
  subject: Type.String({ maxLength: 300 }),
  text: Type.String({ maxLength: textMax, isMultiline: true }),
  /** Sentences for staff about content that is not shown. */
  notes: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 20 }),
  /** Set for a bounce and a delay. */
  returned: Nullable(Returned),
}

/** A mail as Brevo delivers it: its files are still at Brevo. */
export const DeliveredMail = Type.Object({
  ...readFields,
  attachments: Type.Array(
    Type.Object({
      name: Type.String({ minLength: 1, maxLength: 120 }),
      size: Type.Integer({ minimum: 0 }),
      downloadToken: Type.Optional(Type.String({ maxLength: 2_000 })),
    }),
    { maxItems: attachmentsMax },
  ),
})

export interface InboundFile {
  name: string
  size: number
  /** Token for downloading the file from the provider; absent if the mail contained the file. */
  downloadToken?: string
  /** Null if the mail was too large, because its files are then incomplete. */
  bytes?: Buffer | null
}

/** A mail after reading. The reader is the same for every way on which mails come. */
export interface Inbound extends Omit<Static<typeof DeliveredMail>, 'attachments'> {
  attachments: InboundFile[]
}
