import type { Customer as CustomerRow } from '../../../modules/leads/customers/contract.ts'
import { ListOffers } from '../../../modules/trips/offers/contract.ts'
import { ListCustomerTrips } from '../../../modules/trips/trips/contract.ts'
import { useQueryCall } from '../kit/api.ts'
import { Customer } from '../leads/customers/Customer.tsx'
import { About, CustomerTimeline, leadNamed, rowsMax } from '../leads/customers/CustomerTimeline.tsx'
import { offerEntries, tripEntry } from './tripEntries.tsx'

export default function CustomerScreen() {
  return <Customer timeline={(customer) => <WithTrips customer={customer} />} />
}

function WithTrips({ customer }: { customer: CustomerRow }) {
  const { id: customerId } = customer
  const offers = useQueryCall(ListOffers, { customerId, page: 1, limit: rowsMax, sort: '-createdAt' })
  const trips = useQueryCall(ListCustomerTrips, { id: customerId })
  const offered = (offers.data?.items ?? []).flatMap((offer) =>
    offerEntries(offer, <About lead={leadNamed(customer, offer.leadKind, offer.leadId)} />),
  )
  return (
    <CustomerTimeline customer={customer} more={[...offered, ...(trips.data?.items ?? []).map(tripEntry)]} />
  )
}
