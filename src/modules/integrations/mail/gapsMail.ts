import type { Context } from '../../../kernel/context.ts'
import { clockOf, dayWords, romanDay } from '../../../kernel/romanDay.ts'
import { italian } from '../../../languages/catalogs.ts'
import type { OpenTrip } from '../../trips/reminders/gaps.queries.ts'
import { gapWords } from '../../trips/reminders/gapWords.contract.ts'
import { buttons, headerText, html, linkLines, type Mail, page, paragraphs, style } from './templates.ts'

export function gapsSubject({ pickupAt, from, to }: OpenTrip): string {
  const when = `${dayWords(italian, romanDay(pickupAt))} alle ${clockOf(pickupAt)}`
  return headerText(`Manca qualcosa al viaggio di ${when}: ${from} → ${to}`)
}

/** Returns the office's mail about the missing details of a trip. */
export function gapsMail(trip: OpenTrip, { site }: Context): Mail {
  const { leadKind, leadId, code, name, pickupAt } = trip
  const subject = gapsSubject(trip)
  const gaps = gapWords(trip)
  const who = [code, name].filter(Boolean).join(', ')
  const links = [
    {
      label: 'Apri i viaggi del giorno',
      href: `${site.origin}/admin/calendario/?giorno=${romanDay(pickupAt)}`,
    },
    ...(leadKind && leadId
      ? [{ label: 'Apri la richiesta', href: `${site.origin}/admin/richieste/${leadKind}/${leadId}/` }]
      : []),
  ]
  return {
    subject,
    text: paragraphs(gaps.join('\n'), who && `Cliente: ${who}`, linkLines(links)),
    html: page(
      subject,
      `<h1 style="${style.heading}">Manca qualcosa al viaggio</h1>
<p style="${style.route}">${html(`${trip.from} → ${trip.to}`)}</p>
<p style="${style.text}">${html(`${dayWords(italian, romanDay(pickupAt))}, ore ${clockOf(pickupAt)}`)}</p>
${gaps.map((gap) => `<p style="${style.text}">${html(gap)}</p>`).join('\n')}
${who ? `<p style="${style.text}">${html(who)}</p>` : ''}
<p style="margin:24px 0 0">${buttons(links)}</p>`,
    ),
  }
}
