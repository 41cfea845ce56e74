import type { Static } from '@sinclair/typebox'
import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { answer, type Caller } from '../../../kernel/message.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { officeLanguage } from '../../../languages/office.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { company } from '../../settings/company/company.queries.ts'
import type { LeadKind } from '../lead/contract.ts'
import { type Lead, leadColumns, readLead } from '../lead/lead.queries.ts'
import { isInCalendar, isSoon } from '../lead/leg.contract.ts'
import { codeOf, type TokenUse, viewLink } from '../lead/link.queries.ts'
import { forCustomer, inItalian } from '../lead/placeNames.queries.ts'
import { summaryRows } from '../requests/summary.queries.ts'
import { calendarOf } from './calendarFile.queries.ts'
import { ReadRequestCalendar, type RequestStatus } from './contract.ts'
import { rideOf } from './ride.queries.ts'
import { rideVersionOf } from './rideVersions.queries.ts'
import { stateOf } from './states.ts'

/**
 * Throws HttpError 404 for a wrong signature or an erased lead, and 403 for the token of the page without acts. Checks the
 * signature first, so that the response time does not reveal whether the lead exists.
 */
export async function leadOf(
  read: Sql | Tx,
  token: string,
  { secrets }: Context,
  use: Exclude<TokenUse, 'view'> = 'lead',
): Promise<Lead> {
  const lead = await leadWith(read, codeOf(token, secrets, use))
  if (lead) return lead
  const isShown = use === 'lead' && (await leadWith(read, codeOf(token, secrets, 'view')))
  if (isShown) throw new HttpError(403, (t) => t('api.viewOnly'))
  throw new HttpError(404, (t) => t('api.noRequest'))
}

/** Returns the lead of the status page. With `isViewOnly` the token allows no act. Throws HttpError 404 like `leadOf`. */
export async function leadShown(
  read: Sql | Tx,
  token: string,
  { secrets }: Context,
): Promise<{ lead: Lead; isViewOnly: boolean }> {
  const own = codeOf(token, secrets, 'lead')
  const lead = await leadWith(read, own ?? codeOf(token, secrets, 'view'))
  if (!lead) throw new HttpError(404, (t) => t('api.noRequest'))
  return { lead, isViewOnly: own === null }
}

async function leadWith(read: Sql | Tx, code: string | null): Promise<Lead | undefined> {
  if (code === null) return
  const [lead] = await read<[Lead?]>`select ${leadColumns(read)} from requests where code = ${code}`
  return lead
}

export const languageFor = ({ language = officeLanguage }: Caller): Translate => languageWith(language).t

/** Returns whether the promised time of the answer holds: until an hour after the lead arrived. */
export const isFresh = ({ createdAt }: Lead, now: Date) => now.getTime() - createdAt.getTime() <= 3_600_000

export async function statusOf(
  read: Sql | Tx,
  stored: Lead,
  { clock }: Context,
  t: Translate,
): Promise<Static<typeof RequestStatus>> {
  const lead = await forCustomer(read, { ...stored, language: t.language })
  const [{ changeAskedAt, isCancelled }] = await read<[{ changeAskedAt: Date | null; isCancelled: boolean }]>`
    select max(created_at) filter (where kind = 'change') as change_asked_at,
      coalesce(bool_or(kind = 'cancel'), false) as is_cancelled
    from customer_wishes where lead_kind = ${lead.kind} and lead_id = ${lead.id}`
  const ride = await rideOf(read, lead, clock.now())
  const ends = lead.departure && lead.destination ? { from: lead.departure, to: lead.destination } : null
  const isOpen = lead.status !== 'persa' && !ride.isOver
  const state = stateOf(t, lead, { isCancelled, ride })
  return {
    code: lead.code,
    route: ends ? t('route.heading', ends) : '',
    routeWords: ends ? t('lead.fromTo', ends) : '',
    ...state,
    rows: summaryRows(t, lead).map(([label, value]) => ({ label, value })),
    hasCalendar: isOpen && isInCalendar(lead),
    // A contact message has no trip, and a trip that has started can no longer be cancelled.
    canCancel: isOpen && lead.kind !== 'contact' && !ride.hasBegun,
    canChange: isOpen && state.phase === 'open',
    isViewOnly: false,
    isSoon: isOpen && lead.status !== 'confermata' && isSoon(lead, clock.now()),
    changeAskedAt: changeAskedAt?.toISOString() ?? null,
    isJustSent: lead.status === 'nuova' && isFresh(lead, clock.now()),
    createdAt: lead.createdAt.toISOString(),
  }
}

export const readRequestCalendar = answer(ReadRequestCalendar, async (read, { token }, caller, context) => {
  const t = languageFor(caller)
  const { lead: stored } = await leadShown(read, token, context)
  const lead = await forCustomer(read, { ...stored, language: t.language })
  const { phone } = await company(read)
  const calendar = calendarOf(t, lead, {
    phone,
    siteOrigin: context.site.origin,
    sequence: await rideVersionOf(read, lead),
    link: viewLink(lead, context),
  })
  if (!calendar) throw new HttpError(404, (t) => t('api.noTimes'))
  return calendar
})

export interface Wish {
  kind: 'cancel' | 'change'
  text: string
  createdAt: Date
  lead: Lead
}

/** Returns the SQL condition for mails whose lead or wish (`customer_wishes`) no longer exists. */
export function isAboutNothing(sql: Sql | Tx) {
  return sql`(
    lead_kind is not null and not exists (
      select from leads where leads.kind = email_messages.lead_kind and leads.id = email_messages.lead_id)
    or purpose = 'wish' and not exists (
      select from customer_wishes where customer_wishes.id = email_messages.lead_id))`
}

/** Returns null if the wish or its lead was erased. */
export async function readWish(read: Sql | Tx, id: number): Promise<Wish | null> {
  const [wish] = await read<[(Omit<Wish, 'lead'> & { leadKind: LeadKind; leadId: number })?]>`
    select kind, text, created_at, lead_kind, lead_id from customer_wishes where id = ${id}`
  const lead = wish && (await readLead(read, wish.leadKind, wish.leadId))
  if (!wish || !lead) return null
  const [readable = lead] = await inItalian(read, [lead])
  return { kind: wish.kind, text: wish.text, createdAt: wish.createdAt, lead: readable }
}
