import type { Subscription } from '../../content/pages/queries.ts'
import type { Company } from '../../settings/company/contract.ts'
import { newsletterUnconfirmedDays } from '../../settings/privacy/contract.ts'
import { button, html, type Mail, page, paragraphs, style } from './templates.ts'

/** Returns a mail with the confirmation link, or a mail that says that the reader is already subscribed. */
export function newsletterMail(subscription: Subscription, company: Company, siteOrigin: string): Mail {
  const { companyName, fullAddress, vatNumber } = company
  const words = subscription.isConfirmed
    ? subscribed(companyName, subscription.endLink)
    : unconfirmed(companyName, subscription.confirmLink)
  const why = `Ricevi questa email perché il tuo indirizzo è stato indicato nel modulo della newsletter su ${siteOrigin}. ${words.otherwise}`
  const seat = [companyName, fullAddress, `P. IVA ${vatNumber}`].filter(Boolean).join(' · ')
  const end = { label: 'Annulla l’iscrizione', href: subscription.endLink }
  return {
    subject: words.subject,
    text: paragraphs(
      words.text,
      `${words.link.label}: ${words.link.href}`,
      `${seat}\n${why}\n${end.label}: ${end.href}`,
    ),
    html: page(
      words.subject,
      `<h1 style="${style.heading}">${html(words.heading)}</h1>
<p style="${style.text}">${html(words.text)}</p>
<p style="margin:20px 0 0">${button(words.link, true)}</p>`,
      `<p style="margin:0">${html(seat)}</p><p style="margin:8px 0 0">${html(why)}
<a href="${html(end.href)}" style="color:#46566b">${html(end.label)}</a>.</p>`,
    ),
  }
}

function unconfirmed(companyName: string, href: string) {
  return {
    subject: `Conferma l’iscrizione alla newsletter di ${companyName}`,
    heading: 'Manca solo la conferma',
    text: `Ciao, per ricevere le guide e le novità di ${companyName} conferma che questo indirizzo è tuo. Il link vale ${newsletterUnconfirmedDays} giorni.`,
    link: { label: 'Conferma l’iscrizione', href },
    otherwise: 'Se non sei stato tu, ignorala: senza conferma non ti scriviamo più.',
  }
}

function subscribed(companyName: string, href: string) {
  return {
    subject: `Sei già iscritto alla newsletter di ${companyName}`,
    heading: 'Ricevi già la newsletter',
    text: `Ciao, questo indirizzo è già iscritto alla newsletter di ${companyName}: non devi fare altro. Se non la vuoi più, bastano due clic.`,
    link: { label: 'Annulla l’iscrizione', href },
    otherwise: 'Se non sei stato tu, ignorala.',
  }
}
