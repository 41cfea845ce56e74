import { endGrants, isOpen, openGrant } from '../../../kernel/grants.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { whole } from '../../../kernel/list.ts'
import { answer, type Caller, handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import type { Retention } from '../../../kernel/retention.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import {
  EndPushSubscription,
  endpointEndLength,
  ListPushSubscriptions,
  OpenPushKey,
  type PushSubscription,
  pushChanged,
  SavePushSubscription,
} from './contract.ts'
import { isPublicEndpoint } from './endpoint.ts'
import { openKey } from './keys.ts'

/** Maximum number of browsers of an account. */
const browsersMax = 20

interface Row extends Omit<PushSubscription, 'createdAt' | 'sentAt' | 'endpointEnd'> {
  endpoint: string
  createdAt: Date
  sentAt: Date | null
}

const columns = (sql: Sql | Tx) =>
  sql`
    push_subscriptions.id, endpoint, push_subscriptions.user_agent, is_for_new, is_for_overdue,
    push_subscriptions.created_at, sent_at, failure`

export const listPushSubscriptions = answer(ListPushSubscriptions, async (read, _input, caller) => {
  const rows = await read<Row[]>`
    select ${columns(read)} from push_subscriptions join grants on grants.id = grant_id
    where push_subscriptions.admin_user_id = ${accountOf(caller)} and ${isOpen(read)}
    order by push_subscriptions.created_at, push_subscriptions.id`
  return whole(rows.map(shown))
})

export const openPushKey = handle(OpenPushKey, async (tx, _input, _caller, context) => ({
  publicKey: await openKey(tx, context),
}))

export const savePushSubscription = handle(SavePushSubscription, async (tx, input, caller, context) => {
  const message = 'L’indirizzo del servizio di notifiche deve essere pubblico e iniziare con https'
  if (!(await isPublicEndpoint(input.endpoint, context)))
    throw new HttpError(422, `${message}.`, { errors: [{ path: 'endpoint', message }] })
  const grantId = await grantFor(tx, input, caller)
  const { endpoint, p256dh, auth, userAgent, isForNew, isForOverdue } = input
  const [row] = await tx<[Row]>`
    with saved as (
      insert into push_subscriptions
        (admin_user_id, grant_id, endpoint, p256dh, auth, user_agent, is_for_new, is_for_overdue)
      values (${accountOf(caller)}, ${grantId}, ${endpoint}, ${p256dh}, ${auth}, ${userAgent}, ${isForNew},
        ${isForOverdue})
      on conflict (endpoint) do update
      set admin_user_id = excluded.admin_user_id, grant_id = excluded.grant_id, p256dh = excluded.p256dh,
        auth = excluded.auth, user_agent = excluded.user_agent, is_for_new = excluded.is_for_new,
        is_for_overdue = excluded.is_for_overdue, failure = null
      returning *)
    select ${columns(tx)} from saved push_subscriptions`
  await emit(tx, pushChanged, { grantId })
  return shown(row)
})

/** Returns the grant of the caller's own subscription, or opens one. */
async function grantFor(
  tx: Tx,
  { endpoint, userAgent }: { endpoint: string; userAgent: string | null },
  caller: Caller,
): Promise<string> {
  const id = accountOf(caller)
  const [stored] = await tx<[{ grantId: string; isOwn: boolean }?]>`
    select grant_id, grants.admin_user_id = ${id} and ${isOpen(tx)} as is_own
    from push_subscriptions join grants on grants.id = grant_id where endpoint = ${endpoint}`
  if (stored?.isOwn) return stored.grantId
  const [{ open }] = await tx<[{ open: number }]>`
    select count(*) as open from grants where kind = 'push' and admin_user_id = ${id} and ${isOpen(tx)}`
  if (open >= browsersMax)
    throw new HttpError(409, `Hai già attivato le notifiche su ${browsersMax} browser: disattivane uno.`)
  // If another account had a subscription in this browser, that account no longer gets notifications there.
  if (stored) await endGrants(tx, { id: stored.grantId }, 'replaced')
  return openGrant(tx, { kind: 'push', owner: { adminUserId: id }, userAgent }, caller)
}

export const endPushSubscription = handle(EndPushSubscription, async (tx, { endpoint }, caller) => {
  // grantId is never null: a trigger opens a grant for a subscription of the previous release.
  const [own] = await tx<[{ grantId: string }?]>`
    select grant_id from push_subscriptions where endpoint = ${endpoint} and admin_user_id = ${accountOf(caller)}`
  if (!own) return {}
  await endGrants(tx, { id: own.grantId }, 'closed')
  await emit(tx, pushChanged, { grantId: own.grantId })
  return {}
})

/** `push_deliveries` keeps a reaction that runs again from sending a notification twice. */
export const oldDeliveries: Retention[] = [
  { table: 'push_deliveries', what: 'notifiche inviate', by: 'sent_at', kept: { days: 30 } },
]

function accountOf({ admin }: Caller): number {
  if (!admin?.sessionId) throw new HttpError(403, 'Le notifiche si attivano da un browser del pannello.')
  return admin.id
}

function shown(row: Row): PushSubscription {
  const { id, userAgent, isForNew, isForOverdue, failure } = row
  return {
    id,
    userAgent,
    isForNew,
    isForOverdue,
    failure,
    endpointEnd: row.endpoint.slice(-endpointEndLength),
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
  }
}
