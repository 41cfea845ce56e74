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
  titled,
} from '../../../kernel/field.ts'
import { act, command, event, query } from '../../../kernel/message.ts'
import { LeadKind } from '../../leads/lead/contract.ts'

const MaybeEmail = Type.Optional(
  Type.Union([Email(), Type.Literal(''), Type.Null()], { message: 'Email non valida' }),
)

/** SMTP server that applies if staff enter none. */
export const defaultSmtpHost = 'smtp-relay.brevo.com'

/** Responses mask `apiKey` and `smtpPassword`. If a secret is omitted, empty or masked, the stored secret stays. */
const form = {
  serviceName: titled('Servizio', Text(100, { default: 'brevo' })),
  isActive: titled('Attiva', Type.Boolean({ default: false })),
  // Brevo's SMTP keys look like the keys of its HTTP API, but the API refuses them.
  apiKey: titled(
    'API Key',
    Type.Optional(
      Type.Union([Type.String({ maxLength: 500, pattern: '^(?!xsmtpsib-)' }), Type.Null()], {
        message:
          'Questa è una chiave SMTP di Brevo: va nel campo Password SMTP. La API Key inizia con xkeysib-',
      }),
    ),
    { isSecret: true },
  ),
  smtpHost: titled('Server SMTP', Maybe(255, { pattern: '^[A-Za-z0-9.:_-]*$' })),
  smtpPort: titled('Porta', Type.Integer({ minimum: 1, maximum: 65535, default: 587 })),
  smtpUsername: titled('Username SMTP', Maybe(254)),
  smtpPassword: titled('Password SMTP', Maybe(500), { isSecret: true }),
  fromEmail: titled('Email del mittente', Email({ message: 'Inserisci l’email del mittente' })),
  fromName: titled('Nome del mittente', Type.String({ maxLength: 120, default: '' })),
  replyToEmail: titled('Email per le risposte', MaybeEmail),
  /** A note for staff; the server never calls this URL. */
  webhookUrl: titled(
    'Indirizzo del webhook',
    MaybeWebAddress(500, { message: 'Serve un indirizzo che inizia con https://, oppure niente' }),
  ),
  /** Mails per day; 0 for no limit. If omitted, the limit of Brevo's free plan applies to mails through Brevo. */
  dailyLimit: titled(
    'Email al giorno',
    Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000 }), Type.Null()], {
        message: 'Inserisci un numero intero, 0 per nessun limite',
      }),
    ),
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
  webhookAddress: titled('Indirizzo per gli avvisi', Type.String()),
  /** URL to which Brevo sends the mails of customers. */
  inboundAddress: titled('Indirizzo per le risposte', Type.String()),
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

export const emailConfigurationCreated = act(
  'integrations:emailConfigurationCreated',
  'Configurazione email creata',
  { fields: { held: 'Email trattenute' } },
)

export const CreateEmailConfiguration = command(
  'POST /api/admin/email-configurations',
  'superAdmin',
  Type.Object({ ...form, waiting: titled('Email in attesa da inviare', WaitingChoice) }),
  EmailConfiguration,
  { acts: [emailConfigurationCreated], status: 201 },
)
export const emailConfigurationChanged = act(
  'integrations:emailConfigurationChanged',
  'Configurazione email modificata',
  { fields: { held: 'Email trattenute' }, payload: Type.Object({ configurationId: Id }) },
)

export const SaveEmailConfiguration = command(
  'PUT /api/admin/email-configurations/:id',
  'superAdmin',
  Type.Object({
    ...form,
    waiting: titled('Email in attesa da inviare', WaitingChoice),
    id: Id,
    updatedAt: Moment,
  }),
  EmailConfiguration,
  { acts: [emailConfigurationChanged] },
)
export const emailConfigurationDeleted = act(
  'integrations:emailConfigurationDeleted',
  'Configurazione email eliminata',
)

export const DeleteEmailConfiguration = command(
  'DELETE /api/admin/email-configurations/:id',
  'superAdmin',
  ById,
  Type.Object({}),
  { acts: [emailConfigurationDeleted], status: 204 },
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
export const emailMessageResent = act('integrations:emailMessageResent', 'Email da rispedire', {
  fields: { providerId: 'Codice del fornitore' },
})

export const ResendEmailMessage = command(
  'POST /api/admin/email-messages/:id/resend',
  'operatore',
  ById,
  EmailMessage,
  {
    acts: [emailMessageResent],
    timeoutMs: 8_000,
    summary: 'Sends a mail immediately and returns the result; repeated within a minute, it is sent once',
  },
)

export const failedMessageDropped = act('integrations:failedMessageDropped', 'Email respinta scartata')

export const DropFailedMessage = command(
  'POST /api/admin/email-messages/:id/drop',
  'operatore',
  ById,
  Type.Object({}),
  {
    acts: [failedMessageDropped],
    refusesUnknownKeys: true,
    summary: 'Drops a failed mail: it is never sent, and no longer counts as failed',
  },
)

export const failedMessagesResent = act('integrations:failedMessagesResent', 'Email respinte da rispedire', {
  fields: { resent: 'Da rispedire' },
})

export const ResendFailedMessages = command(
  'POST /api/admin/email-messages/resend-failed',
  'admin',
  Type.Object({}),
  Type.Object({ resent: Type.Integer() }),
  {
    acts: [failedMessagesResent],
    refusesUnknownKeys: true,
    summary: 'Sends again the mails that failed in the last 30 days, except those to invalid addresses',
  },
)

/** Ids of held mails; all held mails if omitted. */
const heldIds = { ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1_000 })) }

export const heldMessagesSent = act('integrations:heldMessagesSent', 'Email trattenute da inviare', {
  fields: { sent: 'Da inviare' },
})

export const SendHeldMessages = command(
  'POST /api/admin/email-messages/send-held',
  'admin',
  Type.Object(heldIds),
  Type.Object({ sent: Type.Integer() }),
  {
    acts: [heldMessagesSent],
    refusesUnknownKeys: true,
    summary: 'Sends mails that were held when mail was activated',
  },
)
export const heldMessagesDropped = act('integrations:heldMessagesDropped', 'Email trattenute scartate', {
  fields: { dropped: 'Scartate' },
})

export const DropHeldMessages = command(
  'POST /api/admin/email-messages/drop-held',
  'admin',
  Type.Object(heldIds),
  Type.Object({ dropped: Type.Integer() }),
  {
    acts: [heldMessagesDropped],
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

/** Emitted when staff replay an event whose mails were not all sent. */
export const owedMailsRequested = event('integrations:owedMailsRequested', Type.Object({ eventId: Id }))
