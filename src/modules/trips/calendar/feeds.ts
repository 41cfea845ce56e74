import { audit } from '../../../kernel/audit.ts'
import type { Context } from '../../../kernel/context.ts'
import { isOpen, openGrant, touchGrant } from '../../../kernel/grants.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { answer, type Caller, handle } from '../../../kernel/message.ts'
import { dayAfter, romanToday } from '../../../kernel/romanDay.ts'
import { italian } from '../../../languages/catalogs.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { calendarFile, officeEvent } from '../../leads/status/calendarFile.queries.ts'
import { rideVersions } from '../../leads/status/rideVersions.queries.ts'
import { company } from '../../settings/company/company.queries.ts'
import { tripsBetween } from '../trips/trips.queries.ts'
import { withoutTrip, withTheirTrips } from './calendar.ts'
import { calendarFeedRenewed, ReadCalendarFeed, ReadFeed, RenewCalendarFeed, TouchFeed } from './contract.ts'
import { tripEvent } from './tripEvent.ts'
import { legsBetween } from './upcoming.queries.ts'

/** Days before and after today for which a feed lists trips. */
const daysBefore = 90
const daysAfter = 730
/** Seconds after which the feed asks calendar programs to poll again. */
const ttl = 15 * 60

export const readCalendarFeed = answer(ReadCalendarFeed, async (read, { driverId }, caller, context) => {
  const owner = ownerOf(driverId, caller)
  const [feed] = (await feedsOf(read, owner)).filter(({ isOpen }) => isOpen)
  return { url: feed ? urlOf(owner, feed.id, context) : null }
})

export const renewCalendarFeed = handle(RenewCalendarFeed, async (tx, { driverId }, caller, context) => {
  const owner = ownerOf(driverId, caller)
  const grantOwner = owner.isDriver ? { driverId: owner.id } : { adminUserId: owner.id }
  const id = await openGrant(tx, { kind: 'calendar', owner: grantOwner }, caller)
  const [feed] = await feedsOf(tx, owner)
  if (!feed?.isOpen) throw new HttpError(409, 'L’autista o il suo account non è attivo.')
  const subject = owner.isDriver ? `drivers/${owner.id}` : `calendar_feeds/${owner.id}`
  await audit(tx, caller, calendarFeedRenewed, subject, null, null)
  return { url: urlOf(owner, id, context) }
})

/** The URL contains the token, because calendar programs send no credentials. */
export const readFeed = answer(ReadFeed, async (read, { token }, _, context) => {
  const { owner, feed } = await feedAt(read, token, context)
  if (!feed) throw new HttpError(404, 'Questo calendario non c’è.')
  if (!feed.isOpen)
    throw new HttpError(
      410,
      'Questo calendario è stato chiuso o rinnovato: chiedi un indirizzo nuovo in ufficio.',
    )
  const today = romanToday(context)
  const [from, to] = [dayAfter(today, -daysBefore), dayAfter(today, daysAfter)]
  const { origin: siteOrigin } = context.site
  // A cancelled trip has no driver. Staff get it as cancelled, because some programs keep events that disappear.
  const trips = (await tripsBetween(read, from, to)).filter(
    ({ driverId }) => !owner.isDriver || driverId === owner.id,
  )
  const legs = owner.isDriver
    ? []
    : withoutTrip(await withTheirTrips(read, await legsBetween(read, from, to))).filter(
        ({ lead }) => lead.kind !== 'contact',
      )
  const versionOf = await rideVersions(
    read,
    legs.map(({ lead }) => lead),
  )
  const events = [
    ...trips.map((trip) => tripEvent(trip, { siteOrigin, isForDriver: owner.isDriver })),
    ...legs.map(({ lead, leg }) => officeEvent(lead, leg, { siteOrigin, sequence: versionOf(lead) })),
  ]
  const { companyName } = await company(read)
  return calendarFile(italian, events, { name: `Transfer ${companyName}`, ttl })
})

/** Records when and where a calendar program last read the calendar, at most once an hour. */
export const touchFeed = handle(TouchFeed, async (tx, { token, userAgent }, { address }, context) => {
  const { feed } = await feedAt(tx, token, context)
  if (feed?.isOpen && feed.isDue) await touchGrant(tx, feed.id, { address, userAgent })
  return {}
})

interface Owner {
  /** Id of the driver or of the member of staff. */
  id: number
  isDriver: boolean
}

function ownerOf(driverId: number | undefined, { admin }: Caller): Owner {
  if (driverId !== undefined) return { id: driverId, isDriver: true }
  if (!admin) throw new HttpError(403, 'Solo chi ha un account ha un calendario.')
  return { id: admin.id, isDriver: false }
}

interface Feed {
  id: string
  isOpen: boolean
  /** True if the recorded use is more than an hour old. */
  isDue: boolean
}

/** Returns the owner that a URL names, and the calendar whose URL it is. */
async function feedAt(
  sql: Sql | Tx,
  token: string,
  { secrets }: Context,
): Promise<{ owner: Owner; feed: Feed | undefined }> {
  const [, letter, id = '0', signature = ''] = token.match(/^(a?)(\d{1,9})-([\w-]{22})$/) ?? []
  const owner = { id: Number(id), isDriver: letter === 'a' }
  const feeds = await feedsOf(sql, owner)
  return { owner, feed: feeds.find((one) => secrets.isSignatureOf(signedOf(owner, one.id), signature)) }
}

/** Returns the calendars of the owner, also those that have ended in the last days. */
function feedsOf(sql: Sql | Tx, { id, isDriver }: Owner): Promise<Feed[]> {
  return sql<Feed[]>`
    select id, ${isOpen(sql)} as is_open, coalesce(used_at < now() - interval '1 hour', true) as is_due
    from grants where kind = 'calendar' and ${isDriver ? sql`driver_id` : sql`admin_user_id`} = ${id}
    order by ended_at is null desc, created_at desc`
}

const signedOf = ({ id, isDriver }: Owner, grantId: string) =>
  `calendar feed ${isDriver ? 'driver ' : ''}${id} ${grantId}`

function urlOf(owner: Owner, grantId: string, { secrets, site }: Context): string {
  const name = `${owner.isDriver ? 'a' : ''}${owner.id}`
  return `${site.origin}/calendario/${name}-${secrets.signatureOf(signedOf(owner, grantId))}.ics`
}
