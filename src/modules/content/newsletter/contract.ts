import { type Static, Type } from '@sinclair/typebox'
import {
  ById,
  Email,
  FileText,
  Id,
  Language,
  listInput,
  listOf,
  Moment,
  Nullable,
  robotFields,
} from '../../../kernel/field.ts'
import { act, command, event, exported, query } from '../../../kernel/message.ts'
import { privacyMissing } from '../../settings/privacy/contract.ts'

const SubscriberState = Type.Union(
  [Type.Literal('confermata'), Type.Literal('in attesa'), Type.Literal('annullata')],
  { message: 'Stato non valido' },
)

export const Subscriber = Type.Object({
  id: Id,
  email: Type.String(),
  state: SubscriberState,
  /** Version of the privacy notice that the subscriber accepted. */
  consentVersion: Nullable(Type.String()),
  language: Language,
  requestedAt: Moment,
  confirmedAt: Nullable(Moment),
  endedAt: Nullable(Moment),
})
export type Subscriber = Static<typeof Subscriber>

const filters = { ...listInput('email', 'requestedAt', 'confirmedAt'), state: Type.Optional(SubscriberState) }

export const ListSubscribers = query(
  'GET /api/admin/newsletter-subscriptions',
  'admin',
  Type.Object(filters),
  listOf(Subscriber),
)

export const subscriptionEnded = act('content:subscriptionEnded', 'Iscrizione alla newsletter annullata', {
  fields: { state: 'Stato' },
})

export const EndSubscription = command(
  'POST /api/admin/newsletter-subscriptions/:id/end',
  'admin',
  ById,
  Subscriber,
  {
    acts: [subscriptionEnded],
    summary: 'Ends a subscription that staff were asked to end; repeating it changes nothing',
  },
)

export const ExportSubscribers = query(
  'GET /api/admin/newsletter-subscriptions/export.csv',
  'superAdmin',
  Type.Object({}),
  FileText,
  {
    summary: 'The confirmed addresses as CSV; mails to other addresses are not allowed',
    replyType: 'text/csv',
    ...exported,
  },
)

const Token = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', message: (t) => t('check.link') })
const linkLimit = { bucket: 'newsletter links', max: 30, seconds: 600 }

export const AskForNewsletter = command(
  'POST /api/newsletter-subscriptions',
  'public',
  Type.Object({
    email: Email({ message: (t) => t('check.emailNeeded') }),
    privacyAccepted: Type.Optional(Type.Literal(true, { message: privacyMissing })),
    /** Language of the page. By default the first supported language of `Accept-Language`, otherwise Italian. */
    language: Type.Optional(Type.Union(Language.anyOf, { isIncidental: true })),
    ...robotFields,
  }),
  Type.Object({ message: Type.String() }),
  {
    status: 201,
    limit: { bucket: 'newsletter', max: 5, seconds: 600 },
    summary: 'Sends a link to confirm; the response is the same for known and unknown addresses',
  },
)

export const ConfirmNewsletter = command(
  'POST /api/newsletter-subscriptions/confirm',
  'public',
  Type.Object({ token: Token }),
  Type.Object({}),
  { limit: linkLimit },
)

export const EndNewsletter = command(
  'POST /api/newsletter-subscriptions/end',
  'public',
  Type.Object({ token: Token }),
  Type.Object({}),
  { limit: linkLimit },
)

export const newsletterRequested = event('content:newsletterRequested', Type.Object({ subscriptionId: Id }))
export const newsletterConfirmed = event('content:newsletterConfirmed', Type.Object({ subscriptionId: Id }))
export const newsletterEnded = event('content:newsletterEnded', Type.Object({ subscriptionId: Id }))
