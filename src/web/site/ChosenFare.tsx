import type { ReactNode } from 'react'
import type { FareAnswer } from '../../modules/catalog/fares/contract.ts'
import { partyWords, vehicleNames } from '../../modules/catalog/prices/quote.contract.ts'
import type { Choice } from '../../modules/content/pages/contract.ts'
import { formatEuro } from '../ui/money.ts'
import { AskButton } from './AskButton.tsx'
import { dayWords } from './choice.ts'

interface ChosenFareProps {
  fare: FareAnswer
  choice: Choice
  level?: 'h2' | 'h3'
  /** Below the prices. */
  children?: ReactNode
}

/** The totals of the visitor's trip, as the server computes them. */
export function ChosenFare({ fare, choice, level: Heading = 'h3', children }: ChosenFareProps) {
  const { offers, roundTrip } = fare
  const backOf = (vehicle: string) => roundTrip?.offers.find((one) => one.vehicle === vehicle)?.total ?? null
  return (
    <section className="rounded-card border border-sea bg-white p-5 shadow-soft sm:p-6">
      <Heading className="text-2xl">Il prezzo del tuo viaggio</Heading>
      <p className="mt-1 text-ink-soft">
        {dayWords(fare.day)}
        {choice.returnDay && `, ritorno ${dayWords(choice.returnDay)}`}: {partyWords(choice.party)}
      </p>
      {offers.length > 0 ? (
        <>
          <table className="figures mt-4 w-full">
            <caption className="sr-only">Totale per veicolo</caption>
            <thead>
              <tr className="border-line border-b text-left text-ink-soft text-sm">
                <th scope="col" className="py-2 font-medium">
                  Veicolo
                </th>
                <th scope="col" className="py-2 text-right font-medium">
                  Solo andata
                </th>
                {roundTrip && (
                  <th scope="col" className="py-2 pl-3 text-right font-medium">
                    Andata e ritorno
                  </th>
                )}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {offers.map(({ vehicle, total }) => (
                <tr key={vehicle}>
                  <th scope="row" className="py-3 text-left font-semibold">
                    {vehicleNames[vehicle]}
                  </th>
                  <td className="whitespace-nowrap py-3 text-right font-semibold font-serif text-2xl">
                    {formatEuro(total)}
                  </td>
                  {roundTrip && (
                    <td className="whitespace-nowrap py-3 pl-3 text-right font-semibold font-serif text-2xl">
                      {backOf(vehicle) ? formatEuro(backOf(vehicle)) : '—'}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
          <p className="mt-4 text-ink-soft text-sm">{noteOf(fare)}</p>
          {children}
        </>
      ) : (
        <div className="mt-4 grid justify-items-start gap-4">
          <p>{reasons[fare.reason ?? 'notServed']}</p>
          <AskButton ask="quote" look="sun">
            Richiedi un preventivo
          </AskButton>
        </div>
      )}
    </section>
  )
}

const reasons = {
  tooMany: 'Per un gruppo così uniamo più veicoli: scrivici e ti mandiamo un preventivo.',
  notServed: 'Per questo viaggio ti facciamo un prezzo su misura: scrivici e te lo mandiamo.',
  unknownPlace: 'Non conosciamo una delle due località: scrivici da dove a dove e ti mandiamo un preventivo.',
}

function noteOf({ offers, roundTrip }: FareAnswer): string {
  const isIndicative = offers.some((offer) => offer.isIndicative)
  const discount = roundTrip?.discountPercent ?? 0
  const kind = isIndicative ? 'È un prezzo indicativo, te lo confermiamo.' : 'Prezzo fisso, per tutti.'
  return discount > 0 ? `${kind} Andata e ritorno è già con il ${discount}% in meno.` : kind
}
