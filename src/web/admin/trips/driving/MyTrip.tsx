import { useState } from 'react'
import { clockOf } from '../../../../kernel/romanDay.ts'
import { mapLinkOf } from '../../../../modules/leads/requests/position.contract.ts'
import type { DriverTrip } from '../../../../modules/trips/driving/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { Badge } from '../../kit/Badge.tsx'
import { countOf } from '../../kit/format.ts'
import { tripStates } from '../trips/tripLabels.ts'
import { NameSign } from './NameSign.tsx'
import { type Phone, stateOf } from './phone.ts'
import { TripTaps } from './TripTaps.tsx'

type Guest = DriverTrip['guests'][number]

interface MyTripProps {
  trip: DriverTrip
  phone: Phone
  onTap: () => void
}

export function MyTrip({ trip, phone, onTap }: MyTripProps) {
  const { label, tone } = tripStates[stateOf(phone, trip)]
  const { guests } = trip
  const time = clockOf(new Date(trip.pickupAt))
  return (
    <article
      aria-label={`Viaggio delle ${time}`}
      className="rounded-card border border-line bg-card p-4 text-[1.2rem]"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="figures text-3xl">{time}</h3>
        <span className="flex items-center gap-2">
          <span className="figures font-semibold">{trip.plate}</span>
          <Badge tone={tone}>{label}</Badge>
        </span>
      </header>
      {guests.length === 1 ? null : <Ride ride={trip} />}
      {guests.map((guest) => (
        <GuestPart
          key={`${guest.phone} ${guest.pickupAt} ${guest.from} ${guest.to}`}
          guest={guest}
          isOneOfMany={guests.length > 1}
        />
      ))}
      <TripTaps trip={trip} phone={phone} onTap={onTap} />
    </article>
  )
}

function Ride({ ride }: { ride: Pick<DriverTrip, 'from' | 'to' | 'passengers' | 'bags' | 'flightOrTrain'> }) {
  const { from, to, passengers, bags, flightOrTrain } = ride
  return (
    <>
      <Place label="Da" place={from} query={from} />
      <Place label="A" place={to} query={to} />
      <p className="mt-2">
        {countOf(passengers, ['persona', 'persone'])}, {countOf(bags, ['bagaglio', 'bagagli'])}
        {flightOrTrain && (
          <>
            , <strong className="font-semibold">{flightOrTrain}</strong>
          </>
        )}
      </p>
    </>
  )
}

function Place({ label, place, query }: { label: string; place: string; query: string }) {
  return (
    <a
      href={mapLinkOf(query)}
      target="_blank"
      rel="noreferrer"
      className="flex min-h-13 items-center gap-3 border-line border-b py-1 font-medium"
    >
      <span className="w-8 shrink-0 font-normal text-ink-soft">{label}</span>
      <span className="flex-1 underline">{place}</span>
      <span className="text-sm">Mappa</span>
    </a>
  )
}

function GuestPart({ guest, isOneOfMany }: { guest: Guest; isOneOfMany: boolean }) {
  const [hasSign, setSign] = useState(false)
  const { name, phone, call, whatsapp, position } = guest
  const action = buttonClass('plain', 'min-h-14 px-2')
  return (
    <div className={isOneOfMany ? 'mt-3 border-ink border-l-4 pl-3' : ''}>
      <h4 className="mt-2 font-semibold text-xl">
        {isOneOfMany && <span className="figures">{clockOf(new Date(guest.pickupAt))} </span>}
        {name ?? 'Senza nome'}
      </h4>
      <Ride ride={guest} />
      {position && <Place label="Qui" place="La posizione del cliente" query={position} />}
      {phone && <p className="figures mt-3 wrap-anywhere">{phone}</p>}
      {phone && !call && (
        <p className="mt-1">Il numero non si legge o non ha il prefisso del Paese: chiedi all’ufficio.</p>
      )}
      <div className="mt-2 grid grid-cols-3 gap-2">
        {call && (
          <a href={call} className={action}>
            Chiama
          </a>
        )}
        {whatsapp && (
          <a href={whatsapp} target="_blank" rel="noreferrer" className={action}>
            WhatsApp
          </a>
        )}
        <button type="button" className={action} onClick={() => setSign(true)} disabled={!name}>
          Cartello
        </button>
      </div>
      {hasSign && name && <NameSign name={name} onClose={() => setSign(false)} />}
    </div>
  )
}
