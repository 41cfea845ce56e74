/** Labels of the actions of this module in the audit log. */
export const integrationsActions = {
  'integrations:addressesRetried': 'Indirizzi inviati di nuovo a IndexNow',
  'integrations:aiSettingsChanged': 'Impostazioni AI modificate',
  'integrations:apiKeyChanged': 'Chiave esterna modificata',
  'integrations:apiKeyCreated': 'Chiave esterna aggiunta',
  'integrations:apiKeyDeleted': 'Chiave esterna eliminata',
  'integrations:emailConfigurationChanged': 'Configurazione email modificata',
  'integrations:emailConfigurationCreated': 'Configurazione email creata',
  'integrations:emailConfigurationDeleted': 'Configurazione email eliminata',
  'integrations:emailMessageResent': 'Email da rispedire',
  'integrations:failedMessageDropped': 'Email respinta scartata',
  'integrations:failedMessagesResent': 'Email respinte da rispedire',
  'integrations:heldMessagesDropped': 'Email trattenute scartate',
  'integrations:heldMessagesSent': 'Email trattenute da inviare',
  'integrations:importantPagesChosen': 'Pagine importanti inviate a IndexNow',
  'integrations:inboundMailDeleted': 'Email senza richiesta eliminata',
  'integrations:inboundMailJoined': 'Email collegata a una richiesta',
  'integrations:inboundMailLeft': 'Email lasciata senza richiesta',
  'integrations:inboundMailReopened': 'Scelta su un’email annullata',
  'integrations:indexNowKeyChanged': 'Chiave IndexNow cambiata',
  'integrations:promptChanged': 'Prompt modificato',
  'integrations:promptCreated': 'Prompt creato',
  'integrations:promptDeleted': 'Prompt eliminato',
  'integrations:refusedAddressesDropped': 'Indirizzi rifiutati da IndexNow scartati',
  'integrations:replyMailboxChanged': 'Casella delle risposte modificata',
  'integrations:routeTextsRequested': 'Testi di più tratte richiesti all’AI',
  'integrations:routeTextsResumed': 'Testi di più tratte ripresi',
  'integrations:textDraftAccepted': 'Bozza AI accettata',
  'integrations:textDraftDiscarded': 'Bozza AI scartata',
  'integrations:textDraftReopened': 'Bozza AI da rivedere di nuovo',
  'integrations:translationsRequested': 'Traduzioni richieste all’AI',
  'integrations:unreadableMailDropped': 'Messaggio che non si legge tolto dall’elenco',
  'integrations:unreadableMailRetried': 'Messaggio che non si legge riprovato',
}

type Acts = Record<keyof typeof integrationsActions, string>

declare module '../../../kernel/audit.ts' {
  interface AuditedActs extends Acts {}
}
