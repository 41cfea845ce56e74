import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages, whole } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { openingHours, operator } from '../../settings/company/company.queries.ts'
import { promisedMinutes } from '../../settings/company/sentences.contract.ts'
import { staffNames } from '../../settings/staff/names.queries.ts'
import type { LeadKind, LeadState } from '../lead/contract.ts'
import { refuseUnknownDays } from '../lead/days.queries.ts'
import { type Lead, leadColumns } from '../lead/lead.queries.ts'
import { leadsWithPhone } from '../lead/phoneSearch.queries.ts'
import { inItalian } from '../lead/placeNames.queries.ts'
import { provenanceOf } from '../provenance/provenance.writes.ts'
import { dueAt, isLate, type OpeningHours } from './answerClock.contract.ts'
import {
  type ChangedLead,
  type LeadDetail,
  type LeadFilters,
  type LeadItem,
  ListAvailabilityRequests,
  ListBookings,
  ListContacts,
  ListLeads,
  ListOwners,
  ReadAvailabilityRequest,
  ReadBooking,
  ReadContact,
  ReadLead,
} from './contract.ts'
import { type ReplyKit, replyKits } from './replyKit.queries.ts'

export interface StaffLead extends Lead {
  assignedTo: number | null
  assignedToName: string | null
  notes: string | null
  dueAt: Date | null
  readAt: Date | null
  answeredAt: Date | null
  answeredVia: string | null
  /** Time since which the customer waits for a second or later answer; otherwise null. */
  waitingSince: Date | null
  callInstead: boolean
  /** Price in euro for the whole trip. */
  price: string | null
  priceSource: LeadItem['priceSource']
  updatedAt: Date
}

export function staffColumns(sql: Sql | Tx) {
  return sql`
    ${leadColumns(sql)}, assigned_to, notes, due_at, read_at, answered_at, answered_via, call_instead,
    (select since from lead_waits w where w.lead_kind = leads.kind and w.lead_id = leads.id) as waiting_since,
    (select username from admin_users where admin_users.id = leads.assigned_to) as assigned_to_name,
    (select regexp_replace(price::text, '[.]00$', '') from lead_provenance p where p.lead_kind = leads.kind and p.lead_id = leads.id) as price,
    (select price_source from lead_provenance p where p.lead_kind = leads.kind and p.lead_id = leads.id) as price_source`
}

const order = {
  createdAt: 'created_at',
  dueAt: 'due_at',
  name: 'lower(name)',
  status: 'status',
  date: 'date',
}

type Asked = Omit<LeadFilters, 'page' | 'limit'> & { kind?: LeadKind }

/** Returns the SQL condition of the search and of all filters except `kind`, `status` and `isWaiting`. */
export function leadsWhere(sql: Sql, { search, assignedTo, from, to, travelFrom, travelTo }: Asked) {
  return sql`
    ${from ? sql`created_at >= ${from}::date::timestamp at time zone 'Europe/Rome'` : sql`true`}
    and ${to ? sql`created_at < (${to}::date + 1)::timestamp at time zone 'Europe/Rome'` : sql`true`}
    and ${travelFrom || travelTo ? travelsBetween(sql, travelFrom, travelTo) : sql`true`}
    and ${
      assignedTo === undefined
        ? sql`true`
        : assignedTo === 0
          ? sql`assigned_to is null`
          : sql`assigned_to = ${assignedTo}`
    }
    and ${search ? sql`(leads.kind, leads.id) in (${leadsLike(sql, search)})` : sql`true`}`
}

/** Each part can be found by an index of its table (docs/scaling.md). */
function leadsLike(sql: Sql, search: string) {
  const like = likeOf(search)
  return sql`
    select kind, id from leads
    where name ilike ${like} or phone ilike ${like} or email ilike ${like} or code ilike ${like}
    union all
    select lead_kind, lead_id from rides
    where direction = 'there' and (asked_from ilike ${like} or asked_to ilike ${like} or asked_address ilike ${like}
      or asked_from || ' → ' || asked_to ilike ${like})
    union all ${leadsWithPhone(sql, search)}`
}

/** SQL condition: a ride of the lead is on one of the days. Words instead of a day, which older leads have, sort after 9999. */
export const travelsBetween = (sql: Sql, first = '0001-01-01', last = '9999-12-31') => sql`
  (leads.kind, leads.id) in (
    select lead_kind, lead_id from rides where lead_kind is not null and asked_day between ${first} and ${last})`

export function ofKind(sql: Sql, { kind, status, isWaiting }: Asked) {
  return sql`
    ${kind ? sql`kind = ${kind}` : sql`true`} and ${status ? sql`status = ${status}` : sql`true`}
    and ${isWaiting ? waits(sql) : sql`true`}`
}

/** An index finds the few waiting leads. With a condition on each lead, PostgreSQL would read all leads. */
export function waits(sql: Sql) {
  return sql`(kind, id) in (
    select kind, id from leads where status = 'nuova' and answered_at is null
    union all select lead_kind, lead_id from lead_waits)`
}

/** `counted` is the number of leads if the caller knows it. */
async function listOfLeads(
  read: Sql,
  asked: LeadFilters & { kind?: LeadKind },
  context: Context,
  counted?: number,
) {
  refuseUnknownDays(asked)
  const where = read`${leadsWhere(read, asked)} and ${ofKind(read, asked)}`
  const total =
    counted ??
    (await read<[{ total: number }]>`select count(*) as total from requests as leads where ${where}`)[0].total
  const rows = await read<StaffLead[]>`
    select ${staffColumns(read)} from requests as leads where ${where} ${pageOf(read, asked, order, '-createdAt', ['createdAt'], 'id desc, kind')}`
  return { ...pages(asked, total), items: await itemsOf(read, rows, context) }
}

export async function itemsOf(read: Sql, rows: StaffLead[], context: Context): Promise<LeadItem[]> {
  const kits = await replyKits(read, rows, await operator(read), context)
  const now = context.clock.now()
  const hours = await openingHours(read)
  const readable = await inItalian(read, rows)
  return readable.map((row, index) => itemOf(row, kits[index], now, hours))
}

export const listLeads = answer(ListLeads, async (read, asked, _, context) => {
  refuseUnknownDays(asked)
  const counts = await read<{ kind: LeadKind; status: LeadState; count: number; unread: number }[]>`
    select kind, status, count(*) as count, count(*) filter (where read_at is null) as unread
    from requests as leads where ${leadsWhere(read, asked)} group by kind, status order by kind, status`
  const fitting = counts.filter(
    ({ kind, status }) => (!asked.kind || kind === asked.kind) && (!asked.status || status === asked.status),
  )
  // Counting takes longer than reading a page of the list, so the leads are counted only once.
  const total = asked.isWaiting ? undefined : fitting.reduce((sum, { count }) => sum + count, 0)
  return { ...(await listOfLeads(read, asked, context, total)), counts }
})

export const listAvailabilityRequests = answer(ListAvailabilityRequests, (read, asked, _, context) =>
  listOfLeads(read, { ...asked, kind: 'availability_request' }, context),
)
export const listBookings = answer(ListBookings, (read, asked, _, context) =>
  listOfLeads(read, { ...asked, kind: 'booking' }, context),
)
export const listContacts = answer(ListContacts, (read, asked, _, context) =>
  listOfLeads(read, { ...asked, kind: 'contact' }, context),
)

export const readLeadOfStaff = answer(ReadLead, (read, { kind, id }, _, context) =>
  detailOf(read, { kind, id }, context),
)
export const readAvailabilityRequest = answer(ReadAvailabilityRequest, (read, { id }, _, context) =>
  detailOf(read, { kind: 'availability_request', id }, context),
)
export const readBooking = answer(ReadBooking, (read, { id }, _, context) =>
  detailOf(read, { kind: 'booking', id }, context),
)
export const readContact = answer(ReadContact, (read, { id }, _, context) =>
  detailOf(read, { kind: 'contact', id }, context),
)

export const listOwners = answer(ListOwners, async (read) => whole(await staffNames(read)))

/** Throws HttpError 404 for an unknown lead. */
export async function findStaffLead(sql: Sql | Tx, kind: LeadKind, id: number): Promise<StaffLead> {
  const [lead] = await sql<[StaffLead?]>`
    select ${staffColumns(sql)} from requests as leads where kind = ${kind} and id = ${id}`
  if (!lead) throw new HttpError(404, 'Richiesta non trovata.')
  return lead
}

async function detailOf(
  sql: Sql,
  { kind, id }: { kind: LeadKind; id: number },
  context: Context,
): Promise<LeadDetail> {
  const lead = await findStaffLead(sql, kind, id)
  const [kit] = await replyKits(sql, [lead], await operator(sql), context)
  const { drafts = [], offers = [], missing = [] } = kit ?? {}
  const { text = '', italianText = null, subject = '' } = drafts.find(({ via }) => via === 'email') ?? {}
  const [readable = lead] = await inItalian(sql, [lead])
  return {
    ...itemOf(readable, kit, context.clock.now(), await openingHours(sql)),
    reply: { text, italianText, subject, drafts, offers, missing },
    provenance: await provenanceOf(sql, kind, id),
  }
}

function itemOf(row: StaffLead, kit: ReplyKit | undefined, now: Date, hours: OpeningHours): LeadItem {
  return { ...changedLead(row, hours, now), links: kit?.links ?? { call: null, whatsapp: null, email: null } }
}

export function changedLead(row: StaffLead, hours: OpeningHours, now = new Date()): ChangedLead {
  const {
    readAt,
    createdAt,
    updatedAt,
    answeredAt,
    waitingSince,
    dueAt: due,
    chosenVehicle: _,
    fare: _fare,
    ...lead
  } = row
  return {
    ...lead,
    dueAt: due?.toISOString() ?? null,
    isRead: readAt !== null,
    answeredAt: answeredAt?.toISOString() ?? null,
    waitingSince: waitingSince?.toISOString() ?? null,
    promisedAt: dueAt(waitingSince ?? createdAt, promisedMinutes, hours).toISOString(),
    isLate: isLate(waitingSince ? { createdAt: waitingSince, answeredAt: null } : row, now, hours),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
