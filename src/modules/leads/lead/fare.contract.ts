import type { FareAnswer } from '../../catalog/fares/contract.ts'
import type { Party, Vehicle } from '../../catalog/prices/quote.contract.ts'

export interface TripFare {
  party: Party
  there: FareAnswer
  /** Fare of the way back; null for a one-way trip. */
  back: FareAnswer | null
}

/** Fare that a lead stores when it arrives. */
export interface StoredFare extends TripFare {
  chosen: Vehicle | null
}
