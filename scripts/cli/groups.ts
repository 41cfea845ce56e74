import { addAdminCommands } from './admin.ts'
import { addTextCommands } from './ai.ts'
import { addContentCommands } from './content.ts'
import { addDatabaseCommands } from './database.ts'
import { addDoctorCommand } from './doctor.ts'
import { addJobCommands } from './jobs.ts'
import { addKeyCommands } from './keys.ts'
import { addLeadCommands } from './leads.ts'
import { addLocationCommands } from './locations.ts'
import { addOutboxCommands } from './outbox.ts'
import { addPriceCommands } from './prices.ts'
import { addPrivacyCommands } from './privacy.ts'
import { addRedirectCommands } from './redirects.ts'
import { addRetentionCommands } from './retention.ts'
import { addRouteCommands } from './routes.ts'
import { addRunCommand } from './run.ts'
import { addSearchEngineCommands } from './search.ts'
import { addSettingsCommands } from './settings.ts'
import { addTranslationCommands } from './translations.ts'

/** In the order of the help. */
export const groups = [
  addDatabaseCommands,
  addAdminCommands,
  addRouteCommands,
  addPriceCommands,
  addLocationCommands,
  addContentCommands,
  addRedirectCommands,
  addSettingsCommands,
  addTextCommands,
  addTranslationCommands,
  addSearchEngineCommands,
  addLeadCommands,
  addOutboxCommands,
  addJobCommands,
  addKeyCommands,
  addPrivacyCommands,
  addRetentionCommands,
  addDoctorCommand,
  addRunCommand,
]
