/** Labels of the actions of this module in the audit log. */
export const catalogActions = {
  'catalog:bulkRoutesRequested': 'Creazione di tratte in blocco',
  'catalog:bulkRoutesResumed': 'Creazione di tratte ripresa',
  'catalog:bulkRoutesUndone': 'Creazione di tratte annullata',
  'catalog:closedDayChanged': 'Giorno chiuso modificato',
  'catalog:closedDayCreated': 'Giorno chiuso aggiunto',
  'catalog:closedDayDeleted': 'Giorno chiuso eliminato',
  'catalog:correlatedRoutesCreated': 'Tratte correlate create',
  'catalog:correlatedRoutesDeleted': 'Tratte correlate eliminate',
  'catalog:correlatedRoutesRequested': 'Tratte correlate richieste',
  'catalog:fareSettingsChanged': 'Regole tariffarie modificate',
  'catalog:lecceImportRequested': 'Importazione dei comuni di Lecce',
  'catalog:locationChanged': 'Località modificata',
  'catalog:locationCreated': 'Località aggiunta',
  'catalog:locationDeleted': 'Località eliminata',
  'catalog:locationSynced': 'Località sincronizzata',
  'catalog:locationsSyncRequested': 'Sincronizzazione delle località',
  'catalog:priceListCancelled': 'Listino annullato',
  'catalog:priceListChanged': 'Listino modificato',
  'catalog:priceListCreated': 'Listino creato',
  'catalog:priceListDeleted': 'Listino eliminato',
  'catalog:placeNamesChanged': 'Nomi di una località modificati',
  'catalog:pricesChanged': 'Prezzi cambiati',
  'catalog:routeCreated': 'Tratta creata',
  'catalog:routeDeleted': 'Tratta eliminata',
  'catalog:routeLinked': 'Tratta collegata a una principale',
  'catalog:routeRestored': 'Tratta eliminata che torna',
  'catalog:routeUnlinked': 'Tratta scollegata dalla principale',
  'catalog:routeUpdated': 'Tratta modificata',
  'catalog:transferTypeChanged': 'Tipologia modificata',
  'catalog:transferTypeCreated': 'Tipologia creata',
  'catalog:transferTypeDeleted': 'Tipologia eliminata',
}

type Acts = Record<keyof typeof catalogActions, string>

declare module '../../../kernel/audit.ts' {
  interface AuditedActs extends Acts {}
}
