import { languageWith } from '../../../languages/catalogs.ts'
import type { LanguageCode } from '../../../languages/messages.ts'
import type { Sql } from '../../../platform/db.ts'
import { whatsappLink } from '../../leads/status/queries.ts'
import { messageSettings } from '../../settings/site/queries.ts'
import { cardsOf, cardText } from './cards.queries.ts'
import type { Untold } from './contract.ts'
import { driverHours, dueBefore } from './due.contract.ts'
import { contentOf, isAhead, type NamedTrip, namedTrips } from './notices.queries.ts'

type Row = NamedTrip & { name: string | null; phone: string; language: LanguageCode }

/** Minutes after which a notice counts as lost if no mail for it is stored. */
const lostMinutes = 10

/** Returns the customers who have no working e-mail address or whose mail was not sent. Earliest pick-up first. */
export async function untoldCustomers(read: Sql, now: Date): Promise<Untold[]> {
  if (!(await messageSettings(read)).sendsDriver) return []
  const rows = await read<Row[]>`
    select leads.name, leads.phone, leads.language, ${namedTrips(read)}
      left join lateral (
        select state from email_messages m
        where m.lead_kind = p.lead_kind and m.lead_id = p.lead_id and m.driver_notice_id = last.id
        order by id desc limit 1) as mail on true
    where ${isAhead(read, now)} and (trips.pickup_at < ${now}::timestamptz + interval '25 hours' or last.number is not null)
      and case when last.content = ${contentOf(read)} then last.via = 'email' and (
          mail.state in ('failed', 'notConfigured', 'held', 'skipped')
          or mail.state is null and last.created_at < ${now}::timestamptz - make_interval(mins => ${lostMinutes}))
        else leads.email is null or leads.call_instead end
    order by pickup_at, p.lead_kind, p.lead_id`
  return Promise.all(
    rows
      .filter(({ told, pickupAt }) => told !== null || dueBefore(pickupAt, driverHours) <= now)
      .map(async (row) => {
        const { t } = languageWith(row.language)
        const { tripId, leadKind, leadId, direction, from, to, name, phone } = row
        const isUpdate = row.notices > 0 && row.told !== row.content
        const [card] = await cardsOf(read, t, [row])
        const text = card ? cardText(t, card, isUpdate) : ''
        return {
          ...{ tripId, leadKind, leadId, direction, from, to, name, phone, text, isUpdate },
          pickupAt: row.pickupAt.toISOString(),
          whatsapp: whatsappLink(phone, text),
        }
      }),
  )
}
