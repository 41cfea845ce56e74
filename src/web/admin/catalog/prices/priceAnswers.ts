import { ListPrices } from '../../../../modules/catalog/priceGrid/contract.ts'
import { ListPriceBatches } from '../../../../modules/catalog/prices/contract.ts'

/** Queries that a price change makes outdated: all queries whose `http` begins with one of these texts. */
export const priceAnswers = [ListPrices.http, ListPriceBatches.http, 'GET /api/admin/route']
