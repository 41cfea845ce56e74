import { catalogActions } from '../../catalog/audit/contract.ts'
import { contentActions } from '../../content/audit/contract.ts'
import { integrationsActions } from '../../integrations/audit/contract.ts'
import { leadsActions } from '../../leads/audit/contract.ts'
import { settingsActions } from '../../settings/audit/contract.ts'
import { tripsActions } from '../../trips/audit/contract.ts'
import { operationsActions } from './ownActions.contract.ts'

/** Acts of earlier versions that nobody does any more. Their entries stay. */
const formerActions: Record<string, string> = {
  'catalog:priceListBegun': 'Listino iniziato',
  'catalog:priceListEnded': 'Listino finito',
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
