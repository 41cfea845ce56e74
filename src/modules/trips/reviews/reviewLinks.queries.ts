import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { answer } from '../../../kernel/message.ts'
import { romanDay } from '../../../kernel/romanDay.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { localPath } from '../../../languages/paths.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { placesByText } from '../../catalog/book/understood.queries.ts'
import { localCatalog } from '../../catalog/search/search.queries.ts'
import type { LeadKind } from '../../leads/lead/contract.ts'
import type { Lead } from '../../leads/lead/lead.queries.ts'
import { reviewTokenOf } from '../../leads/lead/link.queries.ts'
import { languageFor, leadOf } from '../../leads/status/status.queries.ts'
import type { PlannedRide } from '../rides/rides.queries.ts'
import { ReadReviewLink } from './contract.ts'

interface FinishedRide extends Pick<PlannedRide, 'from' | 'to'> {
  /** Month of the ride, such as `2026-08`. */
  month: string
  isReviewed: boolean
}

/** Returns the first finished ride of a lead; null if no ride has finished. */
export async function finishedRide(
  sql: Sql | Tx,
  { kind, id }: Pick<Lead, 'kind' | 'id'>,
): Promise<FinishedRide | null> {
  const [ride] = await sql<[(Omit<FinishedRide, 'month'> & Pick<PlannedRide, 'pickupAt'>)?]>`
    select ride.from_place as "from", ride.to_place as "to", ride.pickup_at,
      exists (
        select from reviews r where r.lead_kind = ride.lead_kind and r.lead_id = ride.lead_id) as is_reviewed
    from planned_rides ride join trips on trips.id = ride.trip_id
    where ride.lead_kind = ${kind} and ride.lead_id = ${id} and state = 'finished'
    order by trips.pickup_at limit 1`
  if (!ride) return null
  const { pickupAt, ...rest } = ride
  return { ...rest, month: romanDay(pickupAt).slice(0, 7) }
}

/** Returns the token of a lead's review; null until the lead has a finished ride, and after the review. */
export async function reviewTokenFor(sql: Sql | Tx, lead: Lead, { secrets }: Context) {
  const ride = await finishedRide(sql, lead)
  return ride && !ride.isReviewed ? reviewTokenOf(lead.code, secrets) : null
}

/** Throws HttpError 404 if the token is invalid or no ride has finished. */
export async function reviewedRide(sql: Sql | Tx, token: string, context: Context) {
  const lead = await leadOf(sql, token, context, 'review').catch((error: unknown) => {
    throw error instanceof HttpError ? notFound() : error
  })
  const ride = await finishedRide(sql, lead)
  if (!ride) throw notFound()
  return { lead, ride }
}

const notFound = () => new HttpError(404, (t) => t('api.noReview'))

export const readReviewLink = answer(ReadReviewLink, async (read, { token }, caller, context) => {
  const { lead, ride } = await reviewedRide(read, token, context)
  const [placeOf, { nameOf }] = await Promise.all([
    placesByText(read),
    localCatalog(read, languageFor(caller)),
  ])
  const [from, to] = [placeOf(ride.from), placeOf(ride.to)]
  return {
    route: from && to ? { from: nameOf(from), to: nameOf(to) } : null,
    month: ride.month,
    name: lead.name?.trim().split(/\s+/)[0] ?? '',
    isPosted: ride.isReviewed,
  }
})

/** Returns null if the review was erased. */
export async function leadOfReview(
  sql: Sql | Tx,
  id: number,
): Promise<{ kind: LeadKind; leadId: number } | null> {
  const [lead] = await sql<[{ kind: LeadKind; leadId: number }?]>`
    select lead_kind as kind, lead_id from reviews where id = ${id}`
  return lead ?? null
}

/** Returns the URL of the review form in the customer's language. */
export function reviewLink({ code, language }: Lead, { site, secrets }: Context): string {
  const { t } = languageWith(language)
  return site.origin + localPath(t, `/recensione/${reviewTokenOf(code, secrets)}/`)
}
