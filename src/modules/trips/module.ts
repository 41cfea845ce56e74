import { defineModule } from '../../kernel/module.ts'
import * as fleetClosedDays from './fleet/closedDays.ts'
import * as fleetDrivers from './fleet/drivers.ts'
import * as fleetVehicles from './fleet/vehicles.ts'
import * as offersCommands from './offers/commands.ts'
import * as offersQueries from './offers/queries.ts'
import * as offersReactions from './offers/reactions.ts'

export const trips = defineModule({
  files: [fleetClosedDays, fleetDrivers, fleetVehicles, offersCommands, offersQueries, offersReactions],
  purges: {},
})

export { acceptOffer } from './offers/commands.ts'
export { readRequestStatus } from './offers/queries.ts'
