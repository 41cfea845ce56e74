import { defineModule } from '../../kernel/module.ts'
import * as calendar from './calendar/calendar.ts'
import * as feeds from './calendar/feeds.ts'
import { readFeed } from './calendar/feeds.ts'
import * as demo from './demo/demo.ts'
import * as driverTrips from './driving/driverTrips.ts'
import * as reports from './driving/reports.ts'
import * as drivers from './fleet/drivers.ts'
import * as vehicles from './fleet/vehicles.ts'
import * as declinedOffer from './offers/declinedOffer.ts'
import * as offersQueries from './offers/offers.queries.ts'
import * as offers from './offers/offers.ts'
import * as toldCustomers from './reminders/toldCustomers.ts'
import * as postedReview from './reviews/postedReview.ts'
import * as reviewLinksQueries from './reviews/reviewLinks.queries.ts'
import * as corrections from './sheets/corrections.ts'
import { exportServiceSheets } from './sheets/export.ts'
import * as forgottenSheets from './sheets/forgottenSheets.ts'
import { oldSheets } from './sheets/retention.ts'
import * as sheets from './sheets/sheets.ts'
import * as acceptance from './status/acceptance.ts'
import * as requestStatus from './status/requestStatus.ts'
import * as joins from './trips/joins.ts'
import * as plannedTrips from './trips/plannedTrips.ts'
import { oldTrips } from './trips/retention.ts'
import * as rideChanges from './trips/rideChanges.ts'
import * as storedRides from './trips/storedRides.ts'
import * as tripsQueries from './trips/trips.queries.ts'
import * as tripsTrips from './trips/trips.ts'

export const trips = defineModule({
  files: [
    feeds,
    calendar,
    demo,
    reports,
    driverTrips,
    drivers,
    vehicles,
    offers,
    offersQueries,
    declinedOffer,
    acceptance,
    requestStatus,
    postedReview,
    reviewLinksQueries,
    corrections,
    sheets,
    forgottenSheets,
    toldCustomers,
    tripsTrips,
    joins,
    tripsQueries,
    plannedTrips,
    rideChanges,
    storedRides,
  ],
  unmounted: [exportServiceSheets, readFeed],
  purges: { purgeOldSheets: oldSheets, purgeOldTrips: oldTrips },
})

export { readFeed, touchFeed } from './calendar/feeds.ts'
export { addDemoTrips } from './demo/demoRides.ts'
export { remindOfTrips } from './reminders/reminders.ts'
export { askForReviews } from './reviews/due.ts'
export { postReview } from './reviews/postedReview.ts'
export { readReviewLink } from './reviews/reviewLinks.queries.ts'
export { exportServiceSheets } from './sheets/export.ts'
export { acceptOffer } from './status/acceptance.ts'
export { readRequestStatus } from './status/requestStatus.ts'
