import type { Context } from '../../../kernel/context.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Sql } from '../../../platform/db.ts'
import type { Lead } from '../../leads/lead/lead.queries.ts'
import type { Operator } from '../../settings/company/contract.ts'
import { whenWords } from '../../trips/reminders/cards.queries.ts'
import { rideRows } from '../../trips/reminders/moves.queries.ts'
import type { PlannedRide } from '../../trips/rides/rides.queries.ts'
import { leadForMail } from './harmlessLead.ts'
import { headerText, type Mail } from './templates.ts'
import { tripMail } from './tripMail.ts'

export const moveSubject = (t: Translate, ride: PlannedRide) =>
  headerText(t('moved.subject', { when: whenWords(t, ride) }))

/** Returns the customer's mail about a changed ride. It states all coming rides, of which `first` is the earliest. */
export async function moveMail(
  read: Sql,
  lead: Lead,
  [first, ...others]: [PlannedRide, ...PlannedRide[]],
  { company, context }: { company: Operator; context: Context },
): Promise<Mail> {
  const { t } = languageWith(lead.language)
  // The request may still name the place before the change.
  const now = { ...lead, departure: first.from, destination: first.to }
  const own = await leadForMail(read, now)
  return tripMail(own, {
    company,
    context,
    rows: await rideRows(read, t, [first, ...others]),
    subject: moveSubject(t, first),
    title: t('moved.title'),
    intro: t('driver.introUpdate'),
    open: t('booked.open'),
  })
}
