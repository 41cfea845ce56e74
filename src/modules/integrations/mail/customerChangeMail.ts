import { dayWords } from '../../../kernel/romanDay.ts'
import { italian } from '../../../languages/catalogs.ts'
import { languageName } from '../../../languages/languageName.ts'
import { officeLanguage } from '../../../languages/office.ts'
import { routeOf } from '../../leads/lead/leg.contract.ts'
import type { Wish } from '../../leads/status/status.queries.ts'
import {
  buttons,
  callLink,
  headerText,
  html,
  linkLines,
  type Mail,
  moment,
  page,
  paragraphs,
  style,
} from './templates.ts'

const titles = { cancel: 'Richiesta annullata dal cliente', change: 'Il cliente chiede una modifica' }

export function wishMail({ kind, text, createdAt, lead }: Wish): Mail {
  const title = titles[kind]
  const about = [lead.code, routeOf(lead)].filter(Boolean).join(', ')
  const when = `${kind === 'cancel' ? 'Annullata' : 'Chiesta'} ${moment.format(createdAt)} dalla pagina della richiesta.`
  const who = [lead.name, lead.phone, lead.email].filter(Boolean).join(' · ')
  const trip = [lead.date && dayWords(italian, lead.date), lead.time].filter(Boolean).join(', ')
  const language = lead.language === officeLanguage ? '' : `Lingua: ${languageName(lead.language)}`
  const call = callLink(`Chiama ${lead.phone}`, lead.phone, lead.language)
  return {
    subject: headerText(`${title}: ${about}`),
    text: paragraphs(
      when,
      text && `«${text}»`,
      [`Richiesta: ${about}`, trip && `Viaggio: ${trip}`, `Cliente: ${who}`, language]
        .filter(Boolean)
        .join('\n'),
      linkLines(call),
    ),
    html: page(
      title,
      `<h1 style="${style.heading}">${html(title)}</h1>
<p style="${style.route}">${html(about)}</p>
<p style="${style.text}">${html(when)}</p>
${text ? `<blockquote style="margin:16px 0;padding:4px 0 4px 16px;border-left:4px solid #f2a91e;font-size:17px;line-height:1.55;color:#11243d">${html(text).replace(/\r?\n/g, '<br>')}</blockquote>` : ''}
${trip ? `<p style="${style.text}">Viaggio: ${html(trip)}</p>` : ''}
<p style="${style.text}">${html(who)}</p>
${language ? `<p style="${style.text}">${html(language)}</p>` : ''}
<p style="margin:16px 0 0">${buttons(call)}</p>`,
    ),
  }
}
