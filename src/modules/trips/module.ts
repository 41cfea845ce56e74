import { defineModule } from '../../kernel/module.ts'
import * as calendarFeeds from './calendar/feeds.ts'
import { readFeed } from './calendar/feeds.ts'
import * as calendarQueries from './calendar/queries.ts'
import * as demoCommands from './demo/commands.ts'
import * as drivingCommands from './driving/commands.ts'
import * as drivingQueries from './driving/queries.ts'
import * as fleetDrivers from './fleet/drivers.ts'
import * as fleetVehicles from './fleet/vehicles.ts'
import * as offersCommands from './offers/commands.ts'
import * as offersQueries from './offers/queries.ts'
import * as offersReactions from './offers/reactions.ts'
import * as remindersCommands from './reminders/commands.ts'
import * as reviewsCommands from './reviews/commands.ts'
import * as reviewsQueries from './reviews/queries.ts'
import * as sheetsCommands from './sheets/commands.ts'
import { exportServiceSheets } from './sheets/export.ts'
import * as sheetsQueries from './sheets/queries.ts'
import * as sheetsReactions from './sheets/reactions.ts'
import { purgeOldSheets } from './sheets/retention.ts'
import * as tripsCommands from './trips/commands.ts'
import * as tripsJoins from './trips/joins.ts'
import * as tripsQueries from './trips/queries.ts'
import * as tripsReactions from './trips/reactions.ts'
import { purgeOldTrips } from './trips/retention.ts'

export const trips = defineModule({
  files: [
    calendarFeeds,
    calendarQueries,
    demoCommands,
    drivingCommands,
    drivingQueries,
    fleetDrivers,
    fleetVehicles,
    offersCommands,
    offersQueries,
    offersReactions,
    reviewsCommands,
    reviewsQueries,
    sheetsCommands,
    sheetsQueries,
    sheetsReactions,
    remindersCommands,
    tripsCommands,
    tripsJoins,
    tripsQueries,
    tripsReactions,
  ],
  unmounted: [exportServiceSheets, readFeed],
  purges: { purgeOldSheets, purgeOldTrips },
})

export { readFeed, touchFeed } from './calendar/feeds.ts'
export { addDemoTrips } from './demo/add.ts'
export { acceptOffer } from './offers/commands.ts'
export { readRequestStatus } from './offers/queries.ts'
export { remindOfTrips } from './reminders/announce.ts'
export { postReview } from './reviews/commands.ts'
export { askForReviews } from './reviews/due.ts'
export { readReviewLink } from './reviews/queries.ts'
export { exportServiceSheets } from './sheets/export.ts'
