import { audit } from '../../../kernel/audit.ts'
import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { answer, type Caller, handle } from '../../../kernel/message.ts'
import { dayAfter, romanToday } from '../../../kernel/romanDay.ts'
import { italian } from '../../../languages/catalogs.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { calendarFile, officeEvent } from '../../leads/status/calendarFile.queries.ts'
import { company } from '../../settings/site/queries.ts'
import { tripsBetween } from '../trips/queries.ts'
import { ReadCalendarFeed, ReadFeed, RenewCalendarFeed } from './contract.ts'
import { withoutTrip, withTheirTrips } from './queries.ts'
import { tripEvent } from './tripEvent.ts'
import { legsBetween } from './upcoming.queries.ts'

/** Days before and after today for which a feed lists trips. */
const daysBefore = 90
const daysAfter = 730
/** Seconds after which the feed asks calendar programs to poll again. */
const ttl = 15 * 60

export const readCalendarFeed = answer(ReadCalendarFeed, async (read, { driverId }, caller, context) => {
  const owner = ownerOf(driverId, caller)
  const nonce = await nonceOf(read, owner)
  return { url: nonce ? urlOf(owner, nonce, context) : null }
})

export const renewCalendarFeed = handle(RenewCalendarFeed, async (tx, { driverId }, caller, context) => {
  const owner = ownerOf(driverId, caller)
  const [row] = await (owner.isDriver
    ? tx<[{ nonce: string }?]>`
        update drivers set calendar_nonce = gen_random_uuid() where id = ${owner.id} returning calendar_nonce as nonce`
    : tx<[{ nonce: string }?]>`
        insert into calendar_feeds (admin_user_id) values (${owner.id})
        on conflict (admin_user_id) do update set nonce = gen_random_uuid(), created_at = now() returning nonce`)
  if (!row) throw new HttpError(404, 'Autista non trovato.')
  const subject = owner.isDriver ? `drivers/${owner.id}` : `calendar_feeds/${owner.id}`
  await audit(tx, caller, 'leads:calendarFeedRenewed', subject, null, null)
  return { url: urlOf(owner, row.nonce, context) }
})

/** The URL contains the token, because calendar programs send no credentials. */
export const readFeed = answer(ReadFeed, async (read, { token }, _, context) => {
  const [, letter, id = '0', signature = ''] = token.match(/^(a?)(\d{1,9})-([\w-]{22})$/) ?? []
  const owner = { id: Number(id), isDriver: letter === 'a' }
  const nonce = await nonceOf(read, owner)
  if (!nonce || !context.secrets.isSignatureOf(signedOf(owner, nonce), signature))
    throw new HttpError(404, 'Questo calendario non c’è, o il suo indirizzo è stato rinnovato.')
  const today = romanToday(context)
  const [from, to] = [dayAfter(today, -daysBefore), dayAfter(today, daysAfter)]
  const { origin: siteOrigin } = context.site
  const trips = (await tripsBetween(read, from, to)).filter(
    ({ state, driverId }) => state !== 'cancelled' && (!owner.isDriver || driverId === owner.id),
  )
  const legs = owner.isDriver
    ? []
    : withoutTrip(await withTheirTrips(read, await legsBetween(read, from, to))).filter(
        ({ lead }) => lead.kind !== 'contact',
      )
  const events = [
    ...trips.map((trip) => tripEvent(trip, { siteOrigin, isForDriver: owner.isDriver })),
    ...legs.map(({ lead, leg }) => officeEvent(lead, leg, siteOrigin)),
  ]
  const { companyName } = await company(read)
  return calendarFile(italian, events, { name: `Transfer ${companyName}`, ttl })
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

/** Returns null without a feed, for an inactive owner, and for an account with the role of a driver. */
async function nonceOf(sql: Sql | Tx, { id, isDriver }: Owner): Promise<string | null> {
  const [row] = await (isDriver
    ? sql<[{ nonce: string | null }?]>`
        select calendar_nonce as nonce from drivers where id = ${id} and is_active`
    : sql<[{ nonce: string }?]>`
        select nonce from calendar_feeds join admin_users on admin_users.id = admin_user_id
        where admin_user_id = ${id} and is_active and role <> 'autista'`)
  return row?.nonce ?? null
}

const signedOf = ({ id, isDriver }: Owner, nonce: string) =>
  `calendar feed ${isDriver ? 'driver ' : ''}${id} ${nonce}`

function urlOf(owner: Owner, nonce: string, { secrets, site }: Context): string {
  const name = `${owner.isDriver ? 'a' : ''}${owner.id}`
  return `${site.origin}/calendario/${name}-${secrets.signatureOf(signedOf(owner, nonce))}.ics`
}
