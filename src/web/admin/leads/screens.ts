export const leadsScreens = {
  'richieste/nuova/': { least: 'operatore', load: () => import('./inbox/PhoneLead.tsx') },
  'email-ricevute/': { least: 'operatore', load: () => import('./inbox/ReceivedMails.tsx') },
  'risposte/': () => import('./templates/ReplyTemplates.tsx'),
  'risposte/nuovo/': () => import('./templates/ReplyTemplateForm.tsx'),
  'risposte/:id/': () => import('./templates/ReplyTemplateForm.tsx'),
  'clienti/': { least: 'operatore', load: () => import('./customers/Customers.tsx') },
  'provenienza/': () => import('./provenance/Provenance.tsx'),
} as const

declare module '../kit/adminPath.ts' {
  interface ScreenPaths extends Record<keyof typeof leadsScreens, true> {}
}
