import type { FareAnswer } from '../../modules/catalog/fares/contract.ts'
import { vehicleNames } from '../../modules/catalog/prices/quote.contract.ts'
import type { FoundRoute } from '../../modules/catalog/search/contract.ts'
import { Arrowed } from '../ui/Arrowed.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { AskButton } from './AskButton.tsx'
import { Badge } from './Badge.tsx'
import { ChoiceForm } from './ChoiceForm.tsx'
import { ChosenFare } from './ChosenFare.tsx'
import { hasChosen } from './choice.ts'
import { useCompany } from './company.ts'
import { Icon } from './icons.tsx'
import { PartyTotal } from './PartyTotal.tsx'
import { PriceTag } from './PriceTag.tsx'
import { pathOf } from './paths.ts'
import { SearchForm } from './SearchForm.tsx'
import { MoreLink } from './Section.tsx'
import type { ScreenProps } from './screenProps.ts'
import { useRequests } from './useRequests.ts'

export function Results({ departure, destination, routes, fare, choice, chosen }: ScreenProps<'results'>) {
  const isTripChosen = hasChosen(choice)
  return (
    <>
      <div className="bg-sea-pale">
        <div className="wrap grid gap-8 py-10 sm:py-14 lg:grid-cols-[1fr_27rem] lg:items-center">
          <div>
            <p className="font-semibold text-sea-deep text-sm uppercase tracking-[0.12em]">
              Risultati ricerca
            </p>
            <h1 className="mt-3 wrap-anywhere text-4xl sm:text-5xl">
              Da {departure} a {destination}
            </h1>
            {routes.length > 0 && <p className="mt-4 text-lg">{countOf(routes.length)}</p>}
          </div>
          <SearchForm
            place="home"
            from={departure}
            to={destination}
            className="rounded-card border border-line bg-stone p-5 shadow-soft"
          />
        </div>
      </div>
      <div className="wrap grid gap-5 py-12 sm:py-16">
        <ChoiceForm choice={choice} path="/risultati-ricerca/" given={{ departure, destination }} />
        {isTripChosen && (
          <ChosenFare fare={chosen} choice={choice} level="h2">
            {routes.length === 0 && (
              <AskButton ask="availability" look="sun" className="mt-6">
                Richiedi questo transfer
              </AskButton>
            )}
          </ChosenFare>
        )}
        {routes.length > 0 ? (
          <ul className="grid gap-4 lg:grid-cols-2">
            {routes.map((route) => (
              <Result key={route.id} route={route} />
            ))}
          </ul>
        ) : isTripChosen ? null : fare && fare.offers.length > 0 ? (
          <FareResult departure={departure} destination={destination} offers={fare.offers} />
        ) : (
          <NoResult />
        )}
      </div>
    </>
  )
}

const countOf = (count: number) => (count === 1 ? '1 tratta trovata' : `${count} tratte trovate`)

function Result({ route }: { route: FoundRoute }) {
  const { tel } = useCompany()
  const { withChoice } = useRequests()
  return (
    <li className="flex flex-col gap-5 rounded-card border border-line bg-white p-5 sm:p-7">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-60">
          {route.isMainRoute && <Badge />}
          <h2 className="mt-2 text-2xl">
            <Arrowed text={route.name} />
          </h2>
          <p className="figures mt-2 flex flex-wrap gap-x-4 text-ink-soft">
            {route.duration && (
              <span className="inline-flex items-center gap-1.5">
                <Icon name="clock" className="size-4.5 text-sea" />
                {route.duration}
              </span>
            )}
            <span className="inline-flex items-center gap-1.5">
              <Icon name="route" className="size-4.5 text-sea" />
              {route.distance === null ? 'N/A' : `${route.distance} km`}
            </span>
          </p>
        </div>
        <PriceTag price={route.price} unit={route.unit} label="prezzo da" size="xl" />
      </div>
      <PartyTotal routeId={route.id} />
      {route.description && <p className="text-ink-soft">{route.description}</p>}
      <div className="mt-auto flex flex-wrap gap-3">
        <ButtonLink href={withChoice(pathOf(route.canonicalUrl))} look="sea" className="flex-1">
          DETTAGLI
        </ButtonLink>
        <ButtonLink href={tel} look="sun" className="flex-1">
          <Icon name="phone" />
          CHIAMA
        </ButtonLink>
      </div>
    </li>
  )
}

interface FareResultProps {
  departure: string
  destination: string
  offers: FareAnswer['offers']
}

/** The price of a ride between two places that have no route page. */
function FareResult({ departure, destination, offers }: FareResultProps) {
  return (
    <section className="mx-auto max-w-xl rounded-card border border-line bg-white p-5 sm:p-7">
      <h2 className="wrap-anywhere text-2xl">
        <Arrowed text={`${departure} → ${destination}`} />
      </h2>
      <ul className="mt-5 grid gap-5 sm:grid-cols-2">
        {offers.map(({ vehicle, price, unit }) => (
          <li key={vehicle}>
            <PriceTag price={price} unit={unit} label={vehicleNames[vehicle]} size="lg" />
          </li>
        ))}
      </ul>
      <p className="mt-5 text-ink-soft">
        {offers.some(({ isIndicative }) => isIndicative)
          ? 'È un prezzo indicativo, te lo confermiamo.'
          : 'Prezzo fisso, solo andata.'}
      </p>
      <AskButton ask="availability" look="sun" className="mt-6">
        Richiedi questo transfer
      </AskButton>
    </section>
  )
}

function NoResult() {
  return (
    <div className="mx-auto max-w-xl text-center">
      <h2 className="text-3xl">Nessuna tratta trovata</h2>
      <p className="mt-3 text-ink-soft text-lg">
        Non vuol dire che non ci andiamo: dicci da dove a dove e ti mandiamo un preventivo su misura.
      </p>
      <AskButton ask="quote" look="sun" className="mt-6">
        Richiedi un preventivo personalizzato
      </AskButton>
      <p className="mt-4">
        <MoreLink href="/tratte/">Torna alle tratte</MoreLink>
      </p>
    </div>
  )
}
