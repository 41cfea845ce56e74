import { endGrants, isOpen } from '../../../kernel/grants.ts'
import { on, type ReactionTools } from '../../../kernel/message.ts'
import type { Sql } from '../../../platform/db.ts'
import { placesByText } from '../../catalog/book/understood.queries.ts'
import { answerOverdue } from '../../leads/inbox/contract.ts'
import type { LeadKind } from '../../leads/lead/contract.ts'
import { type Lead, readLead } from '../../leads/lead/lead.queries.ts'
import { isSoon } from '../../leads/lead/leg.contract.ts'
import { inItalian } from '../../leads/lead/placeNames.queries.ts'
import { availabilityRequested, bookingRequested, contactReceived } from '../../leads/requests/contract.ts'
import { company } from '../../settings/company/company.queries.ts'
import { keyPair } from './keys.ts'
import { type Notification, type Receiver, sendPush } from './sending.ts'

export const pushAvailabilityRequest = on(
  'integrations:pushAvailabilityRequest',
  availabilityRequested,
  ({ leadId }, tools) => pushLead(tools, 'availability_request', leadId, 'new'),
)

export const pushContact = on('integrations:pushContact', contactReceived, ({ leadId }, tools) =>
  pushLead(tools, 'contact', leadId, 'new'),
)

export const pushBooking = on('integrations:pushBooking', bookingRequested, ({ leadId }, tools) =>
  pushLead(tools, 'booking', leadId, 'new'),
)

export const pushOverdue = on('integrations:pushOverdue', answerOverdue, ({ kind, leadId }, tools) =>
  pushLead(tools, kind, leadId, 'overdue'),
)

type Occasion = 'new' | 'overdue'

/** Throws after a temporary failure, so that the reaction runs again and sends to the remaining browsers. */
async function pushLead(
  tools: ReactionTools,
  kind: LeadKind,
  leadId: number,
  occasion: Occasion,
): Promise<void> {
  const { read, write, context, eventId } = tools
  const receivers = await waitingReceivers(tools, occasion)
  const keys = receivers.length > 0 ? await keyPair(read, context) : null
  const lead = keys && (await readLead(read, kind, leadId))
  // Staff may have answered since the event.
  if (!keys || !lead || lead.status !== 'nuova') return
  const [readable = lead] = await inItalian(read, [lead])
  const sender = { keys, contact: (await company(read)).email }
  const notification = await notificationOf(read, readable, kind, occasion)
  const failures: string[] = []
  for (const receiver of receivers) {
    const sent = await sendPush(receiver, notification, sender, context)
    if (sent.state === 'gone') await write.begin((tx) => endGrants(tx, { id: receiver.grantId }, 'gone'))
    else if (sent.state === 'sent') await recordSent(tools, receiver.id)
    else {
      await write`update push_subscriptions set failure = ${sent.reason} where id = ${receiver.id}`
      if (sent.state === 'failed') failures.push(sent.reason)
    }
  }
  if (failures.length > 0) throw new Error(`event ${eventId}: ${[...new Set(failures)].join(' ')}`)
}

/** Returns the open subscriptions, without browsers that got this notification. */
function waitingReceivers({ read, eventId }: ReactionTools, occasion: Occasion) {
  return read<(Receiver & { id: number; grantId: string })[]>`
    select push_subscriptions.id, grant_id, endpoint, p256dh, auth
    from push_subscriptions join grants on grants.id = grant_id
    where ${isOpen(read)}
      and ${occasion === 'new' ? read`is_for_new` : read`is_for_overdue`}
      and not exists (
        select from push_deliveries where outbox_id = ${eventId} and subscription_id = push_subscriptions.id)
    order by push_subscriptions.id`
}

async function recordSent({ write, eventId }: ReactionTools, id: number): Promise<void> {
  await write.begin(async (tx) => {
    await tx`
      insert into push_deliveries (outbox_id, subscription_id) values (${eventId}, ${id}) on conflict do nothing`
    await tx`update push_subscriptions set sent_at = now(), failure = null where id = ${id}`
  })
}

const kindNames: Record<LeadKind, string> = {
  availability_request: 'Nuova richiesta',
  booking: 'Nuova prenotazione',
  contact: 'Nuovo messaggio',
}

function titleOf(lead: Lead, kind: LeadKind, occasion: Occasion): string {
  if (isSoon(lead, lead.createdAt)) return `Urgente: parte alle ${lead.time}`
  return occasion === 'new' ? kindNames[kind] : 'Una richiesta aspetta da dieci minuti'
}

/** Contains names of stored places but no data of the customer, because a locked phone shows the notification. */
async function notificationOf(
  read: Sql,
  lead: Lead,
  kind: LeadKind,
  occasion: Occasion,
): Promise<Notification> {
  const ends = [lead.departure, lead.destination].filter((text) => text !== null)
  const placeOf = await placesByText(read)
  const names = ends.flatMap((text) => placeOf(text)?.name ?? [])
  const trip = names.length === 2 ? names.join(' → ') : ''
  return {
    title: titleOf(lead, kind, occasion),
    body: [trip, lead.code].filter(Boolean).join(' · '),
    path: `/admin/richieste/${kind}/${lead.id}/`,
    tag: `${kind}-${lead.id}`,
  }
}
