import { countWords } from '../../catalog/fares/counts.contract.ts'
import { shownParty } from '../../catalog/prices/quote.contract.ts'
import type { Chosen, Journey } from './contract.ts'

/** Returns the initial values of the request form: the ride whose price the page shows. */
export function requestValues(ride: Journey & Chosen): Record<string, string> {
  const { day, isReturn, returnDay } = ride
  const { passengers, bags } = shownParty(ride)
  return {
    departure: addressText(ride.departure, ride.departureTown),
    destination: addressText(ride.destination, ride.destinationTown),
    ...(day && { date: day }),
    ...(isReturn && { returnTrip: '1' }),
    ...(returnDay && { returnDate: returnDay }),
    passengers: countWords(passengers),
    luggage: countWords(bags),
  }
}

/** Returns address and town as one text, in which the server finds the town again. */
function addressText(address: string, town: string): string {
  if (!town || address.toLowerCase().endsWith(town.toLowerCase())) return address
  return address ? `${address}, ${town}` : town
}
