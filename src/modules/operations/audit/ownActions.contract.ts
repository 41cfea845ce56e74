/** Labels of the actions of this module in the audit log. */
export const operationsActions = {
  'operations:actUndone': 'Modifica annullata',
  'operations:bulkActMade': 'Modifica in blocco',
  'operations:bulkActUndone': 'Modifica in blocco annullata',
  'operations:effectDropped': 'Effetto non riuscito scartato',
  'operations:eventReplayed': 'Evento ripetuto',
  'operations:failedEventsReplayed': 'Eventi non riusciti ripetuti',
  'operations:jobCancelled': 'Lavoro annullato',
  'operations:jobDropped': 'Lavoro non riuscito scartato',
  'operations:jobRetried': 'Lavoro ripreso dopo un errore',
  'operations:keysRotated': 'Chiave dei segreti cambiata',
  'operations:periodicTaskRun': 'Lavoro a tempo eseguito subito',
  'operations:retentionRun': 'Dati scaduti eliminati',
  'operations:taskFailureDropped': 'Errore di un lavoro a tempo scartato',
}

type Acts = Record<keyof typeof operationsActions, string>

declare module '../../../kernel/audit.ts' {
  interface AuditedActs extends Acts {}
}
