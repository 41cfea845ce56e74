import { audit } from '../../../kernel/audit.ts'
import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { answer, type Caller, handle } from '../../../kernel/message.ts'
import { positionsByName } from '../../catalog/places/queries.ts'
import { hasEconomyFrom } from '../../catalog/search/queries.ts'
import { company } from '../../settings/site/queries.ts'
import { refuseUnknownDays, type StaffLead, staffColumns } from '../inbox/queries.ts'
import { inItalian } from '../officeReading.ts'
import { ReadCalendar, ReadCalendarFeed, ReadFeed, RenewCalendarFeed } from './contract.ts'
import { poolsOf } from './pooling.ts'
import { officeCalendar } from './queries.ts'
import { tripsBetween } from './trips.queries.ts'

/** Maximum number of days between `from` and `to`, both days included. */
const daysMax = 62
const dayMs = 86_400_000

export const readCalendar = answer(ReadCalendar, async (read, { from, to }) => {
  refuseUnknownDays({ from, to })
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (days < 1 || days > daysMax) throw new HttpError(422, 'Scegli un periodo di due mesi al massimo.')
  const items = (await tripsBetween(read, from, to)).map(({ entry }) => entry)
  const [{ undated }] = await read<[{ undated: number }]>`
    select count(*) as undated from leads
    where status <> 'persa' and kind <> 'contact' and date is null and created_at > now() - interval '90 days'`
  const positions = await positionsByName(read)
  const { pools, uncounted } = poolsOf(items, hasEconomyFrom, (place) =>
    positions.get(place.trim().toLowerCase()),
  )
  return { items, undated, pools, uncounted }
})

export const readCalendarFeed = answer(ReadCalendarFeed, async (read, _, caller, context) => {
  const [feed] = await read<[{ nonce: string }?]>`
    select nonce from calendar_feeds where admin_user_id = ${staffId(caller)}`
  return { url: feed ? urlOf(staffId(caller), feed.nonce, context) : null }
})

export const renewCalendarFeed = handle(RenewCalendarFeed, async (tx, _, caller, context) => {
  const id = staffId(caller)
  const [{ nonce }] = await tx<[{ nonce: string }]>`
    insert into calendar_feeds (admin_user_id) values (${id})
    on conflict (admin_user_id) do update set nonce = gen_random_uuid(), created_at = now() returning nonce`
  await audit(tx, caller, 'leads:calendarFeedRenewed', `calendar_feeds/${id}`, null, null)
  return { url: urlOf(id, nonce, context) }
})

/**
 * Returns the calendar of a token, which is in the URL because a calendar program sends nothing else. Deactivating the
 * account ends its feed.
 */
export const readFeed = answer(ReadFeed, async (read, { token }, _, { secrets, site }) => {
  const [, id = '0', signature = ''] = token.match(/^(\d{1,9})-([\w-]{22})$/) ?? []
  const [feed] = await read<[{ nonce: string }?]>`
    select nonce from calendar_feeds join admin_users on admin_users.id = admin_user_id
    where admin_user_id = ${Number(id)} and is_active and role <> 'autista'`
  if (!feed || !secrets.isSignatureOf(signedOf(Number(id), feed.nonce), signature))
    throw new HttpError(404, 'Questo calendario non c’è, o il suo indirizzo è stato rinnovato.')
  const rows = await read<StaffLead[]>`
    select ${staffColumns(read)} from leads
    where status <> 'persa' and kind <> 'contact'
      and greatest(date, return_date) >= to_char(now() - interval '90 days', 'YYYY-MM-DD')
    order by created_at desc limit 2000`
  const { companyName } = await company(read)
  return officeCalendar(await inItalian(read, rows), { siteOrigin: site.origin, companyName })
})

const signedOf = (id: number, nonce: string) => `calendar feed ${id} ${nonce}`

function urlOf(id: number, nonce: string, { secrets, site }: Context): string {
  return `${site.origin}/calendario/${id}-${secrets.signatureOf(signedOf(id, nonce))}.ics`
}

function staffId({ admin }: Caller): number {
  if (!admin) throw new HttpError(403, 'Solo chi ha un account ha un calendario.')
  return admin.id
}
