import type { Context } from '../../../kernel/context.ts'
import { clockOf, dayWords, romanDay } from '../../../kernel/romanDay.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Operator } from '../../settings/company/contract.ts'
import type { DriverCard } from '../../trips/reminders/card.contract.ts'
import type { NamedTrip } from '../../trips/reminders/notices.queries.ts'
import type { HarmlessLead } from './harmlessLead.ts'
import { headerText, type Mail } from './templates.ts'
import { tripMail } from './tripMail.ts'

type Told = Pick<NamedTrip, 'pickupAt' | 'notices'>

/** From the second notice about the driver on, the subject marks the mail as an update. */
export function driverSubject(t: Translate, { pickupAt, notices }: Told): string {
  const when = { day: dayWords(t, romanDay(pickupAt)), time: clockOf(pickupAt) }
  return headerText(t(notices > 1 ? 'driver.subjectUpdate' : 'driver.subject', when))
}

/** Returns the customer's mail that names the driver. */
export function driverMail(
  lead: HarmlessLead,
  trip: Told,
  { rows, photo }: DriverCard,
  { company, context }: { company: Operator; context: Context },
): Mail {
  const { t } = languageWith(lead.language)
  return tripMail(lead, {
    company,
    context,
    rows,
    subject: driverSubject(t, trip),
    title: t('driver.title'),
    intro: t(trip.notices > 1 ? 'driver.introUpdate' : 'driver.intro'),
    // Some mail programs only show JPEG. The JPEG exists as soon as the variants are stored.
    picture:
      photo && photo.widths.length > 0
        ? { src: `${context.site.origin}${photo.base}-social.jpg`, alt: photo.alt }
        : null,
    open: t('booked.open'),
  })
}
