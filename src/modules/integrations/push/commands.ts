import { HttpError } from '../../../kernel/httpError.ts'
import { answer, type Caller, handle } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import {
  EndPushSubscription,
  endpointEndLength,
  ListPushSubscriptions,
  OpenPushKey,
  type PushSubscription,
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
  sql`id, endpoint, user_agent, is_for_new, is_for_overdue, created_at, sent_at, failure`

export const listPushSubscriptions = answer(ListPushSubscriptions, async (read, _input, caller) => {
  const rows = await read<Row[]>`
    select ${columns(read)} from push_subscriptions where admin_user_id = ${accountOf(caller)} order by created_at, id`
  return rows.map(shown)
})

export const openPushKey = handle(OpenPushKey, async (tx, _input, _caller, context) => ({
  publicKey: await openKey(tx, context),
}))

export const savePushSubscription = handle(SavePushSubscription, async (tx, input, caller, context) => {
  const message = 'L’indirizzo del servizio di notifiche deve essere pubblico e iniziare con https'
  if (!(await isPublicEndpoint(input.endpoint, context)))
    throw new HttpError(422, `${message}.`, { errors: [{ path: 'endpoint', message }] })
  const id = accountOf(caller)
  const [{ others }] = await tx<[{ others: number }]>`
    select count(*) as others from push_subscriptions
    where admin_user_id = ${id} and endpoint <> ${input.endpoint}`
  if (others >= browsersMax)
    throw new HttpError(409, `Hai già attivato le notifiche su ${browsersMax} browser: disattivane uno.`)
  // If another account had a subscription in this browser, that account no longer gets notifications there.
  const [row] = await tx<[Row]>`
    insert into push_subscriptions
      (admin_user_id, endpoint, p256dh, auth, user_agent, is_for_new, is_for_overdue)
    values (${id}, ${input.endpoint}, ${input.p256dh}, ${input.auth}, ${input.userAgent}, ${input.isForNew},
      ${input.isForOverdue})
    on conflict (endpoint) do update
    set admin_user_id = excluded.admin_user_id, p256dh = excluded.p256dh, auth = excluded.auth,
      user_agent = excluded.user_agent, is_for_new = excluded.is_for_new,
      is_for_overdue = excluded.is_for_overdue, failure = null
    returning ${columns(tx)}`
  return shown(row)
})

export const endPushSubscription = handle(EndPushSubscription, async (tx, { endpoint }, caller) => {
  await tx`
    delete from push_subscriptions where endpoint = ${endpoint} and admin_user_id = ${accountOf(caller)}`
  return {}
})

/** `push_deliveries` keeps a reaction that runs again from sending a notification twice. */
export async function purgePushDeliveries(write: Sql): Promise<number> {
  const { count } = await write`delete from push_deliveries where sent_at < now() - interval '30 days'`
  return count
}

function accountOf({ admin }: Caller): number {
  if (!admin?.sessionId) throw new HttpError(403, 'Le notifiche si attivano da un browser del pannello.')
  return admin.id
}

function shown(row: Row): PushSubscription {
  const { id, userAgent, isForNew, isForOverdue, failure } = row
  return {
    ...{ id, userAgent, isForNew, isForOverdue, failure },
    endpointEnd: row.endpoint.slice(-endpointEndLength),
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
  }
}
