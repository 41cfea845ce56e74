import type { Operator } from '../../settings/company/contract.ts'
import type { View } from './contract.ts'
import { breadcrumbs, business } from './structuredData.ts'

type InfoView = Extract<
  View,
  { kind: 'business' | 'contacts' | 'privacy' | 'terms' | 'maintenance' | 'snippetsTest' }
>

interface Words {
  title: string
  description: string
  isIndexable?: boolean
  jsonLd?: unknown[]
}

export function infoWords(view: InfoView, company: Operator, origin: string): Words {
  switch (view.kind) {
    case 'business':
      return {
        title: 'Transfer per aziende in Salento, con conducente',
        description:
          'Convenzioni aziendali, trasferte di lavoro e consegna documenti in Salento: auto e minivan con conducente, un solo referente. Chiedi un’offerta.',
        jsonLd: [breadcrumbs(origin, [['Aziende', '/aziende/']])],
      }
    case 'contacts':
      return {
        title: view.isSent ? 'Messaggio inviato' : 'Contatti: telefono, WhatsApp ed email',
        description: `Chiama, scrivi su WhatsApp o manda un messaggio: rispondiamo ogni giorno dalle ${company.openingFrom} alle ${company.openingTo}${company.isPhoneAlwaysOn ? ', al telefono 24 ore su 24 a chi è in viaggio' : ''}.`,
        jsonLd: [breadcrumbs(origin, [['Contatti', '/contatti/']]), business(company, origin, [])],
      }
    case 'privacy':
      return {
        title: 'Privacy Policy e cookie',
        description:
          'Come trattiamo i dati di chi visita il sito o chiede un transfer: finalità, tempi di conservazione, diritti, cookie e preferenze.',
        jsonLd: [breadcrumbs(origin, [['Privacy Policy', '/privacy-policy/']])],
      }
    case 'terms':
      return {
        title: 'Termini e condizioni dei transfer',
        description:
          'Servizio Economy, bagagli, prenotazione, pagamenti, ritardi, trasporto e cancellazioni: le condizioni dei nostri transfer in Salento.',
        jsonLd: [breadcrumbs(origin, [['Termini e condizioni', '/termini-condizioni/']])],
      }
    case 'snippetsTest':
      return {
        title: 'Test dei dati strutturati',
        description:
          'Pagina di servizio: legge i dati strutturati del sito come li leggono i motori di ricerca e ne mostra lo stato.',
        isIndexable: false,
      }
    case 'maintenance':
      return {
        title: 'Sito in manutenzione',
        description:
          'Il sito è in manutenzione e torna presto online. Nel frattempo puoi prenotare il tuo transfer per telefono o per email.',
        isIndexable: false,
      }
  }
}
