import type { ComponentProps } from 'react'
import { shownParty } from '../../../modules/catalog/prices/quote.contract.ts'
import type { SiteForm } from '../../../modules/leads/requests/fields.contract.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'
import { withTrip } from './choice.ts'
import { useRequests } from './useRequests.ts'

interface RequestButtonProps extends Pick<ComponentProps<typeof Button>, 'look' | 'className' | 'children'> {
  source: SiteForm
}

/** Opens the request form with the page's trip: in a dialog, or without JavaScript on the page of the form. */
export function RequestButton({ source, look, className, children }: RequestButtonProps) {
  const { path: localPath } = useLanguage()
  const { ask, trip } = useRequests()
  const hasPlaces = trip.departure !== '' && trip.destination !== ''
  const path = withTrip(localPath('/richiesta/'), hasPlaces ? { ...trip, ...shownParty(trip) } : trip)
  return (
    <>
      <Button
        look={look}
        data-app={path}
        onClick={() => ask(source)}
        className={`${className} noscript:hidden`}
      >
        {children}
      </Button>
      <noscript className="noscript:contents">
        <ButtonLink href={path} look={look} className={className}>
          {children}
        </ButtonLink>
      </noscript>
    </>
  )
}
