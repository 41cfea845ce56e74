import { type Static, Type } from '@sinclair/typebox'
import { ById, Id, listInput, listOf, Moment, Nullable, Text } from '../../../kernel/field.ts'
import { command, event, internalCommand, query } from '../../../kernel/message.ts'
import { LeadKind } from '../../leads/inbox/contract.ts'
import { attachmentsMax, referencesMax, textMax } from './inboundText.contract.ts'

// Mails from customers, which Brevo's inbound webhook delivers or the worker reads from the operator's mailbox.

const InboundMail = Type.Object({
  id: Id,
  leadKind: Nullable(LeadKind),
  leadId: Nullable(Id),
  /** `message`: by the mail to which the customer replied; `code`: by a code in the subject. Null without a lead. */
  matchedBy: Nullable(Type.Union([Type.Literal('message'), Type.Literal('code'), Type.Literal('staff')])),
  fromName: Type.String(),
  fromAddress: Type.String(),
  subject: Type.String(),
  /** Plain text; the product never shows a mail's HTML. */
  text: Type.String(),
  attachments: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      size: Type.Integer(),
      isStored: Type.Boolean(),
      problem: Nullable(Type.String()),
    }),
  ),
  createdAt: Moment,
})
export type InboundMail = Static<typeof InboundMail>

export const ListInboundMails = query(
  'GET /api/admin/inbound-mails',
  'operatore',
  Type.Object({
    ...listInput('createdAt', 'fromAddress'),
    /** `leadKind` and `leadId` must be used together. */
    leadKind: Type.Optional(LeadKind),
    leadId: Type.Optional(Id),
    /** Selects the mails of all leads of a customer. */
    customerId: Type.Optional(Id),
    /** Only mails that belong to no lead. */
    isLoose: Type.Optional(Type.Boolean()),
  }),
  listOf(InboundMail),
  { tables: ['inbound_mails', 'inbound_attachments'], summary: 'Mails from customers, newest first' },
)

export const JoinInboundMail = command(
  'POST /api/admin/inbound-mails/:id/join',
  'operatore',
  Type.Object({ id: Id, code: Text(20, { isName: true, message: 'Scrivi il codice della richiesta' }) }),
  InboundMail,
  { summary: 'Assigns a mail without a lead to the lead with this code' },
)

export const DeleteInboundMail = command(
  'DELETE /api/admin/inbound-mails/:id',
  'admin',
  ById,
  Type.Object({}),
  {
    status: 204,
    refusesUnknownKeys: true,
    summary: 'Deletes a mail that belongs to no lead, with its files',
  },
)

export const ReadInboundAttachment = query(
  'GET /api/admin/inbound-attachments/:id',
  'operatore',
  ById,
  Type.Object({ name: Type.String(), base64: Type.String() }),
  { summary: 'The file, always as a download', replyType: 'application/octet-stream' },
)

/** Brevo does not sign its calls, so the token authenticates the sender. */
export const ReceiveMails = internalCommand(
  'integrations:receiveMails',
  Type.Object({
    token: Type.String({ maxLength: 100 }),
    mails: Type.Array(
      Type.Object({
        /** Empty if the mail has no Message-ID. */
        messageId: Type.String({ maxLength: 300 }),
        /** Message-IDs of the mails to which the customer replied. */
        repliesTo: Type.Array(Type.String({ maxLength: 300 }), { maxItems: referencesMax }),
        /** The header `Date`, which the sender may set to any text. */
        sentAt: Type.String({ maxLength: 60 }),
        fromName: Type.String({ maxLength: 120 }),
        fromAddress: Type.String({ maxLength: 254 }),
        subject: Type.String({ maxLength: 300 }),
        text: Type.String({ maxLength: textMax, isMultiline: true }),
        /** True for an out-of-office reply or another automatic mail. */
        isAutomatic: Type.Boolean(),
        attachments: Type.Array(
          Type.Object({
            name: Type.String({ minLength: 1, maxLength: 120 }),
            size: Type.Integer({ minimum: 0 }),
            downloadToken: Type.String({ maxLength: 2_000 }),
          }),
          { maxItems: attachmentsMax },
        ),
      }),
      { maxItems: 50 },
    ),
  }),
  Type.Object({}),
)

/** Emitted for a mail whose files are still at the provider. */
export const attachmentsAnnounced = event('integrations:attachmentsAnnounced', Type.Object({ mailId: Id }))
