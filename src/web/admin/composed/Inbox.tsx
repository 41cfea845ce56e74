import { Inbox } from '../leads/inbox/Inbox.tsx'
import type { LeadParts } from '../leads/inbox/LeadPanel.tsx'
import { LeadOffers } from '../trips/offers/LeadOffers.tsx'
import { LeadSheets } from '../trips/sheets/LeadSheets.tsx'

const parts: LeadParts = { Offers: LeadOffers, Sheets: LeadSheets }

export default function InboxScreen() {
  return <Inbox parts={parts} />
}
