import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { romanDay } from '../../../kernel/romanDay.ts'
import type { StaffOffer } from '../../../modules/trips/offers/contract.ts'
import type { Trip } from '../../../modules/trips/trips/contract.ts'
import { Arrowed } from '../../ui/Arrowed.tsx'
import { adminPath } from '../kit/adminPath.ts'
import { Badge } from '../kit/Badge.tsx'
import { showEuro } from '../kit/format.ts'
import type { TimelineEntry } from '../kit/Timeline.tsx'
import { offerStates } from '../trips/offers/offerLabels.ts'
import { tripStates } from '../trips/trips/tripLabels.ts'

/** Returns an entry for the offer, and one for its acceptance. `about` names the lead of the offer. */
export function offerEntries(
  { id, total, state, createdAt, acceptedAt }: StaffOffer,
  about: ReactNode,
): TimelineEntry[] {
  const sent = (
    <>
      Preventivo di {showEuro(total)} <Badge tone={offerStates[state].tone}>{offerStates[state].label}</Badge>{' '}
      {about}
    </>
  )
  const accepted = (
    <>
      <strong>Accetta il preventivo</strong> di {showEuro(total)} {about}
    </>
  )
  return [
    { key: `offer-${id}`, at: createdAt, content: sent },
    ...(acceptedAt ? [{ key: `accepted-${id}`, at: acceptedAt, content: accepted }] : []),
  ]
}

export function tripEntry({ id, pickupAt, from, to, state, driverName, plate }: Trip): TimelineEntry {
  return {
    key: `trip-${id}`,
    at: pickupAt,
    content: (
      <>
        Viaggio{' '}
        <Link
          to={adminPath('calendario/', {}, { giorno: romanDay(new Date(pickupAt)) })}
          className="text-sea-deep underline"
        >
          <Arrowed text={`${from} → ${to}`} />
        </Link>{' '}
        <Badge tone={tripStates[state].tone}>{tripStates[state].label}</Badge>
        {driverName && (
          <span className="block text-ink-soft text-sm">
            {[driverName, plate].filter(Boolean).join(', ')}
          </span>
        )}
      </>
    ),
  }
}
