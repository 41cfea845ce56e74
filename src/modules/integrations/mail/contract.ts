import { type Static, Type } from '@sinclair/typebox'
import {
  ById,
  Email,
  Id,
  listInput,
  listOf,
  Maybe,
  MaybeWebAddress,
  Moment,
  Nullable,
  Text,
} from '../../../kernel/field.ts'
import { command, event, query } from '../../../kernel/message.ts'
import { LeadKind } from '../../leads/lead/contract.ts'

const MaybeEmail = Type.Optional(
  Type.Union([Email(), Type.Literal(''), Type.Null()], { message: 'Email non valida' }),
)

/** SMTP server that applies if staff enter none. */
export const defaultSmtpHost = 'smtp-relay.brevo.com'

/** Responses mask `apiKey` and `smtpPassword`. If a secret is omitted, empty or masked, the stored secret stays. */
const form = {
  serviceName: Text(100, { default: 'brevo' }),
  isActive: Type.Boolean({ default: false }),
  // Brevo's SMTP keys look like the keys of its HTTP API, but the API refuses them.
  apiKey: Type.Optional(
    Type.Union([Type.String({ maxLength: 500, pattern: '^(?!xsmtpsib-)' }), Type.Null()], {
      message:
        'Questa è una chiave SMTP di Brevo: va nel campo Password SMTP. La API Key inizia con xkeysib-',
    }),
  ),
  smtpHost: Maybe(255, { pattern: '^[A-Za-z0-9.:_-]*$' }),
  smtpPort: Type.Integer({ minimum: 1, maximum: 65535, default: 587 }),
  smtpUsername: Maybe(254),
  smtpPassword: Maybe(500),
  fromEmail: Email({ message: 'Inserisci l’email del mittente' }),
  fromName: Type.String({ maxLength: 120, default: '' }),
  replyToEmail: MaybeEmail,
  /** A note for staff; the server never calls this URL. */
  webhookUrl: MaybeWebAddress(500, { message: 'Serve un indirizzo che inizia con https://, oppure niente' }),
  /** Mails per day; 0 for no limit. If omitted, the limit of Brevo's free plan applies to mails through Brevo. */
  dailyLimit: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000 }), Type.Null()], {
      message: 'Inserisci un numero intero, 0 per nessun limite',
    }),
  ),
}

export const EmailConfigurationForm = Type.Object(form)
export type EmailConfigurationForm = Static<typeof EmailConfigurationForm>

export const EmailConfiguration = Type.Object({
  id: Id,
  serviceName: Type.String(),
  isActive: Type.Boolean(),
  /** Masked key such as `••••1234`. */
  apiKey: Nullable(Type.String()),
  smtpHost: Nullable(Type.String()),
  smtpPort: Type.Integer(),
  smtpUsername: Nullable(Type.String()),
  smtpPassword: Nullable(Type.String()),
  fromEmail: Type.String(),
  fromName: Type.String(),
  replyToEmail: Nullable(Type.String()),
  webhookUrl: Nullable(Type.String()),
  /** URL to which Brevo sends its reports. */
  webhookAddress: Type.String(),
  /** URL to which Brevo sends the mails of customers. */
  inboundAddress: Type.String(),
  dailyLimit: Nullable(Type.Integer()),
  createdAt: Moment,
  updatedAt: Moment,
})
export type EmailConfiguration = Static<typeof EmailConfiguration>

export const ListEmailConfigurations = query(
  'GET /api/admin/email-configurations',
  'admin',
  Type.Object(listInput('name', 'from', 'active')),
  listOf(EmailConfiguration),
  { tables: ['email_configurations'] },
)
export const ReadEmailConfiguration = query(
  'GET /api/admin/email-configurations/:id',
  'admin',
  ById,
  EmailConfiguration,
  { tables: ['email_configurations'] },
)
/** Which waiting mails the worker sends after staff activate or correct a configuration. The other mails are held. */
export const WaitingChoice = Type.Union(
  [
    Type.Literal('all'),
    /** Mails to staff, and customer mails younger than 24 hours. */
    Type.Literal('recent'),
    Type.Literal('office'),
    Type.Literal('none'),
  ],
  { default: 'recent', message: 'Scegli tra all, recent, office e none' },
)
export type WaitingChoice = Static<typeof WaitingChoice>

export const CreateEmailConfiguration = command(
  'POST /api/admin/email-configurations',
  'superAdmin',
  Type.Object({ ...form, waiting: WaitingChoice }),
  EmailConfiguration,
  { status: 201 },
)
export const SaveEmailConfiguration = command(
  'PUT /api/admin/email-configurations/:id',
  'superAdmin',
  Type.Object({ ...form, waiting: WaitingChoice, id: Id, updatedAt: Moment }),
  EmailConfiguration,
)
export const DeleteEmailConfiguration = command(
  'DELETE /api/admin/email-configurations/:id',
  'superAdmin',
  ById,
  Type.Object({}),
  { status: 204 },
)

/** Provider reports can change `sent`, `delivered` and `failed`. The worker does not retry `failed` and `skipped`. */
export const MailState = Type.Union([
  Type.Literal('planned'),
  Type.Literal('sending'),
  Type.Literal('sent'),
  Type.Literal('delivered'),
  Type.Literal('failed'),
  Type.Literal('notConfigured'),
  Type.Literal('skipped'),
  Type.Literal('held'),
])
export type MailState = Static<typeof MailState>

export const EmailMessage = Type.Object({
  id: Id,
  purpose: Type.String(),
  leadKind: Nullable(Type.String()),
  leadId: Nullable(Id),
  /** Id of staff's reply in the mail (`GET /api/admin/leads/:kind/:id/messages`); null for other mails. */
  leadMessageId: Nullable(Id),
  recipient: Type.String(),
  subject: Type.String(),
  state: MailState,
  attempts: Type.Integer(),
  lastError: Nullable(Type.String()),
  /** True if the mail may arrive twice: the server may have accepted an earlier attempt. */
  isUncertain: Type.Boolean(),
  providerId: Nullable(Type.String()),
  sentAt: Nullable(Moment),
  /** True if the recipient's e-mail address does not work, according to a refusal or a report of the provider. */
  hasBounced: Type.Boolean(),
  createdAt: Moment,
  updatedAt: Moment,
})
export type EmailMessage = Static<typeof EmailMessage>

export const ListEmailMessages = query(
  'GET /api/admin/email-messages',
  'operatore',
  Type.Object({
    ...listInput('createdAt', 'recipient', 'state'),
    state: Type.Optional(MailState),
    /** `leadKind` and `leadId` must be used together. */
    leadKind: Type.Optional(LeadKind),
    leadId: Type.Optional(Id),
    /** Selects the mails about all leads of a customer. */
    customerId: Type.Optional(Id),
  }),
  listOf(EmailMessage),
  { tables: ['email_messages'] },
)
export const ResendEmailMessage = command(
  'POST /api/admin/email-messages/:id/resend',
  'operatore',
  ById,
  EmailMessage,
  {
    timeoutMs: 8_000,
    summary: 'Sends a mail immediately and returns the result; repeated within a minute, it is sent once',
  },
)

export const DropFailedMessage = command(
  'POST /api/admin/email-messages/:id/drop',
  'operatore',
  ById,
  Type.Object({}),
  {
    refusesUnknownKeys: true,
    summary: 'Drops a failed mail: it is never sent, and no longer counts as failed',
  },
)

export const ResendFailedMessages = command(
  'POST /api/admin/email-messages/resend-failed',
  'admin',
  Type.Object({}),
  Type.Object({ resent: Type.Integer() }),
  {
    refusesUnknownKeys: true,
    summary: 'Sends again the mails that failed in the last 30 days, except those to invalid addresses',
  },
)

/** Ids of held mails; all held mails if omitted. */
const heldIds = { ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1_000 })) }

export const SendHeldMessages = command(
  'POST /api/admin/email-messages/send-held',
  'admin',
  Type.Object(heldIds),
  Type.Object({ sent: Type.Integer() }),
  { refusesUnknownKeys: true, summary: 'Sends mails that were held when mail was activated' },
)
export const DropHeldMessages = command(
  'POST /api/admin/email-messages/drop-held',
  'admin',
  Type.Object(heldIds),
  Type.Object({ dropped: Type.Integer() }),
  {
    refusesUnknownKeys: true,
    summary: 'Drops mails that were held when mail was activated: they are never sent',
  },
)

const Batch = Type.Object({ count: Type.Integer(), oldestAt: Nullable(Moment) })

export const MailStatus = Type.Object({
  isConfigured: Type.Boolean(),
  /** Null if the provider accepts the configuration. */
  refusal: Nullable(Type.Object({ since: Moment, reason: Type.String() })),
  /** Unsent mails, including held mails. `recent` and `old` are to customers, younger or older than 24 hours. */
  waiting: Type.Object({ office: Batch, recent: Batch, old: Batch }),
  held: Type.Integer(),
})
export type MailStatus = Static<typeof MailStatus>

export const ReadMailStatus = query(
  'GET /api/admin/email-messages/status',
  'operatore',
  Type.Object({}),
  MailStatus,
  {
    tables: ['email_configurations', 'email_messages'],
    summary: 'Whether mail is sent, how many mails wait, and since when',
  },
)

export const emailConfigurationChanged = event(
  'integrations:emailConfigurationChanged',
  Type.Object({ configurationId: Id }),
)

/** Emitted when staff replay an event whose mails were not all sent. */
export const owedMailsRequested = event('integrations:owedMailsRequested', Type.Object({ eventId: Id }))
