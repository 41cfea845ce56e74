import { type Static, Type } from '@sinclair/typebox'
import { Id, listOf, Moment, Nullable } from '../../../kernel/field.ts'
import { command, event, query } from '../../../kernel/message.ts'

// Notifications of the panel (Web Push). Each browser has one subscription, which belongs to the account that made it.

const nothing = Type.Object({})

/** URL of the browser at its push service. Sending to this browser needs the URL and the product's private key. */
const endpoint = Type.String({
  minLength: 10,
  maxLength: 1000,
  format: 'uri',
  message: 'Indirizzo non valido',
})

const wishes = { isForNew: Type.Boolean({ default: true }), isForOverdue: Type.Boolean({ default: true }) }

export const PushSubscription = Type.Object({
  id: Id,
  /** Last characters of the endpoint, by which a browser recognizes its subscription. */
  endpointEnd: Type.String(),
  userAgent: Nullable(Type.String()),
  isForNew: Type.Boolean(),
  isForOverdue: Type.Boolean(),
  createdAt: Moment,
  sentAt: Nullable(Moment),
  failure: Nullable(Type.String()),
})
export type PushSubscription = Static<typeof PushSubscription>

/** Number of characters of `endpointEnd`. */
export const endpointEndLength = 24

export const ListPushSubscriptions = query(
  'GET /api/admin/push-subscriptions',
  'operatore',
  nothing,
  listOf(PushSubscription),
  {
    tables: ['push_subscriptions', 'grants'],
    summary: 'The browsers of the caller’s account that receive notifications',
  },
)

export const OpenPushKey = command(
  'POST /api/admin/push-key',
  'operatore',
  nothing,
  Type.Object({ publicKey: Type.String() }),
  { summary: 'The public key that a browser needs to subscribe; the first call creates it' },
)

export const SavePushSubscription = command(
  'POST /api/admin/push-subscriptions',
  'operatore',
  Type.Object({
    endpoint,
    p256dh: Type.String({ pattern: '^[\\w-]{80,100}=?$', message: 'Chiave non valida' }),
    auth: Type.String({ pattern: '^[\\w-]{20,30}={0,2}$', message: 'Chiave non valida' }),
    userAgent: Nullable(Type.String({ maxLength: 400 })),
    ...wishes,
  }),
  PushSubscription,
  { status: 201, summary: 'Subscribes this browser, or changes its notifications' },
)

export const EndPushSubscription = command(
  'POST /api/admin/push-subscriptions/end',
  'operatore',
  Type.Object({ endpoint }),
  nothing,
  { status: 204, summary: 'Ends the subscription of a browser of the caller; an unknown one is no error' },
)

export const pushChanged = event('integrations:pushChanged', Type.Object({ grantId: Type.String() }))
export const pushKeyMade = event('integrations:pushKeyMade', nothing)
