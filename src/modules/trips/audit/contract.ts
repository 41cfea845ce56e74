/** Labels of the actions of this module in the audit log. */
export const tripsActions = {
  'trips:calendarFeedRenewed': 'Indirizzo del calendario rinnovato',
  'trips:customerTold': 'Cliente avvisato del viaggio',
  'trips:driverChanged': 'Autista modificato',
  'trips:driverCreated': 'Autista aggiunto',
  'trips:driverDeleted': 'Autista eliminato',
  'trips:examplesRemoved': 'Esempi di viaggi eliminati',
  'trips:offerSent': 'Preventivo inviato',
  'trips:offerWithdrawn': 'Preventivo ritirato',
  'trips:sheetCorrected': 'Foglio di servizio corretto',
  'trips:tripAdded': 'Viaggio aggiunto',
  'trips:tripAssigned': 'Viaggio assegnato',
  'trips:tripChanged': 'Viaggio modificato',
  'trips:tripReported': 'Viaggio seguito per l’autista',
  'trips:tripSplit': 'Viaggi divisi',
  'trips:tripsJoined': 'Viaggi uniti',
  'trips:vehicleChanged': 'Veicolo modificato',
  'trips:vehicleCreated': 'Veicolo aggiunto',
  'trips:vehicleDeleted': 'Veicolo eliminato',
}

type Acts = Record<keyof typeof tripsActions, string>

declare module '../../../kernel/audit.ts' {
  interface AuditedActs extends Acts {}
}
