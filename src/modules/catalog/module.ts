import { defineModule } from '../../kernel/module.ts'
import * as closedDays from './closedDays/closedDays.ts'
import * as fareSettingsQueries from './fares/fareSettings.queries.ts'
import * as fareSettings from './fares/fareSettings.ts'
import * as faresQueries from './fares/fares.queries.ts'
import * as run from './generator/run.ts'
import * as undo from './generator/undo.ts'
import * as pageTexts from './pageTexts/pageTexts.ts'
import * as bulk from './places/bulk.ts'
import { googlePositions } from './places/googlePositions.ts'
import * as locationSync from './places/locationSync.ts'
import * as locations from './places/locations.ts'
import * as lookupQueries from './places/lookup.queries.ts'
import * as names from './places/names.ts'
import * as placeTexts from './places/pageTexts.ts'
import * as grid from './priceGrid/grid.ts'
import * as priceLists from './priceLists/priceLists.ts'
import * as storedPriceLists from './priceLists/storedPriceLists.ts'
import * as adjust from './prices/adjust.ts'
import * as copyBari from './prices/copyBari.ts'
import * as csv from './prices/csv.ts'
import { exportPrices } from './prices/csv.ts'
import * as history from './prices/history.ts'
import * as priceUpdate from './prices/priceUpdate.ts'
import { oldPriceChanges } from './prices/retention.ts'
import * as warningsQueries from './prices/warnings.queries.ts'
import * as routesBulk from './routes/bulk.ts'
import * as family from './routes/family.ts'
import * as indexGate from './routes/indexGate.ts'
import * as routeTexts from './routes/pageTexts.ts'
import * as relatedRoutes from './routes/relatedRoutes.ts'
import * as routeLinks from './routes/routeLinks.ts'
import * as routeList from './routes/routeList.ts'
import * as routes from './routes/routes.ts'
import * as recordedSearches from './search/recordedSearches.ts'
import { oldSearches } from './search/recordedSearches.ts'
import * as searchQueries from './search/search.queries.ts'
import * as transferTypes from './transferTypes/transferTypes.ts'

export const catalog = defineModule({
  files: [
    closedDays,
    fareSettings,
    faresQueries,
    fareSettingsQueries,
    run,
    undo,
    bulk,
    locationSync,
    locations,
    lookupQueries,
    names,
    placeTexts,
    pageTexts,
    priceLists,
    storedPriceLists,
    adjust,
    copyBari,
    csv,
    grid,
    history,
    priceUpdate,
    warningsQueries,
    routesBulk,
    routes,
    routeTexts,
    family,
    relatedRoutes,
    routeLinks,
    indexGate,
    routeList,
    recordedSearches,
    searchQueries,
    transferTypes,
  ],
  // The API process mounts this call separately, because its response is CSV.
  unmounted: [exportPrices],
  purges: {
    forgetGooglePositions: googlePositions,
    purgeOldSearches: oldSearches,
    purgePriceChanges: oldPriceChanges,
  },
})

export { readFares } from './fares/fares.queries.ts'
export { addBundledNames } from './places/bundledNames.ts'
export { announceLists } from './priceLists/announcements.ts'
export { exportPrices } from './prices/csv.ts'
export { judgePages } from './routes/indexGate.ts'
export { recordSearches } from './search/recordedSearches.ts'
export { searchLocations, understandPlace } from './search/search.queries.ts'
export { takeCounts } from './search/searchCounts.ts'
