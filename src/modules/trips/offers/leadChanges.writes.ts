import type { Context } from '../../../kernel/context.ts'
import type { Tx } from '../../../platform/db.ts'
import { type Lead, noted } from '../../leads/lead/lead.queries.ts'
import { addRide, changeRides } from '../../leads/lead/rides.writes.ts'
import type { OfferLine } from './contract.ts'

// The lead changes in the offer's transaction, so that the states of lead and offer never contradict each other.

/** Sets the lead's state to `preventivo`. The offer counts as an answer to the customer. */
export async function markQuoted(tx: Tx, { kind, id, email }: Lead): Promise<void> {
  await tx`
    update leads set status = 'preventivo', read_at = coalesce(read_at, now()),
      answered_at = coalesce(answered_at, now()),
      answered_via = coalesce(answered_via, ${email ? 'email' : null}), updated_at = clock_timestamp()
    where kind = ${kind} and id = ${id}`
}

/** Stores the agreed days, times and price. The lead becomes unread, so that staff notice the acceptance. */
export async function markAgreed(
  tx: Tx,
  lead: Lead,
  { lines, total }: { lines: OfferLine[]; total: string },
  context: Context,
): Promise<void> {
  const { kind, id } = lead
  const [there, back] = (['there', 'back'] as const).map((one) =>
    lines.find(({ direction }) => direction === one),
  )
  await tx`
    update leads set status = 'confermata', read_at = null,
      notes = ${noted(tx, `ha accettato il preventivo di ${total} €`, context)}, updated_at = clock_timestamp()
    where kind = ${kind} and id = ${id}`
  if (back) await addRide(tx, lead, 'back')
  await changeRides(tx, lead, {
    ...(there?.day && { date: there.day }),
    ...(there?.time && { time: there.time }),
    ...(back?.day && { returnDate: back.day }),
    ...(back?.time && { returnTime: back.time }),
  })
  await tx`
    insert into lead_provenance (lead_kind, lead_id, price, price_source)
    values (${kind}, ${id}, ${total}, 'agreed')
    on conflict (lead_kind, lead_id) do update set price = excluded.price, price_source = excluded.price_source`
}
