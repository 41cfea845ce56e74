import { type Static, Type } from '@sinclair/typebox'
import { ById, Id, listInput, listOf, Moment, Nullable, Text, titled } from '../../../kernel/field.ts'
import { act, command, event, internalCommand, query } from '../../../kernel/message.ts'
import { LeadKind } from '../../leads/lead/contract.ts'
import { DeliveredMail, MailKind, SenderChecks } from '../mailReader/mail.contract.ts'

// Mails from customers, which Brevo's inbound webhook delivers or the worker reads from the operator's mailbox.

const Decision = Type.Union([Type.Literal('join'), Type.Literal('leave')])

const InboundMail = Type.Object({
  id: Id,
  kind: MailKind,
  leadKind: titled('Tipo di richiesta', Nullable(LeadKind)),
  leadId: titled('Richiesta', Nullable(Id)),
  /** `message`: by the mail to which the customer replied; `code`: by a code in the subject. Null without a lead. */
  matchedBy: Nullable(Type.Union([Type.Literal('message'), Type.Literal('code'), Type.Literal('staff')])),
  fromName: Type.String(),
  fromAddress: Type.String(),
  /** Empty if it is the sender's address. */
  replyTo: Type.String(),
  checks: SenderChecks,
  /**
   * Why the sender may be another person than the lead's: `other`: another e-mail address; `forged`: the mail fails the
   * policy of the sender's domain (DMARC). Null without such a sign, which proves nothing.
   */
  doubt: Nullable(Type.Union([Type.Literal('other'), Type.Literal('forged')])),
  /** The lead whose code is in the subject of a stranger's mail. `decision` is null until staff decide. */
  question: Nullable(
    Type.Object({
      leadKind: LeadKind,
      leadId: Id,
      code: Type.String(),
      name: Nullable(Type.String()),
      decision: Nullable(Decision),
    }),
  ),
  subject: Type.String(),
  /** Plain text; the product never shows a mail's HTML. */
  text: Type.String(),
  /** Sentences about content that is not shown. */
  notes: Type.Array(Type.String()),
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
    /** Only mails about which staff have to decide; with a lead, those that name its code. */
    isAsked: Type.Optional(Type.Boolean()),
  }),
  listOf(InboundMail),
  {
    tables: ['inbound_mails', 'inbound_attachments', 'inbound_mail_questions'],
    summary: 'Mails from customers, newest first',
  },
)

export const inboundMailReopened = act('integrations:inboundMailReopened', 'Scelta su un’email annullata')

export const inboundMailLeft = act('integrations:inboundMailLeft', 'Email lasciata senza richiesta')

export const inboundMailJoined = act('integrations:inboundMailJoined', 'Email collegata a una richiesta')

export const JoinInboundMail = command(
  'POST /api/admin/inbound-mails/:id/join',
  'operatore',
  Type.Object({
    id: Id,
    code: titled(
      'Codice della richiesta',
      Text(20, { isName: true, message: 'Scrivi il codice della richiesta' }),
    ),
  }),
  InboundMail,
  {
    acts: [inboundMailJoined, inboundMailLeft, inboundMailReopened],
    summary: 'Assigns a mail without a lead to the lead with this code',
  },
)

export const DecideInboundMail = command(
  'POST /api/admin/inbound-mails/:id/decide',
  'operatore',
  Type.Object({
    id: Id,
    /** `undo` takes the decision back, and also takes a mail that staff assigned by a code off its lead. */
    decision: Type.Union([Type.Literal('join'), Type.Literal('leave'), Type.Literal('undo')], {
      message: 'Scegli se unire o lasciare',
    }),
  }),
  InboundMail,
  {
    acts: [inboundMailJoined, inboundMailLeft, inboundMailReopened],
    summary: 'Joins a stranger’s mail to the lead whose code it names, leaves it, or undoes either',
  },
)

/** Emitted when staff decide about a stranger's mail, or take the decision back (`undo`). */
export const strangeMailDecided = event(
  'integrations:strangeMailDecided',
  Type.Object({ mailId: Id, decision: DecideInboundMail.input.properties.decision }),
)

export const inboundMailDeleted = act('integrations:inboundMailDeleted', 'Email senza richiesta eliminata')

export const DeleteInboundMail = command(
  'DELETE /api/admin/inbound-mails/:id',
  'admin',
  ById,
  Type.Object({}),
  {
    acts: [inboundMailDeleted],
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
    mails: Type.Array(DeliveredMail, { maxItems: 50 }),
  }),
  Type.Object({}),
)

/** Emitted once for each mail that is stored. */
export const mailReceived = event('integrations:mailReceived', Type.Object({ mailId: Id }))

/** Emitted for a mail whose files are still at the provider. */
export const attachmentsAnnounced = event('integrations:attachmentsAnnounced', Type.Object({ mailId: Id }))
