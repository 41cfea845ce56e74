import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import { euro } from '../../../kernel/money.ts'
import { dayWords, momentWords, romanDay } from '../../../kernel/romanDay.ts'
import type { LanguageCode } from '../../../languages/messages.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { vehicleKeys } from '../../catalog/prices/quote.contract.ts'
import { isOfPerson } from '../../leads/customers/customers.queries.ts'
import { type Lead, readLead } from '../../leads/lead/lead.queries.ts'
import { statusLink } from '../../leads/lead/link.queries.ts'
import { directionKeys } from '../rides/rides.queries.ts'
import { ListOffers, type StaffOffer } from './contract.ts'

type Rows = { label: string; value: string }[]

export interface Offer extends Omit<StaffOffer, 'code' | 'link' | `${string}At` | 'validUntil'> {
  validUntil: Date
  acceptedAt: Date | null
  acceptedWords: Rows | null
  createdAt: Date
  updatedAt: Date
}

/** Returns the columns of an offer. */
function offerColumns(sql: Sql | Tx, now: Date) {
  return sql`
    offers.id, lead_kind, lead_id, lines, regexp_replace(total::text, '[.]00$', '') as total, valid_until,
    offers.language, offers.message, ${currentState(sql, now)} as state, sent_by, accepted_at, accepted_words,
    offers.created_at, offers.updated_at`
}

/** A sent offer is expired after its deadline, and after the day of its first ride. */
export const currentState = (sql: Sql | Tx, now: Date) => sql`
  case when state = 'sent' and (valid_until <= ${now}::timestamptz
    or jsonb_path_exists(lines, '$[*].day ? (@ < $today)', jsonb_build_object('today', ${romanDay(now)}::text)))
  then 'expired' else state end`

export const listOffers = answer(ListOffers, async (read, asked, _, context) => {
  const now = context.clock.now()
  const { leadKind, leadId, customerId, state, search } = asked
  const like = likeOf(search)
  const from = read`offers join leads on leads.kind = lead_kind and leads.id = lead_id`
  const where = read`
    ${leadKind ? read`lead_kind = ${leadKind}` : read`true`}
    and ${leadId ? read`lead_id = ${leadId}` : read`true`}
    and ${customerId ? isOfPerson(read, customerId) : read`true`}
    and ${state ? read`${currentState(read, now)} = ${state}` : read`true`}
    and ${search ? read`(leads.code ilike ${like} or coalesce(leads.name, '') ilike ${like})` : read`true`}`
  // An offer ends with its lead, so only a search has to read the leads.
  const counted = search ? from : read`offers`
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from ${counted} where ${where}`
  const order = {
    createdAt: 'offers.created_at',
    validUntil: 'valid_until',
    total: 'offers.total',
  }
  const rows = await read<(Offer & { code: string })[]>`
    select ${offerColumns(read, now)}, leads.code from ${from} where ${where}
    ${pageOf(read, asked, order, '-createdAt', ['createdAt'])}`
  return { ...pages(asked, total), items: rows.map((row) => staffOffer(row, row, context)) }
})

export function staffOffer(
  { acceptedWords: _, ...offer }: Offer,
  lead: { code: string; language: LanguageCode },
  context: Context,
): StaffOffer {
  return {
    ...offer,
    code: lead.code,
    link: statusLink(lead, context),
    validUntil: offer.validUntil.toISOString(),
    acceptedAt: offer.acceptedAt?.toISOString() ?? null,
    createdAt: offer.createdAt.toISOString(),
    updatedAt: offer.updatedAt.toISOString(),
  }
}

/** Throws HttpError 404 if the offer does not exist. */
export async function findOffer(sql: Sql | Tx, id: number, now: Date): Promise<Offer> {
  const [offer] = await sql<[Offer?]>`select ${offerColumns(sql, now)} from offers where id = ${id}`
  if (!offer) throw new HttpError(404, (t) => t('api.noOffer'))
  return offer
}

/** Returns the lead's last offer, which replaces all earlier ones; undefined if there is none. */
export async function latestOffer(
  sql: Sql | Tx,
  { kind, id }: Pick<Lead, 'kind' | 'id'>,
  now: Date,
): Promise<Offer | undefined> {
  const [offer] = await sql<[Offer?]>`
    select ${offerColumns(sql, now)} from offers
    where lead_kind = ${kind} and lead_id = ${id} order by id desc limit 1`
  return offer
}

/** Returns the offer with its lead; null if either no longer exists. */
export async function readOffer(
  read: Sql | Tx,
  id: number,
  { clock }: Pick<Context, 'clock'>,
): Promise<{ offer: Offer; lead: Lead } | null> {
  const [offer] = await read<[Offer?]>`select ${offerColumns(read, clock.now())} from offers where id = ${id}`
  const lead = offer && (await readLead(read, offer.leadKind, offer.leadId))
  return offer && lead ? { offer, lead } : null
}

type Agreed = Pick<Offer, 'lines' | 'total'>

/** Returns the offer in words, for the customer's page and mail. */
export const offerRows = (t: Translate, offer: Agreed & Pick<Offer, 'validUntil'>): Rows => [
  ...agreedRows(t, offer),
  { label: t('proposal.validUntil'), value: momentWords(t, offer.validUntil) },
]

/** Returns rides and prices in words. */
export function agreedRows(t: Translate, { lines, total }: Agreed): Rows {
  const rows = lines.map(({ direction, vehicle, day, time, total: price }) => ({
    label: t(directionKeys[direction]),
    value: [day ? dayWords(t, day) : t('lead.toAgree'), time, t(vehicleKeys[vehicle]), euro(t, price)]
      .filter(Boolean)
      .join(', '),
  }))
  return [...rows, { label: t('lead.total'), value: euro(t, total) }]
}
