import { defineModule } from '../../kernel/module.ts'
import * as closedDaysClosedDays from './closedDays/closedDays.ts'
import * as faresCommands from './fares/commands.ts'
import * as faresQueries from './fares/queries.ts'
import * as faresSettings from './fares/settings.queries.ts'
import * as generatorRun from './generator/run.ts'
import * as generatorUndo from './generator/undo.ts'
import * as placesBulk from './places/bulk.ts'
import { forgetGooglePositions } from './places/googlePositions.ts'
import * as placesLocationSync from './places/locationSync.ts'
import * as placesLocations from './places/locations.ts'
import * as placesLookupQueries from './places/lookup.queries.ts'
import * as placesNames from './places/names.ts'
import * as priceListsCommands from './priceLists/commands.ts'
import * as priceListsQueries from './priceLists/queries.ts'
import * as pricesAdjust from './prices/adjust.ts'
import * as pricesCopyBari from './prices/copyBari.ts'
import * as pricesCsv from './prices/csv.ts'
import { exportPrices } from './prices/csv.ts'
import * as pricesGrid from './prices/grid.ts'
import * as pricesHistory from './prices/history.ts'
import * as pricesUndo from './prices/undo.ts'
import * as pricesUpdate from './prices/update.ts'
import * as pricesWarningsQueries from './prices/warnings.queries.ts'
import * as routesBulk from './routes/bulk.ts'
import * as routesCommands from './routes/commands.ts'
import * as routesFamily from './routes/family.ts'
import * as routesFamilyCommands from './routes/familyCommands.ts'
import * as routesIndexGate from './routes/indexGate.ts'
import * as routesQueries from './routes/queries.ts'
import * as searchCommands from './search/commands.ts'
import { purgeOldSearches } from './search/commands.ts'
import * as searchQueries from './search/queries.ts'
import * as transferTypesTransferTypes from './transferTypes/transferTypes.ts'

export const catalog = defineModule({
  files: [
    closedDaysClosedDays,
    faresCommands,
    faresQueries,
    faresSettings,
    generatorRun,
    generatorUndo,
    placesBulk,
    placesLocationSync,
    placesLocations,
    placesLookupQueries,
    placesNames,
    priceListsCommands,
    priceListsQueries,
    pricesAdjust,
    pricesCopyBari,
    pricesCsv,
    pricesGrid,
    pricesHistory,
    pricesUndo,
    pricesUpdate,
    pricesWarningsQueries,
    routesBulk,
    routesCommands,
    routesFamily,
    routesFamilyCommands,
    routesIndexGate,
    routesQueries,
    searchCommands,
    searchQueries,
    transferTypesTransferTypes,
  ],
  // The API process mounts this call separately, because its response is CSV.
  unmounted: [exportPrices],
  purges: { forgetGooglePositions, purgeOldSearches },
})

export { readFares } from './fares/queries.ts'
export { addBundledNames } from './places/bundledNames.ts'
export { announceLists } from './priceLists/announce.ts'
export { exportPrices } from './prices/csv.ts'
export { judgePages } from './routes/indexGate.ts'
export { recordSearches } from './search/commands.ts'
export { searchLocations, understandPlace } from './search/queries.ts'
export { takeCounts } from './search/searchCounts.ts'
