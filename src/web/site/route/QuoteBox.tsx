import {
  bagsMax,
  type Offer,
  type Party,
  passengersMax,
  unitWords,
  vehicleNames,
} from '../../../modules/catalog/prices/quote.contract.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { formatEuro, hasPrice } from '../../ui/money.ts'
import { Stepper } from '../../ui/Stepper.tsx'
import { useCompany } from '../company.ts'
import { WhatsAppIcon } from '../icons.tsx'
import { useWhatsAppMessage } from '../StickyBar.tsx'
import { chosenOffer, type Trip, tripWords, usualTrip } from '../trip.ts'
import { useRequests } from '../useRequests.ts'

const limit = (value: number, max: number) => (value > max ? `${max}+` : undefined)

/** Offers vehicles with their exact total for the chosen passengers and bags. */
export function QuoteBox() {
  const { trip, chooseTrip, offersFor, askAvailability } = useRequests()
  const { whatsApp } = useCompany()
  const current = trip ?? usualTrip
  const offers = offersFor(current)
  const chosen = chosenOffer(offers, current.vehicle)
  const message = useWhatsAppMessage()
  const choose = (changed: Partial<Trip>) => chooseTrip({ ...current, ...changed })

  return (
    <section className="rounded-card border border-sea/40 bg-white p-5 shadow-soft sm:p-6 noscript:hidden print:hidden">
      <h3 className="text-2xl">Quanto spendi in tutto</h3>
      <p className="mt-1 text-ink-soft text-sm">In quanti siete e con quanti bagagli?</p>
      <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-3 sm:gap-4">
        <Stepper
          label="Passeggeri"
          value={current.passengers}
          min={1}
          max={passengersMax + 1}
          shown={limit(current.passengers, passengersMax)}
          less="Togli un passeggero"
          more="Aggiungi un passeggero"
          onChange={(passengers) => choose({ passengers })}
        />
        <Stepper
          label="Bagagli"
          value={current.bags}
          min={0}
          max={bagsMax + 1}
          shown={limit(current.bags, bagsMax)}
          less="Togli un bagaglio"
          more="Aggiungi un bagaglio"
          onChange={(bags) => choose({ bags })}
        />
      </div>
      <p role="status" className="sr-only">
        {trip && tripWords(current, chosen)}
      </p>
      {chosen ? (
        <div className="mt-4 grid gap-3 sm:grid-cols-2">
          {offers.map((offer) => (
            <OfferCard
              key={offer.vehicle}
              offer={offer}
              party={current}
              isChosen={offer === chosen}
              onChoose={() => choose({ vehicle: offer.vehicle })}
            />
          ))}
        </div>
      ) : (
        <p className="mt-4 rounded-card bg-panel p-4">
          <strong className="font-semibold">Su richiesta.</strong> Per un gruppo così uniamo più veicoli:
          scrivici e ti mandiamo un preventivo.
        </p>
      )}
      {current.passengers === 1 && chosen && (
        <p className="mt-3 text-ink-soft text-sm">Chi viaggia da solo è servito come privato.</p>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          look="sea"
          data-app
          className="flex-auto"
          onClick={() => {
            choose({})
            askAvailability()
          }}
        >
          Richiedi questo transfer
        </Button>
        <ButtonLink href={whatsApp(message)} look="plain" className="flex-auto" rel="noopener">
          <WhatsAppIcon className="size-5 text-leaf" />
          Scrivi su WhatsApp
        </ButtonLink>
      </div>
    </section>
  )
}

interface OfferCardProps {
  offer: Offer
  party: Party
  isChosen: boolean
  onChoose(): void
}

function OfferCard({ offer, party, isChosen, onChoose }: OfferCardProps) {
  const { vehicle, total, price, unit } = offer
  const perPerson = unit === 'persona' && hasPrice(total)
  return (
    <button
      type="button"
      data-app
      aria-pressed={isChosen}
      onClick={onChoose}
      className="figures rounded-card border border-line p-4 text-left hover:border-sea aria-pressed:border-sea
        aria-pressed:bg-sea-pale aria-pressed:ring-1 aria-pressed:ring-sea"
    >
      <span className="block font-semibold">{vehicleNames[vehicle]}</span>
      <span className="mt-1 block text-ink-soft text-sm">{descriptions[vehicle]}</span>
      <span className="mt-3 block whitespace-nowrap font-semibold font-serif text-3xl">
        {formatEuro(total)}
      </span>
      {hasPrice(total) && (
        <span className="mt-0.5 block text-ink-soft text-sm">
          {perPerson ? `${formatEuro(price)} ${unitWords[unit]} × ${party.passengers}` : unitWords[unit]}
        </span>
      )}
    </button>
  )
}

const descriptions = {
  berlina: 'Solo per voi, fino a 3 passeggeri e 3 bagagli',
  minivan: 'Solo per voi, fino a 8 passeggeri e 8 bagagli',
  economy: 'Insieme ad altri passeggeri',
  premium: 'Solo per voi, con un’auto di classe superiore',
}
