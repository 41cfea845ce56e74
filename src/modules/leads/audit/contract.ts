/** Labels of the actions of this module in the audit log. */
export const leadsActions = {
  'leads:answerUndone': 'Risposta annullata',
  'leads:customerNoteAdded': 'Nota su un cliente aggiunta',
  'leads:customerNoteChanged': 'Nota su un cliente modificata',
  'leads:customerNoteDeleted': 'Nota su un cliente eliminata',
  'leads:customersJoined': 'Clienti uniti',
  'leads:customersSeparated': 'Clienti separati',
  'leads:leadAnswered': 'Risposta a un cliente',
  'leads:leadChanged': 'Richiesta modificata',
  'leads:phoneLeadAdded': 'Richiesta presa al telefono',
  'leads:replyTemplateChanged': 'Modello di risposta modificato',
  'leads:replyTemplateCreated': 'Modello di risposta aggiunto',
  'leads:replyTemplateDeleted': 'Modello di risposta eliminato',
}

type Acts = Record<keyof typeof leadsActions, string>

declare module '../../../kernel/audit.ts' {
  interface AuditedActs extends Acts {}
}
