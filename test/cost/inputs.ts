import { catalogInputs } from './inputs/catalog.ts'
import { contentInputs } from './inputs/content.ts'
import { integrationsInputs } from './inputs/integrations.ts'
import { leadsInputs } from './inputs/leads.ts'
import { operationsInputs } from './inputs/operations.ts'
import { settingsInputs } from './inputs/settings.ts'
import { tripsInputs } from './inputs/trips.ts'
import type { Inputs } from './world.ts'

/** Returns the name of the command; after ` | ` a key names one of several inputs. */
export const commandOf = (key: string): string => key.split(' | ')[0] ?? key

export const inputs: Inputs = {
  ...settingsInputs,
  ...catalogInputs,
  ...contentInputs,
  ...leadsInputs,
  ...tripsInputs,
  ...integrationsInputs,
  ...operationsInputs,
}
