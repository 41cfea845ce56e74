import { audit, told } from '../../../kernel/audit.ts'
import { sendableEmail } from '../../../kernel/email.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { likeOf } from '../../../kernel/list.ts'
import { answer, handle } from '../../../kernel/message.ts'
import { foldedName } from '../../../kernel/pasted.ts'
import { readPhone } from '../../../kernel/phone.ts'
import { readableEmail } from '../../../kernel/readableEmail.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { subscriptionsLike, subscriptionsOf } from '../../content/newsletter/subscriptions.queries.ts'
import { reviewsOf } from '../../content/reviews/privacy.queries.ts'
import { mailsOf, receivedMailsOf } from '../../integrations/mail/privacy.queries.ts'
import { isOfLeads } from '../../leads/customers/customers.queries.ts'
import { askedNames } from '../../leads/lead/askedFields.contract.ts'
import { hasPhoneLike } from '../../leads/lead/phoneSearch.queries.ts'
import { personErased } from '../../settings/privacy/erasure.contract.ts'
import { erasureHash } from '../../settings/privacy/erasure.queries.ts'
import { offersOf } from '../../trips/offers/privacy.queries.ts'
import { sheetsInTerm, sheetsOf } from '../../trips/sheets/privacy.queries.ts'
import { tripsOf } from '../../trips/trips/privacy.queries.ts'
import { ErasePerson, ExportPerson, FindPerson, type Person, type Who } from './contract.ts'
import {
  customerNotesOf,
  deleteCustomerNotes,
  type Found,
  joinedLeads,
  leadCounts,
  leadsWithNote,
} from './customerData.ts'

/** Limits of one search, whose response says whether a longer text would find more. */
const leadsMax = 500
const peopleMax = 50

export const findPerson = answer(FindPerson, async (read, { q }) => {
  const like = likeOf(q)
  const leads = await read<Found[]>`
    select kind, id, name, phone, email, created_at from leads
    where name ilike ${like} or email ilike ${like} or message ilike ${like} or notes ilike ${like}
      or phone ilike ${like} or (kind, id) in (${leadsWithNote(read, like)})
      or (kind, id) in (select lead_kind, lead_id from rides where asked_address ilike ${like})
      or ${hasPhoneLike(read, q)}
    order by created_at desc limit ${leadsMax}`
  const subscriptions = await subscriptionsLike(read, like)
  const groups = Map.groupBy(leads, ({ email, phone }) => email?.toLowerCase() ?? normalPhone(phone))
  const people = [...groups.values()].map((own) =>
    personOf(
      own,
      subscriptions.map(({ email }) => email),
    ),
  )
  const known = new Set(people.map(({ email }) => email?.toLowerCase()))
  for (const { email, requestedAt } of subscriptions)
    if (!known.has(email.toLowerCase()))
      people.push({
        names: [],
        email,
        phone: null,
        isSubscribed: true,
        lastSeenAt: requestedAt.toISOString(),
      })
  const shown = people.slice(0, peopleMax)
  const counts = await leadCounts(read, shown)
  return {
    people: shown.map((person, index) => ({ ...person, leads: counts[index] ?? 0 })),
    areMore: people.length > peopleMax || leads.length === leadsMax,
  }
})

/** The leads must be sorted newest first. */
function personOf(leads: Found[], subscribers: string[]): Omit<Person, 'leads'> {
  const email = leads[0]?.email ?? null
  return {
    names: [...new Set(leads.flatMap(({ name }) => name ?? []))],
    email,
    phone: leads[0]?.phone ?? null,
    isSubscribed: subscribers.some((one) => one.toLowerCase() === email?.toLowerCase()),
    lastSeenAt: (leads[0]?.createdAt ?? new Date(0)).toISOString(),
  }
}

export const exportPerson = answer(ExportPerson, async (read, who, _, { clock }) => {
  const found = await leadsOf(read, who)
  const addresses = addressesOf(who, found)
  const wishes = await wishesOf(read, found)
  return {
    customerNotes: (await customerNotesOf(read, found)).map(plain),
    wishes: wishes.map(({ id: _, ...wish }) => plain(wish)),
    messages: (await messagesOf(read, found)).map(plain),
    received: (await receivedMailsOf(read, { leads: found, addresses })).map(plain),
    exportedAt: clock.now().toISOString(),
    leads: (await storedLeads(read, found)).map(plain),
    offers: (await offersOf(read, found)).map(plain),
    trips: (await tripsOf(read, found)).map(plain),
    serviceSheets: (await sheetsOf(read, found)).map(plain),
    reviews: (await reviewsOf(read, found)).map(plain),
    mails: (await mailsOf(read, { leads: found, wishes: wishes.map(({ id }) => id), addresses })).map(plain),
    newsletter: (await subscriptionsOf(read, addresses)).map(plain),
  }
})

/** Reactions of other modules delete the person's mails, subscriptions and service sheets. */
export const erasePerson = handle(ErasePerson, async (tx, who, caller, { secrets }) => {
  const leads = await leadsOf(tx, who)
  const addresses = addressesOf(who, leads)
  const wishes = (await wishesOf(tx, leads)).map(({ id }) => id)
  const mails = await mailsOf(tx, { leads, wishes, addresses })
  const newsletter = await subscriptionsOf(tx, addresses)
  const counts = {
    leads: leads.length,
    mails: mails.length,
    newsletter: newsletter.length,
    keptSheets: await sheetsInTerm(tx, leads),
  }
  if (leads.length + mails.length + newsletter.length === 0)
    throw new HttpError(404, 'Di questa persona non c’è nessun dato.')
  await deleteCustomerNotes(tx, leads)
  await tx`delete from leads where ${areFound(tx, leads)}`
  const mentions = mentionsOf(who, leads, addresses)
  await strikeOut(tx, mentions)
  await deleteViews(tx, mentions)
  const erased = told(personErased, {
    leads: leads.map(({ kind, id }) => ({ kind, leadId: id })),
    addressHashes: addresses.map((address) => erasureHash(address, secrets)),
  })
  await audit(tx, caller, erased, 'privacy', null, counts)
  return counts
})

/** Returns all columns, so that the export is complete. */
function storedLeads(sql: Sql, leads: Found[]) {
  return sql<object[]>`
    select ${sql(askedNames)}, kind, id, code, name, phone, email, return_trip, quote, return_quote, total_quote, quote_source, fare, message,
      form_source, language, privacy_version, privacy_accepted_at, status, call_instead, call_instead_event_id,
      is_suspected, phone_key, assigned_to, notes, due_at, read_at, answered_at, answered_via, overdue_at, created_at, updated_at
    from requests
    where ${areFound(sql, leads)}
    order by created_at desc`
}

const areFound = (sql: Sql | Tx, leads: Found[]) => sql`
  (kind, id) in (
    select kind, id from unnest(${leads.map(({ kind }) => kind)}::text[], ${leads.map(({ id }) => id)}::bigint[]) as found (kind, id))`

interface WishRow {
  id: number
  leadKind: string
  leadId: number
  kind: string
  text: string
  createdAt: Date
}

function wishesOf(sql: Sql | Tx, leads: Found[]): Promise<WishRow[]> {
  return sql<WishRow[]>`
    select id, lead_kind, lead_id, kind, text, created_at from customer_wishes
    where ${isOfLeads(sql, leads)}
    order by id`
}

function messagesOf(sql: Sql, leads: Found[]): Promise<object[]> {
  return sql<object[]>`
    select lead_kind, lead_id, via, subject, text, outcome, call_back_at, created_at from lead_messages
    where ${isOfLeads(sql, leads)}
    order by id`
}

/** Returns patterns, for PostgreSQL and JavaScript, for the person's e-mail addresses, phone numbers in any spelling and full names. */
function mentionsOf(who: Who, leads: Found[], addresses: string[]): string[] {
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const phones = [...leads.map(({ phone }) => phone), who.phone ?? ''].map((phone) => {
    const digits = readPhone(phone)?.national ?? phone.replace(/\D/g, '')
    return digits.length < 6 ? '' : `((\\+|00)?39[ ./()-]*)?${[...digits].join('[ ./()-]*')}`
  })
  // A first name alone may belong to another person.
  const names = leads.map(({ name }) => name?.trim().split(/\s+/) ?? []).filter(({ length }) => length > 1)
  const patterns = [
    ...addresses.map(literal),
    ...phones,
    ...names.map((words) => words.map(literal).join('\\s+')),
  ]
  return [...new Set(patterns.filter(Boolean))]
}

/** Replaces mentions of the person in the data of other customers by `[cancellato]`. */
async function strikeOut(tx: Tx, mentions: string[]): Promise<void> {
  const pattern = mentions.join('|')
  if (!pattern) return
  await tx`
    update leads set message = regexp_replace(message, ${pattern}, '[cancellato]', 'gi'),
      notes = regexp_replace(notes, ${pattern}, '[cancellato]', 'gi')
    where message ~* ${pattern} or notes ~* ${pattern}`
  await tx`
    update rides set asked_address = regexp_replace(asked_address, ${pattern}, '[cancellato]', 'gi'),
      address = regexp_replace(address, ${pattern}, '[cancellato]', 'gi')
    where asked_address ~* ${pattern} or address ~* ${pattern}`
  await tx`
    update trips set address = regexp_replace(address, ${pattern}, '[cancellato]', 'gi') where address ~* ${pattern}`
  await tx`
    update lead_messages set subject = regexp_replace(subject, ${pattern}, '[cancellato]', 'gi'),
      text = regexp_replace(text, ${pattern}, '[cancellato]', 'gi')
    where subject ~* ${pattern} or text ~* ${pattern}`
  await tx`
    update customer_notes set text = regexp_replace(text, ${pattern}, '[cancellato]', 'gi') where text ~* ${pattern}`
  await tx`
    update customer_wishes set text = regexp_replace(text, ${pattern}, '[cancellato]', 'gi') where text ~* ${pattern}`
  await tx`
    update offers set message = regexp_replace(message, ${pattern}, '[cancellato]', 'gi') where message ~* ${pattern}`
  // The images of an act cannot be changed one by one, because an undo compares them with the rows.
  await tx`
    delete from bulk_acts where id in (
      select act_id from bulk_act_rows
      where table_name = any(${tablesWithTexts})
        and (before::text ~* ${pattern} or after::text ~* ${pattern}))`
}

/** Tables with texts that may mention a customer, and of which an undo keeps images. */
const tablesWithTexts = [
  ...['leads', 'lead_messages', 'trips', 'rides'],
  ...['company_settings', 'reply_templates'],
]

/** Deletes the lists that staff saved with a name or search in which the person is mentioned. */
async function deleteViews(tx: Tx, mentions: string[]): Promise<void> {
  const mention = new RegExp(mentions.join('|') || '$^', 'i')
  const views = await tx<
    { id: number; name: string; query: string }[]
  >`select id, name, query from saved_views`
  const doomed = views.filter(({ name, query }) =>
    [name, ...new URLSearchParams(query).values()].some((text) => mention.test(text)),
  )
  await tx`delete from saved_views where id = any(${doomed.map(({ id }) => id)})`
}

/** Returns the leads of the person and of joined customers. Throws HttpError 422 without e-mail address and phone. */
async function leadsOf(sql: Sql | Tx, who: Who): Promise<Found[]> {
  const own = await leadsWith(sql, who)
  return [...own, ...(await joinedLeads(sql, own))]
}

async function leadsWith(sql: Sql | Tx, { email, phone }: Who): Promise<Found[]> {
  if (!email && !phone) throw new HttpError(422, 'Indica un’email o un telefono.')
  const digits = (phone ?? '').replace(/\D/g, '')
  // PostgreSQL compares the e-mail addresses, because JavaScript lower-cases some letters differently.
  const hasAddress = sql`
    lower(email) = any(array(select lower(spelling) from unnest(${spellingsOf(email)}::text[]) as spelling))`
  const rows = await sql<(Found & { hasAddress: boolean | null })[]>`
    select kind, id, name, phone, email, created_at, ${hasAddress} as has_address from leads
    where ${hasAddress}
      or ${digits.length >= 6} and right(regexp_replace(phone, '[^0-9]', '', 'g'), 6) = ${digits.slice(-6)}
    order by created_at desc`
  return rows.flatMap(({ hasAddress, ...row }) =>
    hasAddress || (phone && normalPhone(row.phone) === normalPhone(phone)) ? [row] : [],
  )
}

/** Returns the spellings under which an entered address may be stored: as entered, and its domain in letters or Punycode. */
function spellingsOf(email: string | null | undefined): string[] {
  const typed = foldedName(email ?? '')
  return [...new Set([email ?? '', typed, readableEmail(typed), sendableEmail(typed)])].filter(Boolean)
}

function addressesOf({ email }: Who, leads: Found[]): string[] {
  const own = leads.flatMap((lead) => lead.email ?? [])
  const byCase = new Map([...spellingsOf(email), ...own].map((one) => [one.toLowerCase(), one]))
  return [...byCase.values()]
}

function normalPhone(phone: string): string {
  return readPhone(phone)?.e164 ?? phone.replace(/\D/g, '')
}

function plain(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]),
  )
}
