import { lazy, Suspense, useState } from 'react'
import type { LeadDetail } from '../../../../modules/leads/inbox/contract.ts'
import { ListOffers, type StaffOffer, WithdrawOffer } from '../../../../modules/trips/offers/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { copyText } from '../../../ui/copyText.ts'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { showDateTime, showEuro } from '../../kit/format.ts'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'
import { offerStates } from './offerLabels.ts'

const offersMax = 20

const OfferDialog = lazy(async () => ({ default: (await import('./OfferDialog.tsx')).OfferDialog }))

/** Offers of a lead, and a button to send one. Renders nothing if there is no offer and staff cannot send one. */
export function LeadOffers({ lead }: { lead: LeadDetail }) {
  const { kind: leadKind, id: leadId, status, departure, destination } = lead
  const offers = useQueryCall(ListOffers, { leadKind, leadId, page: 1, limit: offersMax, sort: '-createdAt' })
  const [isOpen, setOpen] = useState(false)
  const isOffered = Boolean(departure && destination) && status !== 'confermata' && status !== 'persa'
  const items = offers.data?.items ?? []
  if (!isOffered && items.length === 0) return null
  return (
    <section aria-labelledby="preventivi" className="grid justify-items-start gap-2">
      <h3 id="preventivi" className="font-semibold">
        Preventivo
      </h3>
      {items.length > 0 && (
        <ul className="grid w-full gap-2 text-sm">
          {items.map((offer) => (
            <OfferItem key={offer.id} offer={offer} />
          ))}
        </ul>
      )}
      {isOffered && (
        <Button look="plain" onClick={() => setOpen(true)}>
          {items.length > 0 ? 'Manda un altro preventivo' : 'Manda un preventivo'}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <OfferDialog lead={lead} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}

function OfferItem({ offer }: { offer: StaffOffer }) {
  const { id, state, total, validUntil, acceptedAt, createdAt, link } = offer
  const withdraw = useCommandCall(WithdrawOffer, {
    done: 'Preventivo ritirato',
    failed: 'Impossibile ritirare il preventivo',
    renews: [ListOffers.http],
  })
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      <Badge tone={offerStates[state].tone}>{offerStates[state].label}</Badge>
      <span className="figures font-medium">{showEuro(total)}</span>
      <span className="text-ink-soft">
        {acceptedAt
          ? `il ${showDateTime(acceptedAt)}`
          : `del ${showDateTime(createdAt)}, valido fino al ${showDateTime(validUntil)}`}
      </span>
      {state === 'sent' && (
        <RowActions>
          <RowAction onClick={() => void copyText(link)}>Copia il link</RowAction>
          <RowAction disabled={withdraw.isPending} onClick={() => withdraw.mutate({ id })}>
            Ritira
          </RowAction>
        </RowActions>
      )}
    </li>
  )
}
