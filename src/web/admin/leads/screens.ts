import type { Screens } from '../sections.ts'

export const leadsScreens: Screens = {
  'richieste/nuova/': { least: 'operatore', load: () => import('./inbox/PhoneLead.tsx') },
  // One screen with and without an open lead, so that the list stays mounted.
  'richieste/:kind?/:id?/': { least: 'operatore', load: () => import('./inbox/Inbox.tsx') },
  'email-ricevute/': { least: 'operatore', load: () => import('./inbox/ReceivedMails.tsx') },
  'risposte/': () => import('./templates/ReplyTemplates.tsx'),
  'risposte/nuovo/': () => import('./templates/ReplyTemplateForm.tsx'),
  'risposte/:id/': () => import('./templates/ReplyTemplateForm.tsx'),
  'clienti/': { least: 'operatore', load: () => import('./customers/Customers.tsx') },
  'clienti/:id/': { least: 'operatore', load: () => import('./customers/Customer.tsx') },
  'provenienza/': () => import('./provenance/Provenance.tsx'),
}
