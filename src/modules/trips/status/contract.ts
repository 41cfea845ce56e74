import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable } from '../../../kernel/field.ts'
import { command, query } from '../../../kernel/message.ts'
import { RequestStatus } from '../../leads/status/contract.ts'
import { offerFields } from '../offers/contract.ts'
import { DriverCard } from '../reminders/card.contract.ts'

/** The latest offer as its customer sees it. */
const GuestOffer = Type.Object({
  ...offerFields,
  /** Labels and values of the offer, the total last. For an accepted offer these are the texts that the customer accepted. */
  rows: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
  /** State as a sentence; empty while the customer may accept the offer. */
  stateText: Type.String(),
})
export type GuestOffer = Static<typeof GuestOffer>

const RequestWithOffer = Type.Object({
  ...RequestStatus.properties,
  /** True if the request waits for its customer, whose offer has expired; `stateText` then says so. */
  isOfferExpired: Type.Boolean(),
  offer: Nullable(GuestOffer),
  /**
   * Drivers of coming rides. A driver appears once the message that names the driver to the customer is due or sent.
   */
  drivers: Type.Array(DriverCard),
  /** Token of the link for a review; null until the first ride has ended, and after the review. */
  reviewToken: Nullable(Type.String()),
})

const token = Type.String({ maxLength: 80 })

export const ReadRequestStatus = query(
  'GET /api/requests/:token',
  'public',
  Type.Object({ token }),
  RequestWithOffer,
  {
    summary:
      'A request with its latest offer and its drivers, for the holder of the link in the receipt; 404 for a wrong link',
  },
)

export const AcceptOffer = command(
  'POST /api/requests/:token/offer/:offerId/accept',
  'public',
  Type.Object({ token, offerId: Id }),
  RequestWithOffer,
  {
    limit: { bucket: 'offers', max: 30, seconds: 600 },
    summary:
      'Accepts an offer; repeating it changes nothing; 409 if the offer was withdrawn or replaced, 410 if it has expired',
  },
)
