import { catalogActions } from '../../catalog/audit/contract.ts'
import { contentActions } from '../../content/audit/contract.ts'
import { integrationsActions } from '../../integrations/audit/contract.ts'
import { leadsActions } from '../../leads/audit/contract.ts'
import { settingsActions } from '../../settings/audit/contract.ts'
import { tripsActions } from '../../trips/audit/contract.ts'
import { operationsActions } from './ownActions.contract.ts'

export const actionWords: Record<string, string> = {
  ...settingsActions,
  ...catalogActions,
  ...contentActions,
  ...leadsActions,
  ...tripsActions,
  ...integrationsActions,
  ...operationsActions,
}
