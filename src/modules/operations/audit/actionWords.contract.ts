import { catalogActions } from '../../catalog/audit/contract.ts'
import { contentActions } from '../../content/audit/contract.ts'
import { integrationsActions } from '../../integrations/audit/contract.ts'
import { leadsActions } from '../../leads/audit/contract.ts'
import { settingsActions } from '../../settings/audit/contract.ts'
import { tripsActions } from '../../trips/audit/contract.ts'
import { operationsActions } from './ownActions.contract.ts'

/** Actions of earlier versions, which their entries have. Most have another name today, with the same label. */
const formerActions: Record<string, string> = {
  'catalog:lecceImportStarted': 'Importazione dei comuni di Lecce',
  'catalog:locationNamesChanged': 'Nomi di una località modificati',
  'catalog:locationsSyncStarted': 'Sincronizzazione delle località',
  'catalog:priceListBegun': 'Listino iniziato',
  'catalog:priceListEnded': 'Listino finito',
  'catalog:routeChanged': 'Tratta modificata',
  'content:articleDeleted': 'Articolo eliminato',
  'content:promptChanged': 'Prompt modificato',
  'content:promptCreated': 'Prompt creato',
  'content:promptDeleted': 'Prompt eliminato',
  'content:translationDrafted': 'Traduzione scritta dall’AI',
  'integrations:factReplayed': 'Evento ripetuto',
  'integrations:failedFactsReplayed': 'Eventi non riusciti ripetuti',
  'integrations:importantPagesSent': 'Pagine importanti inviate a IndexNow',
  'integrations:jobCancelled': 'Lavoro annullato',
  'integrations:periodicTaskRun': 'Lavoro a tempo eseguito subito',
  'leads:calendarFeedRenewed': 'Indirizzo del calendario rinnovato',
  'settings:sessionEnded': 'Sessione chiusa',
}

/** Labels of the actions that are recorded today. Each is an event, too. */
export const auditedActs: Record<string, string> = {
  ...settingsActions,
  ...catalogActions,
  ...contentActions,
  ...leadsActions,
  ...tripsActions,
  ...integrationsActions,
  ...operationsActions,
}

export const actionWords: Record<string, string> = { ...formerActions, ...auditedActs }

/** Returns the action and its former names, which share its label. */
export const namesOfAction = (action: string) => [
  action,
  ...Object.keys(formerActions).filter((former) => formerActions[former] === auditedActs[action]),
]
